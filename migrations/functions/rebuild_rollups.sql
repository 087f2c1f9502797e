-- After a dump was restored in another cluster, the numbers of old rows say nothing: all rows are
-- folded again and count as written before any transaction.
create or replace function rebuild_rollups() returns void
language plpgsql security definer set search_path = public as $$
begin
  lock table journal in share row exclusive mode;
  alter table journal disable trigger journal_immutable;
  update journal set xid = 0 where xid <> 0;
  alter table journal enable trigger journal_immutable;
  delete from report_rollup where kind <> 0;
  perform roll_journal(0, 1);
  update report_cursor
  set rolled_to = pg_current_xact_id()::text::bigint, cluster = cluster_identifier();
end
$$;
