import { createClient } from "redis";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Cache } from "../../server/src/core/cache.ts";
import { systemClock } from "../../server/src/core/clock.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import { createRedisCache } from "../../server/src/core/redis.ts";
import { startRedis, type TestRedis } from "../setup/redis.ts";

const HOUR_MS = 3_600_000;
/** The command timeout of 50 ms and a slow machine's share. */
const BOUND_MS = 250;

let redis: TestRedis;
let cache: Cache;

beforeEach(async () => {
  redis = await startRedis();
  cache = await createRedisCache({ url: redis.url, clock: systemClock, logger: silentLogger });
});
afterEach(async () => {
  await cache.close();
  await redis.stop();
});

async function untilBack(): Promise<void> {
  await expect.poll(() => cache.ping(), { interval: 20, timeout: 8_000 }).toBe(true);
}

async function expectDegraded(): Promise<void> {
  const startedAt = performance.now();
  expect(await cache.get("stored")).toBeNull();
  expect(await cache.getBuffer("stored")).toBeNull();
  await cache.set("lost", "value", HOUR_MS);
  expect(await cache.add("added", "1", HOUR_MS)).toBe(true);
  expect(await cache.add("added", "2", HOUR_MS)).toBe(false);
  expect(await cache.take("taken", [{ max: 1, windowMs: HOUR_MS }])).toBe(true);
  expect(await cache.take("taken", [{ max: 1, windowMs: HOUR_MS }])).toBe(false);
  await cache.append("lost", "value", { max: 2, ttlMs: HOUR_MS });
  expect(await cache.list("lost")).toEqual([]);
  await cache.delete("stored");
  expect(await cache.ping()).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(BOUND_MS);
}

test("while Redis is dead reads miss, adds work here, and nothing waits or throws", async () => {
  await cache.set("stored", "value", HOUR_MS);
  await redis.kill();
  await expectDegraded();
});

test("a Redis that comes back is used again, and what was added meanwhile counts", async () => {
  await redis.kill();
  expect(await cache.add("added", "1", HOUR_MS)).toBe(true);
  await redis.restart();
  await untilBack();
  expect(await cache.add("added", "2", HOUR_MS)).toBe(false);
  await cache.set("stored", "value", HOUR_MS);
  const other = await createRedisCache({
    url: redis.url,
    clock: systemClock,
    logger: silentLogger,
  });
  expect(await other.get("stored")).toBe("value");
  await other.close();
});

test("calls under way when Redis dies all end, none with an error", async () => {
  const calls: Promise<unknown>[] = [];
  for (let index = 0; index < 2_000; index += 1) {
    calls.push(cache.set(`key-${index}`, "value", HOUR_MS), cache.get(`key-${index}`));
    if (index === 1_000) calls.push(redis.kill());
    if (index % 100 === 0) await new Promise(setImmediate);
  }
  await expect(Promise.all(calls)).resolves.toHaveLength(4_001);
});

test("a Redis that hangs costs one timeout, not one a call", async () => {
  await cache.set("stored", "value", HOUR_MS);
  redis.pause();
  await expectDegraded();
  redis.resume();
  await untilBack();
  expect(await cache.add("added", "3", HOUR_MS)).toBe(false);
});

test("a stall of our own is not taken for one of Redis", async () => {
  const commandTimeoutMs = 400;
  const options = { url: redis.url, clock: systemClock, logger: silentLogger, commandTimeoutMs };
  const patient = await createRedisCache(options);
  await patient.set("stored", "value", HOUR_MS);
  const reading = patient.get("stored");
  const endAt = performance.now() + 1.2 * commandTimeoutMs;
  while (performance.now() < endAt);
  expect(await reading).toBe("value");
  await patient.close();
});

test("a start without Redis ends within its timeout, and uses Redis once it is there", async () => {
  await redis.kill();
  const startedAt = performance.now();
  const early = await createRedisCache({
    url: redis.url,
    clock: systemClock,
    logger: silentLogger,
  });
  expect(performance.now() - startedAt).toBeLessThan(1_500);
  expect(await early.add("early", "1", HOUR_MS)).toBe(true);
  await redis.restart();
  await expect.poll(() => early.ping(), { interval: 20, timeout: 8_000 }).toBe(true);
  await early.close();
});

test("a wrong password ends the start with one line", async () => {
  const admin = await createClient({ url: redis.url }).connect();
  await admin.configSet("requirepass", "right");
  await admin.close();
  const url = redis.url.replace("//", "//:wrong@");
  const refused = createRedisCache({ url, clock: systemClock, logger: silentLogger });
  await expect(refused).rejects.toThrow(/^REDIS_URL: Redis refuses the login: /);
  await redis.restart();
});

test("closing works while Redis is dead", async () => {
  await redis.kill();
  await expect(cache.close()).resolves.toBeUndefined();
  cache = await createRedisCache({ url: redis.url, clock: systemClock, logger: silentLogger });
});
