-- How much waits in the job queues, whose tables belong to the worker.
create or replace function job_queues()
returns table (name text, ready integer, deferred integer, active integer, failed integer)
language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if to_regclass('pgboss.queue') is null then
    return;
  end if;
  return query execute
    'select q.name, q.ready_count, q.deferred_count, q.active_count, q.failed_count
     from pgboss.queue q';
end
$$;
