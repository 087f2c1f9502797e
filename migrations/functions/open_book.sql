-- A campaign's book as the slow path begins to change it: on the day of settlement.
create or replace function open_book(p_campaign uuid, p_now timestamptz) returns campaign_book
language plpgsql as $$
declare
  v_day constant date := (p_now at time zone 'UTC')::date;
  v_book campaign_book;
begin
  select * into v_book from campaign_book b where b.campaign_id = p_campaign;
  -- The day never goes back: a late batch of yesterday counts on the day that has begun.
  if v_book.spent_day is null or v_book.spent_day < v_day then
    v_book.spent_day := v_day;
    v_book.spent_today := 0;
  end if;
  return v_book;
end
$$;
