-- For each row, not for each statement: settlement inserts into the outbox in every batch, nearly
-- always no row, and a notification takes a lock that all commits of the server share.
create or replace function wake_dispatcher() returns trigger language plpgsql as $$
begin
  perform pg_notify('postbacks', '');
  return null;
end
$$;

create or replace trigger outbox_told after insert on outbox
  for each row execute function wake_dispatcher();
create or replace trigger postback_endpoint_changed after insert or update of status, event_types
  on postback_endpoint
  for each row execute function wake_dispatcher();
