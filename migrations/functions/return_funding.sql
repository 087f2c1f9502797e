-- Gives the end of a budget, from a position on, back to the lots it came from. What came from a
-- purchase that was taken back pays its debt first.
create or replace function return_funding(p_campaign uuid, p_from bigint) returns void
language plpgsql as $$
declare
  v_part record;
begin
  for v_part in
    select f.order_id, sum(f.starts_at + f.amount - greatest(f.starts_at, p_from)) as amount
    from campaign_funding f
    where f.campaign_id = p_campaign and f.starts_at + f.amount > p_from
    group by f.order_id
    order by f.order_id
  loop
    update funding_lot
    set debt = debt - least(debt, v_part.amount),
      remaining = remaining + v_part.amount - least(debt, v_part.amount)
    where order_id = v_part.order_id;
  end loop;
end
$$;
