-- The decision about an event whose id is settled already: a duplicate, and a conflict if it
-- differs. The first event of an id in a batch that was settled before under the same batch id gets
-- the decision of then.
create or replace function decide_repeat(e reported_event, p_batch uuid, p_is_first boolean)
returns decision language plpgsql as $$
declare
  v_known event;
  d decision;
begin
  select * into strict v_known from event k where k.campaign_id = e.campaign_id and k.id = e.id;
  d.delivery_id := v_known.delivery_id;
  d.is_verified := v_known.is_verified;
  if p_is_first and v_known.batch_id = p_batch then
    d.reason := v_known.reason;
    d.conflict := false;
    d.counted := v_known.counted;
    d.charged := v_known.charged;
    return d;
  end if;
  d.reason := event_reason('duplicate');
  d.conflict := v_known.kind <> e.kind or v_known.quantity <> e.quantity or (
    -- The delivery of a conversion at the advertiser is that of its touch, not the named one.
    e.kind <> all (event_kinds('advertiser')) and e.delivery_id is not null
    and v_known.delivery_id is distinct from e.delivery_id
  );
  d.counted := 0;
  d.charged := 0;
  return d;
end
$$;
