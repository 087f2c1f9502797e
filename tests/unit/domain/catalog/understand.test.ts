import { describe, expect, test } from "vitest";
import {
  filtersOf,
  isSearchable,
  understandSearch,
} from "../../../../server/src/domain/catalog/understand.ts";

describe("understanding a search", () => {
  test("a bound without a currency is meant in the feed's own", () => {
    expect(understandSearch({ query: "kettle", maxPrice: 40 })).toEqual({
      q: "kettle",
      maxPrice: 40,
      currency: "USD",
      sort: "relevance",
    });
    expect(understandSearch({ query: "kettle" })).toEqual({ q: "kettle", sort: "relevance" });
  });

  test("words and arguments complete each other, and arguments win", () => {
    const query = understandSearch({
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

  test("bounds become exact amounts of their currency", () => {
    const query = understandSearch({ query: "kettle", minPrice: 19.999, maxPrice: 40 });
    expect(filtersOf(query)).toMatchObject({
      minPriceMicros: 20_000_000,
      maxPriceMicros: 40_000_000,
      currency: "USD",
    });
  });
});

describe("what can be searched", () => {
  test.each([
    ["", true],
    ["  ", true],
    ["kettle", true],
    ["under $20", true],
  ])("%j: %j", (query, expected) => {
    expect(isSearchable(understandSearch({ query }), { query })).toBe(expected);
  });

  test("words that leave nothing to search by do not list everything", () => {
    expect(isSearchable({ q: "", sort: "relevance" }, { query: "hello" })).toBe(false);
  });
});
