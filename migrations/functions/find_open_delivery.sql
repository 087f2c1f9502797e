-- The delivery of the last 24 hours that an event without a delivery id belongs to: the oldest that
-- has room for its kind. A second order with the same coupon may come from a delivery that served
-- one before; it gets the latest.
create or replace function find_open_delivery(e reported_event, p_now timestamptz) returns uuid
language plpgsql as $$
declare
  v_oldest constant uuid := uuid_floor(p_now - interval '24 hours');
  v_known constant uuid := (
    select o.from_id from open_delivery o where o.campaign_id = e.campaign_id and o.kind = e.kind
  );
  v_from constant uuid := greatest(v_oldest, v_known);
  v_id uuid;
begin
  select k.id into v_id
  from delivery k
  where k.campaign_id = e.campaign_id
    and k.id >= v_from
    and case
      when e.kind = event_kind('impression') then k.impressions < 10000
      else k.used & (1 << e.kind) = 0 end
    and (e.kind <> event_kind('click') or k.refused_click is null)
  order by k.id
  limit 1;
  -- A delivery that is written later moves it back.
  insert into open_delivery (campaign_id, kind, from_id)
  values (e.campaign_id, e.kind, coalesce(v_id, uuid_floor(p_now)))
  on conflict on constraint open_delivery_pkey do update
  set from_id = excluded.from_id
  where open_delivery.from_id < excluded.from_id;
  if v_id is null and e.order_hash is not null then
    select k.id into v_id
    from delivery k
    where k.campaign_id = e.campaign_id and k.id >= v_oldest
    order by k.id desc
    limit 1;
  end if;
  return v_id;
end
$$;
