-- What a brand or category is compared by, whole.
create or replace function search_name(value text) returns text
language sql immutable parallel safe as $$
  select btrim(public.search_fold(value))
$$;
