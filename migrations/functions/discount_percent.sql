-- Whole percent, rounded down, as `discountPercentOf` of the catalogue has it; 0 for none.
create or replace function discount_percent(price_micros bigint, compare_at_micros bigint)
returns bigint language sql immutable parallel safe as $$
  select case
    when compare_at_micros > price_micros
      then (compare_at_micros - price_micros) * 100 / compare_at_micros
    else 0
  end
$$;

-- Lists without words, most discounted first.
create index if not exists product_discount_idx on product (
  (discount_percent(price_micros, compare_at_micros)) desc,
  (availability = 'in_stock') desc,
  external_id collate "C"
) where retired_at is null;
