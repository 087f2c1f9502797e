import { z } from "zod";
import {
  PRODUCT_LIMIT_MAX,
  PRODUCT_PAGE_MAX,
  PRODUCT_QUERY_LENGTH_MAX,
  type ProductList,
  productListSchema,
} from "../../../contract/resources/product.ts";
import { cursorOf, placeOf } from "../../common.ts";
import { boundsOf, disclosureOf, productOf } from "../product.ts";
import { SEARCH } from "../releases.ts";
import {
  ask,
  defineTask,
  filtersSchema,
  invalidParams,
  sharedFields,
  type UcpCall,
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

export const searchCatalog = defineTask({
  name: "search_catalog",
  description:
    "Searches sponsored products of shops. Each has a disclosure that must be shown with it, and " +
    "a tracked link as its only address.",
  capability: SEARCH,
  catalog,
  async run(call, wanted) {
    const { query = "", filters: { categories = [], price = {} } = {} } = wanted;
    const isBound = price.min !== undefined || price.max !== undefined;
    if (query === "" && categories.length === 0 && !isBound) {
      throw invalidParams("catalog.query or a filter is required");
    }
    if (categories.length > CATEGORIES_MAX) {
      const message = `catalog.filters.categories: at most ${CATEGORIES_MAX}`;
      throw invalidParams(message, "request_too_large");
    }
    const page = pageOf(wanted.pagination?.cursor);
    const lists = await searchEach(call, wanted, page);
    const records = [...new Map(interleaved(lists).map((one) => [one.id, one])).values()];
    const hasMore = lists.some((list) => list.hasMore) && page < PRODUCT_PAGE_MAX;
    const messages = lists.some(({ status }) => status === "feed_pending")
      ? [{ type: "info", code: "feed_pending", content: "The products are being loaded." }]
      : records.map((record, place) => disclosureOf(record, `$.products[${place}]`));
    return {
      products: records.map((record) => productOf(record)),
      pagination: { has_next_page: hasMore, ...(hasMore && { cursor: cursorOf(page + 1) }) },
      ...(messages.length > 0 && { messages }),
    };
  },
});

function searchEach(call: UcpCall, wanted: Catalog, page: number): Promise<ProductList[]> {
  const { query = "", filters = {}, pagination, context } = wanted;
  const { categories = [], price } = filters;
  const bounds = price === undefined ? {} : boundsOf(price, context?.currency);
  if (bounds === undefined) {
    throw invalidParams("catalog.context.currency: is not an ISO 4217 code");
  }
  const searches = categories.length > 0 ? categories : [undefined];
  const most = Math.min(pagination?.limit ?? LIMIT_DEFAULT, PRODUCT_LIMIT_MAX);
  const limit = Math.max(1, Math.floor(most / searches.length));
  return Promise.all(
    searches.map(async (category) => {
      const args = { query, ...bounds, category, limit, page, ...call.hints };
      const list = await ask(call, "search_shopfeed_products", args, productListSchema);
      // The fields were checked, so what is refused is their combination.
      if (list === undefined) throw invalidParams("catalog.filters: cannot be combined");
      return list;
    }),
  );
}

/** The first of each list, then the second of each. */
function interleaved(lists: readonly ProductList[]): ProductList["items"] {
  const most = Math.max(...lists.map(({ items }) => items.length));
  return Array.from({ length: most }, (_, place) =>
    lists.flatMap(({ items }) => items.slice(place, place + 1)),
  ).flat();
}

function pageOf(cursor: string | undefined): number {
  const page = cursor === undefined ? 1 : placeOf(cursor);
  if (page >= 1 && page <= PRODUCT_PAGE_MAX) return page;
  throw invalidParams("catalog.pagination.cursor: was not issued by this exchange");
}
