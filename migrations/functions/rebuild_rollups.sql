-- After a dump was restored in another cluster, the numbers of old rows say nothing: the journal is
-- folded again and counts as written before any transaction. Rollups that began before the journal
-- stay as they are: their rows are archived.
create or replace function rebuild_rollups() returns void
language plpgsql security definer set search_path = public as $$
declare
  v_from constant timestamptz := (
    select case when uuid_time(c.journal_from) > 'epoch' then
      uuid_time(c.journal_from) + interval '1 day' else '-infinity' end
    from closing c
  );
begin
  lock table journal in share row exclusive mode;
  alter table journal disable trigger journal_immutable;
  update journal set xid = case when at < v_from then -1 else 0 end;
  alter table journal enable trigger journal_immutable;
  delete from report_rollup where kind <> 0 and at >= v_from;
  perform roll_journal(0, 1);
  update report_cursor
  set rolled_to = pg_current_xact_id()::text::bigint, cluster = cluster_identifier();
end
$$;
