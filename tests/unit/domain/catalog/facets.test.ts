import { expect, test } from "vitest";
import {
  browseFacetsOf,
  facetOf,
  facetsOf,
  typeFacetOf,
} from "../../../../server/src/domain/catalog/facets.ts";
import {
  addTo,
  emptyTally,
  PATH_SEPARATOR,
  perFacet,
  priceKeyOf,
  type Tallied,
} from "../../../../server/src/domain/catalog/tally.ts";
import { product } from "./support.ts";

test("spellings of one name are counted together, under the most frequent one", () => {
  const counts = { "Lumi\u00e8re": 2, LUMIERE: 1, Arden: 1 };
  expect(facetOf(new Map(Object.entries(counts)))).toEqual([
    { value: "Lumi\u00e8re", count: 3 },
    { value: "Arden", count: 1 },
  ]);
});

test("kinds to narrow a list to are of the type asked for, and more and fewer than all", () => {
  const titles = [
    "Oak desk lamp",
    "Brass desk lamp",
    "Case for iPhone 12",
    "Red case for iPhone 7",
  ];
  const products = titles.map((title, at) => product(at + 1, { title }));
  const desk = { value: "desk lamp", count: 2 };
  expect(typeFacetOf(products, "gift")).toEqual([desk, { value: "phone case", count: 2 }]);
  expect(typeFacetOf(products, "lamp")).toEqual([desk]);
  expect(typeFacetOf(products, "desk lamp")).toEqual([]);
  expect(typeFacetOf(products.slice(0, 2), "lamp")).toEqual([]);
  expect(typeFacetOf(products.slice(1), "gift")).toEqual([{ value: "phone case", count: 2 }]);
});

test("price bands have round ends, rise, and hold every price of the main currency", () => {
  const prices = [0.4, 7, 12, 18, 20, 25, 33, 47, 50, 52, 90, 140, 420, 80_000_000];
  const tally = emptyTally();
  for (const amount of prices) addTo(tally.values.price, priceKeyOf("USD", amount * 1_000_000));
  addTo(tally.values.price, priceKeyOf("EUR", 5_000_000_000), 3);
  const { price } = facetsOf(tally);
  expect(price.length).toBeGreaterThan(2);
  expect(price.at(0)?.min).toBe(0);
  expect(price.slice(1).map(({ min }) => min)).toEqual(price.slice(0, -1).map(({ max }) => max));
  for (const { min, max, count, currency } of price) {
    expect(count).toBe(prices.filter((amount) => amount >= min && amount <= max).length);
    expect(currency).toBe("USD");
  }
  expect(price.at(-1)?.max).toBeGreaterThanOrEqual(80_000_000);
  expect(facetsOf(emptyTally())).toEqual({ brand: [], color: [], price: [] });
});

test("categories are counted by path, one level below the chosen one", () => {
  const tally = emptyTally();
  const paths = { "Cycling > Lights": 4, "Cycling > Bells": 2, "Camping > Lights": 9, "": 5 };
  for (const [path, count] of Object.entries(paths)) {
    addTo(tally.values.category, path.replaceAll(" > ", PATH_SEPARATOR), count);
  }
  const below = (chosen: string) => browseFacetsOf(() => tally, chosen).category;
  expect(below("")).toEqual([
    { value: "Camping", count: 9 },
    { value: "Cycling", count: 6 },
  ]);
  expect(below("cycling")).toEqual([
    { value: "Cycling", count: 6 },
    { value: "Cycling > Lights", count: 4 },
    { value: "Cycling > Bells", count: 2 },
  ]);
  // A name of several places is no place in the tree.
  expect(below("Lights")).toEqual(below(""));
});

test("a value that would list nothing is no choice, and a choice counts all that it lists", () => {
  const tally = { ...emptyTally(), answering: perFacet(() => new Set<string>()) };
  const path = (text: string) => text.replaceAll(" > ", PATH_SEPARATOR);
  const add = (name: Tallied, value: string, count: number, isAnswer: boolean) => {
    addTo(tally.values[name], value, count);
    if (isAnswer) tally.answering[name].add(value);
  };
  add("brand", "Arden", 9, false);
  add("brand", "LUMIERE", 2, true);
  add("brand", "Lumi\u00e8re", 3, false);
  add("category", path("Home > Lamps"), 4, true);
  add("category", path("Home > Rugs"), 5, false);
  add("category", "Toys", 6, false);
  add("price", priceKeyOf("USD", 7_000_000), 8, false);
  add("price", priceKeyOf("USD", 90_000_000), 1, true);
  add("discount", "30", 1, false);
  add("discount", "10", 1, true);
  const facets = (chosen: string) => browseFacetsOf(() => tally, chosen);
  const { brand, category, price, discount } = facets("");
  expect(brand).toEqual([{ value: "Lumi\u00e8re", count: 5 }]);
  expect(category).toEqual([{ value: "Home", count: 9 }]);
  expect(facets("Home").category.at(1)).toEqual({ value: "Home > Lamps", count: 4 });
  expect(price.map(({ count }) => count)).toEqual([1]);
  expect(discount).toEqual([{ value: "10", count: 2 }]);
});
