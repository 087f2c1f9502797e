import pg from "pg";
import { createClient } from "redis";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { layRelay } from "../../../demo-chat/console/outages/relay.ts";
import { withEmbeddedPostgres } from "../../../local/postgres/start.ts";
import { systemClock } from "../../../server/src/core/clock.ts";
import { openDatabase } from "../../../server/src/core/db.ts";
import { createIdSource } from "../../../server/src/core/ids.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { verifyLedger } from "../../../server/src/domain/ledger/index.ts";
import {
  callTool,
  demoKeys,
  priceOf,
  type RunningDemo,
  readBooks,
  runDemo,
} from "../../e2e/demo/running-demo.ts";
import { makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import { startRedis, type TestRedis } from "../../setup/redis.ts";

const QUESTION = "Which tent should I buy for two people?";
const STOP_MAX_MS = 5_000;
/** Ended by hand after every look at the exchange without its store. */
const OUTAGE_SECONDS = 10;
const RECOVERED = { timeout: 10_000, interval: 50 };

let dataDir: string;
let redis: TestRedis;
let demo: RunningDemo;
/** One browser: what the chat remembers it by. */
let cookie = "";

beforeAll(async () => {
  [dataDir, redis] = await Promise.all([makeTestFolder(), startRedis()]);
  demo = await runDemo(dataDir, {
    DEMO_PRODUCTS: "300",
    REDIS_URL: redis.url,
    POSTBACK_ALLOW_HOSTS: "127.0.0.1",
  });
  await demo.ready();
  expect(demo.output()).toContain("Ready after");
  const page = await fetch(`${demo.url}/demo`);
  cookie = page.headers.get("set-cookie")?.split(";")[0] ?? "";
});
afterEach(async () => {
  // What one test leaves behind must not be what the next one sees.
  for (const store of ["database", "redis"]) await takeAway(store, 0).catch(() => undefined);
});
afterAll(async () => {
  await demo?.stop();
  await redis?.stop();
  await removeTestFolder(dataDir);
});

const send = (path: string, body: object, type = "application/json") =>
  fetch(demo.url + path, {
    method: "POST",
    headers: { "content-type": type, cookie },
    body: JSON.stringify(body),
  });
const takeAway = (store: string, seconds: number) => send("/demo/outage", { store, seconds });

const outageSchema = z.object({
  store: z.string(),
  isPossible: z.boolean(),
  untilMs: z.number().nullable(),
});
const stepSchema = z.object({
  isDone: z.boolean(),
  problem: z.string().optional(),
  call: z.object({ title: z.string() }).optional(),
});
const recipeSchema = z.object({ number: z.number(), steps: z.array(stepSchema) });
const stateSchema = z.object({
  money: z.unknown(),
  outages: z.array(outageSchema),
  recipes: z.array(recipeSchema),
});

async function readState() {
  const response = await fetch(`${demo.url}/demo/state`, { headers: { cookie } });
  return stateSchema.parse(await response.json());
}

async function untilOf(store: string): Promise<number | null> {
  return (await readState()).outages.find((one) => one.store === store)?.untilMs ?? null;
}

const lineSchema = z.object({ type: z.string(), text: z.string().optional() });

/** One question through the chat: its words, and the kinds of its lines. */
async function ask(): Promise<{ text: string; last: string | undefined }> {
  const response = await send("/demo/chat", { text: QUESTION });
  const lines = (await response.text()).trim().split("\n");
  const parsed = lines.map((line) => lineSchema.parse(JSON.parse(line)));
  return { text: parsed.map(({ text = "" }) => text).join(""), last: parsed.at(-1)?.type };
}

async function publisherKey(): Promise<string> {
  return (await demoKeys(dataDir)).publisher ?? "";
}

async function whoami(): Promise<number> {
  const response = await fetch(`${demo.url}/api/agent`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${await publisherKey()}`,
    },
    body: JSON.stringify({ tool: "whoami", arguments: {} }),
  });
  await response.body?.cancel();
  return response.status;
}

/** Past the relay: the database as it really is. */
function withDatabase<T>(use: (databaseUrl: string) => Promise<T>): Promise<T> {
  return withEmbeddedPostgres({ dataDir, logger: silentLogger }, use);
}

function findingsOfLedger(): Promise<unknown[]> {
  return withDatabase(async (connectionString) => {
    const db = openDatabase({ connectionString, connections: 1, logger: silentLogger });
    const checks = await verifyLedger(db).finally(() => db.close());
    return checks.flatMap(({ findings }) => findings);
  });
}

describe("an outage", () => {
  test("is refused for what is no store, no time, or no request of the page", async () => {
    expect((await takeAway("disk", 1)).status).toBe(400);
    expect((await takeAway("database", 11)).status).toBe(400);
    expect((await takeAway("database", -1)).status).toBe(400);
    expect((await send("/demo/outage", { store: "redis", seconds: 1 }, "text/plain")).status).toBe(
      415,
    );
    expect((await readState()).outages).toEqual([
      { store: "database", isPossible: true, untilMs: null },
      { store: "redis", isPossible: true, untilMs: null },
    ]);
  });

  test("of the database stops money, not the chat, until it is ended", async () => {
    expect(await whoami()).toBe(200);
    const before = await ask();
    expect((await takeAway("database", OUTAGE_SECONDS)).status).toBe(200);
    expect(await untilOf("database")).toBeGreaterThan(Date.now());
    expect((await takeAway("redis", 1)).status).toBe(409);
    const [status, health, ready] = await Promise.all([
      whoami(),
      fetch(`${demo.url}/healthz`),
      fetch(`${demo.url}/readyz`),
    ]);
    expect(status).toBe(503);
    expect(health.status).toBe(200);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: "starting", missing: ["database"] },
    ]);
    // The page goes on, with what was read last.
    expect((await readState()).money).not.toBeNull();
    const during = await ask();
    expect(during.text).not.toBe("");
    expect(during.last).toBe("end");
    expect(await untilOf("database")).not.toBeNull();

    expect((await takeAway("database", 0)).status).toBe(200);
    expect(await untilOf("database")).toBeNull();
    await expect.poll(whoami, RECOVERED).toBe(200);
    await expect.poll(async () => (await fetch(`${demo.url}/readyz`)).status, RECOVERED).toBe(200);
    await expect.poll(async () => (await ask()).text, RECOVERED).toBe(before.text);
  });

  test("ends by itself, loses no report it was told and counts none twice", async () => {
    const key = await publisherKey();
    const before = await readBooks(demo.url, dataDir, "cpm");
    const { campaignId } = before.campaign;
    const ad = await callTool(demo.url, key, "deliver_ad", { campaignId, topics: ["camping"] });
    const { deliveryId } = z.object({ deliveryId: z.string() }).parse(ad);
    const ids = createIdSource(systemClock);
    let acknowledged = 0;
    /** A publisher repeats a report under its own id until it is acknowledged. */
    const report = async () => {
      const args = { campaignId, deliveryId, eventId: ids.id("evt") };
      for (;;) {
        const answer = await callTool(demo.url, key, "report_impression", args).catch(() => null);
        if (answer !== null) break;
      }
      acknowledged += 1;
    };
    const fourAtOnce = (rounds: number) =>
      Promise.all(
        Array.from({ length: 4 }, async () => {
          for (let round = 0; round < rounds; round += 1) await report();
        }),
      );
    await fourAtOnce(5);
    const rest = fourAtOnce(20);
    expect((await takeAway("database", 1)).status).toBe(200);
    const atMs = performance.now();
    await rest;
    // Nothing can be acknowledged while there is nowhere to keep it.
    expect(performance.now() - atMs).toBeGreaterThan(900);
    expect(acknowledged).toBe(100);
    expect(await untilOf("database")).toBeNull();
    const { cost } = priceOf(before.campaign, "cpm");
    await expect
      .poll(async () => (await readBooks(demo.url, dataDir, "cpm")).spent, RECOVERED)
      .toBe(before.spent + 100n * cost);
    expect(await findingsOfLedger()).toEqual([]);
  });

  test("of Redis slows nothing down and leaves every answer as it was", async () => {
    const watcher = createClient({ url: redis.url });
    watcher.on("error", () => undefined);
    await watcher.connect();
    const others = async () => (await watcher.sendCommand(["CLIENT", "LIST"])).toString();
    const connections = async () => (await others()).trim().split("\n").length - 1;
    expect(await connections()).toBeGreaterThan(0);
    expect((await takeAway("redis", OUTAGE_SECONDS)).status).toBe(200);
    await expect.poll(connections, RECOVERED).toBe(0);
    expect(await whoami()).toBe(200);
    const found = await fetch(`${demo.url}/api/public/shopfeed-products?q=tent`);
    expect(await found.json()).toMatchObject({ status: "ok" });
    expect((await ask()).last).toBe("end");
    expect((await fetch(`${demo.url}/readyz`)).status).toBe(200);
    expect((await takeAway("redis", 0)).status).toBe(200);
    await expect.poll(connections, RECOVERED).toBeGreaterThan(0);
    watcher.destroy();
  });

  test("is prepared at no cost that a query would notice", async () => {
    const [direct, relayed] = await withDatabase(medianQueryMs);
    expect(relayed - direct).toBeLessThan(0.5);
  });
});

describe("after the outages", () => {
  // Its postbacks prove that the job queue has come back as well.
  test("a recipe with postbacks is done by clicks alone", async () => {
    const click = async () =>
      recipeSchema.parse(await (await send("/demo/recipes/2/step", {})).json());
    let recipe = await click();
    while (recipe.steps.some(({ isDone, problem }) => !isDone && problem === undefined)) {
      recipe = await click();
    }
    expect(recipe.steps.filter((step) => !step.isDone || step.problem !== undefined)).toEqual([]);
    expect((await readState()).recipes.find((one) => one.number === 2)).toEqual(recipe);
  });

  test("another site's page cannot click", async () => {
    expect((await send("/demo/recipes/1/step", {}, "text/plain")).status).toBe(415);
    expect((await fetch(`${demo.url}/demo/recipes/1/step`)).status).toBe(405);
  });

  test("an outage that runs when the demo is stopped holds nothing up", async () => {
    expect((await takeAway("database", 10)).status).toBe(200);
    const { exitCode, tookMs } = await demo.stop();
    expect(exitCode).toBe(0);
    expect(tookMs).toBeLessThan(STOP_MAX_MS);
  });
});

const QUERIES = 400;

/** The medians of queries that take turns: straight, through a relay. **Units** milliseconds. */
async function medianQueryMs(databaseUrl: string): Promise<[direct: number, relayed: number]> {
  const url = new URL(databaseUrl);
  const relay = await layRelay({ host: url.hostname, port: Number(url.port) });
  const through = new URL(databaseUrl);
  through.port = String(relay.port);
  const clients = [url, through].map(({ href }) => new pg.Client({ connectionString: href }));
  const tookMs: number[][] = clients.map(() => []);
  await Promise.all(clients.map((client) => client.connect()));
  for (let query = 0; query < QUERIES; query += 1) {
    for (const [index, client] of clients.entries()) {
      const startedMs = performance.now();
      await client.query({ name: "probe", text: "select $1::int", values: [query] });
      tookMs[index]?.push(performance.now() - startedMs);
    }
  }
  await Promise.all(clients.map((client) => client.end()));
  await relay.close();
  const [direct = 0, relayed = 0] = tookMs.map(
    (times) => times.toSorted((a, b) => a - b)[QUERIES / 2] ?? 0,
  );
  return [direct, relayed];
}
