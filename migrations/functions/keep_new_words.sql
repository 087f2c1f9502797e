-- By statement, not by row: BEFORE triggers and generated columns run for rows that `on conflict`
-- turns into updates, too. An import fixes how its own statements join, so this one says it again.
create or replace function keep_new_words() returns trigger
language plpgsql
as $$
begin
  insert into product_words (number, words, brand, category)
  select number, search_vector(title, brand, category, color, description), search_name(brand),
         search_names(category)
  from fresh
  where retired_at is null;
  return null;
end
$$;

create or replace trigger product_new_words
after insert on product
referencing new table as fresh
for each statement execute function keep_new_words();
