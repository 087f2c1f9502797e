-- Adds journal rows to the rollups, those of transactions from p_from to below p_to.
create or replace function roll_journal(p_from bigint, p_to bigint) returns void language sql
set enable_seqscan = off
as $$
  insert into report_rollup as r (
    campaign_id, grain, at, kind, reason, events, quantity, counted, verified, viewable, charged,
    fee
  )
  select q.campaign_id, g.grain, date_bin(g.width, q.at, '2000-01-01 00:00:00+00') as at, q.kind,
    q.reason, sum(q.events), sum(q.quantity), sum(q.counted), sum(q.verified), sum(q.viewable),
    sum(q.charged), sum(q.fee)
  from (
    select c.campaign_id, quarter_of(c.at) as at, c.kind, c.reason, sum(c.events) as events,
      sum(c.quantity) as quantity, sum(c.counted) as counted, sum(c.verified) as verified,
      sum(c.viewable) as viewable, sum(c.charged) as charged, sum(c.fee) as fee
    from journal_count c
    where c.xid >= p_from and c.xid < p_to
    group by 1, 2, 3, 4
  ) q
  cross join (
    values (1::smallint, interval '15 minutes'), (2, interval '1 hour'), (3, interval '1 day')
  ) g (grain, width)
  group by 1, 2, 3, 4, 5
  on conflict on constraint report_rollup_pkey do update
  set events = r.events + excluded.events, quantity = r.quantity + excluded.quantity,
    counted = r.counted + excluded.counted, verified = r.verified + excluded.verified,
    viewable = r.viewable + excluded.viewable, charged = r.charged + excluded.charged,
    fee = r.fee + excluded.fee
$$;
