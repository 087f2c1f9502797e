-- Books transactions with their legs. All accounts are locked once, in id order, so that no two
-- callers block each other, and each is written once, however many legs it has.
create or replace function post_txns(p_now timestamptz, p_txns jsonb, p_legs jsonb)
returns void language plpgsql
set enable_seqscan = off
as $$
declare
  v_now constant timestamptz := exchange_now(p_now);
  -- No index and no hash join can compare owners that may be null.
  v_exchange constant uuid := '00000000-0000-0000-0000-000000000000';
  v_accounts uuid[];
begin
  insert into txn (
    id, type, campaign_id, placement_id, order_id, cashout_id, description, created_at
  )
  select t.id, t.type, t.campaign_id, t.placement_id, t.order_id, t.cashout_id, t.description, v_now
  from jsonb_to_recordset(p_txns) as t (
    id uuid, type text, campaign_id uuid, placement_id uuid, order_id uuid, cashout_id uuid,
    description text
  );
  v_accounts := array(
    select a.id
    from account a
    where a.id = any (array(
      select o.id
      from jsonb_to_recordset(p_legs) as l (owner_id uuid, kind text)
      -- The limit keeps PostgreSQL from reading the whole table for a hash join.
      cross join lateral (
        select x.id from account x where x.owner_id = l.owner_id and x.kind = l.kind limit 1
      ) o
      union all
      select o.id
      from jsonb_to_recordset(p_legs) as l (owner_id uuid, kind text)
      cross join lateral (
        select x.id from account x where x.owner_id is null and x.kind = l.kind limit 1
      ) o
      where l.owner_id is null
    ))
    order by a.id
    for no key update of a
  );
  with leg as (
    select l.entry_id, l.txn_id, l.owner_id, l.kind, l.type, l.amount, a.id as account_id,
      a.version + row_number() over w as version, a.balance + sum(l.amount) over w as balance
    from rows from (jsonb_to_recordset(p_legs) as (
      txn_id uuid, entry_id uuid, owner_id uuid, kind text, type text, amount bigint
    )) with ordinality as l (txn_id, entry_id, owner_id, kind, type, amount, place)
    join account a on a.kind = l.kind
      and coalesce(a.owner_id, v_exchange) = coalesce(l.owner_id, v_exchange)
    where a.id = any (v_accounts)
    window w as (partition by a.id order by l.place)
  ), moved as (
    update account a
    set balance = l.balance, version = l.version
    from (
      select distinct on (account_id) account_id, version, balance
      from leg
      order by account_id, version desc
    ) l
    where a.id = l.account_id and a.id = any (v_accounts)
  )
  insert into entry (
    account_id, account_version, id, txn_id, owner_id, account_kind, type, amount, balance_after,
    created_at
  )
  select account_id, version, entry_id, txn_id, owner_id, kind, type, amount, balance, v_now
  from leg;
end
$$;
