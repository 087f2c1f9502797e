-- Takes credits for a budget out of the advertiser's lots, oldest first. The caller holds the lock
-- of the advertiser's available account, so that two bookings never meet here.
create or replace function fund_campaign(
  p_campaign uuid, p_agent uuid, p_starts_at bigint, p_amount bigint
) returns void language plpgsql as $$
declare
  v_lot record;
  v_at bigint := p_starts_at;
  v_part bigint;
begin
  for v_lot in
    select l.order_id, l.remaining
    from funding_lot l
    where l.agent_id = p_agent and l.remaining > 0
    order by l.seasoned_at, l.order_id
    for no key update
  loop
    v_part := least(v_lot.remaining, p_starts_at + p_amount - v_at);
    exit when v_part = 0;
    update funding_lot set remaining = remaining - v_part where order_id = v_lot.order_id;
    insert into campaign_funding (campaign_id, starts_at, amount, order_id)
    values (p_campaign, v_at, v_part, v_lot.order_id);
    v_at := v_at + v_part;
  end loop;
end
$$;
