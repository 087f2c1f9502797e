-- A delivery is a touch of what happens after it, never of what happened before.
create or replace function find_touch(
  p_campaign uuid,
  p_click uuid,
  p_delivery uuid,
  p_at timestamptz,
  p_click_window interval,
  p_context_window interval
) returns touch language plpgsql as $$
declare
  v_found delivery%rowtype;
  c_not_delivered constant smallint := 4;
  c_outside_window constant smallint := 5;
begin
  if p_click is not null or p_delivery is not null then
    select * into v_found from delivery d
    where d.campaign_id = p_campaign and d.id = coalesce(p_click, p_delivery);
    if not found or (p_click is not null and v_found.clicked_at is null) then
      return row(null::uuid, false, c_not_delivered);
    end if;
  else
    select * into v_found from delivery d
    where d.campaign_id = p_campaign
      and d.clicked_at between p_at - p_click_window and p_at + interval '1 second'
    order by d.clicked_at desc
    limit 1;
    if not found then
      select * into v_found from delivery d
      where d.campaign_id = p_campaign
        and d.id >= uuid_floor(p_at - p_context_window)
        and d.id < uuid_floor(p_at + interval '1 second')
      order by d.id desc
      limit 1;
    end if;
    if not found then
      return row(null::uuid, false, c_not_delivered);
    end if;
  end if;
  if v_found.clicked_at is not null then
    if v_found.clicked_at < p_at - p_click_window
      or v_found.clicked_at > p_at + interval '1 second' then
      return row(v_found.id, false, c_outside_window);
    end if;
    return row(v_found.id, v_found.is_click_verified, 0::smallint);
  end if;
  if v_found.id < uuid_floor(p_at - p_context_window)
    or v_found.id >= uuid_floor(p_at + interval '1 second') then
    return row(v_found.id, false, c_outside_window);
  end if;
  return row(v_found.id, false, 0::smallint);
end
$$;
