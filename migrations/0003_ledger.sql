-- The ledger: accounts, transactions and entries.
--
-- Why: double entry with a running balance on every entry, so that each number an agent sees can
-- be recomputed from rows that are never changed. Amounts are whole micro-credits.
-- Old code: none.

create table account (
  id uuid primary key default gen_random_uuid(),
  -- Absent for the exchange's own accounts.
  owner_id uuid references agent (id),
  kind text not null,
  balance bigint not null default 0,
  version bigint not null default 0,
  -- Only a reversed purchase may take `available` below zero; it sets this first.
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
comment on table txn is 'One balanced movement of money; its entries sum to zero.';

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
comment on table entry is 'One leg of a transaction. Never changed, never removed.';
create unique index entry_owner_idx on entry (owner_id, id desc);
create index entry_txn_idx on entry (txn_id);

-- A second wall behind the missing grants: not even the owner changes the books by accident.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows of % are never changed', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end
$$;
create trigger entry_immutable before update or delete on entry
  for each row execute function refuse_change();
create trigger txn_immutable before update or delete on txn
  for each row execute function refuse_change();
create trigger entry_no_truncate before truncate on entry
  for each statement execute function refuse_change();
create trigger txn_no_truncate before truncate on txn
  for each statement execute function refuse_change();

-- Every transaction has at least two legs that sum to zero when it commits.
create function check_txn_balanced() returns trigger language plpgsql as $$
declare
  v_sum numeric;
  v_legs integer;
begin
  select coalesce(sum(e.amount), 0), count(*) into v_sum, v_legs
  from entry e
  where e.txn_id = new.id;
  if v_legs < 2 or v_sum <> 0 then
    raise exception 'transaction % has % legs that sum to %', new.id, v_legs, v_sum
      using errcode = 'check_violation', constraint = 'txn_balanced';
  end if;
  return null;
end
$$;
create constraint trigger txn_balanced after insert on txn
  deferrable initially deferred
  for each row execute function check_txn_balanced();

-- Books one transaction. Accounts are locked in id order, so that no two transactions can block
-- each other; a missing account (an agent's first movement) is made on the way.
create function post_txn(
  p_id uuid,
  p_type text,
  p_refs jsonb,
  p_description text,
  p_now timestamptz,
  p_legs jsonb
) returns void language plpgsql as $$
declare
  v_leg record;
begin
  insert into txn (
    id, type, campaign_id, placement_id, order_id, cashout_id, description, created_at
  )
  values (
    p_id, p_type, (p_refs ->> 'campaign_id')::uuid, (p_refs ->> 'placement_id')::uuid,
    (p_refs ->> 'order_id')::uuid, (p_refs ->> 'cashout_id')::uuid, p_description, p_now
  );
  insert into account (owner_id, kind)
  select distinct l.owner_id, l.kind
  from jsonb_to_recordset(p_legs) as l (owner_id uuid, kind text)
  where l.owner_id is not null
  order by l.owner_id, l.kind
  on conflict do nothing;
  perform 1
  from account a
  join jsonb_to_recordset(p_legs) as l (owner_id uuid, kind text)
    on a.kind = l.kind and a.owner_id is not distinct from l.owner_id
  order by a.id
  for no key update of a;
  for v_leg in
    select *
    from jsonb_to_recordset(p_legs)
      as l (entry_id uuid, owner_id uuid, kind text, type text, amount bigint)
  loop
    with moved as (
      update account a
      set balance = a.balance + v_leg.amount, version = a.version + 1
      where a.kind = v_leg.kind and a.owner_id is not distinct from v_leg.owner_id
      returning a.id, a.version, a.balance
    )
    insert into entry (
      account_id, account_version, id, txn_id, owner_id, account_kind, type, amount,
      balance_after, created_at
    )
    select m.id, m.version, v_leg.entry_id, p_id, v_leg.owner_id, v_leg.kind, v_leg.type,
      v_leg.amount, m.balance, p_now
    from moved m;
  end loop;
end
$$;

create table credit_order (
  id uuid primary key,
  agent_id uuid not null references agent (id),
  pack_id text not null,
  credits bigint not null,
  price_usd_cents integer not null,
  status text not null default 'open',
  provider text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  constraint credit_order_status_check check (status in ('open', 'paid', 'expired', 'reversed')),
  constraint credit_order_credits_check check (credits > 0)
);
comment on table credit_order is 'A purchase of credits through the hosted checkout.';
create index credit_order_agent_idx on credit_order (agent_id, created_at);

grant select, insert, update on account to placard_app;
grant select, insert on txn, entry to placard_app;
grant select, insert, update on credit_order to placard_app;
