-- The time by which money moves: the database's. The caller's clock counts only where the owner of
-- the tables has set `exchange_clock` to follow it.
create or replace function exchange_now(p_caller timestamptz) returns timestamptz
language sql stable as $$
  select case when (select c.follows_caller from exchange_clock c) then p_caller else now() end
$$;
