import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  filtersOf,
  isSearchable,
  parseQuery,
  withBrandPreference,
} from "../../../../server/src/domain/catalog/query/parse-query.ts";

describe("understanding a search", () => {
  test("a bound without a currency is meant in the feed's own", () => {
    expect(parseQuery({ query: "kettle", maxPrice: 40 })).toEqual({
      q: "kettle",
      type: "kettle",
      maxPrice: 40,
      currency: "USD",
      sort: "relevance",
    });
    expect(parseQuery({ query: "xyzzy" })).toEqual({ q: "xyzzy", sort: "relevance" });
  });

  test("words and arguments complete each other, and arguments win", () => {
    const query = parseQuery({
      query: "kettle between €20 and €80 in stock",
      minPrice: 30,
      inStockOnly: false,
      sort: "price_asc",
    });
    expect(query).toMatchObject({
      minPrice: 30,
      maxPrice: 80,
      currency: "EUR",
      inStockOnly: false,
      sort: "price_asc",
    });
  });

  test("bounds in the words of another currency than the argument's do not count", () => {
    const given = { query: "kettle under €80", currency: "usd" };
    expect(parseQuery(given)).not.toHaveProperty("maxPrice");
    expect(parseQuery({ ...given, currency: "EUR" })).toMatchObject({ maxPrice: 80 });
  });

  test("bounds become exact amounts of their currency", () => {
    const query = parseQuery({ query: "kettle", minPrice: 19.999, maxPrice: 40 });
    expect(filtersOf(query)).toMatchObject({
      minPriceMicros: 20_000_000,
      maxPriceMicros: 40_000_000,
      currency: "USD",
    });
  });
});

describe("what the words wish", () => {
  test("a colour and a size are reported and stay among the words", () => {
    expect(parseQuery({ query: "dark blue running shoes size 10 under $50" })).toEqual({
      q: "dark blue running shoes size 10",
      maxPrice: 50,
      currency: "USD",
      sort: "relevance",
      type: "running shoe",
      color: "dark blue",
      size: "size 10",
    });
  });

  test("a brand is a wish when a found product has it, and never a filter", () => {
    const query = parseQuery({ query: "red tommy hilfiger shirt" });
    const found = [{ brand: "Tommy" }, { brand: null }, { brand: "Tommy Hilfiger" }];
    const wished = withBrandPreference(query, found);
    expect(wished).toMatchObject({ color: "red", wishes: { brand: "Tommy Hilfiger" } });
    expect(filtersOf(wished).brand).toBeUndefined();
    expect(withBrandPreference(query, [{ brand: "Nike" }])).toEqual(query);
  });
});

describe("the parsed form", () => {
  const queries = ["accessory", "attribute", "brand-and-type", "negation", "synonym"].flatMap(
    (set) =>
      readFileSync(`tests/eval/understanding/searches-${set}.tune.jsonl`, "utf8")
        .trim()
        .split("\n")
        .map((line): string => JSON.parse(line).query),
  );

  test("of 200 queries searches for the same as their words alone", () => {
    expect(queries).toHaveLength(200);
    for (const query of queries) {
      const { q, wishes: _wishes, ...fields } = parseQuery({ query });
      expect(parseQuery({ query: q, ...fields }), query).toEqual({ q, ...fields });
    }
  });

  test.each([
    [{ type: "laptop", attributes: ["gaming"], color: "black" }, "gaming black laptop"],
    [{ query: "gaming laptop", type: "Laptops", attributes: ["gaming"] }, "gaming laptop"],
    [{ query: "hiking boots", audience: "women", size: "8" }, "8 hiking boots for women"],
    [{ type: "wine glasses", quantity: 6 }, "wine glasses set of 6"],
    [{ query: "pack of six wine glasses", quantity: 6 }, "pack of six wine glasses"],
    [{ query: "leather for dad", type: "xyzzy" }, "leather xyzzy for dad"],
  ])("%j is searched as %j", (asked, q) => {
    expect(parseQuery(asked).q).toBe(q);
  });

  test("says what the words ask for", () => {
    expect(parseQuery({ query: "2-person tent" })).toMatchObject({ size: "2-person" });
    const query = "6-pack of red champagne glasses for my sister, a wedding gift under $40";
    expect(parseQuery({ query })).toMatchObject({
      quantity: 6,
      color: "red",
      audience: "sister",
      occasion: "wedding",
      maxPrice: 40,
    });
  });
});

test("a type by another name is the type, and a colour in a name is none", () => {
  expect(parseQuery({ query: "notebook computer", type: "laptop" })).toMatchObject({
    q: "notebook computer",
    type: "laptop",
  });
  expect(parseQuery({ query: "espresso machine with a grinder" })).toEqual({
    q: "espresso machine with a grinder",
    type: "espresso machine",
    attributes: ["grinder"],
    sort: "relevance",
  });
});

describe("what can be searched", () => {
  test.each([
    ["", true],
    ["  ", true],
    ["kettle", true],
    ["under $20", true],
  ])("%j: %j", (query, expected) => {
    expect(isSearchable(parseQuery({ query }), { query })).toBe(expected);
  });

  test("words that leave nothing to search by do not list everything", () => {
    expect(isSearchable({ q: "", sort: "relevance" }, { query: "hello" })).toBe(false);
  });
});
