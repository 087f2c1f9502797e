create or replace function roll_deliveries() returns void language sql as $$
  with taken as (
    delete from delivery_count
    returning campaign_id, at, deliveries
  )
  insert into report_rollup as r (
    campaign_id, grain, at, kind, reason, events, quantity, counted, verified, viewable, charged,
    fee
  )
  select t.campaign_id, g.grain, date_bin(g.width, t.at, '2000-01-01 00:00:00+00') as at, 0, 0,
    sum(t.deliveries), sum(t.deliveries), sum(t.deliveries), 0, 0, 0, 0
  from taken t
  cross join (
    values (1::smallint, interval '15 minutes'), (2, interval '1 hour'), (3, interval '1 day')
  ) g (grain, width)
  group by 1, 2, 3
  on conflict on constraint report_rollup_pkey do update
  set events = r.events + excluded.events, quantity = r.quantity + excluded.quantity,
    counted = r.counted + excluded.counted
$$;
