create or replace function search_names(names text[]) returns text[]
language sql immutable parallel safe as $$
  select array(select public.search_name(name) from unnest(names) name)
$$;
