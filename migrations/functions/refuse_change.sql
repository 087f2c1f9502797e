-- A second wall behind the missing grants: not even the owner changes the books by accident.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows of % are never changed', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end
$$;

create or replace trigger entry_immutable before update or delete on entry
  for each row execute function refuse_change();
create or replace trigger entry_no_truncate before truncate on entry
  for each statement execute function refuse_change();
create or replace trigger txn_immutable before update or delete on txn
  for each row execute function refuse_change();
create or replace trigger txn_no_truncate before truncate on txn
  for each statement execute function refuse_change();
create or replace trigger campaign_funding_no_truncate before truncate on campaign_funding
  for each statement execute function refuse_change();
create or replace trigger event_immutable before delete on event
  for each row execute function refuse_change();
-- The texts of an erased agent go (`erase_agent`), and nothing that counts.
create or replace trigger event_only_bared before update on event
  for each row
  when (
    to_jsonb(new) - 'detail' <> to_jsonb(old) - 'detail'
    or new.detail is distinct from bare_detail(old.detail)
  )
  execute function refuse_change();
create or replace trigger journal_immutable before update or delete on journal
  for each row execute function refuse_change();
create or replace trigger journal_no_truncate before truncate on journal
  for each statement execute function refuse_change();
create or replace trigger disputed_event_immutable before update or delete on disputed_event
  for each row execute function refuse_change();
create or replace trigger disputed_event_no_truncate before truncate on disputed_event
  for each statement execute function refuse_change();
