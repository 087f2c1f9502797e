-- Whether the event has a delivery with room for it, whether its session has paid already, and
-- whether it is verified as far as the campaign requires.
create or replace function decide_room(e reported_event, d decision, p_now timestamptz)
returns decision language plpgsql as $$
declare
  v_delivery delivery;
begin
  d.delivery_id := coalesce(d.delivery_id, find_open_delivery(e, p_now));
  if d.delivery_id is null then
    d.reason := event_reason('not_delivered');
    return d;
  end if;
  select * into v_delivery from delivery k
  where k.campaign_id = e.campaign_id and k.id = d.delivery_id;
  if not found then
    insert into delivery (campaign_id, id, creative_version)
    values (e.campaign_id, d.delivery_id, coalesce(e.delivery_version, 1))
    on conflict do nothing
    returning * into v_delivery;
    -- Another process has inserted the row in between.
    if not found then
      select * into v_delivery from delivery k
      where k.campaign_id = e.campaign_id and k.id = d.delivery_id;
    end if;
  end if;
  -- Anybody can invent an order id: without a confirmation it makes no room of its own.
  d.room := case
    when e.kind = event_kind('impression') then least(e.quantity, 10000 - v_delivery.impressions)
    when v_delivery.used & (1 << e.kind) <> 0 and (
      e.order_hash is null or not (d.is_verified or v_delivery.is_click_verified)
    ) then 0
    else e.quantity end;
  -- A report without a session gets the one that was named when the delivery was requested.
  if e.session_window is not null then
    d.session := case
      when not v_delivery.has_no_consent then coalesce(d.session, v_delivery.session) end;
  end if;
  if e.occurred_at < uuid_time(d.delivery_id) - interval '5 minutes' then
    d.reason := event_reason('outside_window');
  elsif e.kind = event_kind('click') and not (e.is_verified or v_delivery.is_click_verified)
    and v_delivery.refused_click is not null then
    -- The redirect saw who clicked; a report that names the same delivery cannot undo that.
    d.reason := v_delivery.refused_click;
  elsif d.room = 0 or (d.session is not null and exists (
    select 1 from session_charge s
    where s.campaign_id = e.campaign_id and s.kind = e.kind and s.session = d.session
      and s.charged_at > p_now - e.session_window
  )) then
    d.reason := event_reason('duplicate');
  elsif e.needs_verified and not d.is_verified then
    d.reason := event_reason('unverified');
  end if;
  return d;
end
$$;
