-- Notifies of an agent whose keys or status changed; the argument names the agent's column.
create or replace function notify_key_changed() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('api_key', to_jsonb(new) ->> tg_argv[0]);
  return null;
end
$$;

create or replace trigger api_key_ended
after update of ends_at on api_key
for each row when (old.ends_at is distinct from new.ends_at)
execute function notify_key_changed('agent_id');

create or replace trigger agent_status_changed
after update of status on agent
for each row when (old.status is distinct from new.status)
execute function notify_key_changed('id');
