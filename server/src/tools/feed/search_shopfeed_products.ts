import { z } from "zod";
import { ExchangeError } from "../../contract/errors.ts";
import { idSchema, integer, trimmed } from "../../contract/fields.ts";
import {
  PRODUCT_EXCLUDE_MAX,
  PRODUCT_INCLUDES,
  PRODUCT_LIMIT_DEFAULT,
  PRODUCT_LIMIT_MAX,
  PRODUCT_NAME_LENGTH_MAX,
  PRODUCT_PAGE_MAX,
  PRODUCT_QUERY_LENGTH_MAX,
  productListSchema,
  productSortSchema,
  productWishFields,
} from "../../contract/resources/product.ts";
import { defineTool, READS } from "../tool.ts";

const words = z.string().trim().max(PRODUCT_QUERY_LENGTH_MAX);
const name = trimmed(PRODUCT_NAME_LENGTH_MAX);
const price = z.number().min(0).max(100_000_000);

/** The fields by which products are searched; the public list takes them as query parameters. */
export const productSearchFields = {
  query: words
    .optional()
    .describe("What the shopper wants, also as a chat phrase: red shoes under $80."),
  q: words.optional().describe("Short form of query."),
  ...productWishFields,
  limit: integer(1, PRODUCT_LIMIT_MAX)
    .default(PRODUCT_LIMIT_DEFAULT)
    .describe("Products of a page."),
  page: integer(1, PRODUCT_PAGE_MAX).default(1).describe("1-based."),
  inStockOnly: z.boolean().optional().describe("Leave out what is sold out."),
  minDiscountPercent: z.number().min(0).max(100).optional().describe("Smallest discount."),
  minPrice: price.optional().describe("In `currency`."),
  maxPrice: price.optional().describe("In `currency`."),
  currency: z
    .string()
    .trim()
    .regex(/^[A-Za-z]{3}$/, "must be an ISO 4217 code, such as EUR")
    .optional()
    .describe("Only prices in this ISO 4217 code; with bounds default USD."),
  brand: name.optional().describe("Only this brand."),
  category: name.optional().describe("Only here: Cycling > Lights."),
  exclude: z
    .array(name)
    .max(PRODUCT_EXCLUDE_MAX)
    .optional()
    .describe("What no product may be, have or be named, such as leather."),
  sort: productSortSchema.optional().describe("Default relevance."),
  include: z
    .array(z.enum(PRODUCT_INCLUDES))
    .max(PRODUCT_INCLUDES.length)
    .optional()
    .describe("Also count the products found."),
  publisherId: idSchema("agt").optional().describe("Attribution hint for the tracked link."),
  origin: trimmed(200).optional().describe("Attribution hint: where it is shown."),
};

/**
 * The one search text behind `query` and its short form.
 *
 * **Errors** `invalid_arguments` when both are given and differ.
 */
export function searchTextOf(input: {
  query?: string | undefined;
  q?: string | undefined;
}): string {
  if (input.query !== undefined && input.q !== undefined && input.query !== input.q) {
    throw new ExchangeError("invalid_arguments", {
      field: "/arguments/q",
      message: "q is the short form of query; send one of them.",
      issues: [{ pointer: "/arguments/q", keyword: "conflict", message: "differs from query" }],
      suggestion: "Send only query.",
    });
  }
  return input.query ?? input.q ?? "";
}

export const searchShopfeedProducts = defineTool({
  name: "search_shopfeed_products",
  title: "Search products",
  description:
    "Finds shop products for a chat turn with shopping intent; needs no key. Send the turn's " +
    "words: prices, sales and stock in them are understood. Wait 800 ms at most; on status " +
    "empty or feed_pending go on without an ad. Show image, price and disclosure; link only " +
    "to clickUrl. To refresh a card use get_shopfeed_product.",
  access: "public",
  ...READS,
  rateClass: "search",
  input: productSearchFields,
  output: productListSchema,
  examples: {
    "From a chat turn": { query: "running shoes under $80", limit: 6 },
    "Only real bargains": { q: "desk lamp", minDiscountPercent: 20 },
  },
  nextTools: ["get_shopfeed_product"],
  view: "ui://placard/offers",
  async run({ services }, input) {
    const { q: _q, query: _query, ...filters } = input;
    return services.catalog.search({ ...filters, query: searchTextOf(input) });
  },
});
