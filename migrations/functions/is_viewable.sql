-- Whether the reporter says that an impression was viewable.
create or replace function is_viewable(p_detail jsonb) returns boolean language sql immutable as $$
  select coalesce(
    p_detail -> 'evidence' = '"viewable"'::jsonb
    or p_detail -> 'evidence' -> 'viewable' = 'true'::jsonb,
    false
  )
$$;
