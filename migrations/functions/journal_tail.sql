-- Journal rows that are not folded yet. A function of its own: no planner can know that they are
-- few.
create or replace function journal_tail() returns setof journal_count language sql stable
set enable_seqscan = off
as $$
  select c.*
  from journal_count c
  where c.xid >= (select rolled_to from report_cursor)
$$;
