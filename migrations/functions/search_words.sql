-- Otherwise PostgreSQL takes "usb/hdmi" for a file, "v2.0" for a host and "5-6" for a negative
-- number. Only what it misreads is replaced: all punctuation by `translate` took 145 us a product.
create or replace function search_words(value text) returns text
language sql immutable parallel safe as $$
  select replace(replace(replace(
    case when octet_length(value) = char_length(value) then value
      else public.search_fold(value) end,
    '/', ' '), '-', ' '), '.', ' ')
$$;
