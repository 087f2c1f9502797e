-- Summarises the index over what is new, not whenever autovacuum comes by. It needs the lock of a
-- vacuum: one that is running does it anyway, and must not be made to give up.
create or replace function summarize_journal() returns void
language plpgsql security definer set search_path = public as $$
begin
  lock table journal in share update exclusive mode nowait;
  perform brin_summarize_new_values('journal_xid_idx');
exception
  when lock_not_available then null;
end
$$;
