-- Changes with a promotion, a point-in-time recovery, and a restore into another server, database
-- or table. A disk that is reset to an older state keeps it.
create or replace function database_identity() returns text
language sql stable as $$
  select concat_ws('/',
    (select c.system_identifier from pg_control_system() c),
    -- The name of a log segment begins with its timeline.
    left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
    (select d.oid from pg_database d where d.datname = current_database()),
    'payout_state'::regclass::oid
  )
$$;
