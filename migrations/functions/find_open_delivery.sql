-- The oldest delivery of the last 24 hours that still has room for this kind of event.
create or replace function find_open_delivery(p_campaign uuid, p_kind smallint, p_now timestamptz)
returns uuid language sql as $$
  select d.id
  from delivery d
  where d.campaign_id = p_campaign
    and d.id >= uuid_floor(p_now - interval '24 hours')
    and case when p_kind = 1 then d.impressions < 10000 else d.used & (1 << p_kind) = 0 end
  order by d.id
  limit 1
$$;
