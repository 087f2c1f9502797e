-- Adds journal rows to the closing balances of their campaigns, as kind 0.
create or replace function close_journal(p_from uuid, p_until uuid) returns void language sql as $$
  insert into closing_balance as c (
    campaign_id, kind, events, counted_events, units, charged, earned, fee
  )
  select campaign_id, 0, sum(events), 0, sum(units), -sum(escrow_delta), sum(publisher_delta),
    sum(fee_delta)
  from journal
  where batch_id >= p_from and batch_id < p_until
  group by campaign_id
  on conflict (campaign_id, kind) do update
  set events = c.events + excluded.events,
    counted_events = c.counted_events + excluded.counted_events,
    units = c.units + excluded.units, charged = c.charged + excluded.charged,
    earned = c.earned + excluded.earned, fee = c.fee + excluded.fee
$$;
