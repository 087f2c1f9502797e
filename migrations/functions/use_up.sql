-- What a counted event uses up: room of its delivery, its session, its coupon or its order.
create or replace function use_up(
  b campaign_book, e reported_event, d decision, p_now timestamptz
) returns void language plpgsql as $$
declare
  v_is_click constant boolean := e.kind = event_kind('click');
  v_views constant integer := case when e.kind = event_kind('impression') then d.counted else 0 end;
begin
  update delivery k
  set impressions = k.impressions + v_views,
    used = k.used | case when v_views > 0 then 0 else 1 << e.kind end,
    -- A report may come later than its click, and a conversion between the two.
    clicked_at = case
      when v_is_click then coalesce(k.clicked_at, least(e.occurred_at, p_now))
      else k.clicked_at end,
    is_click_verified = k.is_click_verified or (v_is_click and e.is_verified)
  where k.campaign_id = e.campaign_id and k.id = d.delivery_id;
  if d.session is not null then
    insert into session_charge (campaign_id, kind, session, charged_at)
    values (e.campaign_id, e.kind, d.session, p_now)
    on conflict on constraint session_charge_pkey do update
    set charged_at = excluded.charged_at;
  end if;
  if d.coupon_id is not null then
    update coupon c set redeemed_count = c.redeemed_count + 1
    where c.campaign_id = e.campaign_id and c.id = d.coupon_id;
  end if;
  if e.order_hash is null then
    return;
  end if;
  if d.coupon_id is not null then
    insert into coupon_redemption (campaign_id, coupon_id, order_hash, event_id, created_at)
    values (e.campaign_id, d.coupon_id, e.order_hash, e.id, p_now);
  else
    insert into conversion_order (
      advertiser_id, kind, order_hash, campaign_id, event_id, is_verified, created_at, delivery_id
    )
    values (
      b.advertiser_id, e.kind, e.order_hash, e.campaign_id, e.id, d.is_verified, p_now,
      d.delivery_id
    );
  end if;
end
$$;
