import { textOf } from "../../goods/market/json.ts";
import { CLICK, firstOf, from, type RecipePlan, register } from "./step.ts";

/** The specification's recipe 4: products beside an answer, and nothing where there are none. */
export function feedRecipe(): RecipePlan {
  return {
    number: 4,
    title: "Product feed: cards from search, without any booking",
    steps: [
      register("publisher", "Outdoor Chat"),
      {
        title: "Search six products for “a tent for two under $300”",
        who: "publisher",
        request: (kept) => search(kept.publisherId, "a tent for two under $300"),
        keep(answer) {
          const product = firstOf(answer);
          return { productId: textOf(product?.id), clickUrl: textOf(product?.clickUrl) };
        },
      },
      {
        title: "Read one product: picture, price and the words of its label",
        who: "publisher",
        request: (kept) => ({
          kind: "tool",
          tool: "get_shopfeed_product",
          args: { id: from(kept, "productId") },
        }),
      },
      { ...CLICK, title: "Click its card: the tracked link leads to the shop" },
      {
        title: "Search for what nobody sells: no cards, and the chat goes on",
        who: "publisher",
        request: (kept) => search(kept.publisherId, "zyxxyqua vorpplin"),
        until: ({ status }) => status === "empty",
      },
      {
        title: "Look at the ledger: searching and clicking products moved no credits",
        who: "publisher",
        request: (kept) => ({
          kind: "tool",
          tool: "wallet",
          args: {},
          key: from(kept, "publisherKey"),
        }),
      },
    ],
  };
}

function search(publisherId: string | undefined, query: string) {
  const attribution = publisherId === undefined ? {} : { publisherId };
  const args = { query, limit: 6, ...attribution };
  return { kind: "tool", tool: "search_shopfeed_products", args } as const;
}
