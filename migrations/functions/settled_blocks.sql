-- How many blocks each table of events has. Taken before a run begins to look, so
-- that whatever it cannot see yet lies behind, or is still being written by a transaction that it
-- knows of.
create or replace function settled_blocks() returns jsonb
language sql stable security definer set search_path = pg_catalog, public as $$
  select jsonb_object_agg(
    t.id::regclass::text, pg_relation_size(t.id) / current_setting('block_size')::bigint
  )
  from (
    select i.inhrelid as id from pg_inherits i where i.inhparent = 'public.event'::regclass
  ) t
$$;
