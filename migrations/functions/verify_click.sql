-- Verifies a counted click that the redirect saw later, and the paid orders of its delivery.
-- Returns the kinds of what it verified.
create or replace function verify_click(b campaign_book, d decision) returns smallint[]
language plpgsql as $$
begin
  update delivery k set is_click_verified = true
  where k.campaign_id = b.campaign_id and k.id = d.delivery_id and not k.is_click_verified;
  if not found then
    return '{}';
  end if;
  return event_kind('click') || verify_orders(b, null, null, d.delivery_id);
end
$$;
