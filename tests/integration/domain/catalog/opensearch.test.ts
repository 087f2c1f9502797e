import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readEnv } from "../../../../server/src/core/env.ts";
import { createLogger, silentLogger } from "../../../../server/src/core/log.ts";
import type { Catalog } from "../../../../server/src/domain/catalog/index.ts";
import { takeLease } from "../../../../server/src/domain/catalog/remote/lease-queries.ts";
import { createExchange } from "../../../../server/src/wiring/exchange.ts";
import { PASSWORD } from "../../../setup/opensearch.ts";
import { createEngineWorld, type EngineWorld } from "./engines.ts";
import { row } from "./rows.ts";

let world: EngineWorld;
beforeEach(async () => {
  world = await createEngineWorld();
  await world.load("pots", version(10));
});
afterEach(() => world.close());

function version(price: number, count = 40): object[] {
  return Array.from({ length: count }, (_, index) =>
    row(`pot-${index}`, { title: "Clay pot", price }),
  );
}

async function opened(): Promise<Catalog> {
  const catalog = world.make("opensearch");
  catalog.start();
  await catalog.whenReady();
  return catalog;
}

const find = (catalog: Catalog, query = "clay pot") =>
  catalog.search({ query, page: 1, limit: 20 });

/** The price all found products have; more than one would be a mixture of versions. */
async function pricesOf(catalog: Catalog): Promise<string> {
  const { items } = await find(catalog);
  return [...new Set(items.map(({ price }) => price.amount))].join();
}

const indexNames = () => [...world.opensearch.cluster.indexes.keys()];
const searched = () => world.opensearch.cluster.aliases.get("placard-products");

describe("searching", () => {
  test.each(["503", "429", "reset", "cut"] as const)(
    "%s is no answer, and passes",
    async (fault) => {
      const catalog = await opened();
      world.opensearch.faults.push({ call: "search", fault });
      expect(await find(catalog)).toMatchObject({ status: "feed_pending", items: [] });
      expect(await find(catalog)).toMatchObject({ status: "ok", hasMore: true });
    },
  );

  test("an answer that does not come is not waited for", async () => {
    const catalog = await opened();
    world.opensearch.faults.push({ call: "search", fault: "silence" });
    const startedMs = performance.now();
    expect((await find(catalog)).status).toBe("feed_pending");
    expect(performance.now() - startedMs).toBeLessThan(4_000);
    expect((await find(catalog)).status).toBe("ok");
  });

  test("clicks on what was shown find their shop without the database", async () => {
    const catalog = await opened();
    const clickUrl = (await find(catalog)).items[0]?.clickUrl ?? "";
    const number = BigInt(/\/r\/(\d+)/.exec(clickUrl)?.[1] ?? "0");
    expect(catalog.destinationOf(number)?.url).toMatch(/^https:\/\/shop\.test\/p\/pot-\d+$/);
  });
});

describe("filling an index", () => {
  test.each(["503", "429", "reset", "cut", "busy"] as const)(
    "a bulk that meets %s is sent again until every product is in",
    async (fault) => {
      world.opensearch.faults.push({ call: "bulk", fault }, { call: "bulk", fault });
      const catalog = await opened();
      expect(catalog.size()).toBe(40);
      expect(world.opensearch.count("bulk")).toBeGreaterThanOrEqual(3);
    },
  );

  test("processes that share the index fill it once", async () => {
    await Promise.all([opened(), opened(), opened()]);
    expect(world.opensearch.count("create")).toBe(1);
    expect(indexNames()).toHaveLength(1);
  });

  test("no search sees a version before all of it is written", async () => {
    const catalog = await opened();
    await world.load("pots", version(20));
    const seen: Promise<string>[] = [];
    world.opensearch.world.beforeRefresh = () => seen.push(pricesOf(catalog));
    await catalog.refresh();
    expect(await pricesOf(catalog)).toBe("20");
    expect((await Promise.all(seen)).every((prices) => prices === "10" || prices === "20")).toBe(
      true,
    );
    expect(world.opensearch.count("create")).toBe(1);
  });

  test("an index whose mapping somebody changed is built anew", async () => {
    const catalog = await opened();
    const before = searched();
    const index = world.opensearch.cluster.indexes.get(before ?? "");
    if (index === undefined) throw new Error("nothing is searched");
    const fields = new Map([...index.fields].filter(([name]) => name !== "priceMicros"));
    world.opensearch.cluster.indexes.set(before ?? "", { ...index, fields });
    const sorted = { query: "clay pot", sort: "price_asc", page: 1, limit: 20 } as const;
    expect((await catalog.search(sorted)).status).toBe("feed_pending");
    await world.load("pots", version(20));
    await catalog.refresh();
    expect(searched()).not.toBe(before);
    expect(indexNames()).toEqual([searched()]);
    expect((await catalog.search(sorted)).status).toBe("ok");
  });

  test("a change of most of the catalogue goes into a new index; the old one goes", async () => {
    const catalog = await opened();
    const before = searched();
    await world.load(
      "most",
      version(30, 5_100).map((one, at) => ({ ...one, id: `most-${at}` })),
    );
    await catalog.refresh();
    expect(searched()).not.toBe(before);
    expect(indexNames()).toEqual([searched()]);
    expect(catalog.size()).toBe(5_140);
  });

  test("an index of another format, or ahead of the catalogue, is built anew", async () => {
    await opened();
    for (const meta of [{ format: 0, rev: "1" }, { format: 1, rev: "999999" }, { format: 1 }]) {
      const before = searched();
      const index = world.opensearch.cluster.indexes.get(before ?? "");
      if (index === undefined) throw new Error("nothing is searched");
      index.meta = meta;
      const next = await opened();
      await next.refresh();
      expect(searched()).not.toBe(before);
      expect(indexNames()).toEqual([searched()]);
      expect((await find(next)).status).toBe("ok");
    }
  });

  test("an index that somebody removed is built anew", async () => {
    const catalog = await opened();
    world.opensearch.cluster.indexes.clear();
    world.opensearch.cluster.aliases.clear();
    expect((await find(catalog)).status).toBe("feed_pending");
    await world.load("pots", version(20));
    await catalog.refresh();
    expect(await pricesOf(catalog)).toBe("20");
  });

  test("a keeper that died is replaced when its lease ends, and its index removed", async () => {
    const held = { name: "search-index", holder: "dead" };
    expect(await takeLease(world.db, { ...held, durationMs: 600_000 })).toBe(true);
    world.opensearch.cluster.indexes.set("placard-products-0123456789abcdef", emptyIndex());
    const catalog = world.make("opensearch");
    await catalog.refresh();
    expect(catalog.ready()).toBe(false);
    expect(world.opensearch.count("create")).toBe(0);
    expect(await takeLease(world.db, { ...held, durationMs: -1 })).toBe(true);
    await catalog.refresh();
    expect(catalog.ready()).toBe(true);
    expect(indexNames()).toEqual([searched()]);
    expect(searched()).not.toBe("placard-products-0123456789abcdef");
  });
});

