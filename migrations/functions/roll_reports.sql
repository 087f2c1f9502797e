-- Folds what is new: about p_rows journal rows at most, and all counted deliveries. Only one caller
-- does it at a time; to the others, and when nothing is left, it says false.
create or replace function roll_reports(p_now timestamptz, p_rows integer) returns boolean
language plpgsql
set enable_seqscan = off
as $$
declare
  v_cursor report_cursor%rowtype;
  v_oldest bigint;
  v_to bigint;
begin
  select * into v_cursor from report_cursor for no key update skip locked;
  if not found then
    return false;
  end if;
  if v_cursor.cluster <> cluster_identifier() then
    perform rebuild_rollups();
    return true;
  end if;
  -- Every transaction below this one has ended, so the statements that follow see its rows.
  v_oldest := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  select greatest(j.xid, v_cursor.rolled_to + 1) into v_to
  from journal j
  where j.xid >= v_cursor.rolled_to and j.xid < v_oldest
  order by j.xid
  offset p_rows
  limit 1;
  v_to := coalesce(v_to, v_oldest);
  perform roll_journal(v_cursor.rolled_to, v_to);
  perform roll_deliveries();
  update report_cursor
  set rolled_to = greatest(rolled_to, v_to), rolled_at = exchange_now(p_now);
  perform summarize_journal();
  return v_to < v_oldest;
end
$$;
