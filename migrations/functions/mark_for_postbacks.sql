create or replace function mark_for_postbacks() returns trigger language plpgsql as $$
begin
  -- Costs one index lookup if there is no endpoint.
  if not exists (
    select 1 from postback_endpoint e where e.wants_events and e.status <> 'deleted'
  ) then
    return null;
  end if;
  -- `counts` comes with migration 0013, before anything settles; null means plain impressions.
  insert into postback_batch (batch_id, is_plain, campaign_ids)
  select j.batch_id, j.counts is null, array_agg(j.campaign_id)
  from settled j
  join campaign c on c.id = j.campaign_id
  where exists (
    select 1 from postback_endpoint e
    where e.agent_id in (c.advertiser_id, c.publisher_id)
      and e.wants_events
      and e.status <> 'deleted'
      and (e.campaign_id is null or e.campaign_id = j.campaign_id)
  )
  group by j.batch_id, j.counts is null;
  return null;
end
$$;

create or replace trigger journal_marked after insert on journal
  referencing new table as settled
  for each statement execute function mark_for_postbacks();
