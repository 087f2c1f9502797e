import { z } from "zod";
import { integer, trimmed } from "../contract/fields.ts";
import { brandSearchFields } from "../contract/resources/campaign.ts";
import {
  browsedListSchema,
  PRODUCT_INCLUDES,
  PRODUCT_NAME_LENGTH_MAX,
  PRODUCT_PAGE_SIZE_MAX,
} from "../contract/resources/product.ts";
import {
  productSearchFields,
  searchShopfeedProducts,
  searchTextOf,
} from "./feed/search_shopfeed_products.ts";
import { openSchemaOf } from "./schemas.ts";
import { findOffers, searchAffiliateOffers } from "./sell/search_affiliate_offers.ts";
import { defineTool } from "./tool.ts";

const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/;
const FLAGS = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/** A field of a tool, read from a query parameter. What cannot be read, the field refuses. */
function fromText<Field extends z.ZodType>(field: Field) {
  const { type } = openSchemaOf(field);
  return z.preprocess((text) => (typeof text === "string" ? readAs(type, text) : text), field);
}

function readAs(type: unknown, text: string): unknown {
  if (type === "boolean") return FLAGS.get(text) ?? text;
  if (type === "array") return text.split(",").map((one) => one.trim());
  return NUMBER.test(text) ? Number(text) : text;
}

const fields = productSearchFields;
const INCLUDES = [...PRODUCT_INCLUDES, "browse"] as const;

/** The tool's own fields, read from query parameters, and those of the product explorer. */
export const productListQuery = z.strictObject({
  ...fields,
  limit: fromText(fields.limit),
  page: fromText(fields.page),
  inStockOnly: fromText(fields.inStockOnly),
  minDiscountPercent: fromText(fields.minDiscountPercent),
  minPrice: fromText(fields.minPrice),
  maxPrice: fromText(fields.maxPrice),
  exclude: fromText(fields.exclude),
  attributes: fromText(fields.attributes),
  quantity: fromText(fields.quantity),
  /** `browse`: facets, suggestions and spelling for a page to browse by. */
  include: fromText(z.array(z.enum(INCLUDES)).max(INCLUDES.length).optional()),
  pageSize: fromText(integer(1, PRODUCT_PAGE_SIZE_MAX).optional()),
  /** Whole stars. */
  minRating: fromText(integer(1, 5).optional()),
  onlyColor: trimmed(PRODUCT_NAME_LENGTH_MAX).optional(),
  soldOutLast: fromText(z.boolean().optional()),
});

/** `search_shopfeed_products` with arguments from a query string. */
export const productsByQuery = defineTool({
  ...searchShopfeedProducts,
  examples: {},
  input: productListQuery.shape,
  output: browsedListSchema,
  run({ services }, { q, query, pageSize, ...filters }) {
    const search = { ...filters, query: searchTextOf({ q, query }) };
    // The explorer's page size overrides the chat's limit.
    return services.catalog.search({ ...search, limit: pageSize ?? filters.limit });
  },
});

/** `search_affiliate_offers` with arguments from a query string. */
export const brandsByQuery = defineTool({
  ...searchAffiliateOffers,
  examples: {},
  input: { ...brandSearchFields, limit: fromText(brandSearchFields.limit) },
  run: ({ db }, input) => findOffers(db, input),
});
