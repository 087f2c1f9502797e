import { z } from "zod";
import { feedTypeSchema } from "../enums.ts";
import { timeSchema, trimmed } from "../fields.ts";

export const PRODUCT_LIMIT_MAX = 20;
export const PRODUCT_LIMIT_DEFAULT = 6;
export const PRODUCT_PAGE_SIZE_MAX = 48;
/** Deeper than anyone pages; it keeps one request from sorting the whole catalogue for nothing. */
export const PRODUCT_PAGE_MAX = 500;
export const PRODUCT_QUERY_LENGTH_MAX = 500;
export const PRODUCT_NAME_LENGTH_MAX = 200;
/** Things ruled out by one search. */
export const PRODUCT_EXCLUDE_MAX = 8;
export const PRODUCT_ATTRIBUTES_MAX = 8;
export const PRODUCT_QUANTITY_MAX = 10_000;
export const PRODUCT_FACET_MAX = 12;
export const PRODUCT_INCLUDES = ["total", "facets", "nearest"] as const;

export const AVAILABILITIES = ["in_stock", "out_of_stock", "preorder"] as const;
export const PRODUCT_SORTS = [
  "relevance",
  "price_asc",
  "price_desc",
  "discount",
  "rating",
  "popularity",
] as const;
export const productSortSchema = z.enum(PRODUCT_SORTS);

/** Product ids are the feed's own. */
export const productIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9._~:-]{1,128}$/, "must be 1 to 128 letters, digits or . _ ~ : -")
  .describe("The feed's own id, such as demo-000001.");

export const productSchema = z.object({
  id: z.string(),
  feedType: feedTypeSchema,
  title: z.string(),
  brand: z.string().optional(),
  description: z.string().optional(),
  category: z.array(z.string()).optional().describe("From the widest to the narrowest."),
  availability: z.enum(AVAILABILITIES),
  rating: z.object({ value: z.number(), count: z.number() }).optional(),
  seller: z.string().optional(),
  gtin: z.string().optional(),
  image: z.object({
    url: z.string(),
    width: z.number().optional(),
    height: z.number().optional(),
    alt: z.string().optional(),
  }),
  price: z.object({
    amount: z.number().describe("In main units of the currency."),
    currency: z.string(),
    compareAtAmount: z.number().nullable().describe("Show a discount only when not null."),
    discountPercent: z.number().nullable().describe("Whole percent, rounded down."),
    discountAmount: z.number().nullable(),
  }),
  disclosure: z.string().min(1).describe("Must be shown with the product."),
  clickUrl: z.string().describe("The only link to show. Never build a shop link yourself."),
  updatedAt: timeSchema,
});
export type ProductRecord = z.infer<typeof productSchema>;

const wish = trimmed(PRODUCT_NAME_LENGTH_MAX);

/** What a shopper asks for in words. All of it ranks, as words of the query do. */
export const productWishFields = {
  type: wish.optional().describe("Kind of thing, such as laptop."),
  attributes: z.array(wish).max(PRODUCT_ATTRIBUTES_MAX).optional().describe("Such as gaming."),
  size: wish.optional().describe("Such as 10 or 15 inch."),
  color: wish.optional().describe("Such as navy."),
  quantity: z.int().min(1).max(PRODUCT_QUANTITY_MAX).optional().describe("Pieces of a set."),
  audience: wish.optional().describe("For whom, such as women."),
  occasion: wish.optional().describe("Such as wedding."),
};

/** How a search was understood: what the words said, overruled by what the arguments said. */
export const productQuerySchema = z.object({
  q: z.string().describe("All words of what is wanted."),
  ...productWishFields,
  minPrice: z.number().optional(),
  maxPrice: z.number().optional(),
  currency: z.string().optional(),
  minDiscountPercent: z.number().optional(),
  inStockOnly: z.boolean().optional(),
  brand: z.string().optional(),
  category: z.string().optional(),
  exclude: z.array(z.string()).optional().describe("What no product shown is, has or is named."),
  sort: productSortSchema,
  wishes: z
    .object({ brand: z.string().optional() })
    .optional()
    .describe("A brand that the words name. It ranks; it never hides a product."),
});
export type ProductQuery = z.infer<typeof productQuerySchema>;

const facetSchema = z.array(z.object({ value: z.string(), count: z.number() }));

/** How the products of a list divide, the most frequent values first. */
export const productFacetsSchema = z.object({
  type: facetSchema,
  brand: facetSchema,
  color: facetSchema,
  price: z.array(
    z.object({ min: z.number(), max: z.number(), currency: z.string(), count: z.number() }),
  ),
});
export type ProductFacets = z.infer<typeof productFacetsSchema>;

export const productListSchema = z.object({
  status: z
    .enum(["ok", "empty", "feed_pending"])
    .describe("`empty` and `feed_pending`: show nothing and go on without."),
  items: z.array(productSchema),
  page: z.number().describe("1-based."),
  limit: z.number(),
  hasMore: z.boolean(),
  query: productQuerySchema,
  total: z.number().optional().describe("Products of all pages."),
  facets: productFacetsSchema.optional(),
  nearest: z.string().optional().describe("Of an empty list: a type that has products."),
});
export type ProductList = z.infer<typeof productListSchema>;

/** What a page to browse by shows beside a list; counts are of the whole list. */
export const browseSchema = z.object({
  category: facetSchema.describe("Paths, such as Cycling > Lights: the next level of the tree."),
  brand: facetSchema,
  color: facetSchema,
  price: productFacetsSchema.shape.price,
  rating: facetSchema.describe("So many whole stars or more."),
  discount: facetSchema.describe("So many percent or more."),
  availability: facetSchema,
  suggestions: z.array(
    z.object({
      kind: z.enum(["type", "category", "brand"]),
      value: z.string(),
      count: z.number().optional(),
    }),
  ),
  spelling: z.string().optional().describe("The words as the catalogue spells them."),
  suggested: z
    .array(productSchema)
    .describe("Of an empty list: products of the nearest type, within the bounds."),
});

export const browsedListSchema = productListSchema.extend({ browse: browseSchema.optional() });
export type BrowsedList = z.infer<typeof browsedListSchema>;
export type Browse = z.infer<typeof browseSchema>;
