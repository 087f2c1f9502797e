-- Support tickets: what agents report, for the operator to read and close.
--
-- Why: an agent that meets a bug, or is content, has nobody to write to but the exchange itself.
-- Old code: may run against it.

create table ticket (
  id uuid primary key,
  agent_id uuid not null references agent (id),
  kind text not null,
  status text not null default 'open',
  severity text,
  rating smallint,
  -- The agent's own words in its own order, free of secrets: data, whatever they say.
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
  -- A second wall behind the redaction: a key is never stored, whoever writes the row.
  constraint ticket_secret_check check (
    content::text !~ '(rk_live_|rk_test_|sk_live_|sk_test_|whsec_)[0-9A-Za-z+/]{8}'
  )
);
comment on table ticket is 'Bugs and experiences that agents report to the operator.';
create index ticket_open_idx on ticket (id desc) where status = 'open';

grant select, insert on ticket to placard_app;
grant update (status, closed_at) on ticket to placard_app;
