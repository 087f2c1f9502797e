-- Summarises the index over what is new, not whenever autovacuum comes by. Only the latest
-- partitions grow. It needs the lock of a vacuum: one that is running does it anyway, and must not
-- be made to give up.
create or replace function summarize_journal() returns void
language plpgsql security definer set search_path = public as $$
declare
  v_table regclass;
  v_index regclass;
begin
  for v_table, v_index in
    select x.indrelid::regclass, x.indexrelid::regclass
    from pg_inherits i
    join pg_index x on x.indexrelid = i.inhrelid
    where i.inhparent = 'journal_xid_idx'::regclass
    order by x.indrelid::regclass::text desc
    limit 3
  loop
    execute format('lock table %s in share update exclusive mode nowait', v_table);
    perform brin_summarize_new_values(v_index);
  end loop;
exception
  when lock_not_available then null;
end
$$;
