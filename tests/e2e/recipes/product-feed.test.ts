import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ProductRecord,
  productListSchema,
} from "../../../server/src/contract/resources/product.ts";
import { resultOf } from "../../setup/agents.ts";
import { type CallTool, startExchange, type TestExchange } from "../../setup/exchange.ts";
import { type Books, openBooks } from "./books.ts";
import { TRANSPORTS } from "./transports.ts";

const PATIENCE_MS = 800;

/** What a chat does with a turn that shows shopping intent: cards, or nothing at all. */
async function cardsFor(call: CallTool, words: string): Promise<string[]> {
  const search = call("search_shopfeed_products", { query: words, limit: 6 });
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  const list = await Promise.race([resultOf(search, productListSchema), tooLate]).catch(() => null);
  clearTimeout(timer);
  return list === null || list.status !== "ok" ? [] : list.items.map(cardOf);
}

function cardOf({ image, title, price, disclosure, clickUrl }: ProductRecord): string {
  const before = price.compareAtAmount === null ? "" : `<s>${price.compareAtAmount}</s>`;
  const off = price.discountPercent === null ? "" : `<b>-${price.discountPercent} %</b>`;
  return [
    `<img src="${image.url}"><h3>${title}</h3>`,
    `<p>${price.amount} ${price.currency} ${before}${off}</p><small>${disclosure}</small>`,
    `<a href="${clickUrl}" rel="sponsored">View</a>`,
  ].join("");
}

const row = (id: string, fields: object) => ({
  id,
  currency: "USD",
  availability: "in_stock",
  imageUrl: `https://pictures.test/${id}.jpg`,
  link: `https://shop.test/p/${id}`,
  ...fields,
});

const ROWS = [
  row("kettle-1", { title: "Steel kettle", price: 40, salePrice: 30 }),
  row("kettle-2", { title: "Glass kettle", price: 55.5 }),
  ...Array.from({ length: 10 }, (_, index) =>
    row(`lamp-${index}`, { title: `Desk lamp ${index}`, price: 20 + index }),
  ),
];

describe.each(TRANSPORTS)("the product feed's recipe over $name", (transport) => {
  let world: TestExchange;
  let books: Books;
  let client: { call: CallTool; close(): Promise<void> };
  beforeAll(async () => {
    world = await startExchange();
    await world.loadProducts("shop", ROWS);
    books = await openBooks(world.databaseUrl);
    client = transport.open(world);
    // A chat connects when it starts, not when the first reader waits.
    await client.call("search_shopfeed_products", { q: "kettle" });
  });
  afterAll(async () => {
    await client.close();
    await books.close();
    await world.close();
  });

  test("renders cards from the fields, with a discount only where there is one", async () => {
    const cards = await cardsFor(client.call, "kettle");
    const steel = cards.find((card) => card.includes("Steel kettle"));
    const glass = cards.find((card) => card.includes("Glass kettle"));
    expect(cards).toHaveLength(2);
    expect(steel).toContain("https://pictures.test/kettle-1.jpg");
    expect(steel).toContain("30 USD <s>40</s><b>-25 %</b>");
    expect(glass).toContain("55.5 USD </p>");
    for (const card of cards) expect(card).toMatch(/<small>[^<]*Sponsored[^<]*<\/small>/);
  });

  test("links only to the tracked hop, which leads to the shop", async () => {
    const [card = ""] = await cardsFor(client.call, "steel kettle");
    expect(card).not.toContain("shop.test");
    const [, href = ""] = /<a href="([^"]+)"/.exec(card) ?? [];
    expect(new URL(href).origin).toBe(world.baseUrl);
    expect(new URL(href).pathname).toMatch(/^\/r\//);
    const hop = await fetch(href, { redirect: "manual" });
    expect(hop.status).toBe(302);
    expect(hop.headers.get("Location")).toBe("https://shop.test/p/kettle-1");
  });

  test("asks for six by default and never gets more than the limit", async () => {
    expect(await cardsFor(client.call, "desk lamp")).toHaveLength(6);
    const three = client.call("search_shopfeed_products", { q: "desk lamp", limit: 3 });
    expect((await resultOf(three, productListSchema)).items).toHaveLength(3);
  });

  test("shows nothing when nothing is found, or on an error", async () => {
    expect(await cardsFor(client.call, "submarine periscope")).toEqual([]);
    expect(await cardsFor(client.call, "x".repeat(501))).toEqual([]);
  });

  test("shows nothing when the answer is late, and holds the turn no longer", async () => {
    const hanging: CallTool = () => new Promise(() => undefined);
    const startedMs = performance.now();
    expect(await cardsFor(hanging, "kettle")).toEqual([]);
    expect(performance.now() - startedMs).toBeLessThan(PATIENCE_MS + 300);
  });

  test("settles nothing by searching and clicking", async () => {
    expect(await books.entries()).toBe(0);
    await books.expectBalanced();
  });
});
