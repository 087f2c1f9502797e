-- Locks what a batch may change: the books of its campaigns, in the order of their ids, and its
-- orders. An order belongs to the advertiser, not to a campaign: two campaigns may report it at the
-- same time.
create or replace function lock_settlement(p_events reported_event[]) returns void
language plpgsql as $$
begin
  perform 1
  from campaign_book b
  where b.campaign_id in (select e.campaign_id from unnest(p_events) e)
  order by b.campaign_id
  for no key update;
  perform pg_advisory_xact_lock(o.key)
  from (
    select distinct lock_key(
      'settlement', b.advertiser_id::text || e.kind::text || e.order_hash::text
    ) as key
    from unnest(p_events) e
    join campaign_book b on b.campaign_id = e.campaign_id
    where e.order_hash is not null
    order by key
  ) o;
end
$$;
