-- Thousandths of a star: the mean as if ten ratings of 4 came first, as `ratingPointsOf` of the
-- catalogue has it; 0 for none.
create or replace function rating_points(value double precision, ratings integer)
returns bigint language sql immutable parallel safe as $$
  select case
    when value is not null and ratings >= 1
      then floor((1000 * (4 * 10 + value * ratings)) / (10 + ratings) + 0.5)::bigint
    else 0
  end
$$;

-- Lists without words, best rated first.
create index if not exists product_rating_idx on product (
  (rating_points(rating_value, rating_count)) desc,
  (availability = 'in_stock') desc,
  (discount_percent(price_micros, compare_at_micros)) desc,
  external_id collate "C"
) where retired_at is null;

-- Lists without words, most rated first.
create index if not exists product_popularity_idx on product (
  (coalesce(rating_count, 0)) desc,
  (availability = 'in_stock') desc,
  (discount_percent(price_micros, compare_at_micros)) desc,
  external_id collate "C"
) where retired_at is null;
