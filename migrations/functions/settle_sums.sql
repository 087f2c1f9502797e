-- The money of the fast path: charges each campaign the sum of its events and writes its journal
-- row. A campaign that is not active, or whose escrow or daily cap is too small, undoes the batch.
create or replace function settle_sums(
  p_batch uuid,
  p_now timestamptz,
  p_campaigns uuid[],
  p_unit_prices bigint[],
  p_units bigint[],
  p_counts integer[]
) returns table (campaign_id uuid, escrow bigint, status text) language plpgsql as $$
declare
  v_day constant date := (p_now at time zone 'UTC')::date;
  v_settled integer;
begin
  return query
  with moved as (
    update campaign_book b
    set escrow = b.escrow - u.units * b.unit_price,
      earned = b.earned + u.units * (b.unit_price - b.unit_fee),
      fee = b.fee + u.units * b.unit_fee,
      units = b.units + u.units,
      events = b.events + u.count,
      -- A batch begun before midnight may settle after one of the new day: it counts on that day,
      -- because a day that went back would start its cap again.
      spent_today = case when b.spent_day >= v_day then b.spent_today else 0 end
        + u.units * b.unit_price,
      spent_day = greatest(b.spent_day, v_day),
      status = case
        when b.escrow - u.units * b.unit_price < b.unit_price then 'exhausted' else b.status end
    from unnest(p_campaigns, p_units, p_counts, p_unit_prices) as u (id, units, count, unit_price)
    where b.campaign_id = u.id
      and b.status = 'active'
      and b.unit_price = u.unit_price
      and b.escrow >= u.units * b.unit_price
      -- A lowered cap may lie below what today has cost already, so it is no check of the table.
      and (
        b.daily_cap is null
        or case when b.spent_day >= v_day then b.spent_today else 0 end + u.units * b.unit_price
          <= b.daily_cap
      )
    returning b.campaign_id, b.advertiser_id, b.escrow, b.status, b.unit_price, b.unit_fee, u.units,
      u.count
  ), booked as (
    insert into journal (
      campaign_id, batch_id, events, units, escrow_delta, publisher_delta, fee_delta, escrow_after,
      at
    )
    select m.campaign_id, p_batch, m.count, m.units, -m.units * m.unit_price,
      m.units * (m.unit_price - m.unit_fee), m.units * m.unit_fee, m.escrow, p_now
    from moved m
  ), announced as (
    insert into outbox (id, type, agent_id, campaign_id, data)
    select gen_random_uuid(), 'campaign.exhausted', m.advertiser_id, m.campaign_id, '{}'
    from moved m
    where m.status = 'exhausted'
  )
  select m.campaign_id, m.escrow, m.status from moved m;
  get diagnostics v_settled = row_count;
  if v_settled <> cardinality(p_campaigns) then
    perform refuse_sums(p_batch, p_campaigns);
  end if;
end
$$;
