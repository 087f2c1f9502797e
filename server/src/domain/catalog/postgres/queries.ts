import type { Queryable } from "../../../core/db.ts";
import { only } from "../../../core/sql.ts";
import { categoryNames, type SearchFilters, type Sort } from "../engine.ts";
import type { CatalogProduct } from "../product.ts";
import { findProducts, PRODUCT_FIELDS } from "../queries.ts";

export interface ProductPage {
  readonly filters: SearchFilters;
  /** 0-based. */
  readonly offset: number;
  readonly limit: number;
  /** The words' query that no product may match; `null`: nothing is ruled out. */
  readonly exclude: string | null;
  readonly soldOutLast: boolean;
  /** Only what is sold out, or only all others; absent: both. */
  readonly isSoldOut?: boolean | undefined;
}

/**
 * Ranking reads every product it compares, so it compares at most so many: with 2,000 the slowest
 * of a hundred searches over 117,000 products stays below the deadline.
 */
const RANKED_MAX = 2_000;

/** The values `$1` to `$9`, which every statement for a page here begins with. */
function pageValues({ filters, offset, limit, isSoldOut }: ProductPage): unknown[] {
  return [
    filters.inStockOnly === true,
    Math.ceil(filters.minDiscountPercent ?? 0),
    boundOf(filters.minPriceMicros),
    boundOf(filters.maxPriceMicros),
    nameOf(filters.currency),
    offset,
    limit,
    filters.minRating ?? 0,
    isSoldOut ?? null,
  ];
}

/**
 * The same, the names, what is ruled out and whether what is sold out goes last, `$10` to `$14`,
 * which only lists with words use.
 */
export function namedValues(page: ProductPage): unknown[] {
  const { brand, category, color } = page.filters;
  const path = category === undefined ? null : categoryNames(category).map(nameOf);
  return [...pageValues(page), nameOf(brand), path, page.exclude, nameOf(color), page.soldOutLast];
}

/** No price is above what a number holds exactly; a larger bound would not even be a bigint. */
function boundOf(micros: number | undefined): number | null {
  return micros === undefined ? null : Math.min(Math.round(micros), Number.MAX_SAFE_INTEGER);
}

/** PostgreSQL's texts have no NUL, so no product has a name with one. */
function nameOf(name: string | undefined): string | null {
  return name?.replaceAll("\0", "\u{fffd}") ?? null;
}

export const DISCOUNT = "discount_percent(p.price_micros, p.compare_at_micros)";
const IN_STOCK = "(p.availability = 'in_stock')";
const BY_DISCOUNT = `${DISCOUNT} desc, ${IN_STOCK} desc, p.external_id collate "C"`;
/** Every other order's end. */
const LAST = `${IN_STOCK} desc, ${DISCOUNT} desc, p.external_id collate "C"`;
const POPULARITY = "coalesce(p.rating_count, 0)";
const RATING = "rating_points(p.rating_value, p.rating_count)";

const PASSES = `p.retired_at is null
  and (not $1::boolean or p.availability = 'in_stock')
  and ${DISCOUNT} >= $2::bigint
  and ($3::bigint is null or p.price_micros >= $3)
  and ($4::bigint is null or p.price_micros <= $4)
  and ($5::text is null or p.currency = upper($5))
  and ($8::integer = 0 or (p.rating_count is not null and p.rating_value >= $8))
  and ($9::boolean is null or (p.availability = 'out_of_stock') = $9)`;

/** The names are folded in selects of their own: written plainly it happens for every row. */
export const PASSES_NAMED = `${PASSES}
      and ($10::text is null or w.brand = (select search_name($10)))
      and ($11::text[] is null or cardinality(w.category) > 0 and position((
        select concat(E'\\x1f', array_to_string(search_names($11), E'\\x1f'), E'\\x1f')
      ) in concat(E'\\x1f', array_to_string(w.category, E'\\x1f'), E'\\x1f')) > 0)
      and ($12::text is null
        or not ts_filter(w.words, '{a,b}') @@ to_tsquery('pg_catalog.english', search_fold($12)))
      and ($13::text is null or search_name(p.color) = (select search_name($13)))`;

const SOLD_OUT_LAST = "($14::boolean and p.availability = 'out_of_stock')";

export interface WordQueries {
  readonly all: string;
  /** What a product must match when it does not match `all`; `null`: nothing else will do. */
  readonly most: string | null;
  readonly any: string;
}

/**
 * Products with all the words, then those with most of them, each part by rank
 * (`product_words_idx`). The words' query is made once, in `asked`; written into a condition it
 * would be made again for every row.
 */
export function findByRank(db: Queryable, words: WordQueries, page: ProductPage) {
  return findProducts(
    db,
    {
      name: "catalog.find_by_rank",
      text: `with asked as materialized (
  select to_tsquery('pg_catalog.english', search_fold($15)) as all_words,
         to_tsquery('pg_catalog.english', search_fold($16)) as most_words,
         to_tsquery('pg_catalog.english', search_fold($17)) as any_word
), hit as (
  (
    select number, w.words, 1 as tier
    from product_words w
    join product p using (number)
    where w.words @@ (select all_words from asked)
      and ${PASSES_NAMED}
    order by number
    limit ${RANKED_MAX}
  )
  union all
  (
    select number, w.words, 0 as tier
    from product_words w
    join product p using (number)
    where w.words @@ (select most_words from asked)
      and not w.words @@ (select all_words from asked)
      and ${PASSES_NAMED}
    order by number
    limit ${RANKED_MAX}
  )
), ranked as (
  select number, tier, ts_rank(words, (select any_word from asked)) as rank
  from hit
)
select ${PRODUCT_FIELDS}
from ranked
join product p using (number)
order by ${SOLD_OUT_LAST}, tier desc, rank desc, ${LAST}
offset $6
limit $7`,
    },
    [...namedValues(page), words.all, words.most, words.any],
  );
}

