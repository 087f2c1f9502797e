import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Cache } from "../../../../server/src/core/cache.ts";
import { systemClock } from "../../../../server/src/core/clock.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import { createRedisCache } from "../../../../server/src/core/redis.ts";
import {
  buildPackedIndex,
  type Catalog,
  type CatalogOptions,
  type IndexBuilder,
} from "../../../../server/src/domain/catalog/index.ts";
import { findOrigin } from "../../../../server/src/domain/catalog/snapshot/origin.ts";
import {
  createSnapshotStore,
  type Manifest,
  type SnapshotStore,
} from "../../../../server/src/domain/catalog/snapshot/store.ts";
import { createIndexBuilder } from "../../../../server/src/wiring/index-builder.ts";
import { startRedis, type TestRedis } from "../../../setup/redis.ts";
import { type CatalogWorld, createCatalogWorld, idsFound, row } from "./support.ts";

let redis: TestRedis;
let world: CatalogWorld;
let origin: string;
let caches: Cache[];
let catalogs: Catalog[];
let cache: Cache;
let store: SnapshotStore;

beforeAll(async () => {
  [redis, world] = await Promise.all([startRedis(), createCatalogWorld()]);
  origin = await findOrigin(world.db);
  await world.load("base", [
    row("kettle", { title: "Steel kettle", brand: "Öhm", category: "Kitchen > Kettles" }),
    row("teapot", { title: "Blue teapot", price: 12, compareAtPrice: 20 }),
    row("gone", { title: "Blue vase", link: "https://shop.test/p/vase" }),
  ]);
  await world.load("base", [
    row("kettle", { title: "Steel kettle", brand: "Öhm", category: "Kitchen > Kettles" }),
    row("teapot", { title: "Blue teapot", price: 12, compareAtPrice: 20 }),
  ]);
});
beforeEach(async () => {
  await redis.restart();
  caches = [];
  catalogs = [];
  cache = await connected();
  store = createSnapshotStore(cache, origin);
});
afterEach(async () => {
  for (const catalog of catalogs) await catalog.close();
  for (const one of caches) await one.close();
});
afterAll(async () => {
  await world.close();
  await redis.stop();
});

/** Each process has a connection of its own. */
async function connected(): Promise<Cache> {
  const one = await createRedisCache({ url: redis.url, clock: systemClock, logger: silentLogger });
  await expect.poll(() => one.ping()).toBe(true);
  caches.push(one);
  return one;
}

interface CountingBuilder extends IndexBuilder {
  readonly counted: { builds: number };
}

/** What the thread of the real builder runs, in this thread, and how often it was asked. */
function countingBuilder(counted = { builds: 0 }): CountingBuilder {
  return {
    counted,
    close: () => Promise.resolve(),
    build() {
      counted.builds += 1;
      // A thread would load the vocabulary anew for each of them: two seconds.
      return buildPackedIndex({ db: world.db, clock: systemClock });
    },
  };
}

/** The builder that a server has. */
const threadedBuilder = (): IndexBuilder =>
  createIndexBuilder({
    databaseUrl: world.databaseUrl,
    role: "placard_app",
    logger: silentLogger,
  });

async function untilStored(before?: Manifest | null): Promise<Manifest> {
  let newest: Manifest | null = null;
  await expect
    .poll(
      async () => {
        newest = await store.newest();
        return newest !== null && newest.id !== before?.id && !(await store.isClaimed());
      },
      { timeout: 8_000, interval: 20 },
    )
    .toBe(true);
  if (newest === null) throw new Error("There is no snapshot.");
  return newest;
}

async function open(sources: Pick<CatalogOptions, "cache" | "builder">): Promise<Catalog> {
  const catalog = await world.open(sources);
  catalogs.push(catalog);
  return catalog;
}

/** A process that starts now: what it finds, and how often it had to build. */
async function boot(): Promise<{ catalog: Catalog; builds: number }> {
  const builder = countingBuilder();
  const catalog = await open({ cache: await connected(), builder });
  return { catalog, builds: builder.counted.builds };
}

async function booted(): Promise<Catalog> {
  const { catalog, builds } = await boot();
  expect(builds).toBe(0);
  return catalog;
}

async function rebuilt(): Promise<Catalog> {
  const { catalog, builds } = await boot();
  expect(builds).toBe(1);
  return catalog;
}

const QUERIES = ["steel kettle", "blue", "blue teapot under $15", "ketle", ""];

async function answersOf(catalog: Catalog): Promise<unknown> {
  const lists = QUERIES.map((query) => catalog.search({ query, page: 1, limit: 20 }));
  return Promise.all(lists);
}

test("a second process boots from the snapshot and answers like the first one", async () => {
  const first = await open({ cache: await connected(), builder: threadedBuilder() });
  await untilStored();
  const second = await booted();
  expect(await answersOf(second)).toEqual(await answersOf(first));
  expect(second.size()).toBe(2);
  const clickUrl = (await second.getProduct("teapot", {}))?.clickUrl ?? "";
  const number = BigInt(/\/r\/(\d+)/.exec(clickUrl)?.[1] ?? "0");
  expect(second.destinationOf(number)).toEqual({ url: "https://shop.test/p/teapot" });
  // A click on a card of a product that left meanwhile.
  expect(second.destinationOf(number + 1n)).toEqual({ url: "https://shop.test/p/vase" });
});

