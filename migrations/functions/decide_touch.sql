-- The delivery that a conversion at the advertiser is attributed to, and whether its order is new.
create or replace function decide_touch(
  b campaign_book, e reported_event, d decision, p_now timestamptz
) returns decision language plpgsql as $$
declare
  v_at constant timestamptz := coalesce(e.occurred_at, p_now);
  v_touch touch;
begin
  -- The delivery id proves itself before the recorder has written the row that the touch must find.
  -- The partition of one that is too old for any window may be gone.
  if e.delivery_id >= uuid_floor(v_at - interval '60 days') then
    insert into delivery (campaign_id, id, creative_version)
    values (e.campaign_id, e.delivery_id, coalesce(e.delivery_version, 1))
    on conflict do nothing;
  end if;
  v_touch := find_touch(e, v_at);
  d.delivery_id := v_touch.delivery_id;
  d.is_verified := d.is_verified or coalesce(v_touch.is_verified, false);
  d.reason := v_touch.reason;
  -- An install right after its click comes from malware that listens for installs.
  if d.reason = 0 and e.install_gap is not null and exists (
    select 1 from delivery k
    where k.campaign_id = e.campaign_id
      and k.id = d.delivery_id
      and k.clicked_at > v_at - e.install_gap
  ) then
    d.reason := event_reason('invalid_traffic');
  end if;
  if d.reason = 0 and is_known_order(b.advertiser_id, e) then
    d.reason := event_reason('duplicate');
  end if;
  return d;
end
$$;
