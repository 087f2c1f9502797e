-- A budget keeps its purchases: a position is removed only when the book, under its lock, ends
-- before it, so a position of money that is in escrow, spent or refunded always stays.
create or replace function guard_funding() returns trigger language plpgsql as $$
declare
  v_end constant bigint := (select funded from campaign_book where campaign_id = old.campaign_id);
begin
  if tg_op = 'DELETE' and old.starts_at >= v_end then
    return old;
  end if;
  if tg_op = 'UPDATE'
    and (new.campaign_id, new.order_id, new.starts_at)
      is not distinct from (old.campaign_id, old.order_id, old.starts_at)
    and new.amount < old.amount and new.starts_at + new.amount = v_end
  then
    return new;
  end if;
  raise exception '% of a position inside the budget of campaign %', tg_op, old.campaign_id
    using errcode = 'restrict_violation';
end
$$;

create or replace trigger campaign_funding_only_trimmed before update or delete on campaign_funding
  for each row execute function guard_funding();
