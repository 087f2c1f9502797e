import { expect, test } from "vitest";
import { facetsOf } from "../../../../server/src/domain/catalog/facets.ts";
import { product } from "./support.ts";

const priced = (amount: number, changes: object = {}) =>
  product(amount, { priceMicros: amount * 1_000_000, ...changes });

test("products are counted by brand and colour, spellings of one name together", () => {
  const { brand, color } = facetsOf([
    priced(1, { brand: "Lumi\u00e8re", color: "Red" }),
    priced(2, { brand: "LUMIERE", color: "red" }),
    priced(3, { brand: "Lumi\u00e8re", color: "Blue" }),
    priced(4, { brand: "Arden" }),
    priced(5),
  ]);
  expect(brand).toEqual([
    { value: "Lumi\u00e8re", count: 3 },
    { value: "Arden", count: 1 },
  ]);
  expect(color.map(({ count }) => count)).toEqual([2, 1]);
});

test("products are counted by what they are, not by what they are for", () => {
  const { type } = facetsOf([
    priced(1, { title: "Oak desk lamp" }),
    priced(2, { title: "Brass desk lamp" }),
    priced(3, { title: "Leather case for iPhone 12" }),
    priced(4, { title: "Xyzzy" }),
  ]);
  expect(type[0]).toEqual({ value: "desk lamp", count: 2 });
  expect(type.map(({ count }) => count)).toEqual([2, 1]);
});

test("price bands have round ends, rise, and hold every price of the main currency", () => {
  const prices = [7, 12, 18, 26, 33, 47, 52, 90, 140, 420];
  const { price } = facetsOf([
    ...prices.map((amount) => priced(amount)),
    priced(5_000, { currency: "EUR" }),
  ]);
  expect(price.at(0)?.min).toBe(0);
  expect(price.at(-1)?.max).toBe(420);
  expect(price.slice(1).map(({ min }) => min)).toEqual(price.slice(0, -1).map(({ max }) => max));
  for (const { min, max, count, currency } of price) {
    expect(count).toBe(prices.filter((amount) => amount >= min && amount <= max).length);
    expect(currency).toBe("USD");
  }
  expect(facetsOf([])).toEqual({ type: [], brand: [], color: [], price: [] });
});
