import type { Queryable } from "../../../core/db.ts";
import { addTo, DISCOUNT_STEPS, emptyTally, PRICE_EDGES, type Tallied } from "../tally.ts";
import { DISCOUNT, namedValues, PASSES_NAMED, type ProductPage } from "./queries.ts";

interface Row {
  readonly facet: Tallied | "total";
  readonly value: string;
  readonly count: number;
}

/** Counts the products that have the words, or all; in one pass, each facet a grouping set. */
export async function tallyProducts(db: Queryable, words: string | null, page: ProductPage) {
  const rows = await db.query<Row>(
    {
      name: "catalog.tally",
      text: `with hit as (
  select p.brand, array_to_string(p.category, E'\\x1f') as category, p.color,
         p.currency || ' ' || width_bucket(p.price_micros - 1, $16::bigint[])
           || case when p.price_micros = any($16) then '=' else '' end as price,
         case when p.rating_count is null then 0
           else coalesce(floor(p.rating_value), 0) end::integer as rating,
         width_bucket(${DISCOUNT}, $17::bigint[]) as discount,
         p.availability
  from product p
  join product_words w using (number)
  where ${PASSES_NAMED}
    and num_nulls($6::bigint, $7::bigint, $14::boolean) = 0
    and ($15::text is null
      or w.words @@ (select to_tsquery('pg_catalog.english', search_fold($15))))
), counted as (
  select case grouping(brand, category, color, price, rating, discount, availability)
           when 63 then 'brand' when 95 then 'category' when 111 then 'color'
           when 119 then 'price' when 123 then 'rating' when 125 then 'discount'
           when 126 then 'availability' else 'total' end as facet,
         coalesce(brand, category, color, price, rating::text,
           (array[0, ${DISCOUNT_STEPS.join(", ")}])[discount + 1]::text, availability) as value,
         count(*)::integer as count
  from hit
  group by grouping sets (
    (brand), (category), (color), (price), (rating), (discount), (availability), ()
  )
)
select facet, coalesce(value, '') as value, count
from counted
where value is not null or facet = 'total'`,
    },
    [...namedValues(page), words, PRICE_EDGES, DISCOUNT_STEPS],
  );
  const tally = emptyTally();
  for (const { facet, value, count } of rows) {
    if (facet === "total") tally.total = count;
    else addTo(tally.values[facet], value, count);
  }
  return tally;
}
