-- The fast path: settles plain impressions as set operations whose sums the caller made. Whatever
-- does not fit undoes the whole batch: a repeated id violates the key of `event`, and PL001 names
-- the campaigns that cannot take their sums, so that the caller can remove their events. The slow
-- path then settles these; both leave the same books.
--
-- Rows are locked in the order of p_campaigns, which the caller sorts: with the join methods below
-- switched off, the plan is a nested loop from the array to the primary key, so that two processes
-- never wait for each other in a circle.
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
begin
  return query
  select b.campaign_id, b.escrow, b.status
  from settle_sums(p_batch, exchange_now(p_now), p_campaigns, p_unit_prices, p_units, p_counts) b;
  perform serve_impressions(
    p_delivery_campaigns, p_deliveries, p_delivery_versions, p_delivery_units
  );
  insert into event (
    campaign_id, id, batch_id, delivery_id, kind, reason, quantity, counted, charged, is_verified
  )
  select p_campaigns[e.campaign], e.id, p_batch, p_deliveries[e.delivery],
    event_kind('impression'), 0, e.quantity, e.quantity, e.quantity * p_unit_prices[e.campaign],
    false
  from unnest(p_ids, p_campaign_of, p_delivery_of, p_quantities)
    as e (id, campaign, delivery, quantity);
end
$$;
