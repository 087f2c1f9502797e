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
      maxPrice: 40,
      currency: "USD",
      sort: "relevance",
    });
    expect(parseQuery({ query: "kettle" })).toEqual({ q: "kettle", sort: "relevance" });
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
    expect(parseQuery(given)).toEqual({ q: "kettle", currency: "USD", sort: "relevance" });
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

describe("wishes", () => {
  test("a colour and a size are reported and stay among the words", () => {
    expect(parseQuery({ query: "dark blue running shoes size 10 under $50" })).toEqual({
      q: "dark blue running shoes size 10",
      maxPrice: 50,
      currency: "USD",
      sort: "relevance",
      wishes: { color: "dark blue", size: "size 10" },
    });
  });

  test("a brand is a wish when a found product has it, and never a filter", () => {
    const query = parseQuery({ query: "red tommy hilfiger shirt" });
    const found = [{ brand: "Tommy" }, { brand: null }, { brand: "Tommy Hilfiger" }];
    const wished = withBrandPreference(query, found);
    expect(wished.wishes).toEqual({ color: "red", brand: "Tommy Hilfiger" });
    expect(filtersOf(wished).brand).toBeUndefined();
    expect(withBrandPreference(query, [{ brand: "Nike" }])).toEqual(query);
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
