import { z } from "zod";
import {
  PRODUCT_LIMIT_MAX,
  PRODUCT_PAGE_MAX,
  PRODUCT_QUERY_LENGTH_MAX,
  type ProductList,
  productListSchema,
} from "../../../contract/resources/product.ts";
import { boundOf, currencyOf, disclosureOf, productOf } from "../product.ts";
import { SEARCH } from "../releases.ts";
import {
  ask,
  catalogOf,
  filtersSchema,
  invalidParams,
  sharedFields,
  type UcpCall,
  type UcpTask,
} from "../task.ts";

const LIMIT_DEFAULT = 10;
/** Each category is a search of its own. */
const CATEGORIES_MAX = 4;

const catalog = z.looseObject({
  query: z.string().trim().max(PRODUCT_QUERY_LENGTH_MAX).optional(),
  filters: filtersSchema.optional(),
  pagination: z
    .object({ limit: z.int().min(1).optional(), cursor: z.string().max(100).optional() })
    .optional(),
  ...sharedFields,
});
type Catalog = z.output<typeof catalog>;

export const searchCatalog: UcpTask = {
  name: "search_catalog",
  description:
    "Searches sponsored products of shops. Each has a disclosure that must be shown with it, and " +
    "a tracked link as its only address.",
  capability: SEARCH,
  catalog,
  async run(call, given) {
    const wanted = catalogOf(catalog, given);
    const { query = "", filters = {} } = wanted;
    const { categories = [], price = {} } = filters;
    const isEmpty = query === "" && categories.length === 0;
    if (isEmpty && price.min === undefined && price.max === undefined) {
      throw invalidParams("catalog.query or a filter is required");
    }
    if (categories.length > CATEGORIES_MAX) {
      throw invalidParams(
        `catalog.filters.categories: at most ${CATEGORIES_MAX}`,
        "request_too_large",
      );
    }
    const page = pageOf(wanted.pagination?.cursor);
    const lists = await searchEach(call, wanted, page);
    const records = [...new Map(interleaved(lists).map((one) => [one.id, one])).values()];
    const hasMore = lists.some((list) => list.hasMore) && page < PRODUCT_PAGE_MAX;
    const isPending = lists.some(({ status }) => status === "feed_pending");
    const messages = isPending
      ? [{ type: "info", code: "feed_pending", content: "The products are being loaded." }]
      : records.map((record, place) => disclosureOf(record, `$.products[${place}]`));
    return {
      members: {
        products: records.map((record) => productOf(record)),
        pagination: hasMore
          ? { has_next_page: true, cursor: cursorOf(page + 1) }
          : { has_next_page: false },
        ...(messages.length > 0 ? { messages } : {}),
      },
    };
  },
};

async function searchEach(call: UcpCall, wanted: Catalog, page: number): Promise<ProductList[]> {
  const { query = "", filters = {}, pagination } = wanted;
  const { categories = [], price } = filters;
  const currency = currencyOf(wanted.context?.currency);
  if (price !== undefined && currency === undefined) {
    throw invalidParams("catalog.context.currency: is not an ISO 4217 code");
  }
  const searches = categories.length > 0 ? categories : [undefined];
  const limit = Math.min(pagination?.limit ?? LIMIT_DEFAULT, PRODUCT_LIMIT_MAX);
  const bounds =
    price === undefined || currency === undefined
      ? {}
      : {
          minPrice: boundOf(price.min, currency),
          maxPrice: boundOf(price.max, currency),
          currency,
        };
  const lists = searches.map((category) =>
    ask(
      call,
      "search_shopfeed_products",
      {
        query,
        ...bounds,
        category,
        limit: Math.max(1, Math.floor(limit / searches.length)),
        page,
        ...call.hints,
      },
      productListSchema,
    ),
  );
  const found = await Promise.all(lists);
  return found.map((list) => {
    // The fields were checked, so what is refused is their combination.
    if (list === undefined) throw invalidParams("catalog.filters: cannot be combined");
    return list;
  });
}

/** The first of each list, then the second of each. */
function interleaved(lists: readonly ProductList[]): ProductList["items"] {
  const most = Math.max(...lists.map(({ items }) => items.length));
  return Array.from({ length: most }, (_, place) =>
    lists.flatMap(({ items }) => items.slice(place, place + 1)),
  ).flat();
}

function cursorOf(page: number): string {
  return Buffer.from(`p${page}`).toString("base64url");
}

function pageOf(cursor: string | undefined): number {
  if (cursor === undefined) return 1;
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const page = Number(/^p(\d{1,3})$/.exec(text)?.[1]);
  if (page >= 1 && page <= PRODUCT_PAGE_MAX) return page;
  throw invalidParams("catalog.pagination.cursor: is not one of ours");
}
