create or replace function settle_impressions(
  p_batch uuid,
  p_now timestamptz,
  p_campaigns uuid[],
  p_unit_prices bigint[],
  p_units bigint[],
  p_counts integer[],
  p_delivery_campaigns uuid[],
  p_deliveries uuid[],
  p_delivery_versions integer[],
  p_delivery_units integer[],
  p_ids uuid[],
  p_campaign_of integer[],
  p_delivery_of integer[],
  p_quantities integer[]
) returns table (campaign_id uuid, escrow bigint, status text)
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_day constant date := (p_now at time zone 'UTC')::date;
  v_settled integer;
  v_refused text;
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
      -- because a day that went back would begin its cap anew.
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
  ), told as (
    insert into outbox (id, type, agent_id, campaign_id, data)
    select gen_random_uuid(), 'campaign.exhausted', m.advertiser_id, m.campaign_id, '{}'
    from moved m
    where m.status = 'exhausted'
  )
  select m.campaign_id, m.escrow, m.status from moved m;
  get diagnostics v_settled = row_count;
  if v_settled <> cardinality(p_campaigns) then
    -- Those that moved carry this batch in their journal; what is left of the set did not.
    select string_agg(u.id::text, ',') into v_refused
    from unnest(p_campaigns) as u (id)
    where not exists (
      select 1 from journal j where j.campaign_id = u.id and j.batch_id = p_batch
    );
    raise exception 'campaigns of the batch cannot take their sums'
      using errcode = 'PL001', detail = v_refused;
  end if;
  insert into delivery (campaign_id, id, creative_version, impressions)
  select d.campaign_id, d.id, d.version, d.units
  from unnest(p_delivery_campaigns, p_deliveries, p_delivery_versions, p_delivery_units)
    as d (campaign_id, id, version, units)
  on conflict on constraint delivery_pkey do update
  set impressions = delivery.impressions + excluded.impressions
  where delivery.impressions + excluded.impressions <= 10000;
  get diagnostics v_settled = row_count;
  if v_settled <> cardinality(p_deliveries) then
    select string_agg(distinct d.campaign_id::text, ',') into v_refused
    from unnest(p_delivery_campaigns, p_deliveries, p_delivery_units)
      as u (campaign_id, id, units)
    join delivery d on d.campaign_id = u.campaign_id and d.id = u.id
    where d.impressions + u.units > 10000;
    raise exception 'deliveries of the batch are full'
      using errcode = 'PL001', detail = v_refused;
  end if;
  insert into event (
    campaign_id, id, batch_id, delivery_id, kind, reason, quantity, counted, charged, is_verified
  )
  select p_campaigns[e.campaign], e.id, p_batch, p_deliveries[e.delivery], 1, 0, e.quantity,
    e.quantity, e.quantity * p_unit_prices[e.campaign], false
  from unnest(p_ids, p_campaign_of, p_delivery_of, p_quantities)
    as e (id, campaign, delivery, quantity);
end
$$;
