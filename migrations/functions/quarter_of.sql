create or replace function quarter_of(p_at timestamptz) returns timestamptz
language sql immutable as $$
  select date_bin('15 minutes', p_at, '2000-01-01 00:00:00+00')
$$;
