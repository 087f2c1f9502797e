-- The plan is a nested loop from the arrays to the primary key of the one partition that each id
-- belongs to, however large the table has grown.
create or replace function find_known_events(p_campaigns uuid[], p_ids uuid[])
returns table (campaign_id uuid, id uuid)
language sql stable
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
  select e.campaign_id, e.id
  from unnest(p_campaigns, p_ids) as u (campaign_id, id)
  join event e on e.campaign_id = u.campaign_id and e.id = u.id
$$;
