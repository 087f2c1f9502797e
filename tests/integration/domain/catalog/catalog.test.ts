import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  productListSchema,
  productSchema,
} from "../../../../server/src/contract/resources/product.ts";
import { startReceiver } from "../../../setup/receiver.ts";
import { type CatalogWorld, createCatalogWorld, idsFound, row } from "./support.ts";

let world: CatalogWorld;
beforeAll(async () => {
  world = await createCatalogWorld();
  await world.load("garden", [
    row("hose", {
      title: "Garden hose 20 m",
      price: 39,
      salePrice: 29.5,
      seller: "Green Yard",
      brand: "Fontana",
      category: "Garden > Watering",
      rating: 4.5,
      ratingCount: 12,
      gtin: "0012345678905",
    }),
    row("gloves", { title: "Garden gloves", price: 9, availability: "out_of_stock" }),
    row("hose-eur", { title: "Garden hose 15 m", price: 25, currency: "EUR", imageUrl: undefined }),
    row("not-reduced", { title: "Watering can", price: 12, compareAtPrice: 12 }),
  ]);
});
afterAll(() => world.close());

test("a record carries every field of the contract and no shop link anywhere", async () => {
  const catalog = await world.open();
  const list = await catalog.search({
    query: "garden hose",
    page: 1,
    limit: 6,
    publisherId: "agt_1",
    origin: "https://chat.test",
  });
  expect(productListSchema.parse(list)).toEqual(list);
  expect(list.items.find(({ id }) => id === "hose")).toMatchObject({
    feedType: "shopfeed_us_shop",
    brand: "Fontana",
    category: ["Garden", "Watering"],
    availability: "in_stock",
    rating: { value: 4.5, count: 12 },
    seller: "Green Yard",
    price: {
      amount: 29.5,
      currency: "USD",
      compareAtAmount: 39,
      discountPercent: 24,
      discountAmount: 9.5,
    },
    disclosure: "Ad · Sold by Green Yard",
    clickUrl: expect.stringMatching(/\/r\/\d+-agt_1-https:\/\/chat\.test$/),
  });
  expect(JSON.stringify(list)).not.toContain("shop.test");
});

test("a single product is the one of the list, and an unknown id is none", async () => {
  const catalog = await world.open();
  const product = await catalog.getProduct("not-reduced", {});
  expect(productSchema.parse(product)).toMatchObject({
    id: "not-reduced",
    price: { compareAtAmount: null, discountPercent: null, discountAmount: null },
  });
  expect(await catalog.getProduct("no-such", {})).toBeNull();
});

test("a product without a picture shows the neutral one", async () => {
  const catalog = await world.open();
  const product = await catalog.getProduct("hose-eur", {});
  expect(product?.image.url).toBe("http://exchange.test/no-picture.svg");
});

describe("what the words of a query say", () => {
  test("a price bound in the text holds, in its own currency, and is reported back", async () => {
    const catalog = await world.open();
    const list = await catalog.search({ query: "garden hose under $30", page: 1, limit: 6 });
    expect(list.items[0]?.id).toBe("hose");
    for (const { price } of list.items) {
      expect(price).toMatchObject({ currency: "USD" });
      expect(price.amount).toBeLessThanOrEqual(30);
    }
    expect(list.query).toMatchObject({ maxPrice: 30, currency: "USD" });
    expect(await idsFound(catalog, "garden hose under €30")).toEqual(["hose-eur"]);
  });

  test("an argument overrules what the words say", async () => {
    const catalog = await world.open();
    expect(await idsFound(catalog, "garden hose under $10")).not.toContain("hose");
    const list = await catalog.search({
      query: "garden hose under $10",
      maxPrice: 100,
      page: 1,
      limit: 6,
    });
    expect(list.items[0]?.id).toBe("hose");
    expect(list.query.maxPrice).toBe(100);
  });

  test("words that are not a product find nothing", async () => {
    const catalog = await world.open();
    const list = await catalog.search({ query: "xqzzv blorp", page: 1, limit: 6 });
    expect(list).toMatchObject({ status: "empty", items: [], hasMore: false });
  });
});

