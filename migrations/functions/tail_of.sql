-- Where in a table to begin, so that everything is found that was written since those lengths were
-- taken. Events are only written at the end, so a look at the end finds what is new without
-- an index that every event would have to pay for. Room that a failed batch left may be filled
-- further in front; what is missed that way is a suspicion that an exact check does not confirm.
-- A busy table is lengthened by many blocks at once, which several writers then fill: hence 1024.
create or replace function tail_of(p_table regclass, p_blocks jsonb) returns tid
language sql stable set search_path = pg_catalog, public as $$
  select format(
    '(%s,0)', greatest(0, coalesce((p_blocks ->> p_table::text)::bigint, 0) - 1024)
  )::tid
$$;
