-- Postbacks: endpoints, their secrets, the messages to each, and every attempt.
--
-- Why: whoever wants to be told registers an endpoint. What happened reaches it over two ways.
-- Rare things are rows of `outbox`, written with their effect. Settled events are far too many
-- for a row each: a trigger notes only which batch touched a campaign that somebody listens to,
-- in the settling transaction, and the dispatcher reads the events of that batch later. Both are
-- queues whose rows are deleted when they are turned into messages, so a commit that comes late
-- is found late, never missed. A message carries its exact bytes and when it is due; taking it
-- moves that time ahead, so that a worker that dies gives it back by itself.
-- Old code: runs unchanged.

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
  -- When the first attempt failed after the last one that did not.
  failing_since timestamptz,
  last_success_at timestamptz,
  -- Until when the receiver asked to be left alone.
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
comment on table postback_endpoint is 'An address that an agent wants to be told things at.';
create unique index postback_endpoint_url_idx on postback_endpoint (agent_id, url, campaign_id)
  nulls not distinct
  where status <> 'deleted';
create index postback_endpoint_agent_idx on postback_endpoint (agent_id, id desc)
  where status <> 'deleted';
create index postback_endpoint_events_idx on postback_endpoint (agent_id)
  where wants_events and status <> 'deleted';

-- Apart from the endpoint, so that nothing that lists endpoints can show a secret.
create table postback_secret (
  endpoint_id uuid not null references postback_endpoint (id),
  secret bytea not null,
  created_at timestamptz not null,
  -- Set by a rotation: until when it signs beside its successor.
  ends_at timestamptz,
  primary key (endpoint_id, secret),
  constraint postback_secret_length_check check (octet_length(secret) between 24 and 64)
);
comment on table postback_secret is 'Keys that sign the messages of an endpoint; shown once.';

create table postback_message (
  endpoint_id uuid not null references postback_endpoint (id),
  event_id uuid not null,
  type text not null,
  campaign_id uuid,
  body text not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  due_at timestamptz,
  created_at timestamptz not null,
  primary key (endpoint_id, event_id),
  constraint postback_message_status_check check (status in ('pending', 'delivered', 'dead')),
  constraint postback_message_due_check check ((due_at is not null) = (status = 'pending')),
  constraint postback_message_attempts_check check (attempts >= 0)
);
comment on table postback_message is 'What one endpoint is told: the bytes, and when they are due.';
create index postback_message_due_idx on postback_message (endpoint_id, due_at)
  where status = 'pending';
create index postback_message_dead_idx on postback_message (endpoint_id, created_at)
  where status = 'dead';
create index postback_message_waiting_idx on postback_message (campaign_id, created_at desc)
  where status = 'pending' and attempts = 0;
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
comment on table postback_attempt is 'The log: one row for each time a message was sent.';
create index postback_attempt_campaign_idx on postback_attempt (campaign_id, created_at desc);
create index postback_attempt_event_idx on postback_attempt (endpoint_id, event_id);
create index postback_attempt_created_idx on postback_attempt using brin (created_at);

create table postback_mark (
  id bigint generated always as identity primary key,
  batch_id uuid not null,
  -- Nothing but billed impressions: only their sums are told, and not before the minute is over.
  is_plain boolean not null,
  campaign_ids uuid[] not null
);
comment on table postback_mark is 'Batches whose events somebody is to be told, until they are.';

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
comment on table postback_impressions is 'Impressions of a minute that is not over yet.';

create index postback_mark_events_idx on postback_mark (id) where not is_plain;

grant select, insert, update on postback_endpoint to placard_app;
grant select, insert, update, delete on postback_secret to placard_app;
grant select, insert, update, delete on postback_message to placard_app;
grant select, insert, delete on postback_attempt to placard_app;
grant select, insert, delete on postback_mark to placard_app;
-- Rows of the queue are locked before they are removed, which takes the right to change them.
grant update on postback_mark, outbox to placard_app;
grant select, insert, update, delete on postback_impressions to placard_app;

-- Clicks and conversions of a batch. Impressions (1, and 9 in a context) settle by the thousand,
-- are told as sums, and cost this index nothing.
create index event_told_idx on event (campaign_id, batch_id) where kind between 2 and 8;

create function mark_for_postbacks() returns trigger language plpgsql as $$
begin
  -- Costs one look at an index when nobody listens.
  if not exists (
    select 1 from postback_endpoint e where e.wants_events and e.status <> 'deleted'
  ) then
    return null;
  end if;
  -- `counts` comes with migration 0013, before anything settles; null means plain impressions.
  insert into postback_mark (batch_id, is_plain, campaign_ids)
  select j.batch_id, j.counts is null, array_agg(j.campaign_id)
  from settled j
  join campaign c on c.id = j.campaign_id
  where exists (
    select 1 from postback_endpoint e
    where e.agent_id in (c.advertiser_id, c.publisher_id)
      and e.wants_events
      and e.status <> 'deleted'
      and (e.campaign_id is null or e.campaign_id = j.campaign_id)
  )
  group by j.batch_id, j.counts is null;
  return null;
end
$$;
create trigger journal_marked after insert on journal
  referencing new table as settled
  for each statement execute function mark_for_postbacks();

-- For each row, not for each statement: settlement inserts into the outbox in every batch, nearly
-- always no row, and a notification takes a lock that all commits of the server share.
create function wake_dispatcher() returns trigger language plpgsql as $$
begin
  perform pg_notify('postbacks', '');
  return null;
end
$$;
create trigger outbox_told after insert on outbox
  for each row execute function wake_dispatcher();
create trigger postback_endpoint_changed after insert or update of status, event_types
  on postback_endpoint
  for each row execute function wake_dispatcher();
