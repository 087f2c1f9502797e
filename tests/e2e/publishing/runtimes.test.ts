import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeApp, writeAppWithoutFlush } from "../../kit/runtimes/app.ts";
import { freeze } from "../../kit/runtimes/freeze.ts";
import { type RunningApp, startApp } from "../../kit/runtimes/hosts.ts";
import { eventsOf, openReader } from "../../kit/runtimes/reader.ts";
import { openMarket, PRODUCTS, type SoakMarket } from "../../kit/soak/market.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";

const ASK = "I'm looking for a tent for hiking";

let folder: string;
let withoutFlush: string;
let exchange: TestExchange;
let market: SoakMarket;
let app: RunningApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "placard-runtimes-"));
  withoutFlush = `${folder}-without-flush`;
  await writeApp(folder);
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
  await expect.poll(() => reader.look().then(() => reader.seen.views)).toBeGreaterThan(0);
  for (let step = 0; step < 3; step += 1) {
    await reader.look();
    expect(await reader.chat()).toContain("Ad");
  }
  const { views, answers, labels } = reader.seen;
  expect([answers, labels]).toEqual([6, 3]);
  await expect.poll(() => arrivedOf(market), { timeout: 5_000 }).toBe(views + answers);
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