function emptyIndex() {
  const none = new Map();
  return { settings: {}, fields: none, meta: {}, written: none, versions: none, visible: none };
}

describe("an exchange with SEARCH_ENGINE=opensearch", () => {
  const envOf = (url: string) =>
    readEnv({
      DEMO: "1",
      PORT: "0",
      SIGNING_KEYS: `1:${randomBytes(32).toString("base64url")}`,
      SEARCH_ENGINE: "opensearch",
      OPENSEARCH_URL: url,
    });

  test("an address asks for shards and replicas, and words count the same in each", async () => {
    const catalog = world.make("opensearch", { path: "/wide?shards=3&replicas=2" });
    catalog.start();
    await catalog.whenReady();
    expect(await find(catalog)).toMatchObject({ status: "ok", hasMore: true });
    expect([...world.opensearch.cluster.indexes.values()].map(({ settings }) => settings)).toEqual([
      expect.objectContaining({ number_of_shards: 3, number_of_replicas: 2 }),
    ]);
  });

  test("starts while OpenSearch is away, says so, and recovers by itself", async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => lines.push(line) };
    world.opensearch.world.isDown = true;
    const exchange = await createExchange({
      env: envOf(world.opensearch.url),
      databaseUrl: world.databaseUrl,
      logger: createLogger({ level: "info", stream }),
    });
    try {
      const port = await exchange.listen();
      const { catalog } = exchange.services;
      expect((await find(catalog)).status).toBe("feed_pending");
      const readiness = await fetch(`http://127.0.0.1:${port}/readyz`);
      expect(readiness.status).toBe(503);
      expect(await readiness.text()).toContain("search");
      expect(await catalog.getProduct("pot-1", {})).toMatchObject({ id: "pot-1" });
      // The first look may still be under way, and would find it back.
      const said = () => lines.join("");
      await expect.poll(said, { timeout: 10_000 }).toContain("catalog_refresh_failed");
      world.opensearch.world.isDown = false;
      await catalog.whenReady();
      await expect.poll(async () => (await find(catalog)).status, { timeout: 5_000 }).toBe("ok");
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    } finally {
      await exchange.close();
    }
    expect(lines.join("")).not.toContain(PASSWORD);
    expect(lines.join("")).not.toContain(encodeURIComponent(PASSWORD));
  });

  test.each([
    ["ftp://placard:secret@search.test/", "OPENSEARCH_URL: must be an http or https address"],
    ["https://placard:secret@search.test/A%20b", "OPENSEARCH_URL: its path names the index"],
    ["https://placard:secret@search.test/?shards=0", "OPENSEARCH_URL: only shards (1 to 100)"],
    ["https://placard:secret@search.test/?copies=2", "OPENSEARCH_URL: only shards (1 to 100)"],
  ])("does not start with %s", async (url, problem) => {
    const { databaseUrl } = world;
    const start = async () =>
      createExchange({ env: envOf(url), databaseUrl, logger: silentLogger });
    const starting = start();
    await expect(starting).rejects.toThrow(problem);
    await expect(starting).rejects.not.toThrow("secret");
  });
});
