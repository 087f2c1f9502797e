-- Lower case, without accents and trade marks: what two spellings of one name share. The same as
-- `fold` of the catalogue's tokens, except that marks outside the Latin range stay.
-- Not declared strict, here and below: PostgreSQL then inlines them, which saves a fifth.
create or replace function search_fold(value text) returns text
language sql immutable parallel safe as $$
  select case
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
  end
$$;
