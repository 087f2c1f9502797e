import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SearchFilters } from "../../../../server/src/domain/catalog/engine.ts";
import type { CatalogProduct } from "../../../../server/src/domain/catalog/product.ts";
import { anyProduct, toProduct } from "./any-product.ts";
import { engineOf, find, product, titled } from "./support.ts";

describe("ranking", () => {
  test("all words go before some of them", async () => {
    const engine = await engineOf(
      titled("Red wool scarf", "Red cotton shirt", "Blue wool hat", "Red wool hat"),
    );
    expect((await find(engine, "red wool hat"))[0]).toBe(4);
  });

  test("a word in the title says more than one in the description", async () => {
    const engine = await engineOf([
      product(1, { title: "Desk", description: "Room for a lamp and a lamp and a lamp." }),
      product(2, { title: "Desk lamp" }),
      product(3, { title: "Chair" }),
    ]);
    expect(await find(engine, "lamp")).toEqual([2, 1]);
  });

  test("singular and plural, case and accents find the same", async () => {
    const engine = await engineOf(titled("Café table", "Garden chairs", "Oven"));
    for (const query of ["cafe tables", "CAFÉ TABLE", "Cafe Table"]) {
      expect((await find(engine, query))[0]).toBe(1);
    }
    expect(await find(engine, "garden chair")).toEqual([2]);
  });

  test("one wrong letter in a word still finds it", async () => {
    const engine = await engineOf(titled("Wireless headphones", "Coffee grinder", "Umbrella"));
    for (const typo of ["headphnes", "headpphones", "haedphones", "heedphones", "headphonse"]) {
      expect(await find(engine, typo), typo).toEqual([1]);
    }
  });

  test("a known word is never repaired into a more common one", async () => {
    const engine = await engineOf(titled("Boot", "Boat", "Boat", "Boat"));
    expect(await find(engine, "boot")).toEqual([1]);
  });

  test("compounds are found joined and apart", async () => {
    const engine = await engineOf(
      titled("Wi-Fi router", "Toothbrush holder", "Tooth brush set", "Memory 8GB", "Oven"),
    );
    expect((await find(engine, "wifi router"))[0]).toBe(1);
    expect((await find(engine, "tooth brush")).toSorted()).toEqual([2, 3]);
    expect((await find(engine, "toothbrush")).includes(2)).toBe(true);
    expect(await find(engine, "8 gb memory")).toEqual([4]);
  });

  test("what nobody sells finds nothing", async () => {
    const engine = await engineOf(titled("Wireless headphones", "Coffee grinder", "Umbrella"));
    for (const query of [
      "xqzzv",
      "zzyx blorp quux",
      "!!!",
      "漢字",
      "xqzzv blorp grinder umbrella",
    ]) {
      const found = await find(engine, query);
      if (query.includes("grinder")) continue;
      expect(found, query).toEqual([]);
    }
  });

  test("a thing goes before what only fits it", async () => {
    const engine = await engineOf(
      titled(
        "Replacement band compatible with Fitbit Charge 3",
        "Leather strap for Fitbit Charge 3, black",
        "Fitbit Charge 3 activity tracker with heart rate and swim tracking for men",
      ),
    );
    expect((await find(engine, "fitbit charge 3"))[0]).toBe(3);
    expect((await find(engine, "band for fitbit charge 3"))[0]).toBe(1);
  });

  test("a product named by the query's head word goes first", async () => {
    const engine = await engineOf(
      titled("Desk lamp shade holder", "Brass desk lamp, foldable", "Lamp desk mount bracket kit"),
    );
    expect((await find(engine, "desk lamp"))[0]).toBe(2);
    expect((await find(engine, "lamp for a desk"))[0]).toBe(2);
  });

  test("the start of a description says more than its end", async () => {
    const rest = "It is made with care and comes with a warranty. ".repeat(8);
    const engine = await engineOf([
      product(1, { title: "Model A", description: `${rest} Not of nickel.` }),
      product(2, { title: "Model B", description: `Of nickel. ${rest} Not for use.` }),
    ]);
    expect(await find(engine, "model nickel")).toEqual([2, 1]);
  });

  test("finds a thing by its other names, and what is something else goes back", async () => {
    const engine = await engineOf(
      titled(
        "Epson EB-W06 projector",
        "Canon LV-X320 beamer",
        "Ceiling mount for projectors",
        "Neoprene laptop sleeve 13 inch",
        "HP EliteBook 840 laptop",
      ),
    );
    expect((await find(engine, "beamer")).slice(0, 2)).toEqual([2, 1]);
    expect((await find(engine, "laptop"))[0]).toBe(5);
    expect((await find(engine, "laptop sleeve"))[0]).toBe(4);
  });

  test("a name that the shop has for other things alone finds the things first", async () => {
    const notebooks = Array.from({ length: 60 }, (_, at) => `HP EliteBook ${840 + at} notebook`);
    const others = ["Laptop USB hub", "Laptop cable lock", "Laptop keyboard", "Laptop battery"];
    const engine = await engineOf(titled(...others, ...notebooks));
    const found = await find(engine, "laptop");
    expect(found[0]).toBeGreaterThan(others.length);
    expect((await find(engine, "laptop battery"))[0]).toBe(others.length);
  });

  test("a kind of thing that is not sold finds nothing that shares its words", async () => {
    const engine = await engineOf(
      titled("Treadmill shoes for men", "Guitar strings", "Wooden whisk", "Acoustic guitar"),
    );
    for (const query of ["treadmill that folds", "guitar teacher", "whisky", "exercise bike"]) {
      expect(await find(engine, query), query).toEqual([]);
    }
    expect((await find(engine, "guitar"))[0]).toBe(4);
  });

  test("what is not wanted does not pull up the products that have it", async () => {
    const engine = await engineOf(
      titled("Knife block, block of oak, block", "Kitchen knife set", "Oak block"),
    );
    expect((await find(engine, "knife set without block"))[0]).toBe(2);
  });

  test("one product that is the thing answers, whatever else was wanted", async () => {
    const engine = await engineOf(
      titled("Wireless headphones", "Wooden train", "Coffee grinder", "Umbrella"),
    );
    expect(await find(engine, "headphones for train commute")).toContain(1);
    expect((await find(engine, "headphones for train commute"))[0]).toBe(1);
  });

  test("opinions about a thing do not decide whether it is found", async () => {
    const engine = await engineOf(titled("Network adapter", "Bracket", "Cable"));
    for (const query of ["cheap adapter", "best affordable adapter", "good nice adapter"]) {
      expect(await find(engine, query), query).toEqual([1]);
    }
  });

  test("a slip that one product shares finds what many products are", async () => {
    const engine = await engineOf([
      ...titled("Wireles charger", ...Array.from({ length: 40 }, () => "Wireless mouse")),
      ...Array.from({ length: 400 }, (_, index) => product(100 + index, { title: "Oven" })),
    ]);
    const found = await find(engine, "wireles mouse", { count: 50 });
    expect(found).toHaveLength(41);
    expect(found[0]).not.toBe(1);
  });

  test("a rare part number is never taken for a slip", async () => {
    const engine = await engineOf(
      titled("Toner tn2110", ...Array.from({ length: 40 }, () => "Toner tn2120")),
    );
    expect(await find(engine, "tn2110", { count: 50 })).toEqual([1]);
  });

  test("a phrase longer than any product keeps its first words", async () => {
    const engine = await engineOf(titled("Garden chair", "Oven"));
    const words = Array.from({ length: 40 }, (_, index) => `chair${index}`).join(" ");
    expect(await find(engine, `garden chair ${words}`)).toEqual([1]);
  });

  test("words that only chance put into a description are no answer", async () => {
    const engine = await engineOf([
      product(1, { title: "Oak desk", description: "Made near the lake in the mountains." }),
      product(2, { title: "Lamp", description: "A warm light." }),
    ]);
    expect(await find(engine, "plumber near the airport")).toEqual([]);
  });
});

