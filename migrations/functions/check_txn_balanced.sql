-- Every transaction has at least two legs that sum to zero when it commits.
create or replace function check_txn_balanced() returns trigger language plpgsql as $$
declare
  v_sum numeric;
  v_legs integer;
begin
  select coalesce(sum(e.amount), 0), count(*) into v_sum, v_legs
  from entry e
  where e.txn_id = new.id;
  if v_legs < 2 or v_sum <> 0 then
    raise exception 'transaction % has % legs that sum to %', new.id, v_legs, v_sum
      using errcode = 'check_violation', constraint = 'txn_balanced';
  end if;
  return null;
end
$$;

-- PostgreSQL cannot replace a constraint trigger.
drop trigger if exists txn_balanced on txn;
create constraint trigger txn_balanced after insert on txn
  deferrable initially deferred
  for each row execute function check_txn_balanced();
