-- Writes back what the events of one campaign moved, with its journal row and what it counts.
create or replace function write_book(
  p_before campaign_book,
  p_after campaign_book,
  p_counts event_count[],
  p_batch uuid,
  p_now timestamptz
) returns void language plpgsql as $$
begin
  if p_after.campaign_id is null or p_after.events = p_before.events then
    return;
  end if;
  update campaign_book b
  set escrow = p_after.escrow, earned = p_after.earned, fee = p_after.fee, units = p_after.units,
    events = p_after.events, spent_day = p_after.spent_day, spent_today = p_after.spent_today,
    status = p_after.status,
    verified_earned = b.verified_earned + verified_earnings(p_after, p_counts)
  where b.campaign_id = p_after.campaign_id;
  insert into journal (
    campaign_id, batch_id, events, units, escrow_delta, publisher_delta, fee_delta, escrow_after,
    at, counts
  )
  values (
    p_after.campaign_id, p_batch, p_after.events - p_before.events, p_after.units - p_before.units,
    p_after.escrow - p_before.escrow, p_after.earned - p_before.earned, p_after.fee - p_before.fee,
    p_after.escrow, p_now, (
      select array_agg(sums)
      from (
        select row(
          c.kind, c.reason, sum(c.events), sum(c.quantity), sum(c.counted), sum(c.verified),
          sum(c.viewable), sum(c.charged), sum(c.fee)
        )::event_count as sums
        from unnest(p_counts) c
        group by c.kind, c.reason
      ) s
    )
  );
  if p_after.status = 'exhausted' and p_before.status <> 'exhausted' then
    insert into outbox (id, type, agent_id, campaign_id, data)
    values (
      gen_random_uuid(), 'campaign.exhausted', p_after.advertiser_id, p_after.campaign_id, '{}'
    );
  end if;
end
$$;
