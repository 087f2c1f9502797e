-- Adds the rows below p_until to the closing balances and moves the beginning of the books to it.
-- False while that would hide rows that something still needs: journal rows that are not rolled up
-- or swept, and deliveries of events that are not closed.
create or replace function close_partition(p_source text, p_name text, p_until uuid)
returns boolean language plpgsql as $$
declare
  v_from closing%rowtype;
begin
  execute format('lock table %I in share mode', p_name);
  select * into strict v_from from closing for update;
  if p_source = 'event' then
    perform close_events(v_from.event_from, p_until);
    update closing
    set event_from = greatest(event_from, p_until),
      whole_from = greatest(whole_from, uuid_floor(uuid_time(p_until) + interval '9 days'));
  elsif p_source = 'journal' then
    if exists (
      select from journal j, report_cursor r, sweep_cursor s
      where j.batch_id >= v_from.journal_from and j.batch_id < p_until
        and (j.xid >= least(r.rolled_to, s.swept_to) or r.cluster <> cluster_identifier())
    ) then
      return false;
    end if;
    perform close_journal(v_from.journal_from, p_until);
    update closing
    set journal_from = greatest(journal_from, p_until),
      whole_from = greatest(whole_from, p_until);
  elsif p_until > v_from.whole_from then
    return false;
  end if;
  insert into archive_file (name, source) values (p_name, p_source) on conflict do nothing;
  return true;
end
$$;
