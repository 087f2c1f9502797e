-- Postbacks: the outbox, endpoints, their secrets, messages and delivery attempts.
--
-- Two queues feed postbacks. Rare events are rows of `outbox`, written with their effect. Settled
-- events are too many for a row each: in the settling transaction a trigger records only the batch
-- and the campaigns that an endpoint subscribes to, and the dispatcher reads the batch's events
-- later. The rows of both queues are deleted when they become messages, so a transaction that
-- commits late is found late and never missed.

create table outbox (
  id uuid primary key,
  type text not null,
  agent_id uuid not null,
  campaign_id uuid,
  data jsonb not null,
  created_at timestamptz not null default now()
);
comment on table outbox is 'Events for postbacks, written in the transaction of their effect.';

create table postback_endpoint (
  id uuid primary key,
  agent_id uuid not null references agent (id),
  campaign_id uuid references campaign (id),
  url text not null,
  -- Empty: every type.
  event_types text[] not null,
  wants_events boolean not null,
  description text,
  status text not null default 'active',
  disabled_reason text,
  -- The first failed attempt since the last successful one.
  failing_since timestamptz,
  last_success_at timestamptz,
  -- When the receiver proved that it wants messages. Before, few requests an hour are sent.
  proven_at timestamptz,
  -- Until when the receiver requested a pause (Retry-After).
  paused_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint postback_endpoint_status_check check (status in ('active', 'disabled', 'deleted')),
  constraint postback_endpoint_reason_check check (
    (disabled_reason is not null) = (status = 'disabled')
    and disabled_reason in ('gone', 'failing')
  ),
  constraint postback_endpoint_url_check check (length(url) between 8 and 2048)
);
comment on table postback_endpoint is 'A webhook address of an agent.';
create unique index postback_endpoint_url_idx on postback_endpoint (agent_id, url, campaign_id)
  nulls not distinct
  where status <> 'deleted';
create index postback_endpoint_agent_idx on postback_endpoint (agent_id, id desc)
  where status <> 'deleted';
create index postback_endpoint_events_idx on postback_endpoint (agent_id)
  where wants_events and status <> 'deleted';

-- Separate from the endpoint, so that no list of endpoints can show a secret.
create table postback_secret (
  id bigint generated always as identity primary key,
  endpoint_id uuid not null references postback_endpoint (id),
  -- AES-256-GCM: the kid of the signing key (1 byte), nonce (12), tag (16), encrypted secret.
  sealed bytea not null,
  created_at timestamptz not null,
  -- Set by a rotation: until when it signs together with its successor.
  ends_at timestamptz,
  constraint postback_secret_length_check check (octet_length(sealed) between 53 and 93)
);
comment on table postback_secret is 'Encrypted signing secrets of an endpoint; shown once.';
create index postback_secret_endpoint_idx on postback_secret (endpoint_id, id);

create table postback_message (
  endpoint_id uuid not null references postback_endpoint (id),
  event_id uuid not null,
  type text not null,
  campaign_id uuid,
  body text not null,
  -- `queued`: a pg-boss job sends it. `waiting`: it has no job, because the window of jobs of its
  -- endpoint is full, its receiver requested a pause, or it is replayed.
  status text not null default 'waiting',
  attempts integer not null default 0,
  due_at timestamptz,
  -- The job of the next attempt. No other job may send the message.
  job_id uuid,
  created_at timestamptz not null,
  primary key (endpoint_id, event_id),
  constraint postback_message_status_check check (
    status in ('waiting', 'queued', 'delivered', 'dead')
  ),
  constraint postback_message_due_check check (
    (due_at is not null) = (status in ('waiting', 'queued'))
  ),
  constraint postback_message_job_check check ((job_id is not null) = (status = 'queued')),
  constraint postback_message_attempts_check check (attempts >= 0)
);
comment on table postback_message is
  'A message for one endpoint: its exact bytes and when it is due.';
create index postback_message_due_idx on postback_message (endpoint_id, status, due_at)
  where status in ('waiting', 'queued');
create index postback_message_dead_idx on postback_message (endpoint_id, created_at)
  where status = 'dead';
create index postback_message_unsent_idx on postback_message (campaign_id, created_at desc)
  where status in ('waiting', 'queued') and attempts = 0;
create index postback_message_created_idx on postback_message using brin (created_at);

create table postback_attempt (
  id uuid primary key,
  endpoint_id uuid not null,
  event_id uuid not null,
  type text not null,
  campaign_id uuid,
  attempt integer not null,
  status text not null,
  http_status integer,
  duration_ms integer not null,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  constraint postback_attempt_status_check check (
    status in ('success', 'failed', 'timeout', 'blocked', 'dead')
  )
);
comment on table postback_attempt is 'The log of delivery attempts.';
create index postback_attempt_campaign_idx on postback_attempt (campaign_id, created_at desc);
create index postback_attempt_event_idx on postback_attempt (endpoint_id, event_id);
create index postback_attempt_created_idx on postback_attempt using brin (created_at);

create table postback_batch (
  id bigint generated always as identity primary key,
  batch_id uuid not null,
  -- Only billed impressions: their sums are sent when the minute is over.
  is_plain boolean not null,
  campaign_ids uuid[] not null
);
comment on table postback_batch is 'Batches whose events are not yet messages: a queue.';

create table postback_impressions (
  campaign_id uuid not null,
  minute timestamptz not null,
  reports bigint not null,
  impressions bigint not null,
  billed bigint not null,
  charged bigint not null,
  earned bigint not null,
  primary key (campaign_id, minute)
);
comment on table postback_impressions is 'Sums of impressions of the current minute.';

create table postback_unbilled (
  id bigint generated always as identity primary key,
  campaign_id uuid not null,
  minute timestamptz not null,
  event jsonb not null
);
comment on table postback_unbilled is 'Unbilled clicks and conversions of the current minute.';
create index postback_unbilled_minute_idx on postback_unbilled (minute, id);

create table postback_quota (
  target text primary key,
  sent_at timestamptz[] not null default '{}'
);
comment on table postback_quota is
  'Requests of the last hour to unproven receivers, by host and by address.';

create index postback_batch_events_idx on postback_batch (id) where not is_plain;

grant select, insert, update on postback_endpoint to placard_app;
grant select, insert, update, delete on postback_secret to placard_app;
grant select, insert, update, delete on postback_message to placard_app;
grant select, insert, delete on postback_attempt to placard_app;
grant select, insert, delete on postback_batch to placard_app;
-- The dispatcher locks queue rows before it deletes them, which needs the right to update.
grant update on postback_batch, outbox to placard_app;
grant select, insert, delete on outbox to placard_app;
grant select, insert, update, delete on postback_impressions to placard_app;
grant select, insert, update, delete on postback_unbilled, postback_quota to placard_app;
