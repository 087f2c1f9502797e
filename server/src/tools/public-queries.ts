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

/** The same fields, read from query parameters. What cannot be read, the field refuses. */
function fromTexts<Fields extends Readonly<Record<string, z.ZodType>>>(fields: Fields): Fields;
function fromTexts(fields: Readonly<Record<string, z.ZodType>>): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { type } = openSchemaOf(field);
      return [name, z.preprocess((text) => readAs(type, text), field)];
    }),
  );
}

function readAs(type: unknown, text: unknown): unknown {
  if (typeof text !== "string" || type === "string") return text;
  if (type === "boolean") return FLAGS.get(text) ?? text;
  if (type === "array") return text.split(",").map((one) => one.trim());
  return NUMBER.test(text) ? Number(text) : text;
}

const INCLUDES = [...PRODUCT_INCLUDES, "browse"] as const;

/** The tool's own fields and those of the product explorer. */
export const productListQuery = z.strictObject(
  fromTexts({
    ...productSearchFields,
    /** `browse`: facets, suggestions and spelling for a page to browse by. */
    include: z.array(z.enum(INCLUDES)).max(INCLUDES.length).optional(),
    pageSize: integer(1, PRODUCT_PAGE_SIZE_MAX).optional(),
    /** Whole stars. */
    minRating: integer(1, 5).optional(),
    onlyColor: trimmed(PRODUCT_NAME_LENGTH_MAX).optional(),
    soldOutLast: z.boolean().optional(),
  }),
);

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
  input: fromTexts(brandSearchFields),
  run: ({ db }, input) => findOffers(db, input),
});
