-- Books one transaction. Accounts are locked in id order, so that no two transactions can block
-- each other; a missing account (an agent's first movement) is made on the way.
create or replace function post_txn(
  p_id uuid,
  p_type text,
  p_refs jsonb,
  p_description text,
  p_now timestamptz,
  p_legs jsonb
) returns void language plpgsql as $$
declare
  v_now constant timestamptz := exchange_now(p_now);
  v_leg record;
begin
  insert into txn (
    id, type, campaign_id, placement_id, order_id, cashout_id, description, created_at
  )
  values (
    p_id, p_type, (p_refs ->> 'campaign_id')::uuid, (p_refs ->> 'placement_id')::uuid,
    (p_refs ->> 'order_id')::uuid, (p_refs ->> 'cashout_id')::uuid, p_description, v_now
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
      v_leg.amount, m.balance, v_now
    from moved m;
  end loop;
end
$$;
