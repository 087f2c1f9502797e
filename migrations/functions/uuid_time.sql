-- The creation time inside a UUIDv7.
create or replace function uuid_time(p_id uuid) returns timestamptz language sql immutable as $$
  select to_timestamp(
    ('x' || substr(replace(p_id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0
  )
$$;
