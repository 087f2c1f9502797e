-- What the event costs, as far as budget and daily cap allow. An event that the campaign's unit
-- does not bill is counted and costs nothing.
create or replace function decide_charge(b campaign_book, e reported_event, d decision)
returns decision language plpgsql immutable as $$
declare
  v_affordable constant bigint := b.escrow / b.unit_price;
  -- Negative after the cap was lowered below what today has cost; null without a cap.
  v_left_today constant bigint := (b.daily_cap - b.spent_today) / b.unit_price;
begin
  if not e.is_billing then
    d.counted := d.room;
    d.reason := event_reason('not_billing_unit');
    return d;
  end if;
  d.bills := true;
  d.counted := greatest(0, least(d.room, v_affordable, v_left_today));
  d.charged := d.counted * b.unit_price;
  d.fee := d.counted * b.unit_fee;
  d.reason := case
    when v_left_today < least(d.room, v_affordable) then event_reason('daily_cap')
    when v_affordable < d.room then event_reason('budget_exhausted')
    when d.counted < e.quantity then event_reason('duplicate')
    else 0 end;
  return d;
end
$$;
