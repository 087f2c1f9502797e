-- The number of an advisory lock on something that a text names. The first byte is the kind, so
-- that no text, however it is chosen, names the lock of another kind or one of the fixed numbers.
create or replace function lock_key(p_kind text, p_text text) returns bigint
language sql immutable as $$
  select (k.number << 56) | (hashtextextended(p_text, 0) & 72057594037927935)
  from (
    values ('idempotency', 1::bigint), ('payment', 2), ('message', 3), ('catalog.feed', 4),
      ('catalog.switch', 5), ('brands.import', 6), ('settlement', 7)
  ) as k (kind, number)
  where k.kind = p_kind
$$;
