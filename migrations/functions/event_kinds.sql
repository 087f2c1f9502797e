-- Rendered from server/src/contract by `npm run gen`.
create or replace function event_kinds(p_name text) returns smallint[]
language sql immutable parallel safe as $$
  select case p_name
    when 'advertiser' then '{6,7,8}'
    when 'cited' then '{3,4}'
  end::smallint[]
$$;