/** `$16`: the sort. Of the values before `LAST`, another sort's are null and decide nothing. */
const SORTED = `${SOLD_OUT_LAST},
         case when $16::text like 'price%' then p.currency <> 'USD' end,
         case when $16::text like 'price%' then p.currency end,
         case $16::text when 'price_asc' then p.price_micros
           when 'price_desc' then -p.price_micros
           when 'rating' then -${RATING}
           when 'popularity' then -${POPULARITY}
           else -${DISCOUNT} end,
         ${LAST}`;

/**
 * Products with the words, by price, rating or discount; nothing is ranked, so nothing is left out
 * (`product_words_idx`). Prices of different currencies go apart, the shop's own first.
 */
export async function findSorted(
  db: Queryable,
  asked: { query: string; sort: Sort },
  page: ProductPage,
): Promise<CatalogProduct[]> {
  return findProducts(
    db,
    {
      name: "catalog.find_sorted",
      text: `with best as (
  select number
  from product_words w
  join product p using (number)
  where w.words @@ to_tsquery('pg_catalog.english', search_fold($15))
    and ${PASSES_NAMED}
  order by ${SORTED}
  offset $6
  limit $7
)
select ${PRODUCT_FIELDS}
from best
join product p using (number)
order by ${SORTED}`,
    },
    [...namedValues(page), asked.query, asked.sort],
  );
}

/** A list without words. */
function browsed(name: string, order: string, where = PASSES) {
  const text = `select ${PRODUCT_FIELDS}
from product p
where ${where}
order by ${order}
offset $6
limit $7`;
  return (db: Queryable, page: ProductPage) => findProducts(db, { name, text }, pageValues(page));
}

/** All products, the most reduced first (`product_discount_idx`, read in its order). */
export const browseByDiscount = browsed("catalog.browse_by_discount", BY_DISCOUNT);

/** All products, the best rated first (`product_rating_idx`, read in its order). */
export const browseByRating = browsed("catalog.browse_by_rating", `${RATING} desc, ${LAST}`);

/** All products, the most rated first (`product_popularity_idx`, read in its order). */
export const browseByPopularity = browsed(
  "catalog.browse_by_popularity",
  `${POPULARITY} desc, ${LAST}`,
);

/**
 * Those of few prices, the most reduced first: read by price and sorted (`product_price_idx`).
 * Adding nothing keeps the planner from the order of the other index, which it would read to its
 * end for a few rows.
 */
export const browseWithinPrices = browsed(
  "catalog.browse_within_prices",
  `${DISCOUNT} + 0 desc, ${IN_STOCK} desc, p.external_id collate "C"`,
  `${PASSES}
  and p.currency = upper($5)
  and p.price_micros between coalesce($3, 0) and coalesce($4, ${Number.MAX_SAFE_INTEGER})`,
);

/** How many products have such a price, counted up to a limit (`product_price_idx`). */
export function countWithinPrices(db: Queryable, { filters }: ProductPage, limit: number) {
  return only.number.one(db, "catalog.count_within_prices", [
    nameOf(filters.currency),
    boundOf(filters.minPriceMicros),
    boundOf(filters.maxPriceMicros),
    limit,
  ])`select count(*)::integer
    from (
      select 1
      from product p
      where p.retired_at is null
        and p.currency = upper($1)
        and p.price_micros between coalesce($2::bigint, 0)
          and coalesce($3::bigint, ${Number.MAX_SAFE_INTEGER})
      limit $4
    ) found`;
}

/**
 * The currencies on sale, found by jumping through `product_price_idx` from one to the next: there
 * are a handful among all products.
 */
const CURRENCIES = `recursive found (code) as (
  (
    select currency
    from product
    where retired_at is null
    order by currency
    limit 1
  )
  union all
  select (
    select p.currency
    from product p
    where p.retired_at is null
      and p.currency > found.code
    order by p.currency
    limit 1
  )
  from found
  where found.code is not null
)`;

/** One list for each currency, no longer than the page reaches: then an index gives each order. */
function byPrice(name: string, direction: "asc" | "desc") {
  const text = `with ${CURRENCIES}, priced as (
  select number
  from found
  cross join lateral (
    select p.number, p.price_micros, ${DISCOUNT} as discount, ${IN_STOCK} as stock,
           p.external_id
    from product p
    where p.currency = found.code
      and ${PASSES}
    order by p.price_micros ${direction}, ${LAST}
    limit $6::bigint + $7::bigint
  ) best
  order by code <> 'USD', code, price_micros ${direction}, stock desc, discount desc,
           external_id collate "C"
  offset $6
  limit $7
)
select ${PRODUCT_FIELDS}
from priced
join product p using (number)
order by p.currency <> 'USD', p.currency, p.price_micros ${direction}, ${LAST}`;
  return (db: Queryable, page: ProductPage) => findProducts(db, { name, text }, pageValues(page));
}

/** All products, the cheapest of each currency first (`product_price_idx`, read in its order). */
export const browseCheapest = byPrice("catalog.browse_cheapest", "asc");

export const browseDearest = byPrice("catalog.browse_dearest", "desc");

/** Products on sale, as the newest imports counted them. */
export function countProducts(db: Queryable): Promise<number> {
  return only.number.one(db, "catalog.count_products")`select coalesce(sum(products), 0)::integer
    from feed`;
}
