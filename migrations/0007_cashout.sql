-- Cashouts: earned credits that a publisher withdraws as bitcoin.
--
-- A payment cannot be undone, so each step is recorded before the external call: `submitted` is
-- written before the provider is called, and a missing response makes it `unknown`, which only a
-- look-up at the provider can resolve.

create table cashout (
  id uuid primary key,
  agent_id uuid not null references agent (id),
  -- Micro-credits, held in `cashout_pending` until the cashout ends.
  amount bigint not null,
  address text not null,
  status text not null default 'requested',
  provider text not null,
  -- A new address has a waiting period in which the owner of a stolen key can react.
  waits_until timestamptz not null,
  -- An operator has approved it: neither the waiting period nor a shared address holds it.
  is_cleared boolean not null default false,
  -- Fixed at approval: the provider pays this number of satoshis whatever the price is then.
  usd_per_btc numeric(20, 8),
  satoshis bigint,
  quote_expires_at timestamptz,
  -- The provider's own id, recorded before the provider is instructed to pay.
  provider_id text,
  txid text,
  reason text,
  created_at timestamptz not null,
  submitted_at timestamptz,
  checked_at timestamptz,
  updated_at timestamptz not null,
  constraint cashout_amount_check check (amount >= 500000000 and amount % 1000000 = 0),
  constraint cashout_status_check check (status in (
    'requested', 'approved', 'submitted', 'unknown', 'in_progress', 'completed', 'rejected',
    'canceled', 'failed')),
  constraint cashout_provider_check check (provider in ('sandbox', 'btcpay')),
  constraint cashout_quote_check check (
    (usd_per_btc is null and satoshis is null and quote_expires_at is null)
    or (usd_per_btc > 0 and satoshis > 0 and quote_expires_at is not null)
  ),
  constraint cashout_approved_check check (
    satoshis is not null or status in ('requested', 'rejected', 'canceled')
  ),
  constraint cashout_submitted_check check (
    submitted_at is not null
    or status in ('requested', 'approved', 'rejected', 'canceled')
  ),
  -- A payment needs an id for which the provider can be queried.
  constraint cashout_provider_id_check check (
    provider_id is not null or status not in ('in_progress', 'completed')
  ),
  constraint cashout_provider_id_key unique (provider, provider_id)
);
comment on table cashout is 'Withdrawals of credits. Rows are never deleted.';

-- One open cashout for each agent; `insert ... on conflict` relies on this exact predicate.
create unique index cashout_open_key on cashout (agent_id)
  where status in ('requested', 'approved', 'submitted', 'unknown', 'in_progress');
create index cashout_agent_idx on cashout (agent_id, id desc);
create index cashout_address_idx on cashout (address, agent_id);
-- Open cashouts, for the cashout job.
create index cashout_work_idx on cashout (status, checked_at)
  where status in ('requested', 'approved', 'submitted', 'unknown', 'in_progress');

-- The application cannot change owner, amount or address.
grant select, insert on cashout to placard_app;
grant update (
  status, is_cleared, usd_per_btc, satoshis, quote_expires_at, provider_id, txid, reason,
  submitted_at, checked_at, updated_at
) on cashout to placard_app;

-- Whether payouts may leave, and for which database that was decided. A database that was restored
-- or promoted differs from `identity`: it may lack payouts that were made, so none leaves until an
-- operator has compared the books with the providers (`operator reconcile`).
create table payout_state (
  is_only_row boolean primary key default true,
  -- database_identity() when the books were last known to be whole; set by the first migration.
  identity text,
  paused_at timestamptz,
  paused_by text,
  paused_reason text,
  constraint payout_state_only_row_check check (is_only_row),
  constraint payout_state_paused_check check (
    num_nulls(paused_at, paused_by, paused_reason) in (0, 3)
  )
);
comment on table payout_state is 'Whether cashouts are submitted to the payment provider.';
insert into payout_state default values;
grant select, update on payout_state to placard_app;
