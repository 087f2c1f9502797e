-- Records deliveries and their counts.
--
-- Why: settlement locks a campaign's row and then writes its deliveries. Whoever records
-- deliveries must take the same order, or the two wait for each other.
-- Old code: none.

create function record_deliveries(
  p_campaigns uuid[],
  p_ids uuid[],
  p_versions integer[],
  p_sessions uuid[]
) returns void language plpgsql as $$
begin
  perform 1
  from campaign_book b
  where b.campaign_id = any (p_campaigns)
  order by b.campaign_id
  for no key update;
  with written as (
    insert into delivery (campaign_id, id, creative_version, session)
    select d.campaign_id, d.id, d.version, d.session
    from unnest(p_campaigns, p_ids, p_versions, p_sessions)
      as d (campaign_id, id, version, session)
    on conflict do nothing
    returning campaign_id
  ), counted as (
    select campaign_id, count(*) as deliveries
    from written
    group by campaign_id
  )
  update campaign_book b
  set deliveries = b.deliveries + counted.deliveries
  from counted
  where b.campaign_id = counted.campaign_id;
end
$$;