test.each([
  ["bike helmet for a 6 year old", "Kids bike (ages 6-9)", "Bike helmet"],
  ["yellow rain jacket", "Life jacket, yellow", "Rain jacket"],
])("%s: %s goes behind each %s", async (query, other, right) => {
  const rights = [0, 1, 2].map((number) => product(number, { title: `${right} ${number}` }));
  const rest = Array.from({ length: 90 }, (_, at) =>
    product(at + 3, at < 9 ? { title: other, description: "Tested in rain." } : {}),
  );
  const found = await find(await engineOf([...rights, ...rest]), query);
  expect(found.slice(0, 3).toSorted()).toEqual([0, 1, 2]);
});

describe("order", () => {
  test("equal matches go by discount, then by id, whatever the order they came in", async () => {
    const products = [
      product(1, { title: "Mug", id: "c" }),
      product(2, { title: "Mug", id: "a" }),
      product(3, { title: "Mug", id: "b", compareAtMicros: 20_000_000 }),
    ];
    for (const order of [products, products.toReversed()]) {
      expect(await find(await engineOf(order), "mug")).toEqual([3, 2, 1]);
    }
  });

  test("a list by price goes up or down and leaves poor matches out", async () => {
    const engine = await engineOf([
      product(1, { title: "Coffee machine", priceMicros: 90_000_000 }),
      product(2, { title: "Coffee machine", priceMicros: 50_000_000 }),
      product(3, { title: "Sticker", description: "For your machine.", priceMicros: 1_000_000 }),
      product(4, { title: "Coffee machine", priceMicros: 60_000_000, currency: "EUR" }),
    ]);
    expect(await find(engine, "coffee machine", { sort: "price_asc" })).toEqual([2, 1, 4]);
    expect(await find(engine, "coffee machine", { sort: "price_desc" })).toEqual([1, 2, 4]);
  });

  test("a list by price holds what is of the type asked for", async () => {
    const kettles = [2, 3, 4].map((number) =>
      product(number, { title: `Electric kettle ${number}`, priceMicros: number * 10_000_000 }),
    );
    const chips = product(1, { title: "Kettle cooked potato chips", priceMicros: 5_000_000 });
    const engine = await engineOf([chips, ...kettles]);
    expect(await find(engine, "kettle", { sort: "price_asc" })).toEqual([2, 3, 4]);
  });

  test("a list by discount starts with the largest", async () => {
    const engine = await engineOf([
      product(1, { title: "Mug", compareAtMicros: 12_000_000 }),
      product(2, { title: "Mug", compareAtMicros: 30_000_000 }),
      product(3, { title: "Mug" }),
    ]);
    expect(await find(engine, "mug", { sort: "discount" })).toEqual([2, 1, 3]);
  });

  test("pages follow each other without gap or repetition", async () => {
    const engine = await engineOf(
      Array.from({ length: 53 }, (_, index) => product(index + 1, { title: "Oak shelf" })),
    );
    const all = await find(engine, "shelf", { count: 100 });
    const paged: number[] = [];
    for (let offset = 0; ; offset += 10) {
      const page = await engine.search({
        text: "shelf",
        filters: {},
        sort: "relevance",
        offset,
        count: 10,
      });
      paged.push(...page.numbers);
      if (!page.hasMore) break;
    }
    expect(paged).toEqual(all);
    expect(new Set(paged).size).toBe(53);
  });

  test("without words everything that passes is listed, best discount first", async () => {
    const engine = await engineOf([
      product(1),
      product(2, { compareAtMicros: 20_000_000 }),
      product(3, { availability: "out_of_stock" }),
    ]);
    expect(await find(engine, "", { filters: { inStockOnly: true } })).toEqual([2, 1]);
  });
});

