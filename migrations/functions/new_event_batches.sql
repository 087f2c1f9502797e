-- The new events, summed by batch. What one transaction wrote is new or old as a whole.
create or replace function new_event_batches(p_seen pg_snapshot, p_blocks jsonb)
returns table (campaign_id uuid, batch_id uuid, events bigint, charged bigint, units bigint)
language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare
  v_table regclass;
begin
  for v_table in
    select i.inhrelid::regclass from pg_inherits i where i.inhparent = 'public.event'::regclass
  loop
    return query execute format(
      'select s.campaign_id, s.batch_id, sum(s.events)::bigint, sum(s.charged)::bigint,
         sum(s.units)::bigint
       from (
         select e.campaign_id, e.batch_id, e.xmin as written_by, count(*) as events,
           sum(e.charged) as charged,
           coalesce(sum(e.counted) filter (where e.charged > 0), 0) as units
         from %s e
         where e.ctid >= %L::tid
         group by e.campaign_id, e.batch_id, e.xmin
       ) s
       where is_new_to(s.written_by, $1)
       group by s.campaign_id, s.batch_id',
      v_table, tail_of(v_table, p_blocks)
    ) using p_seen;
  end loop;
end
$$;
