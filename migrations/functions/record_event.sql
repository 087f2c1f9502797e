-- Writes an event with its decision, and what it used up.
create or replace function record_event(
  b campaign_book, e reported_event, d decision, p_batch uuid, p_now timestamptz
) returns void language plpgsql as $$
begin
  if d.counted > 0 then
    perform use_up(b, e, d, p_now);
  end if;
  if e.by_redirect and e.preassigned_reason = any (array[
    event_reason('self_click'), event_reason('declared_bot'), event_reason('invalid_traffic')
  ]) then
    insert into delivery (campaign_id, id, creative_version, refused_click)
    values (
      e.campaign_id, e.delivery_id, coalesce(e.delivery_version, 1), e.preassigned_reason
    )
    on conflict on constraint delivery_pkey do update
    set refused_click = excluded.refused_click;
  end if;
  insert into event (
    campaign_id, id, batch_id, delivery_id, kind, reason, quantity, counted, charged, is_verified,
    occurred_at, detail
  )
  values (
    e.campaign_id, e.id, p_batch, d.delivery_id, e.kind, d.reason, e.quantity, d.counted, d.charged,
    d.is_verified, e.occurred_at, e.detail
  );
end
$$;
