-- What counts and sums need of an event's detail; identifiers and texts are left out.
create or replace function bare_detail(p_detail jsonb) returns jsonb language sql immutable as $$
  select nullif(jsonb_strip_nulls(jsonb_build_object(
    'conversionType', p_detail -> 'conversionType',
    'evidence', case when is_viewable(p_detail) then 'viewable' end,
    'isCited', p_detail -> 'isCited',
    'rule', p_detail -> 'rule',
    'valueUsd', p_detail -> 'valueUsd'
  )), '{}')
$$;
