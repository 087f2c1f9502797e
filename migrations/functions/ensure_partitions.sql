-- Partitions from 9 days ago (late reports reach back 7) to some days ahead: daily ones of events
-- and deliveries, monthly ones of the journal, which is also read without its key. Runs as the
-- owner, because the application may not create tables; safe to call at any time and from anywhere.
-- A table is created on its own and then attached, which readers and writers do not wait for;
-- `create table ... partition of` would lock the whole parent against them.
drop function if exists ensure_partitions(timestamptz);
create or replace function ensure_partitions(p_now timestamptz, p_ahead integer default 3)
returns integer
language plpgsql security definer set search_path = public set lock_timeout = '1s' as $$
declare
  v_today constant date := (exchange_now(p_now) at time zone 'UTC')::date;
  v_made integer := 0;
  v_from timestamp;
  v_parent text;
  v_width text;
  v_name text;
begin
  perform pg_advisory_xact_lock(7281640312);
  for v_parent, v_width in values ('event', 'day'), ('delivery', 'day'), ('journal', 'month') loop
    for v_from in
      select generate_series(
        date_trunc(v_width, (v_today - 9)::timestamp), v_today + p_ahead,
        ('1 ' || v_width)::interval
      )
    loop
      v_name := v_parent || '_' || to_char(v_from, 'YYYYMMDD');
      if to_regclass(v_name) is null then
        execute format('create table %I (like %I including all)', v_name, v_parent);
        execute format(
          'alter table %I attach partition %I for values from (%L) to (%L)',
          v_parent, v_name, uuid_floor(v_from at time zone 'UTC'),
          uuid_floor((v_from + ('1 ' || v_width)::interval) at time zone 'UTC')
        );
        v_made := v_made + 1;
      end if;
    end loop;
  end loop;
  return v_made;
end
$$;
