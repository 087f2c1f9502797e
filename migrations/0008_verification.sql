-- Ledger verification: its runs, its findings, and how far the books were verified.
--
-- The exchange recomputes its books every minute for what is new, and every night completely. No
-- program repairs a difference: the agents of an open finding are frozen until a person decides.
-- While an agent is frozen, no money leaves (no booking, no maturity, no cashout). Incoming money
-- (settled events, purchases, refunds, reversals) is accepted, so verification adds nothing to the
-- settlement path: no trigger, index or column of `event`, `journal`, `delivery` or
-- `campaign_book`.

create table recon_run (
  id uuid primary key,
  -- The order of the runs, independent of the clocks of their machines.
  number bigint not null generated always as identity,
  -- `new`: what changed since the previous run; `all`: everything.
  kind text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- Open findings after the run; a clean run has none.
  findings integer not null,
  checked jsonb not null,
  -- Only of `new`: the run's snapshot, and the length of each event table before the run.
  seen pg_snapshot,
  blocks jsonb,
  constraint recon_run_number_key unique (number),
  constraint recon_run_kind_check check (kind in ('new', 'all'))
);
comment on table recon_run is 'Finished runs of the ledger verification, kept for 30 days.';

create table recon_finding (
  id uuid primary key,
  check_name text not null,
  subject text not null,
  recorded text not null,
  computed text not null,
  -- What an operator who clears it accepts: the same difference is not reported again while the
  -- nightly run still finds it.
  difference text not null,
  is_accepted boolean not null default false,
  -- The agents whose money it concerns; empty for the exchange's own accounts (alert only).
  agent_ids uuid[] not null,
  found_at timestamptz not null,
  -- The last run that found it.
  seen_at timestamptz not null,
  cleared_at timestamptz,
  cleared_by text,
  constraint recon_finding_cleared_check check ((cleared_at is null) = (cleared_by is null)),
  constraint recon_finding_accepted_check check (not is_accepted or cleared_at is not null)
);
comment on table recon_finding is 'Mismatches in the books. Open ones freeze their agents.';
create unique index recon_finding_open_key on recon_finding (check_name, subject)
  where cleared_at is null;
create index recon_finding_accepted_idx on recon_finding (check_name, subject) where is_accepted;

create table recon_account (
  account_id uuid primary key,
  version bigint not null,
  balance bigint not null
);
comment on table recon_account is 'The last verified entry of each account, and its balance.';

create table recon_book (
  campaign_id uuid primary key,
  spent bigint not null,
  earned bigint not null,
  fee bigint not null,
  units bigint not null,
  events bigint not null,
  swept_earned bigint not null,
  swept_fee bigint not null
);
comment on table recon_book is 'What each campaign had settled when it was last verified.';

grant select, insert, delete on recon_run to placard_app;
grant select, insert, update on recon_finding, recon_account, recon_book to placard_app;
