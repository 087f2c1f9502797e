import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PRODUCT_SORTS } from "../../../../server/src/contract/resources/product.ts";
import type { Catalog, ProductSearch } from "../../../../server/src/domain/catalog/index.ts";
import { GARDEN, RATED, TWINS } from "./contract-rows.ts";
import { createEngineWorld, ENGINES, type EngineName, type EngineWorld } from "./engines.ts";
import { row } from "./rows.ts";

let world: EngineWorld;
const catalogs = new Map<EngineName, Catalog>();
beforeAll(async () => {
  world = await createEngineWorld();
  await world.load("garden", GARDEN);
  await world.load("twins", TWINS);
  await world.load("rated", RATED);
  for (const engine of ENGINES) catalogs.set(engine, world.make(engine));
  for (const catalog of catalogs.values()) catalog.start();
  await Promise.all([...catalogs.values()].map((catalog) => catalog.whenReady()));
});
afterAll(() => world.close());

describe.each(ENGINES)("the %s engine", (engine) => {
  const catalog = (): Catalog => {
    const found = catalogs.get(engine);
    if (found === undefined) throw new Error(`${engine} was not started`);
    return found;
  };
  const search = (query: string, more: Partial<ProductSearch> = {}) =>
    catalog().search({ query, page: 1, limit: 20, ...more });
  const ids = async (query: string, more: Partial<ProductSearch> = {}) =>
    (await search(query, more)).items.map(({ id }) => id);
  const sorted = async (query: string, more: Partial<ProductSearch> = {}) =>
    (await ids(query, more)).toSorted();

  test("finds a product by the words of each field, in singular and plural", async () => {
    expect((await ids("oak lamp"))[0]).toBe("lamp-oak");
    expect((await ids("oak desk lamps"))[0]).toBe("lamp-oak");
    expect(await sorted("fontana")).toEqual(["lamp-eur", "shelf-oak"]);
    expect(await ids("furniture")).toEqual(["shelf-oak"]);
    expect(await ids("amber lamp")).toContain("lamp-oak");
    expect(await ids("bookcases")).toContain("shelf-oak");
    expect(await ids("lamp bends neck")).toContain("lamp-tin");
    expect(await ids("kitchen")).toEqual(["cafe"]);
  });

  test("puts products with all the words first, then those with some of them", async () => {
    const found = await ids("copper teapot");
    expect(found[0]).toBe("tea-1");
    expect(found).toContain("tea-2");
    expect(await ids("teapot")).toEqual(["tea-1"]);
  });

  test("finds words whatever their accents, case and punctuation", async () => {
    for (const query of ["cafe creme", "CAFÉ CRÈME", "cafe\u0301 cre\u0300me"]) {
      expect((await ids(query))[0], query).toBe("cafe");
    }
    for (const query of ["wi-fi cable", "usb hdmi cable", "cable v2.0", "hdmi/usb"]) {
      expect((await ids(query))[0], query).toBe("cable");
    }
    expect((await ids("søn cable"))[0]).toBe("cable");
  });

  test("filters by stock, discount, price, currency, brand and category", async () => {
    const all = { inStockOnly: false };
    expect(await sorted("desk lamp", all)).toEqual(
      expect.arrayContaining(["lamp-eur", "lamp-oak", "lamp-tin"]),
    );
    expect(await ids("desk lamp", { inStockOnly: true })).not.toContain("lamp-tin");
    expect(await ids("oak", { minDiscountPercent: 25 })).toHaveLength(2);
    expect(await ids("oak", { minDiscountPercent: 26 })).toEqual(["shelf-oak"]);
    expect(await ids("oak", { minDiscountPercent: 41 })).toEqual([]);
    expect(await sorted("lamp", { maxPrice: 60 })).toEqual(["lamp-oak", "lamp-tin"]);
    expect(await sorted("lamp", { maxPrice: 59.99 })).toEqual(["lamp-tin"]);
    expect(await sorted("lamp", { minPrice: 41 })).toEqual(["lamp-oak"]);
    expect(await sorted("lamp", { maxPrice: 60, currency: "EUR" })).toEqual(["lamp-eur"]);
    expect(await ids("lamp", { maxPrice: 60, currency: "GBP" })).toEqual([]);
    expect(await sorted("lamp", { brand: "LUMIERE" })).toEqual(["lamp-oak", "lamp-tin"]);
    expect(await ids("lamp", { brand: "Lum" })).toEqual([]);
    expect(await ids("lamp", { category: "office" })).toEqual(["lamp-eur"]);
    expect(await sorted("lamp", { category: "LIGHTING", brand: "fontana" })).toEqual(["lamp-eur"]);
    expect(await ids("cable", { brand: "o'brien & søn" })).toEqual(["cable"]);
  });

  test("shows nothing that the words or the caller rule out", async () => {
    expect(await ids("desk lamp that is not tin")).not.toContain("lamp-tin");
    expect(await ids("desk lamp, anything except Lumiere")).toEqual(["lamp-eur"]);
    expect(await ids("desk lamp", { exclude: ["LUMIÈRE", "brass"] })).toEqual([]);
    expect(await ids("oak", { exclude: ["oak bookcase"] })).toEqual(["lamp-oak"]);
    expect(await ids("lamp", { exclude: ["amber"] })).not.toContain("lamp-oak");
    expect(await ids("lamp", { exclude: ["bookcase"] })).toContain("lamp-tin");
    for (const odd of ["'", "&!|", " ", "a".repeat(200)]) {
      expect(await ids("copper teapot", { exclude: [odd] }), odd).toContain("tea-1");
    }
  });

  test("lists by filters alone, without a word to search by", async () => {
    expect((await ids("", { limit: 2 })).slice(0, 2)).toEqual(["shelf-oak", "lamp-oak"]);
    expect(await sorted("", { brand: "Fontana" })).toEqual(["lamp-eur", "shelf-oak"]);
    expect(await ids("", { category: "furniture" })).toEqual(["shelf-oak"]);
    expect(await ids("", { minDiscountPercent: 20 })).toEqual(["shelf-oak", "lamp-oak"]);
    expect(await ids("", { currency: "EUR" })).toEqual(["lamp-eur"]);
    expect(await ids("", { minPrice: 100, sort: "price_desc" })).toEqual(["cafe", "shelf-oak"]);
  });

  test("sorts by price and discount, each currency apart, the shop's own first", async () => {
    const asked = { category: "Lighting" };
    expect(await ids("lamp", { ...asked, sort: "price_asc" })).toEqual([
      "lamp-tin",
      "lamp-oak",
      "lamp-eur",
    ]);
    expect(await ids("lamp", { ...asked, sort: "price_desc" })).toEqual([
      "lamp-oak",
      "lamp-tin",
      "lamp-eur",
    ]);
    expect(await ids("oak", { sort: "discount" })).toEqual(["shelf-oak", "lamp-oak"]);
    const cheapest = await ids("", { sort: "price_asc", limit: 20 });
    expect(cheapest.slice(0, 2)).toEqual(["twin-00", "twin-01"]);
    const pages = [await search("", { sort: "price_asc", limit: 48 })];
    while (pages.at(-1)?.hasMore) {
      pages.push(await search("", { sort: "price_asc", limit: 48, page: pages.length + 1 }));
    }
    expect(pages.at(-1)?.items.at(-1)?.id).toBe("lamp-eur");
    const dearest = await ids("", { sort: "price_desc", limit: 20 });
    expect(dearest.slice(0, 2)).toEqual(["cafe", "shelf-oak"]);
  });

  test("sorts by rating, in which few ratings count for little, and none comes last", async () => {
    const best = ["r-many", "r-gone", "r-one", "r-poor", "r-none", "r-uncounted"];
    expect(await ids("maple spatula", { sort: "rating" })).toEqual(best);
    expect((await ids("", { sort: "rating" })).slice(0, 4)).toEqual(best.slice(0, 4));
  });

  test("puts what is in stock first among equals", async () => {
    for (const sort of ["relevance", "price_asc", "price_desc", "discount"] as const) {
      expect((await ids("maple spatula", { sort })).at(-1), sort).toBe("r-gone");
    }
    const list = await ids("", { minPrice: 29.9, maxPrice: 29.9 });
    expect(list.at(-1)).toBe("r-gone");
  });

  test("pages without repeats or gaps, by id where nothing else differs", async () => {
    for (const sort of PRODUCT_SORTS) {
      const pages = [];
      for (let page = 1; page <= 5; page += 1) {
        pages.push(await search("birch dowel", { sort, page, limit: 7 }));
      }
      const listed = pages.flatMap(({ items }) => items.map(({ id }) => id));
      expect(listed, sort).toEqual(TWINS.map(({ id }) => id).toSorted());
      expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, true, true, false]);
    }
    const beyond = await search("birch dowel", { page: 500, limit: 48, sort: "price_asc" });
    expect(beyond).toMatchObject({ status: "empty", items: [], hasMore: false });
  });

  test.runIf(engine !== "postgres")("finds a size in whatever unit it is written", async () => {
    expect((await ids("6 ft jute rope"))[0]).toBe("rope-72");
    expect((await ids("jute rope, ten feet"))[0]).toBe("rope-10");
  });

  test("counts all pages and what they hold, when that is asked for", async () => {
    const list = await search("birch dowel", { limit: 7, include: ["total", "facets"] });
    expect(list).toMatchObject({ total: 30, facets: { price: [{ max: 5, count: 30 }] } });
    expect(list.items).toHaveLength(7);
    expect(await search("birch dowel", { include: ["total"] })).not.toHaveProperty("facets");
    expect(await search("birch dowel")).not.toHaveProperty("total");
    expect(await search("xqzzv blorp", { include: ["total"] })).toMatchObject({ total: 0 });
    const { facets } = await search("desk lamp", { include: ["facets"] });
    expect(facets?.brand).toContainEqual({ value: "Fontana", count: 1 });
  });

  test("finds a category by its path, not by a name that others share", async () => {
    expect(await sorted("", { category: "Home > Lighting" })).toEqual(["lamp-oak", "lamp-tin"]);
    expect(await sorted("lamp", { category: "office>LIGHTING" })).toEqual(["lamp-eur"]);
    expect(await sorted("lamp", { category: "Lighting" })).toHaveLength(3);
    for (const category of ["Lighting > Home", "Home > Light", "Kitchen > Lighting", ">"]) {
      expect(await ids("", { category }), category).toEqual([]);
    }
  });

  test("counts a whole list by everything a reader may choose", async () => {
    const browse = async (query: string, more: Partial<ProductSearch> = {}) => {
      const found = await search(query, { limit: 2, include: ["total", "browse"], ...more });
      if (found.browse === undefined) throw new Error("nothing was counted");
      return { total: found.total, ...found.browse };
    };
    const all = await browse("desk lamp", { category: "Lighting" });
    expect(all.total).toBe(3);
    expect(all.brand).toEqual([
      { value: expect.stringMatching(/Lumi.re/), count: 2 },
      { value: "Fontana", count: 1 },
    ]);
    expect(all.color).toEqual([{ value: "amber", count: 1 }]);
    expect(all.discount).toEqual([10, 20].map((step) => ({ value: String(step), count: 1 })));
    expect(all.availability).toEqual([
      { value: "in_stock", count: 2 },
      { value: "out_of_stock", count: 1 },
    ]);
    expect(all.price.map(({ count, currency }) => [count, currency])).toEqual([
      // A price of 40 is in both bands that it bounds, as in the lists they lead to.
      [1, "USD"],
      [2, "USD"],
    ]);
    const rated = await browse("maple spatula");
    expect(rated.rating.map(({ value, count }) => [value, count])).toEqual([
      ["4", 3],
      ["3", 3],
      ["2", 4],
    ]);
    // A facet is counted without its own filter, and every other one with it.
    const chosen = await browse("lamp", { category: "Home > Lighting", brand: "lumiere" });
    expect(chosen.total).toBe(2);
    expect(chosen.category).toEqual([
      { value: "Home", count: 2 },
      { value: "Home > Lighting", count: 2 },
    ]);
    for (const { value, count } of (await browse("")).category) {
      expect((await search("", { category: value, include: ["total"] })).total, value).toBe(count);
    }
  });

  test("filters by whole colour and stars; what is sold out goes last on request", async () => {
    expect(await ids("", { onlyColor: "AMBER" })).toEqual(["lamp-oak"]);
    expect(await ids("", { onlyColor: "amb" })).toEqual([]);
    expect(await sorted("spatula", { minRating: 4 })).toEqual(["r-gone", "r-many", "r-one"]);
    for (const sort of PRODUCT_SORTS) {
      const found = await ids("maple spatula", { sort, soldOutLast: true });
      expect(found.at(-1), sort).toBe("r-gone");
      const pages: string[] = [];
      const asked = { sort, soldOutLast: true, limit: 12, include: ["total"] } as const;
      let list = await search("", asked);
      for (let page = 2; list.items.length > 0; page += 1) {
        pages.push(...list.items.map(({ id }) => id));
        list = await search("", { ...asked, page });
      }
      expect(pages.slice(-2).toSorted(), sort).toEqual(["lamp-tin", "r-gone"]);
      expect(pages, sort).toHaveLength((await search("", asked)).total ?? 0);
      expect(new Set(pages).size, sort).toBe(pages.length);
    }
  });

  test("sorts by popularity: by how many ratings there are", async () => {
    const best = ["r-many", "r-gone", "r-poor", "r-one"];
    expect((await ids("maple spatula", { sort: "popularity" })).slice(0, 4)).toEqual(best);
    expect((await ids("", { sort: "popularity" })).slice(0, 4)).toEqual(best);
  });

  test("suggests types, categories and brands that have products", async () => {
    const list = await search("desk la", { include: ["browse"] });
    expect(list.browse?.suggestions[0]).toMatchObject({ kind: "type", value: "desk lamp" });
    const kinds = async (query: string) =>
      (await search(query, { include: ["browse"] })).browse?.suggestions.map(({ kind, value }) => [
        kind,
        value,
      ]);
    expect(await kinds("furn")).toContainEqual(["category", "Home > Furniture"]);
    expect(await kinds("fonta")).toContainEqual(["brand", "Fontana"]);
    const none = await search("xqzzv blorp", { include: ["browse"] });
    expect(none.browse?.suggested).toEqual([]);
  });

  test("names a type that has products, when nothing is found and that is asked for", async () => {
    const asked = { maxPrice: 1, include: ["nearest"] } as const;
    expect(await search("desk lamp", asked)).toMatchObject({ items: [], nearest: "desk lamp" });
    expect(await search("desk lamp", { ...asked, exclude: ["lamp"] })).not.toHaveProperty(
      "nearest",
    );
    expect(await search("desk lamp", { maxPrice: 1 })).not.toHaveProperty("nearest");
  });

  test("takes a parsed query as it takes its words", async () => {
    const asked = { type: "lamp", attributes: ["desk", "oak"], color: "amber" };
    expect((await ids("", asked))[0]).toBe("lamp-oak");
    expect(await ids("", asked)).toEqual(await ids("desk oak amber lamp"));
  });

  test("takes any text as words: no operator, quote or syntax means anything", async () => {
    const hostile = [
      "teapot' | 'x",
      "teapot & !copper",
      "!teapot",
      "teapot:*A",
      "teapot <-> <x>",
      'teapot "',
      "teapot') -- ",
      "teapot \\",
      "teapot\u0000",
      "(teapot",
      "teapot ʼn ŉ ʼ",
      "+teapot -copper *:* title:oak",
      '{"term":{}} teapot',
      "teapot \u{1F980} \ud800",
      "ｔｅａｐｏｔ",
    ];
    for (const query of hostile) expect(await ids(query), query).toContain("tea-1");
    const silent = ["'", "&|!", "\u0000", "''''", "( )", "\u202e", "%_\\", "🦀"];
    for (const query of silent) expect((await search(query)).status, query).toBe("empty");
    for (const long of [
      "x".repeat(500),
      "a ".repeat(250),
      "teapot'&".repeat(60),
      "é".repeat(500),
    ]) {
      expect(["ok", "empty"], long.slice(0, 9)).toContain((await search(long)).status);
    }
    const names = ["\u0000", "' or 1=1 --", "\ud800", "x".repeat(200)];
    for (const name of names) {
      expect((await search("lamp", { brand: name })).status, name).toBe("empty");
      expect((await search("", { category: name })).status, name).toBe("empty");
    }
    expect((await search("lamp", { maxPrice: 1e15 })).status).toBe("ok");
    expect((await search("lamp", { minPrice: 1e15 })).status).toBe("empty");
  });

  test("finds nothing where nothing is", async () => {
    const list = await search("xqzzv blorp");
    expect(list).toMatchObject({ status: "empty", items: [], hasMore: false });
    expect(await ids("xqzzv blorp", { sort: "price_asc" })).toEqual([]);
  });

  test("shows a change, a new product and a retired one soon after their import", async () => {
    const feed = `moving-${engine}`;
    const id = (name: string) => `${engine}-${name}`;
    const gone = row(id("gone"), { title: `Walnut tray ${engine}` });
    await world.load(feed, [gone, row(id("stays"), { title: `Walnut bowl ${engine}`, price: 9 })]);
    await expect
      .poll(() => sorted("walnut", { limit: 20 }), { timeout: 5_000 })
      .toEqual(expect.arrayContaining([id("gone"), id("stays")]));
    await world.load(feed, [
      row(id("stays"), { title: `Walnut bowl ${engine}`, price: 7 }),
      row(id("new"), { title: `Walnut ladle ${engine}` }),
    ]);
    await expect.poll(() => ids("walnut tray"), { timeout: 5_000 }).not.toContain(id("gone"));
    expect(await ids("walnut ladle")).toContain(id("new"));
    expect(await ids("walnut bowl", { maxPrice: 7 })).toContain(id("stays"));
    expect(await catalog().getProduct(id("gone"), {})).toBeNull();
    expect(await catalog().getProduct(id("stays"), {})).toMatchObject({ price: { amount: 7 } });
    const number = BigInt(
      /\/r\/(\d+)/.exec((await search("walnut bowl")).items[0]?.clickUrl ?? "")?.[1] ?? "0",
    );
    expect(catalog().destinationOf(number)).not.toBeNull();
  });

  test("shows a feed's version whole or not at all", async () => {
    const version = (price: number) =>
      Array.from({ length: 300 }, (_, index) =>
        row(`${engine}-knob-${index}`, { title: `Cedar knob ${engine}`, price }),
      );
    await world.load(`whole-${engine}`, version(10));
    await catalog().refresh();
    const importing = world.load(`whole-${engine}`, version(20)).then(() => catalog().refresh());
    let isDone = false;
    void importing.finally(() => {
      isDone = true;
    });
    const seen = new Set<string>();
    while (!isDone) {
      const { status, items } = await search("cedar knob", { brand: undefined });
      if (status === "ok") {
        const own = items.filter(({ id }) => id.startsWith(engine));
        seen.add([...new Set(own.map(({ price }) => price.amount))].join());
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    await importing;
    expect([...seen].filter((prices) => !["", "10", "20"].includes(prices))).toEqual([]);
    expect(await ids(`cedar knob ${engine}`, { minPrice: 20, maxPrice: 20 })).toHaveLength(20);
  });
});
