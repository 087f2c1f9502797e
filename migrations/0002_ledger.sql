-- The ledger: accounts, transactions and entries.
--
-- Double-entry accounting with a running balance on every entry: each number that an agent sees
-- can be recomputed from rows that never change. Amounts are whole micro-credits.

-- The application can only read it, so that a process with a wrong clock matures nothing.
create table exchange_clock (
  is_only_row boolean primary key default true,
  follows_caller boolean not null default false,
  constraint exchange_clock_only_row_check check (is_only_row)
);
comment on table exchange_clock is
  'Whether exchange_now() follows the caller: true in tests and sandboxes that move time.';
insert into exchange_clock default values;
grant select on exchange_clock to placard_app;

create table account (
  id uuid primary key default gen_random_uuid(),
  -- Null for the exchange's own accounts.
  owner_id uuid references agent (id),
  kind text not null,
  balance bigint not null default 0,
  version bigint not null default 0,
  -- Set only before a purchase is reversed, which may take `available` below zero.
  may_be_negative boolean not null default false,
  constraint account_owner_kind_key unique nulls not distinct (owner_id, kind),
  constraint account_kind_check check (
    (owner_id is not null and kind in
      ('available', 'escrow', 'pending_earnings', 'earned', 'cashout_pending'))
    or (owner_id is null and kind in
      ('platform_fee', 'checkout_clearing', 'cashout_clearing', 'adjustment'))
  ),
  constraint account_balance_check check (balance >= 0 or may_be_negative)
) with (fillfactor = 70);
comment on table account is 'Balances: five accounts for each agent, four for the exchange.';

insert into account (kind, may_be_negative)
values ('platform_fee', false), ('checkout_clearing', true), ('cashout_clearing', true),
  ('adjustment', true);

create table txn (
  id uuid primary key,
  type text not null,
  campaign_id uuid,
  placement_id uuid,
  order_id uuid,
  cashout_id uuid,
  description text not null,
  created_at timestamptz not null
);
comment on table txn is 'A transaction: one movement of money whose entries sum to zero.';
-- The bookings of a campaign, an order and a cashout.
create index txn_campaign_idx on txn (campaign_id) where type = 'campaign_spend';
create index txn_order_idx on txn (order_id) where order_id is not null;
create index txn_cashout_idx on txn (cashout_id) where cashout_id is not null;
create index txn_reversed_idx on txn (campaign_id, created_at) where type = 'earning_reversed';

create table entry (
  account_id uuid not null references account (id),
  account_version bigint not null,
  id uuid not null,
  txn_id uuid not null references txn (id),
  owner_id uuid,
  account_kind text not null,
  type text not null,
  amount bigint not null,
  balance_after bigint not null,
  created_at timestamptz not null,
  primary key (account_id, account_version),
  constraint entry_amount_check check (amount <> 0)
);
comment on table entry is 'One leg of a transaction. Append-only.';
create unique index entry_owner_idx on entry (owner_id, id desc);
create index entry_txn_idx on entry (txn_id);
create index entry_reported_idx on entry (owner_id, type, created_at)
  where type in ('credit_purchase', 'cashout_paid');

grant select, insert, update on account to placard_app;
grant select, insert on txn, entry to placard_app;
