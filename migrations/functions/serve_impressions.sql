-- The deliveries of the fast path: counts impressions, at most 10,000 for each delivery. A full one
-- undoes the batch.
create or replace function serve_impressions(
  p_campaigns uuid[], p_deliveries uuid[], p_versions integer[], p_units integer[]
) returns void language plpgsql as $$
declare
  v_served integer;
begin
  insert into delivery (campaign_id, id, creative_version, impressions)
  select d.campaign_id, d.id, d.version, d.units
  from unnest(p_campaigns, p_deliveries, p_versions, p_units)
    as d (campaign_id, id, version, units)
  on conflict on constraint delivery_pkey do update
  set impressions = delivery.impressions + excluded.impressions
  where delivery.impressions + excluded.impressions <= 10000;
  get diagnostics v_served = row_count;
  if v_served <> cardinality(p_deliveries) then
    raise exception 'deliveries of the batch are full'
      using errcode = 'PL001', detail = (
        select string_agg(distinct d.campaign_id::text, ',')
        from unnest(p_campaigns, p_deliveries, p_units) as u (campaign_id, id, units)
        join delivery d on d.campaign_id = u.campaign_id and d.id = u.id
        where d.impressions + u.units > 10000
      );
  end if;
end
$$;