test("a process that boots sees what changed after the snapshot was stored", async () => {
  const first = await rebuilt();
  await untilStored();
  await world.load("later", [row("later-1", { title: "Copper samovar" })]);
  const second = await booted();
  expect(await idsFound(second, "samovar")).toEqual(["later-1"]);
  await world.load("later", [row("later-1", { title: "Copper samovar", price: 5 })]);
  await Promise.all([first.refresh(), second.refresh()]);
  expect(await idsFound(second, "samovar", { maxPrice: 6 })).toEqual(["later-1"]);
  expect(await answersOf(second)).toEqual(await answersOf(first));
});

test("a damaged, cut off or missing piece is refused, and a new snapshot replaces it", async () => {
  const first = await rebuilt();
  const expected = await answersOf(first);
  const harms: ((piece: Buffer) => Buffer | null)[] = [
    (piece) => {
      piece.writeUInt8(piece.readUInt8(piece.length >> 1) ^ 1, piece.length >> 1);
      return piece;
    },
    (piece) => piece.subarray(0, piece.length - 1),
    () => null,
  ];
  let manifest = await untilStored();
  for (const harm of harms) {
    const key = `catalog:snapshot:${origin}:${manifest.id}:0`;
    const harmed = harm((await cache.getBuffer(key)) ?? Buffer.alloc(0));
    if (harmed === null) await cache.delete(key);
    else await cache.setBuffer(key, harmed, 60_000);
    await expect(store.load(manifest)).rejects.toThrow(/piece 0/);
    expect(await answersOf(await rebuilt())).toEqual(expected);
    // Who refused it built a new one, which the next process must be able to use.
    manifest = await untilStored(manifest);
    expect(await answersOf(await booted())).toEqual(expected);
  }
});

test("a manifest that says nothing sensible is no manifest", async () => {
  await rebuilt();
  const manifest = await untilStored();
  const key = `catalog:snapshot:${origin}`;
  for (const text of ["", "null", "{", "[]", '{"id":1}', (await cache.get(key)) ?? ""]) {
    await cache.set(key, text.replace(/"digests":\[/, '"digests":["x",'), 60_000);
    expect(await store.newest()).toBeNull();
  }
  expect(manifest.origin).toBe(origin);
});

test("a snapshot of another database or of other code is not even looked at", async () => {
  await rebuilt();
  const manifest = await untilStored();
  const foreign = await createCatalogWorld();
  try {
    const foreignOrigin = await findOrigin(foreign.db);
    expect(foreignOrigin).not.toBe(origin);
    expect(await createSnapshotStore(cache, foreignOrigin).newest()).toBeNull();
    // Copied under the name of the other one, it still says where it comes from.
    const text = (await cache.get(`catalog:snapshot:${origin}`)) ?? "";
    await cache.set(`catalog:snapshot:${foreignOrigin}`, text, 60_000);
    expect(await createSnapshotStore(cache, foreignOrigin).newest()).toBeNull();
    const catalog = await foreign.open({ cache: await connected() });
    expect(await idsFound(catalog, "steel kettle")).toEqual([]);
  } finally {
    await foreign.close();
  }
  expect((await store.newest())?.id).toBe(manifest.id);
});

test("a snapshot that is too far behind is refused, and replaced by those who follow", async () => {
  const rows = (price: number) =>
    Array.from({ length: 5_100 }, (_, index) =>
      row(`far-${index}`, { title: `Ash peg ${index}`, price }),
    );
  await world.load("far", rows(3));
  const following = await rebuilt();
  const old = await untilStored();
  await following.close();
  await world.load("far", rows(4));
  const behind = await rebuilt();
  expect(await idsFound(behind, "ash peg 77", { minPrice: 4 })).toContain("far-77");
  await untilStored(old);
  const second = await booted();
  // A part of it is followed in place; then the snapshot is behind and somebody stores a new one.
  const stored = await store.newest();
  await world.load("far", [...rows(4).slice(0, 3_900), ...rows(5).slice(3_900)]);
  await behind.refresh();
  await second.refresh();
  await untilStored(stored);
  await world.load("far", []).catch(() => undefined);
  await world.load("far", rows(4).slice(0, 1));
});

test("of processes that start together one builds, and all answer alike", async () => {
  const counted = { builds: 0 };
  const processes = await Promise.all(
    [1, 2, 3].map(async () =>
      open({ cache: await connected(), builder: countingBuilder(counted) }),
    ),
  );
  expect(counted.builds).toBe(1);
  const [first, ...others] = await Promise.all(processes.map(answersOf));
  for (const other of others) expect(other).toEqual(first);
});

test("without Redis a process builds for itself; when Redis is back it stores again", async () => {
  await redis.kill();
  const lost = await createRedisCache({ url: redis.url, clock: systemClock, logger: silentLogger });
  caches.push(lost);
  const builder = countingBuilder();
  const catalog = await open({ cache: lost, builder });
  expect(builder.counted.builds).toBe(1);
  const before = await answersOf(catalog);
  await redis.restart();
  await expect.poll(() => cache.ping(), { timeout: 5_000 }).toBe(true);
  await untilStored();
  expect(await answersOf(await booted())).toEqual(before);
});

test("a builder that fails is replaced by the serving thread", async () => {
  const failing: IndexBuilder = {
    build: () => Promise.reject(new Error("no threads left")),
    close: () => Promise.resolve(),
  };
  const catalog = await open({ builder: failing });
  expect(await idsFound(catalog, "teapot")).toEqual(["teapot"]);
});

test("closing ends a build in the middle", async () => {
  const builder = threadedBuilder();
  const building = builder.build({ isUrgent: true });
  const outcome = expect(building).rejects.toThrow("building was ended");
  await builder.close();
  await outcome;
});
