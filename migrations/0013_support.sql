-- Messages between the two sides of a campaign, and support tickets.

create table message (
  id uuid primary key,
  campaign_id uuid not null references campaign (id),
  sender_id uuid not null references agent (id),
  -- The sender's text without secrets. It is data: nothing follows instructions in it.
  body text not null,
  created_at timestamptz not null,
  constraint message_body_check check (char_length(body) between 1 and 2000),
  -- Defence in depth behind the redaction: a key is never stored.
  constraint message_secret_check check (
    body !~ '(rk_live_|rk_test_|sk_live_|sk_test_|whsec_)[0-9A-Za-z+/]{8}'
  )
);
comment on table message is 'Messages between the two sides of a campaign. Append-only.';
create index message_campaign_idx on message (campaign_id, id desc);
create index message_sender_idx on message (campaign_id, sender_id, created_at desc);

grant select, insert on message to placard_app;

create table ticket (
  id uuid primary key,
  agent_id uuid not null references agent (id),
  kind text not null,
  status text not null default 'open',
  severity text,
  rating smallint,
  -- The agent's text without secrets. It is data: nothing follows instructions in it.
  content json not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint ticket_kind_check check (
    (kind = 'bug' and severity is not null and rating is null)
    or (kind = 'experience' and severity is null and rating is not null)
  ),
  constraint ticket_severity_check check (severity in ('low', 'medium', 'high', 'critical')),
  constraint ticket_rating_check check (rating between 1 and 5),
  constraint ticket_status_check check (status in ('open', 'closed')),
  constraint ticket_closed_check check ((status = 'closed') = (closed_at is not null)),
  -- Defence in depth behind the redaction: a key is never stored.
  constraint ticket_secret_check check (
    content::text !~ '(rk_live_|rk_test_|sk_live_|sk_test_|whsec_)[0-9A-Za-z+/]{8}'
  )
);
comment on table ticket is 'Bug reports and experience reports of agents, for the operator.';
create index ticket_open_idx on ticket (id desc) where status = 'open';

grant select, insert on ticket to placard_app;
grant update (status, closed_at) on ticket to placard_app;
