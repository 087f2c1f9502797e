-- Daily partitions from 9 days ago (late reports reach back 7) to 3 days ahead. Runs as the owner,
-- because the application may not create tables; safe to call at any time and from anywhere.
create or replace function ensure_partitions(p_now timestamptz) returns integer
language plpgsql security definer set search_path = public as $$
declare
  v_today constant date := (exchange_now(p_now) at time zone 'UTC')::date;
  v_made integer := 0;
  v_day date;
  v_parent text;
  v_name text;
begin
  perform pg_advisory_xact_lock(7281640312);
  foreach v_parent in array array['event', 'delivery'] loop
    for v_day in
      select d::date
      from generate_series(v_today - 9, v_today + 3, '1 day') d
    loop
      v_name := v_parent || '_' || to_char(v_day, 'YYYYMMDD');
      if to_regclass(v_name) is null then
        execute format(
          'create table %I partition of %I for values from (%L) to (%L)',
          v_name, v_parent,
          uuid_floor(v_day::timestamp at time zone 'UTC'),
          uuid_floor((v_day + 1)::timestamp at time zone 'UTC')
        );
        v_made := v_made + 1;
      end if;
    end loop;
  end loop;
  return v_made;
end
$$;
