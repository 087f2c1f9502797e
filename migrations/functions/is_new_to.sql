-- Whether a row was written by a transaction that an earlier run could not see. A row knows only
-- the lower half of its transaction's number; the earlier run's horizon gives the upper one. What
-- lies further ahead than half the circle is an old, frozen row.
create or replace function is_new_to(p_xmin xid, p_seen pg_snapshot) returns boolean
language sql stable parallel safe as $$
  select p_seen is null or (
    p_xmin::text::bigint >= 3
    and ((p_xmin::text::bigint - pg_snapshot_xmin(p_seen)::text::bigint) & 4294967295) < 2147483648
    and not pg_visible_in_snapshot(
      (
        pg_snapshot_xmin(p_seen)::text::bigint
        + ((p_xmin::text::bigint - pg_snapshot_xmin(p_seen)::text::bigint) & 4294967295)
      )::text::xid8,
      p_seen
    )
  )
$$;
