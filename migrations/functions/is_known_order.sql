-- Whether an order, lead or install was counted for the advertiser before.
create or replace function is_known_order(p_advertiser uuid, e reported_event) returns boolean
language plpgsql stable as $$
begin
  return e.order_hash is not null and exists (
    select 1 from conversion_order o
    where o.advertiser_id = p_advertiser and o.kind = e.kind and o.order_hash = e.order_hash
  );
end
$$;
