-- Journal rows of transactions that a snapshot does not show; all of them without one. A function
-- of its own: no planner can know that they are few.
create or replace function new_journal(p_seen pg_snapshot) returns setof journal
language sql stable set enable_seqscan = off
as $$
  select j.*
  from journal j
  where j.xid >= coalesce(pg_snapshot_xmin(p_seen)::text::bigint, 0)
    and (p_seen is null or not pg_visible_in_snapshot(j.xid::text::xid8, p_seen))
$$;
