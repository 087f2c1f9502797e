import { z } from "zod";
import { integer, PAGE_LIMIT_DEFAULT, trimmed } from "../contract/fields.ts";
import { brandSearchFields } from "../contract/resources/campaign.ts";
import {
  browsedListSchema,
  PRODUCT_INCLUDES,
  PRODUCT_LIMIT_DEFAULT,
  PRODUCT_NAME_LENGTH_MAX,
  PRODUCT_PAGE_SIZE_MAX,
} from "../contract/resources/product.ts";
import {
  productSearchFields,
  searchShopfeedProducts,
  searchTextOf,
} from "./feed/search_shopfeed_products.ts";
import { findOffers, searchAffiliateOffers } from "./sell/search_affiliate_offers.ts";
import { defineTool } from "./tool.ts";

/** A whole number in a query parameter. */
const whole = (field: z.ZodType<number, number>) =>
  z
    .string()
    .trim()
    .regex(/^-?\d+$/, "must be a whole number")
    .transform(Number)
    .pipe(field);
const decimal = (field: z.ZodType<number, number>) =>
  z
    .string()
    .trim()
    .regex(/^-?\d+(\.\d+)?$/, "must be a number")
    .transform(Number)
    .pipe(field);
const yesOrNo = z
  .enum(["true", "false", "1", "0"])
  .transform((text) => text === "true" || text === "1");

/** Several texts in one query parameter, separated by commas. */
const texts = <T>(field: z.ZodType<T, string[]>) =>
  z
    .string()
    .transform((text) => text.split(",").map((one) => one.trim()))
    .pipe(field);

const { limit, page, quantity, minDiscountPercent, minPrice, maxPrice, ...others } =
  productSearchFields;
const { exclude, attributes, include: _include, ...textFields } = others;
const INCLUDES = [...PRODUCT_INCLUDES, "browse"] as const;

/** The tool's own fields, read from query parameters, and the site explorer's page size. */
export const productListQuery = z.strictObject({
  ...textFields,
  limit: whole(limit.unwrap()).default(PRODUCT_LIMIT_DEFAULT),
  page: whole(page.unwrap()).default(1),
  pageSize: whole(integer(1, PRODUCT_PAGE_SIZE_MAX)).optional(),
  inStockOnly: yesOrNo.optional(),
  minDiscountPercent: decimal(minDiscountPercent.unwrap()).optional(),
  minPrice: decimal(minPrice.unwrap()).optional(),
  maxPrice: decimal(maxPrice.unwrap()).optional(),
  exclude: texts(exclude.unwrap()).optional(),
  attributes: texts(attributes.unwrap()).optional(),
  quantity: whole(quantity.unwrap()).optional(),
  include: texts(z.array(z.enum(INCLUDES)).max(INCLUDES.length))
    .optional()
    .describe("`browse`: facets, suggestions and spelling for a page to browse by."),
  minRating: whole(integer(1, 5)).optional().describe("Whole stars."),
  onlyColor: trimmed(PRODUCT_NAME_LENGTH_MAX)
    .optional()
    .describe("Only this colour, such as Navy."),
  soldOutLast: yesOrNo.optional().describe("Products that are sold out come last."),
});

/** `search_shopfeed_products` with arguments from a query string. */
export const productsByQuery = defineTool({
  ...searchShopfeedProducts,
  examples: {},
  input: productListQuery,
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
  input: z.strictObject({
    ...brandSearchFields,
    limit: whole(brandSearchFields.limit.unwrap()).default(PAGE_LIMIT_DEFAULT),
  }),
  run: ({ db }, input) => findOffers(db, input),
});
