-- The touch of a conversion: the named click, else the named delivery, else the latest click of the
-- campaign, else its latest delivery; each inside its window. A delivery is a touch of what happens
-- after it, never of what happened before.
create or replace function find_touch(e reported_event, p_at timestamptz) returns touch
language plpgsql as $$
declare
  -- The clocks of publisher and advertiser may differ by this much.
  v_until constant timestamptz := p_at + interval '1 second';
  v_clicked_from constant timestamptz := p_at - e.click_window;
  -- A click counts for a day after its delivery. The id says which partitions to look into.
  v_clicked_id_from constant uuid := uuid_floor(v_clicked_from - interval '2 days');
  v_seen_from constant uuid := uuid_floor(p_at - e.context_window);
  v_found delivery;
  v_is_inside boolean;
begin
  if e.click_id is not null or e.delivery_id is not null then
    select * into v_found from delivery k
    where k.campaign_id = e.campaign_id and k.id = coalesce(e.click_id, e.delivery_id)
      and (e.click_id is null or k.clicked_at is not null);
  else
    select * into v_found from delivery k
    where k.campaign_id = e.campaign_id and k.clicked_at between v_clicked_from and v_until
      and k.id >= v_clicked_id_from and k.id < uuid_floor(v_until + interval '1 hour')
    order by k.clicked_at desc
    limit 1;
    if not found then
      select * into v_found from delivery k
      where k.campaign_id = e.campaign_id and k.id >= v_seen_from and k.id < uuid_floor(v_until)
      order by k.id desc
      limit 1;
    end if;
  end if;
  if v_found.id is null then
    return row(null::uuid, false, event_reason(
      case when e.delivery_id < v_clicked_id_from then 'outside_window' else 'not_delivered' end
    ));
  end if;
  v_is_inside := case
    when v_found.clicked_at is not null then v_found.clicked_at between v_clicked_from and v_until
    else v_found.id >= v_seen_from and v_found.id < uuid_floor(v_until) end;
  if not v_is_inside then
    return row(v_found.id, false, event_reason('outside_window'));
  end if;
  return row(
    v_found.id, v_found.clicked_at is not null and v_found.is_click_verified, 0::smallint
  );
end
$$;