describe("following the database", () => {
  test("before the first build PostgreSQL answers searches and knows single products", async () => {
    const { createCatalog } = await import("../../../../server/src/domain/catalog/index.ts");
    const { systemClock } = await import("../../../../server/src/core/clock.ts");
    const { silentLogger } = await import("../../../../server/src/core/log.ts");
    const catalog = createCatalog({
      db: world.db,
      clock: systemClock,
      logger: silentLogger,
      placeholderImageUrl: "http://exchange.test/no-picture.svg",
      clickUrlFor: (number) => `http://exchange.test/r/${number}`,
      searchDeadlineMs: 5_000,
    });
    expect(catalog.ready()).toBe(false);
    const found = await idsFound(catalog, "garden hose");
    expect(found.slice(0, 2).toSorted()).toEqual(["hose", "hose-eur"]);
    const product = await catalog.getProduct("hose", {});
    expect(product).toMatchObject({ id: "hose" });
    const number = BigInt(/\/r\/(\d+)/.exec(product?.clickUrl ?? "")?.[1] ?? "0");
    expect(catalog.destinationOf(number)).toBeNull();
    expect(await catalog.resolveDestination(number)).toEqual({ url: "https://shop.test/p/hose" });
  });

  test("a changed price, a new product and a retired one are seen within two seconds", async () => {
    await world.load("tail", [row("tail-1", { title: "Blue teapot" }), row("tail-2")]);
    const catalog = await world.open();
    expect(await idsFound(catalog, "teapot")).toEqual(["tail-1"]);
    await world.load("tail", [
      row("tail-1", { title: "Blue teapot", price: 5 }),
      row("tail-3", { title: "Red teapot" }),
    ]);
    await expect
      .poll(async () => (await idsFound(catalog, "teapot")).toSorted(), { timeout: 2_000 })
      .toEqual(["tail-1", "tail-3"]);
    expect(await idsFound(catalog, "teapot", { maxPrice: 6 })).toEqual(["tail-1"]);
    expect(await catalog.getProduct("tail-2", {})).toBeNull();
  });

  test("a notification makes a change visible long before the next look", async () => {
    const catalog = await world.open({ subscribes: true });
    const tookMs: number[] = [];
    // The listening connection may open after the first change; the others must be quick.
    for (const word of ["lantern", "samovar", "kaleidoscope", "gramophone", "barometer"]) {
      await world.load("notified", [row("notified-1", { title: `Copper ${word}` })]);
      const committedMs = performance.now();
      await expect
        .poll(() => idsFound(catalog, word), { timeout: 3_000, interval: 10 })
        .toEqual(["notified-1"]);
      tookMs.push(performance.now() - committedMs);
    }
    expect(tookMs.toSorted((left, right) => left - right)[2]).toBeLessThan(300);
    expect(await idsFound(catalog, "lantern")).toEqual([]);
  });

  test("a click on a retired product still leads to its shop, after a restart too", async () => {
    await world.load("leaving", [row("leaving-1"), row("leaving-2")]);
    const catalog = await world.open();
    const clickUrl = (await catalog.getProduct("leaving-1", {}))?.clickUrl ?? "";
    const number = BigInt(/\/r\/(\d+)/.exec(clickUrl)?.[1] ?? "0");
    expect(catalog.destinationOf(number)).toEqual({ url: "https://shop.test/p/leaving-1" });
    await world.load("leaving", [row("leaving-2")]);
    await catalog.refresh();
    const restarted = await world.open();
    for (const process of [catalog, restarted]) {
      expect(await process.getProduct("leaving-1", {})).toBeNull();
      expect(process.destinationOf(number)).toEqual({ url: "https://shop.test/p/leaving-1" });
    }
    expect(catalog.destinationOf(9_999_999n)).toBeNull();
  });

  test("a change of most of the catalogue is seen like a small one", async () => {
    const version = (price: number, count: number) =>
      Array.from({ length: count }, (_, index) =>
        row(`most-${index}`, { title: `Birch dowel ${index}`, price }),
      );
    await world.load("most", version(10, 5_200));
    const catalog = await world.open();
    const size = catalog.size();
    await world.load("most", version(20, 5_199));
    await catalog.refresh();
    expect(catalog.size()).toBe(size - 1);
    expect(await idsFound(catalog, "birch dowel", { maxPrice: 10 })).toEqual([]);
    expect(await idsFound(catalog, "birch dowel 77", { minPrice: 20 })).toContain("most-77");
  });

  test("a search sees a feed's new version whole or not at all", async () => {
    const version = (price: number) =>
      Array.from({ length: 600 }, (_, index) =>
        row(`whole-${index}`, { title: `Oak drawer knob ${index}`, price }),
      );
    await world.load("whole", version(10));
    const catalog = await world.open();
    const importing = world.load("whole", version(20)).then(() => catalog.refresh());
    let isDone = false;
    void importing.finally(() => {
      isDone = true;
    });
    const seen = new Set<string>();
    while (!isDone) {
      const list = await catalog.search({ query: "oak drawer knob", page: 1, limit: 20 });
      seen.add([...new Set(list.items.map(({ price }) => price.amount))].join());
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([...seen].filter((prices) => prices !== "10" && prices !== "20")).toEqual([]);
    expect(await idsFound(catalog, "oak drawer knob", { minPrice: 20 })).toHaveLength(20);
  });
});

test("pictures and shop pages of a feed are shown, never requested", async () => {
  const receiver = await startReceiver();
  await world.load("pictures", [
    row("trivet", {
      title: "Slate trivet",
      imageUrl: `${receiver.url}p.jpg`,
      link: `${receiver.url}s`,
    }),
  ]);
  const catalog = await world.open();
  const [item] = (await catalog.search({ query: "slate trivet", page: 1, limit: 1 })).items;
  expect(item?.image.url).toBe(`${receiver.url}p.jpg`);
  await catalog.getProduct("trivet", { publisherId: undefined, origin: undefined });
  expect(receiver.received).toEqual([]);
  await receiver.close();
});
