import type { ExchangeClient } from "../goods/market/exchange-client.ts";
import { listOf, numberOf, textOf } from "../goods/market/json.ts";
import type { ShopSearch } from "./types.ts";

/** The most that one call returns. */
export const SEARCH_SIZE = 20;
/** Source: the tool counts up to this number. */
export const TOTAL_MAX = 500;

/** The exchange's product search, as any agent without a key may use it. */
export function createShopSearch(client: ExchangeClient): ShopSearch {
  return async (query, page) => {
    const args = { query, page, limit: SEARCH_SIZE, include: ["total"] };
    const { status, items, hasMore, total } = await client.call("search_shopfeed_products", args);
    return {
      isPending: status === "feed_pending",
      ids: listOf(items).flatMap(({ id }) => textOf(id) ?? []),
      hasMore: hasMore === true,
      total: numberOf(total),
    };
  };
}
