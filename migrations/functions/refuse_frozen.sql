-- The last wall, whichever program books: what a frozen agent owns stays where it is.
create or replace function refuse_frozen() returns trigger language plpgsql as $$
begin
  if is_frozen(new.owner_id) then
    raise exception 'the money of agent % is frozen', new.owner_id using errcode = 'PL003';
  end if;
  return new;
end
$$;

create or replace trigger entry_frozen before insert on entry
  for each row
  when (new.amount < 0 and new.type in ('escrow_hold', 'earning_matured', 'cashout_hold'))
  execute function refuse_frozen();
