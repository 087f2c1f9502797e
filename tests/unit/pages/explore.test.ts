import { describe, expect, test } from "vitest";
import { chipsOf } from "../../../server/pages/explore/chips.ts";
import { cardAfter } from "../../../server/pages/explore/keys.ts";
import {
  addressOf,
  filterCountOf,
  NO_WISH,
  priceOf,
  questionOf,
  type Wish,
  wishOf,
  withoutFilters,
} from "../../../server/pages/explore/wish.ts";
import { boundWords } from "../../../server/pages/explore/words.ts";
import type { ProductList } from "../../../server/src/contract/resources/product.ts";
import { productListQuery } from "../../../server/src/tools/public-queries.ts";

const FULL: Wish = {
  q: "desk lamp & more",
  inStockOnly: true,
  minDiscountPercent: 20,
  minPrice: 10.5,
  maxPrice: 80,
  brand: "Björk + Søn",
  category: "Home & garden > Lamps",
  onlyColor: "Navy",
  minRating: 4,
  type: "desk lamp",
  exclude: "leather,wool",
  currency: "EUR",
  sort: "price_asc",
  page: 3,
  product: "pd-1",
};

describe("a price that finds nothing", () => {
  test.each([
    [{ maxPrice: 150, currency: "GBP" }, "under £150"],
    [{ minPrice: 20 }, "over $20"],
    [{ minPrice: 20, maxPrice: 30, currency: "EUR" }, "€20 to €30"],
    [{}, null],
  ])("%j is called %s", (bounds, words) => {
    expect(boundWords({ q: "hoover", sort: "relevance", ...bounds })).toBe(words);
  });
});

describe("the explorer's address", () => {
  test("holds everything, and nothing that is as it is anyway", () => {
    expect(wishOf(new URL(addressOf(FULL), "http://x").search)).toEqual(FULL);
    expect(addressOf(NO_WISH)).toBe("/explore");
    expect(addressOf({ ...NO_WISH, q: " lamp " })).toBe("/explore?q=lamp");
  });

  test.each([
    ["?page=0", {}],
    ["?page=-3&sort=cheapest", {}],
    ["?page=2.7", { page: 2 }],
    ["?page=501&minPrice=1e3&maxPrice=ten", {}],
    ["?minDiscountPercent=101&inStockOnly=maybe", {}],
    ["?q=lamp&unknown=1", { q: "lamp" }],
    [`?brand=${"b".repeat(300)}`, { brand: "b".repeat(200) }],
  ])("that somebody mistyped as %s is read as far as it makes sense", (search, changes) => {
    expect(wishOf(search)).toEqual({ ...NO_WISH, ...changes });
  });

  test("always makes a question that the public list takes", () => {
    const widest = { ...FULL, q: "q".repeat(500), minPrice: 0, maxPrice: 100_000_000, page: 500 };
    for (const wish of [FULL, NO_WISH, widest]) {
      const { search } = new URL(questionOf(wish), "http://x");
      const given = Object.fromEntries(new URLSearchParams(search));
      expect(productListQuery.parse(given)).toMatchObject({ pageSize: 48, origin: "explore" });
    }
  });

  test("loses its filters and page, but not its words and order", () => {
    expect(filterCountOf(FULL)).toBe(10);
    expect(withoutFilters(FULL)).toEqual({ ...NO_WISH, q: FULL.q, sort: FULL.sort });
  });
});

test.each([
  ["20", 20],
  ["19.99", 19.99],
  ["$ 1,250.50", 1250.5],
  ["", null],
  ["19,99", null],
  ["-5", null],
  ["twenty", null],
  ["100000001", null],
])("a price written as %o is read as %o", (text, price) => {
  expect(priceOf(text)).toBe(price);
});

test.each([
  ["ArrowRight", 0, 1],
  ["ArrowRight", 6, 6],
  ["ArrowLeft", 0, 0],
  ["ArrowDown", 1, 4],
  // Below the fifth card of seven in rows of three is nothing, but there is a next row.
  ["ArrowDown", 4, 6],
  ["ArrowDown", 6, 6],
  ["ArrowUp", 4, 1],
  ["ArrowUp", 2, -1],
  ["Home", 5, 0],
  ["End", 0, 6],
  ["a", 3, null],
])("%s on card %i of seven in rows of three leads to %o", (key, card, to) => {
  expect(cardAfter(key, { card, columns: 3, cards: 7 })).toBe(to);
});

describe("the parsed query as chips", () => {
  const listOf = (query: object): ProductList => ({
    status: "ok",
    items: [],
    page: 1,
    limit: 48,
    hasMore: false,
    query: { q: "", sort: "relevance", ...query },
  });
  const asked = { ...NO_WISH, q: "waterproof boots for women, not leather, under €80" };
  const list = listOf({
    q: "waterproof boots for women",
    type: "boot",
    attributes: ["waterproof"],
    audience: "women",
    exclude: ["leather"],
    maxPrice: 80,
    currency: "EUR",
  });

  test("names every part of it, and takes one away at a time", () => {
    const chips = chipsOf(list, asked);
    expect(chips.map(({ words }) => words)).toEqual([
      "boot",
      "waterproof",
      "women",
      "Not leather",
      "Under €80",
    ]);
    const [boot, , women, leather, price] = chips.map(({ without }) => without);
    expect(boot).toMatchObject({ q: "waterproof for women", exclude: "leather", maxPrice: 80 });
    expect(women).toMatchObject({ q: "waterproof boots", currency: "EUR" });
    expect(leather).toMatchObject({ q: "waterproof boots for women", exclude: "", maxPrice: 80 });
    expect(price).toMatchObject({ exclude: "leather", maxPrice: null });
  });

  test("names the filters too, and a sort that the words set", () => {
    const query = { q: "lamp", maxPrice: 30, minPrice: 9.5, inStockOnly: true, sort: "rating" };
    const words = (wish: Wish) => chipsOf(listOf(query), wish).map((chip) => chip.words);
    const wish = { ...NO_WISH, q: "lamp" };
    const bounds = ["Over $9.50", "Under $30", "In stock"];
    expect(words(wish)).toEqual([...bounds, "Sorted by: Rating"]);
    const chosen = { brand: "Lumi", category: "Home > Lamps", onlyColor: "Red", minRating: 4 };
    expect(words({ ...wish, ...chosen, sort: "rating" })).toEqual([
      "Home › Lamps",
      "Brand: Lumi",
      "Color: Red",
      ...bounds.slice(0, 2),
      "4 stars or more",
      "In stock",
    ]);
    expect(chipsOf(listOf({}), NO_WISH)).toEqual([]);
  });
});