const anyFilters = fc.record(
  {
    inStockOnly: fc.boolean(),
    minDiscountPercent: fc.integer({ min: 0, max: 100 }),
    minPriceMicros: fc.integer({ min: 0, max: 50 }).map((value) => value * 1_000_000),
    maxPriceMicros: fc.integer({ min: 0, max: 50 }).map((value) => value * 1_000_000),
    currency: fc.constantFrom("USD", "eur", "CHF"),
    brand: fc.constantFrom("ACME", "ohm", "nobody"),
    category: fc.constantFrom("kitchen", "Home", "nowhere"),
  },
  { requiredKeys: [] },
);

function passes(item: CatalogProduct, filters: SearchFilters): boolean {
  const discount =
    item.compareAtMicros === null ? 0 : (1 - item.priceMicros / item.compareAtMicros) * 100;
  const same = (left: string | null, right: string) =>
    left?.toLowerCase().replace("ö", "o") === right.toLowerCase();
  return (
    (filters.inStockOnly !== true || item.availability === "in_stock") &&
    discount + 1e-9 >= (filters.minDiscountPercent ?? 0) &&
    item.priceMicros >= (filters.minPriceMicros ?? 0) &&
    item.priceMicros <= (filters.maxPriceMicros ?? Number.POSITIVE_INFINITY) &&
    (filters.currency === undefined || same(item.currency, filters.currency)) &&
    (filters.brand === undefined || same(item.brand, filters.brand)) &&
    (filters.category === undefined ||
      item.category.some((name) => same(name, filters.category ?? "")))
  );
}

test("no result ever violates a filter, and none that passes is lost", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyProduct, { maxLength: 40 }),
      anyFilters,
      fc.constantFrom("mug", "red hat", ""),
      async (fields, filters, text) => {
        const products = fields.map((item, index) => toProduct(item, index + 1));
        const engine = await engineOf(products);
        const found = await find(engine, text, { filters, count: 100 });
        const unfiltered = await find(engine, text, { count: 100 });
        const expected = products
          .filter((item) => passes(item, filters))
          .map(({ number }) => number);
        for (const number of found) expect(expected).toContain(number);
        // A list that is answered at all holds every product that matches and passes.
        if (text === "" || found.length > 0) {
          const kept = unfiltered.filter((number) => expected.includes(number));
          // Their order may differ: a list is spread over the brands it can show.
          expect(found.toSorted()).toEqual(kept.toSorted());
        }
      },
    ),
    { numRuns: 200 },
  );
});
