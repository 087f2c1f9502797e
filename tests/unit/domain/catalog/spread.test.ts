import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { familyOf } from "../../../../server/src/domain/catalog/index/family.ts";
import {
  rankedCountFor,
  SPREAD_BLOCK,
  spread,
} from "../../../../server/src/domain/catalog/index/spread.ts";
import { change, engineOf, find, product } from "./support.ts";

const colors = ["Black", "White", "Red", "Blue", "Green", "Grey", "Pink", "Navy"];

describe("a product in several colours", () => {
  const kettles = colors.map((color, index) =>
    product(index + 1, { title: `Arden electric kettle, 1.7 l, ${color}`, color, brand: "Arden" }),
  );
  const others = ["Brio", "Calla", "Dune", "Elm", "Fern"].map((brand, index) =>
    product(20 + index, { title: `${brand} electric kettle, 1.5 l`, brand }),
  );

  test("takes one of six places while others match as well", async () => {
    const engine = await engineOf([...kettles, ...others]);
    const six = await find(engine, "electric kettle", { count: 6 });
    expect(six.filter((number) => number <= colors.length)).toHaveLength(1);
    expect(six.filter((number) => number >= 20)).toHaveLength(5);
  });

  test("fills the list when there is nothing else", async () => {
    const engine = await engineOf(kettles);
    expect(await find(engine, "electric kettle", { count: 8 })).toHaveLength(8);
  });

  test("keeps its places before poor matches", async () => {
    const parts = ["hose", "lid", "base", "cord", "bag"].map((part, index) =>
      product(30 + index, { title: `Spare ${part}`, description: "For an electric kettle." }),
    );
    const engine = await engineOf([...kettles, ...parts]);
    const six = await find(engine, "electric kettle", { count: 6 });
    expect(six.every((number) => number <= colors.length)).toBe(true);
  });

  test("is not spread in a list by price", async () => {
    const engine = await engineOf([
      ...kettles.map((kettle) => ({ ...kettle, priceMicros: 5_000_000 })),
      ...others,
    ]);
    const six = await find(engine, "electric kettle", { count: 6, sort: "price_asc" });
    expect(six.every((number) => number <= colors.length)).toBe(true);
  });
});

describe("products of one brand", () => {
  const models = "One Two Three Four Five Six Seven Eight".split(" ");
  const catalogue = [
    ...models.map((model, index) =>
      product(index + 1, {
        title: `Arden ${model} desk lamp`,
        brand: "Arden",
        compareAtMicros: 20_000_000,
      }),
    ),
    ...["Brio", "Calla", "Dune"].map((brand, index) =>
      product(20 + index, { title: `${brand} Light desk lamp`, brand }),
    ),
  ];

  test("leave places to others", async () => {
    const engine = await engineOf(catalogue);
    const six = await find(engine, "desk lamp", { count: 6 });
    expect(six.filter((number) => number < 20)).toHaveLength(4);
  });

  test("are all shown to who names the brand", async () => {
    const engine = await engineOf(catalogue);
    const six = await find(engine, "arden desk lamp", { count: 6 });
    expect(six.every((number) => number < 20)).toBe(true);
  });
});

test("what is sold out goes behind near equals, not behind poor matches", async () => {
  const engine = await engineOf([
    product(1, { title: "Oak stool", availability: "out_of_stock" }),
    product(2, { title: "Oak stools" }),
    product(3, { title: "Rubber feet", description: "For an oak stool." }),
  ]);
  expect(await find(engine, "oak stool")).toEqual([2, 1, 3]);
});

test("pages of any size are cut from one order that holds every product once", async () => {
  const brands = ["Arden", "Brio", "Calla"];
  const products = Array.from({ length: 67 }, (_, index) =>
    product(index + 1, {
      title: `${brands[index % 3]} oak shelf ${index % 5}, ${colors[index % 8]}`,
      brand: brands[index % 3] ?? null,
      color: colors[index % 8] ?? null,
    }),
  );
  const engine = await engineOf(products);
  const whole = await find(engine, "oak shelf", { count: 100 });
  expect(whole.toSorted((left, right) => left - right)).toEqual(
    products.map(({ number }) => number),
  );
  for (const count of [1, 6, 10, 20, 24, 48]) {
    const paged: number[] = [];
    for (let offset = 0; offset < whole.length; offset += count) {
      paged.push(...(await find(engine, "oak shelf", { count, offset })));
    }
    expect(paged, `pages of ${count}`).toEqual(whole);
  }
});

test("the order does not depend on how the index came about", async () => {
  const products = Array.from({ length: 60 }, (_, index) =>
    product(index + 1, { title: `Oak shelf, ${colors[index % 8]}`, color: colors[index % 8] }),
  );
  const whole = await engineOf(products);
  const grown = await engineOf(products.slice(0, 25).toReversed());
  await change(
    grown,
    products.slice(25).map((after) => ({ before: null, after })),
  );
  expect(await find(grown, "oak shelf", { count: 60 })).toEqual(
    await find(whole, "oak shelf", { count: 60 }),
  );
});

test("spreading keeps every slot in its block", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ family: fc.nat(3), brand: fc.nat(2), score: fc.nat(9) }), {
        maxLength: 3 * SPREAD_BLOCK,
      }),
      (items) => {
        const ranked = items.map((_, slot) => slot);
        const placed = spread(ranked, {
          scoreOf: (slot) => items[slot]?.score ?? 0,
          familyOf: (slot) => items[slot]?.family ?? 0,
          brandOf: (slot) => items[slot]?.brand ?? null,
          isInStock: (slot) => slot % 3 > 0,
          isAsked: (brand) => brand === 0,
        });
        for (let start = 0; start < ranked.length; start += SPREAD_BLOCK) {
          const block = placed.slice(start, start + SPREAD_BLOCK);
          expect(block.toSorted((left, right) => left - right)).toEqual(
            ranked.slice(start, start + SPREAD_BLOCK),
          );
        }
      },
    ),
  );
  expect(rankedCountFor(1)).toBe(SPREAD_BLOCK);
  expect(rankedCountFor(SPREAD_BLOCK + 1)).toBe(2 * SPREAD_BLOCK);
});

describe("a family", () => {
  const family = (title: string, color: string | null = null) =>
    familyOf(product(1, { title, color, brand: "Arden" }));

  test("is one thing in other colours, sizes and packs", () => {
    const kettle = family("Arden electric kettle");
    for (const title of [
      "Arden electric kettle, red",
      "Electric kettle Arden - 1.7 l, dark blue",
      "Arden electric kettle, pack of 2",
      "Arden electric kettle 30 x 20 cm",
      "Arden electric kettle, XL",
    ]) {
      expect(family(title), title).toBe(kettle);
    }
    expect(family("Arden electric kettle, moss", "Moss")).toBe(kettle);
  });

  test("is never two models", () => {
    const phone = family("Arden phone 12");
    expect(family("Arden phone 13")).not.toBe(phone);
    expect(family("Arden phone 12 case")).not.toBe(phone);
    expect(family("Arden phone tn2110")).not.toBe(family("Arden phone tn2120"));
  });
});
