-- Why no payout may leave: `paused` by an operator, `recovery` after a restore or a failover; null
-- when they may.
create or replace function payout_hold() returns text
language sql stable as $$
  select case
    when s.paused_at is not null then 'paused'
    when s.identity is distinct from database_identity() then 'recovery'
  end
  from payout_state s
$$;
