import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorBodySchema } from "../../../server/src/contract/errors.ts";
import {
  productListSchema,
  productSchema,
} from "../../../server/src/contract/resources/product.ts";
import { AD_UNITS } from "../../../server/src/contract/units.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";
import { type Market, startMarket } from "../tools/market.ts";

let market: Market;
beforeAll(async () => {
  market = await startMarket();
  await market.loadProducts(
    "lamps",
    Array.from({ length: 60 }, (_, n) => ({
      id: `lamp-${n}`,
      title: `Desk lamp ${n}`,
      price: 20 + n,
      currency: "USD",
      imageUrl: "https://pictures.example.com/lamp.jpg",
      link: "https://shop.example.com/lamp",
    })),
  );
});
afterAll(() => market.close());

const get = (path: string, init: RequestInit = {}) => fetch(`${market.baseUrl}${path}`, init);
const ITEM = "/api/public/shopfeed-products/lamp-1";
const INFO = "/api/public/info";

describe("the list of products", () => {
  const list = async (query: string) =>
    productListSchema.parse(await (await get(`/api/public/shopfeed-products?${query}`)).json());
  const refusedField = async (query: string) => {
    const answer = await get(`/api/public/shopfeed-products?${query}`);
    expect(answer.status).toBe(422);
    const { error } = errorBodySchema.parse(await answer.json());
    expect(error.code).toBe("invalid_arguments");
    return error.field;
  };

  test("shows six at first, twenty for a chat, forty-eight for the explorer", async () => {
    expect(await list("q=lamp")).toMatchObject({ limit: 6, page: 1, hasMore: true });
    expect((await list("q=lamp&limit=20")).items).toHaveLength(20);
    expect((await list("q=lamp&pageSize=48")).items).toHaveLength(48);
    const both = await list("q=lamp&limit=5&pageSize=48&page=2");
    expect([both.items.length, both.limit, both.hasMore]).toEqual([12, 48, false]);
  });

  test.each([
    ["limit=21", "limit"],
    ["pageSize=49", "pageSize"],
    ["page=0", "page"],
    ["page=1e9", "page"],
    ["page=501", "page"],
    ["limit=10000", "limit"],
    ["page=one", "page"],
    ["limit=5.5", "limit"],
    ["inStockOnly=maybe", "inStockOnly"],
    ["minDiscountPercent=101", "minDiscountPercent"],
    ["colour=red", "colour"],
  ])("%s is refused by its name", async (query, field) => {
    expect(await refusedField(`q=lamp&${query}`)).toBe(`/arguments/${field}`);
  });

  test("reads numbers and yes or no from text", async () => {
    const found = await list("q=lamp&minPrice=30.5&maxPrice=33&inStockOnly=true&sort=price_asc");
    expect(found.items.map(({ price }) => price.amount)).toEqual([31, 32, 33]);
    expect((await list("q=lamp&inStockOnly=0")).items).toHaveLength(6);
  });

  test("reads a parsed query and what to count from texts between commas", async () => {
    const asked = await list("type=lamp&attributes=led,%20desk&quantity=2");
    expect(asked.query.q).toBe("led desk lamp set of 2");
    const found = await list("type=lamp&attributes=desk&include=total,facets");
    expect(found.total).toBeGreaterThan(0);
    expect(found.facets?.price[0]?.currency).toBe("USD");
    expect(await refusedField("q=lamp&include=everything")).toBe("/arguments/include/0");
    expect(await refusedField("q=lamp&quantity=0")).toBe("/arguments/quantity");
  });

  test("of a repeated parameter the last counts", async () => {
    expect((await list("q=submarine&q=lamp")).status).toBe("ok");
  });

  test("is the same list that the tool answers", async () => {
    const { body } = await market.call("search_shopfeed_products", { q: "lamp", limit: 3 });
    expect(await list("q=lamp&limit=3")).toEqual(body);
  });
});

describe("one product", () => {
  test("is the record of the list", async () => {
    const product = productSchema.parse(await (await get(ITEM)).json());
    const { body } = await market.call("get_shopfeed_product", { id: "lamp-1" });
    expect(product).toEqual(body);
  });

  test.each([
    ["lamp-404", 404],
    ["a%20b", 422],
    ["a%2Fb", 422],
    ["%E0%A4%A", 422],
  ])("%s answers %i", async (id, status) => {
    expect((await get(`/api/public/shopfeed-products/${id}`)).status).toBe(status);
  });
});

describe("the service's own description", () => {
  test("names every tool with its module, access and roles", async () => {
    const info = await (await get(INFO)).json();
    expect(info.apiVersion).toBe("1.0");
    expect(info.catalogHash).toMatch(/^[0-9a-f]{64}$/);
    const names = info.tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(CATALOGUE.map(({ name }) => name));
    const free = info.tools.filter(({ auth }: { auth: boolean }) => !auth);
    expect(free.map(({ name }: { name: string }) => name)).toEqual(
      CATALOGUE.filter(({ access }) => access === "public").map(({ name }) => name),
    );
  });

  test("names floors, packs and limits as the contract has them", async () => {
    expect(await (await get(INFO)).json()).toMatchObject({
      floors: Object.fromEntries(
        Object.values(AD_UNITS).map(({ code, floorCredits }) => [code, floorCredits]),
      ),
      creditPacks: [
        { packId: "starter", credits: 1_000, priceUsd: 10 },
        { packId: "builder", credits: 5_000, priceUsd: 50 },
        { packId: "fleet", credits: 25_000, priceUsd: 250 },
      ],
    });
  });
});

describe("health and readiness", () => {
  test("the process is alive and ready to serve", async () => {
    const [health, ready] = [await get("/healthz"), await get("/readyz")];
    expect([health.status, ready.status]).toEqual([200, 200]);
    expect(await ready.json()).toEqual({ status: "ready", missing: [] });
    expect(ready.headers.get("Cache-Control")).toBe("no-store");
  });

  test("a database that lacks a migration is not ready", async () => {
    await market.sql("update schema_migration set number = number + 9000 where number = 6");
    const answer = await get("/readyz");
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ status: "starting", missing: ["schema"] });
    expect((await get("/healthz")).status).toBe(200);
    await market.sql("update schema_migration set number = number - 9000 where number > 9000");
    expect((await get("/readyz")).status).toBe(200);
  });
});
