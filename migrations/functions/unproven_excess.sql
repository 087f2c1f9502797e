-- How much of the earnings that a sweep adds to an unproven publisher exceeds the limit for
-- unverified earnings of a UTC day. Without a limit none does.
create or replace function unproven_excess(
  p_publisher uuid, p_unverified bigint, p_now timestamptz
) returns bigint language plpgsql as $$
declare
  v_limit constant bigint := (select l.day_earnings_max from publisher_limits l);
  v_sum bigint;
begin
  if v_limit is null or p_unverified <= 0
    or exists (select from agent a where a.id = p_publisher and a.proven_at is not null)
  then
    return 0;
  end if;
  insert into unproven_day as d (publisher_id, day, unverified)
  values (p_publisher, (p_now at time zone 'UTC')::date, p_unverified)
  on conflict (publisher_id) do update
  set unverified = excluded.unverified
      + case when d.day >= excluded.day then d.unverified else 0 end,
    day = greatest(d.day, excluded.day)
  returning d.unverified into v_sum;
  return greatest(0, least(p_unverified, v_sum - v_limit));
end
$$;
