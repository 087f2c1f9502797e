-- What an event adds to the counts of its journal row.
create or replace function count_of(e reported_event, d decision) returns event_count
language plpgsql immutable as $$
declare
  v_taken constant integer := case
    when d.reason = event_reason('not_billing_unit') and d.counted = 0 then e.quantity
    else d.counted end;
begin
  return row(
    e.kind, d.reason, 1, e.quantity, v_taken, case when d.is_verified then v_taken else 0 end,
    case when e.detail is not null and is_seen(e.kind, e.detail) then v_taken else 0 end, d.charged,
    d.fee
  )::event_count;
end
$$;
