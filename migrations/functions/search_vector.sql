-- Title first, then brand, category and colour, then the description as far as it describes:
-- it starts with what matters and ends with warranties. Its words' places are not kept.
create or replace function search_vector(
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
