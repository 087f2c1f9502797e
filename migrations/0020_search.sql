-- Search in PostgreSQL, and one keeper at a time for a search index outside of it.
--
-- Why: SEARCH_ENGINE=postgres searches here, and so does every process whose own index is not built
-- yet. Words are split and stemmed once, when a product's text changes: neither a changed price nor
-- a search does it again. They live in a table of their own, because a generated column is computed
-- twice for every row that an import updates, whatever changed.
-- Old code: may run; triggers keep the new table.

-- Lower case, without accents and trade marks: what two spellings of one name share. The same as
-- `fold` of the catalogue's tokens, except that marks outside the Latin range stay.
-- Not declared strict, here and below: PostgreSQL then inlines them, which saves a fifth.
create function search_fold(value text) returns text
language sql immutable parallel safe
return case
  when octet_length(value) = char_length(value) then lower(value)
  else translate(
    replace(replace(replace(
      lower(regexp_replace(
        normalize(translate(value, '℠™®©', '    '), NFKD), '[\u0300-\u036f]+', '', 'g'
      )),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øłđı’‘ʼ‐‑‒–—―−⁄',
    'oldi''''''-------/'
  )
end;

-- Otherwise PostgreSQL takes "usb/hdmi" for a file, "v2.0" for a host and "5-6" for a negative
-- number. Only what it misreads is replaced: all punctuation by `translate` took 145 us a product.
create function search_words(value text) returns text
language sql immutable parallel safe
return replace(replace(replace(
  case when octet_length(value) = char_length(value) then value else search_fold(value) end,
  '/', ' '), '-', ' '), '.', ' ');

-- Title first, then brand, category and colour, then the description as far as it describes:
-- it starts with what matters and ends with warranties. Its words' places are not kept.
create function search_vector(
  title text, brand text, category text[], color text, description text
) returns tsvector
language plpgsql immutable parallel safe
as $$
begin
  return setweight(to_tsvector('pg_catalog.english', public.search_words(title)), 'A')
    || setweight(
         to_tsvector(
           'pg_catalog.english',
           public.search_words(concat_ws(' ', brand, array_to_string(category, ' '), color))
         ),
         'B'
       )
    || strip(
         to_tsvector(
           'pg_catalog.english', coalesce(public.search_words(left(description, 500)), '')
         )
       );
end
$$;

-- What a brand or category is compared by, whole.
create function search_name(value text) returns text
language sql immutable parallel safe
return btrim(search_fold(value));

create function search_names(names text[]) returns text[]
language sql immutable parallel safe
return array(select search_name(name) from unnest(names) name);

-- Whole percent, rounded down, as `discountPercentOf` of the catalogue has it; 0 for none.
create function discount_percent(price_micros bigint, compare_at_micros bigint) returns bigint
language sql immutable parallel safe
return case
  when compare_at_micros > price_micros
    then (compare_at_micros - price_micros) * 100 / compare_at_micros
  else 0
end;

create table product_words (
  number bigint not null,
  words tsvector not null,
  -- Folded here once: folded by every search for every product, they took most of its time.
  brand text,
  category text[] not null,
  constraint product_words_pkey primary key (number)
);
comment on table product_words is 'What the products on sale are found by; triggers keep it.';

insert into product_words (number, words, brand, category)
select number, search_vector(title, brand, category, color, description), search_name(brand),
       search_names(category)
from product
where retired_at is null;

create index product_words_idx on product_words using gin (words);

-- By statement, not by row: BEFORE triggers and generated columns run for rows that `on conflict`
-- turns into updates, too. An import fixes how its own statements join, so this one says it again.
create function keep_new_words() returns trigger
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

create function keep_changed_words() returns trigger
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

create trigger product_new_words
after insert on product
referencing new table as fresh
for each statement execute function keep_new_words();

create trigger product_changed_words
after update on product
referencing new table as fresh old table as stale
for each statement execute function keep_changed_words();

-- Lists without words: what is most reduced, and by price inside each currency.
create index product_discount_idx on product (
  (discount_percent(price_micros, compare_at_micros)) desc, external_id collate "C"
) where retired_at is null;
create index product_price_idx on product (currency, price_micros) where retired_at is null;

create table lease (
  name text not null,
  holder text not null,
  held_until timestamptz not null,
  constraint lease_pkey primary key (name),
  constraint lease_name_check check (char_length(name) between 1 and 64),
  constraint lease_holder_check check (char_length(holder) between 1 and 64)
);
comment on table lease is
  'Work that one process at a time does, across transactions; whoever dies loses it by time.';

grant select, insert, update, delete on product_words to placard_app;
grant select, insert, update, delete on lease to placard_app;
