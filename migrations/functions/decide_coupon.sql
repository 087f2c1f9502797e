-- Whether the code is a coupon of the campaign, valid at the time of the event and not used up, and
-- whether the order redeemed it before.
create or replace function decide_coupon(e reported_event, d decision, p_now timestamptz)
returns decision language plpgsql as $$
declare
  v_at constant timestamptz := coalesce(e.occurred_at, p_now);
  v_coupon coupon;
begin
  select * into v_coupon
  from coupon c
  where c.campaign_id = e.campaign_id
    and lower(c.code) = lower(e.coupon_code)
    and not c.is_paused
    and (c.starts_at is null or c.starts_at <= v_at)
    and (c.ends_at is null or c.ends_at > v_at);
  if not found then
    d.reason := event_reason('coupon_invalid');
  elsif exists (
    select 1 from coupon_redemption r
    where r.campaign_id = e.campaign_id and r.coupon_id = v_coupon.id
      and r.order_hash = e.order_hash
  ) then
    d.reason := event_reason('duplicate');
  elsif v_coupon.redeemed_count >= v_coupon.max_redemptions then
    d.reason := event_reason('coupon_invalid');
  end if;
  d.coupon_id := v_coupon.id;
  return d;
end
$$;
