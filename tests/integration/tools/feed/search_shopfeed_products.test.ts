import { beforeAll, describe, expect, test } from "vitest";
import { productListSchema } from "../../../../server/src/contract/resources/product.ts";
import { registerAgent, resultOf } from "../../../setup/agents.ts";
import { bookPair, refused, setUpMarket } from "../market.ts";

const market = setUpMarket();
const row = (id: string, fields: object = {}) => ({
  id,
  title: `Steel kettle ${id}`,
  brand: "Kettleworks",
  price: 40,
  currency: "USD",
  imageUrl: `https://pictures.example.com/${id}.jpg`,
  link: `https://shop.example.com/p/${id}?click={click_id}`,
  ...fields,
});
beforeAll(async () => {
  await market.loadProducts("kitchen", [
    row("k-1"),
    row("k-2", { price: 50, salePrice: 30 }),
    row("k-3", { price: 90, availability: "out_of_stock" }),
    row("k-4", { price: 40, compareAtPrice: 35 }),
    row("e-1", { title: "Enamel saucepan", price: 40, currency: "EUR" }),
    row("e-2", { title: "Enamel saucepan", price: 40 }),
    ...Array.from({ length: 30 }, (_, n) => row(`t-${n}`, { title: `Copper teapot ${n}` })),
  ]);
});

const call = (args: object, key?: string) => market.call("search_shopfeed_products", args, key);
const search = (args: object) => resultOf(call(args), productListSchema);
const ids = async (args: object) => (await search(args)).items.map(({ id }) => id).toSorted();

describe("works", () => {
  test("a record has all that a card must show, and no untracked link", async () => {
    const answer = await call({ query: "steel kettle k-1" });
    const { items, status } = productListSchema.parse(answer.body);
    expect(status).toBe("ok");
    const item = items.find(({ id }) => id === "k-1");
    expect(item).toMatchObject({
      feedType: "shopfeed_us_shop",
      title: "Steel kettle k-1",
      image: { url: "https://pictures.example.com/k-1.jpg" },
      price: {
        amount: 40,
        currency: "USD",
        compareAtAmount: null,
        discountPercent: null,
        discountAmount: null,
      },
    });
    expect(item?.disclosure).not.toBe("");
    expect(item?.clickUrl).toMatch(new RegExp(`^${market.baseUrl}/r/[A-Za-z0-9_-]{64}$`));
    expect(answer.text).not.toContain("shop.example.com");
  });

  test("a discount is shown only where there is one", async () => {
    const { items } = await search({ q: "kettle" });
    const prices = new Map(items.map(({ id, price }) => [id, price]));
    expect(prices.get("k-2")).toMatchObject({
      amount: 30,
      compareAtAmount: 50,
      discountPercent: 40,
      discountAmount: 20,
    });
    expect(prices.get("k-4")).toMatchObject({ amount: 40, compareAtAmount: null });
  });

  test("a currency leaves out prices in others, and bounds count in it", async () => {
    expect(await ids({ q: "enamel saucepan" })).toEqual(["e-1", "e-2"]);
    expect(await ids({ q: "enamel saucepan", currency: "eur" })).toEqual(["e-1"]);
    expect(await ids({ q: "enamel saucepan", currency: "EUR", maxPrice: 40 })).toEqual(["e-1"]);
    expect(await ids({ q: "enamel saucepan", currency: "EUR", maxPrice: 39 })).toEqual([]);
    expect(await ids({ q: "enamel saucepan under $50", currency: "EUR" })).toEqual(["e-1"]);
    const got = await fetch(
      `${market.baseUrl}/api/public/shopfeed-products?q=saucepan&currency=EUR`,
    );
    const { items, query } = productListSchema.parse(await got.json());
    expect(items.map(({ id }) => id)).toEqual(["e-1"]);
    expect(query.currency).toBe("EUR");
  });

  test("six by default, pages without overlap, and hasMore is true to the end", async () => {
    const first = await search({ q: "teapot" });
    expect(first).toMatchObject({ page: 1, limit: 6, hasMore: true });
    expect(first.items).toHaveLength(6);
    const seen = new Set<string>();
    let more = true;
    let page = 1;
    while (more && page < 10) {
      const found = await search({ q: "teapot", limit: 20, page });
      for (const { id } of found.items) seen.add(id);
      more = found.hasMore;
      page += 1;
    }
    expect([seen.size, page]).toEqual([30, 3]);
  });

  test("filters by stock, discount, price and brand", async () => {
    expect(await ids({ q: "kettle", inStockOnly: true })).toEqual(["k-1", "k-2", "k-4"]);
    expect(await ids({ q: "kettle", minDiscountPercent: 40 })).toEqual(["k-2"]);
    expect(await ids({ q: "kettle", minDiscountPercent: 41 })).toEqual([]);
    expect(await ids({ q: "kettle", maxPrice: 40 })).toEqual(["k-1", "k-2", "k-4"]);
    expect(await ids({ q: "kettle", minPrice: 41 })).toEqual(["k-3"]);
    expect(await ids({ q: "kettle", brand: "Nobody" })).toEqual([]);
  });

  test("price words in the query are understood and reported back", async () => {
    const found = await search({ query: "steel kettle under $35" });
    expect(found.query).toMatchObject({ maxPrice: 35 });
    expect(found.items.map(({ id }) => id)).toEqual(["k-2"]);
  });

  test("nothing found is empty, never an error", async () => {
    expect(await search({ q: "submarine" })).toMatchObject({
      status: "empty",
      items: [],
      hasMore: false,
    });
  });

  test("links are the same for a whole hour and differ by publisher and origin", async () => {
    const { agentId } = await registerAgent(market.call, "publisher");
    const link = async (hints: object) => (await search({ q: "k-1", ...hints })).items[0]?.clickUrl;
    const plain = await link({});
    expect(await link({})).toBe(plain);
    const links = [plain, await link({ publisherId: agentId }), await link({ origin: "chat" })];
    expect(new Set(links).size).toBe(3);
  });
});

describe("rejects bad input", () => {
  test("two different queries are refused", async () => {
    const error = await refused(call({ q: "kettle", query: "pan" }), "invalid_arguments");
    expect(error.field).toBe("/arguments/q");
  });

  test("q and query may say the same", async () => {
    expect((await search({ q: "kettle", query: "kettle" })).status).toBe("ok");
  });
});

describe("moves exactly the money it says", () => {
  test("searching and clicking settle nothing, also beside a booked feed placement", async () => {
    const pair = await bookPair(market, "cpc", { placement: { feedType: "shopfeed_us_shop" } });
    const moved = await market.moved(async () => {
      const { items } = await search({ q: "kettle", publisherId: pair.publisher.agentId });
      for (const { clickUrl } of items) {
        expect((await fetch(clickUrl, { redirect: "manual" })).status).toBe(302);
      }
    });
    expect(moved).toEqual({});
    expect(await market.sql("select 1 from event")).toEqual([]);
  });
});
