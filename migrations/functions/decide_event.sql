-- Decides about a new event, step by step in the order of `DECISIONS` in
-- server/src/contract/reasons.ts. The first reason is kept, and an event with a reason is not paid.
create or replace function decide_event(b campaign_book, e reported_event, p_now timestamptz)
returns decision language plpgsql as $$
declare
  d decision := row(
    e.preassigned_reason, false, 0, 0, 0, e.delivery_id, e.is_verified, false, 0, e.session, null,
    '{}'
  );
begin
  if d.reason = 0 and b.status in (
    'pending_review', 'pending_start', 'rejected', 'canceled', 'completed'
  ) then
    d.reason := event_reason('campaign_closed');
  end if;
  if d.reason = 0 and e.kind = event_kind('coupon_redeemed') then
    d := decide_coupon(e, d, p_now);
  end if;
  -- The advertiser's own report of a known order verifies it, whenever it comes.
  if d.reason = 0 and e.by_advertiser and is_known_order(b.advertiser_id, e) then
    d.reason := event_reason('duplicate');
    d.verifies := verify_orders(b, e.kind, e.order_hash, null);
  end if;
  if d.reason = 0 and e.kind = any (event_kinds('advertiser')) then
    d := decide_touch(b, e, d, p_now);
  end if;
  if d.reason = 0 then
    d := decide_room(e, d, p_now);
    if d.reason <> 0 and e.kind = event_kind('click') and e.is_verified then
      d.verifies := verify_click(b, d);
    end if;
  end if;
  if d.reason = 0 then
    d := decide_charge(b, e, d);
  end if;
  return d;
end
$$;
