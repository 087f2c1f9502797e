-- Smallest uuid of a moment: the bound of a partition, or of a time range over ids.
create or replace function uuid_floor(p_at timestamptz) returns uuid language sql immutable as $$
  select (
    lpad(to_hex(floor(extract(epoch from p_at) * 1000)::bigint), 12, '0')
    || '00000000000000000000'
  )::uuid
$$;
