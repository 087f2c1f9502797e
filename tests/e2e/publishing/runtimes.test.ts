import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { product, startExchange as startDouble } from "../../kit/exchange-double.ts";
import { bundled, writeApp, writeAppWithoutFlush } from "../../kit/runtimes/app.ts";
import { freeze } from "../../kit/runtimes/freeze.ts";
import { type RunningApp, startApp } from "../../kit/runtimes/hosts.ts";
import { eventsOf, openReader } from "../../kit/runtimes/reader.ts";
import { openMarket, PRODUCTS, type SoakMarket } from "../../kit/soak/market.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { packedOnce } from "../../setup/packed.ts";

/** What an edge platform loads, after gzip. */
const BUNDLE_MAX_BYTES = 104_600;
const ASK = "I'm looking for a tent for hiking";

let folder: string;
let withoutFlush: string;
let exchange: TestExchange;
let market: SoakMarket;
let app: RunningApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "placard-runtimes-"));
  withoutFlush = `${folder}-without-flush`;
  await writeApp(folder, (await packedOnce()).archives.get("@placard/publisher-kit"));
  exchange = await startExchange();
  await exchange.loadProducts("shop", PRODUCTS);
  market = await openMarket(exchange.call);
  app = await startApp("workerd", { folder, env: envOf(market) });
});
afterAll(async () => {
  await app.end();
  await exchange.close();
  for (const one of [folder, withoutFlush]) await rm(one, { recursive: true, force: true });
});

const envOf = ({ apiKey }: SoakMarket) => ({
  PLACARD_URL: exchange.baseUrl,
  PLACARD_KEY: apiKey,
});
const arrivedOf = async (one: SoakMarket): Promise<number> => {
  const { cpm, cpia, cpr } = await eventsOf(exchange.databaseUrl, one);
  return cpm + cpia + cpr;
};

test("in workerd each view and citation arrives at the exchange once, by flush alone", async () => {
  const reader = openReader(app.url, 1);
  // The first turn of a process may not know the bookings before its deadline.
  const views = () => reader.look().then(() => reader.seen.views);
  await expect.poll(views, { timeout: 20_000 }).toBeGreaterThan(0);
  for (let step = 0; step < 3; step += 1) {
    await reader.look();
    expect(await reader.chat()).toContain("Ad");
  }
  const { seen } = reader;
  expect([seen.answers, seen.labels]).toEqual([6, 3]);
  await expect.poll(() => arrivedOf(market), { timeout: 10_000 }).toBe(seen.views + seen.answers);
});

test("in workerd a turn that its deadline cuts off costs later turns nothing", async () => {
  let calls = 0;
  const once = (body: object) => () => {
    calls += 1;
    return calls <= 2 ? ("hang" as const) : { body };
  };
  await using double = await startDouble();
  const items = [product(double.baseUrl, 1)];
  double.handlers.search_shopfeed_products = once({ status: "ok", items });
  double.handlers.list_campaigns = once({ items: [], nextCursor: null });
  const env = { PLACARD_URL: double.baseUrl, PLACARD_KEY: "rk_live_key" };
  const slow = await startApp("workerd", { folder, env });
  try {
    const reader = openReader(slow.url, 3);
    const shown = [await reader.look(ASK), await reader.look(ASK), await reader.look(ASK)];
    expect([calls >= 2, ...shown.map((cards) => cards.length)]).toEqual([true, 0, 1, 1]);
  } finally {
    await slow.end();
  }
});

test("in workerd, which cannot check addresses, pictures come from the shops", async () => {
  const origins = await openReader(app.url, 2).pictures();
  expect(new Set(origins)).toEqual(new Set(["https://pictures.test"]));
});

test("in workerd readers who ask the same at once all get cards, whoever leaves", async () => {
  const readers = Array.from({ length: 12 }, (_, at) => openReader(app.url, at));
  const gone = new AbortController();
  const left = fetch(`${app.url}/chat`, {
    method: "POST",
    body: JSON.stringify({ text: ASK }),
    signal: gone.signal,
  }).catch(() => "left");
  const looking = readers.map((reader) => reader.look(ASK));
  gone.abort();
  expect(await left).toBe("left");
  const shown = await Promise.all(looking);
  expect(shown.filter((cards) => cards.length > 0)).toHaveLength(readers.length);
});

test("the bundle of a fetch handler stays within its limit", async () => {
  const bytes = gzipSync(await bundled(folder, "page.js"), { level: 9 }).length;
  process.stdout.write(`a fetch handler with the kit has ${bytes} bytes after gzip\n`);
  expect(bytes).toBeLessThanOrEqual(BUNDLE_MAX_BYTES);
});

test("a process that is frozen after its answers and then ended loses no report", async () => {
  const own = await openMarket(exchange.call);
  const serve = { folder, env: envOf(own), frozenMs: 200 };
  const seen = await freeze({ ...serve, instances: 2, steps: 2 });
  expect(seen.labels).toBeGreaterThan(0);
  const kept = await arrivedOf(own);
  expect(kept).toBe(seen.views + seen.answers);

  // Without `flush` the same loses reports.
  await writeAppWithoutFlush(folder, withoutFlush);
  const env = { ...envOf(own), PLACARD_FLUSH: "no" };
  const lossy = await freeze({ ...serve, folder: withoutFlush, env, instances: 1, steps: 1 });
  expect((await arrivedOf(own)) - kept).toBeLessThan(lossy.views + lossy.answers);
});
