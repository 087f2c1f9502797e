-- Whether the reader could see it: a viewable impression, a cited recommendation or decision.
create or replace function is_seen(p_kind smallint, p_detail jsonb) returns boolean
language sql immutable as $$
  select case
    when p_kind = event_kind('impression') then is_viewable(p_detail)
    when p_kind = any (event_kinds('cited')) then
      coalesce(p_detail -> 'isCited' = 'true'::jsonb, false)
    else false
  end
$$;
