-- The first moment of a day in a time zone. PostgreSQL takes the later one of two midnights, and
-- the day begins with the earlier; where midnight is left out, it takes the moment of the jump.
create or replace function local_midnight(p_day date, p_zone text) returns timestamptz
language sql stable as $$
  select case
    when ((m.at - interval '1 hour') at time zone p_zone)::date = p_day
      then m.at - interval '1 hour'
    else m.at end
  from (select p_day::timestamp at time zone p_zone as at) m
$$;
