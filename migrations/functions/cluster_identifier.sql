create or replace function cluster_identifier() returns bigint
language sql stable security definer set search_path = public as $$
  select c.system_identifier from pg_control_system() c
$$;
