-- Adds events to the closing balances of their campaigns and kinds.
create or replace function close_events(p_from uuid, p_until uuid) returns void language sql as $$
  insert into closing_balance as c (
    campaign_id, kind, events, counted_events, units, charged, earned, fee
  )
  select campaign_id, kind, count(*), count(*) filter (where counted > 0),
    coalesce(sum(counted) filter (where charged > 0), 0), sum(charged), 0, 0
  from event
  where id >= p_from and id < p_until
  group by campaign_id, kind
  on conflict (campaign_id, kind) do update
  set events = c.events + excluded.events,
    counted_events = c.counted_events + excluded.counted_events,
    units = c.units + excluded.units, charged = c.charged + excluded.charged,
    earned = c.earned + excluded.earned, fee = c.fee + excluded.fee
$$;
