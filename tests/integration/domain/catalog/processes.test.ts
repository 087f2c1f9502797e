import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "../../../../local/free-port.ts";
import {
  productListSchema,
  productSchema,
} from "../../../../server/src/contract/resources/product.ts";
import {
  type ExchangeProcess,
  startExchangeProcess,
  stopExchangeProcess,
} from "../../../bench/support/exchange-process.ts";
import { startRedis, type TestRedis } from "../../../setup/redis.ts";
import { type CatalogWorld, createCatalogWorld, row } from "./support.ts";

let redis: TestRedis;
let world: CatalogWorld;
let first: ExchangeProcess;
let second: ExchangeProcess;
const servers: ExchangeProcess[] = [];

beforeAll(async () => {
  [redis, world] = await Promise.all([startRedis(), createCatalogWorld()]);
  await world.load("shop", shopOf(1));
  // One after the other: the first one builds, the second one opens what the first one stored.
  first = await start();
  second = await start();
});
afterAll(async () => {
  await Promise.all(servers.map(stopExchangeProcess));
  await world.close();
  await redis.stop();
});

const COLORS = "red blue green white black grey".split(" ");
const KINDS = ["wool scarf", "cotton shirt", "linen scarf", "silk scarf", "wool hat"];
const PRODUCTS = 720;

/** The same products in every version, with prices in another order. */
function shopOf(version: number): object[] {
  return Array.from({ length: PRODUCTS }, (_, index) =>
    row(`item-${index}`, {
      title: `${COLORS[index % 6]} ${KINDS[index % 5]} ${index}`,
      price: 10 + ((index * (7 + 2 * version)) % PRODUCTS),
      brand: `Brand ${index % 7}`,
    }),
  );
}

async function start(): Promise<ExchangeProcess> {
  const server = await startExchangeProcess({
    databaseUrl: world.databaseUrl,
    port: await freePort(),
    env: { REDIS_URL: redis.url },
  });
  servers.push(server);
  const isReady = async () => (await fetch(`${server.baseUrl}/readyz`)).ok;
  await vi.waitUntil(isReady, { timeout: 20_000, interval: 50 });
  return server;
}

async function listed(server: ExchangeProcess, query: Record<string, string | number>) {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, `${value}`]),
  );
  const answer = await fetch(`${server.baseUrl}/api/public/shopfeed-products?${text}`);
  expect(answer.status).toBe(200);
  return productListSchema.parse(await answer.json());
}

async function priceIn(server: ExchangeProcess, id: string): Promise<number> {
  const list = await listed(server, { query: "brass telescope", limit: 20 });
  return list.items.find((item) => item.id === id)?.price.amount ?? 0;
}

test("a price changed in the feed is visible in both processes within 1.5 s", async () => {
  const tookMs: number[] = [];
  for (const price of [101, 102, 103, 104]) {
    await world.load("visible", [row("seen", { title: "Brass telescope", price })]);
    const committedMs = performance.now();
    const untilSeen = (server: ExchangeProcess) =>
      expect
        .poll(() => priceIn(server, "seen"), { timeout: 3_000, interval: 20 })
        .toBe(price)
        .then(() => tookMs.push(performance.now() - committedMs));
    await Promise.all([untilSeen(first), untilSeen(second)]);
  }
  expect(tookMs).toHaveLength(8);
  expect(Math.max(...tookMs)).toBeLessThan(1_500);
});

test("the same query gives the same ids in a process that built and one that booted", async () => {
  await world.load("shop", shopOf(2));
  await untilBothHave(2);
  for (const color of COLORS) {
    for (const query of [...KINDS, "scraf", "hatt", "shirt under $90"]) {
      for (const sort of ["relevance", "price_asc", "price_desc", "discount"]) {
        expect(await idsIn(first, `${color} ${query}`, sort)).toEqual(
          await idsIn(second, `${color} ${query}`, sort),
        );
      }
    }
  }
});

async function idsIn(server: ExchangeProcess, query: string, sort: string): Promise<string[]> {
  const { items } = await listed(server, { query, sort, limit: 20 });
  return items.map(({ id, price }) => `${id} ${price.amount}`);
}

/** Both processes have this version of the shop, by a product whose price tells it. */
async function untilBothHave(version: number): Promise<void> {
  const prices = async () =>
    Promise.all(
      [first, second].map(async ({ baseUrl }) => {
        const answer = await fetch(`${baseUrl}/api/public/shopfeed-products/item-1`);
        return productSchema.parse(await answer.json()).price.amount;
      }),
    );
  const price = 10 + 7 + 2 * version;
  await expect.poll(prices, { timeout: 3_000, interval: 20 }).toEqual([price, price]);
}

test("a later page never repeats an earlier one while imports reorder everything", async () => {
  let isImporting = true;
  let readings = 0;
  // Six versions at least, and until the readers have read enough, however slow they are.
  const isEnough = (version: number): boolean => version > 8 && (readings > 10 || version > 60);
  const importing = (async () => {
    for (let version = 3; !isEnough(version); version += 1) {
      await world.load("shop", shopOf(version));
    }
  })().finally(() => {
    isImporting = false;
  });
  const firstPages = new Set<string>();
  // Two readers with the same list, so that what one is shown moves under the other.
  const read = async (...path: readonly ExchangeProcess[]) => {
    while (isImporting) {
      const seen: string[] = [];
      for (const [index, server] of path.entries()) {
        const query = { query: "scarf", sort: "price_asc", limit: 12, page: index + 1 };
        const ids = (await listed(server, query)).items.map(({ id }) => id);
        if (index === 0) firstPages.add(ids.join());
        seen.push(...ids);
        await sleep(5);
      }
      expect(new Set(seen).size).toBe(seen.length);
      // The last page may run short of what no reader was shown before it.
      expect(seen.length).toBeGreaterThan(12 * (path.length - 1));
      readings += 1;
    }
  };
  await Promise.all([read(first, second, first), read(second, first, second, first), importing]);
  // Otherwise there was nothing that could have been repeated.
  expect(firstPages.size).toBeGreaterThan(3);
  expect(readings).toBeGreaterThan(10);
});

test("Redis killed, hung and restarted under load fails not one search", async () => {
  let isRunning = true;
  let answered = 0;
  const client = async (server: ExchangeProcess, seed: number) => {
    for (let turn = seed; isRunning; turn += 1) {
      const query = `${COLORS[turn % 6]} ${KINDS[turn % 5]}`;
      const list = await listed(server, { query, limit: 6, page: 1 + (turn % 2) });
      expect([list.status, list.items.length]).toEqual(["ok", 6]);
      answered += 1;
    }
  };
  const clients = [first, second].flatMap((server) => [0, 1, 2].map((at) => client(server, at)));
  const harm = async () => {
    await sleep(200);
    await redis.kill();
    await world.load("shop", shopOf(9));
    await sleep(400);
    await redis.restart();
    await sleep(600);
    redis.pause();
    await world.load("shop", shopOf(10));
    await sleep(600);
    redis.resume();
    await sleep(300);
  };
  await Promise.all([
    ...clients,
    harm().finally(() => {
      isRunning = false;
    }),
  ]);
  expect(answered).toBeGreaterThan(200);
  await untilBothHave(10);
});
