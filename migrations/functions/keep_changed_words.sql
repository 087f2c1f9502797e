create or replace function keep_changed_words() returns trigger
language plpgsql
set enable_hashjoin = on
set enable_nestloop = off
set enable_seqscan = on
as $$
begin
  delete from product_words w
  using fresh f
  where f.number = w.number
    and f.retired_at is not null;
  insert into product_words (number, words, brand, category)
  select f.number, search_vector(f.title, f.brand, f.category, f.color, f.description),
         search_name(f.brand), search_names(f.category)
  from fresh f
  join stale s on s.number = f.number
  where f.retired_at is null
    and (
      s.retired_at is not null
      or (f.title, f.brand, f.category, f.color, f.description)
        is distinct from (s.title, s.brand, s.category, s.color, s.description)
    )
  on conflict (number) do update
  set words = excluded.words,
      brand = excluded.brand,
      category = excluded.category;
  return null;
end
$$;

create or replace trigger product_changed_words
after update on product
referencing new table as fresh old table as stale
for each statement execute function keep_changed_words();
