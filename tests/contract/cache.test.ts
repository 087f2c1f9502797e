import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Cache, createMemoryCache } from "../../server/src/core/cache.ts";
import { systemClock } from "../../server/src/core/clock.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import { createRedisCache } from "../../server/src/core/redis.ts";
import { startRedis, type TestRedis } from "../setup/redis.ts";

let redis: TestRedis;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const implementations: Record<Cache["kind"], () => Promise<Cache>> = {
  memory: async () => createMemoryCache({ clock: systemClock }),
  redis: () => createRedisCache({ url: redis.url, clock: systemClock, logger: silentLogger }),
};

const HOUR_MS = 3_600_000;
const SHORT_MS = 40;
// Two calls that follow each other end well within it, also on a busy machine.
const WINDOW_MS = 500;

async function untilGone(cache: Cache, key: string): Promise<void> {
  await expect.poll(() => cache.get(key), { interval: 5, timeout: 2_000 }).toBeNull();
}

describe.each(["memory", "redis"] as const)("the %s cache", (kind) => {
  let cache: Cache;
  let key: string;

  beforeEach(async (context) => {
    cache = await implementations[kind]();
    key = context.task.id;
  });
  afterEach(() => cache.close());

  test("says what it is and that it works", async () => {
    expect(cache.kind).toBe(kind);
    expect(await cache.ping()).toBe(true);
  });

  test("answers null for what was never stored", async () => {
    expect(await cache.get(key)).toBeNull();
    expect(await cache.getBuffer(key)).toBeNull();
  });

  test("gives back what was stored, the newest value of a key", async () => {
    await cache.set(key, "first", HOUR_MS);
    await cache.set(key, "Grüße, 日本, 👟", HOUR_MS);
    expect(await cache.get(key)).toBe("Grüße, 日本, 👟");
  });

  test("gives back bytes as they were, every one of them", async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    await cache.setBuffer(key, bytes, HOUR_MS);
    expect(await cache.getBuffer(key)).toEqual(bytes);
  });

  test("gives back an empty text as a text, not as absent", async () => {
    await cache.set(key, "", HOUR_MS);
    expect(await cache.get(key)).toBe("");
  });

  test("forgets a value when its time is over, and not before", async () => {
    await cache.set(key, "short", SHORT_MS);
    await cache.set(`${key}-long`, "long", HOUR_MS);
    expect(await cache.get(key)).toBe("short");
    await untilGone(cache, key);
    expect(await cache.get(`${key}-long`)).toBe("long");
  });

  test("takes a time to live that is not a whole number", async () => {
    await cache.set(key, "value", 0.25);
    await untilGone(cache, key);
    await cache.set(key, "value", HOUR_MS + 0.5);
    expect(await cache.get(key)).toBe("value");
  });

  test("a new value brings its own time to live", async () => {
    await cache.set(key, "short", SHORT_MS);
    await cache.set(key, "long", HOUR_MS);
    await cache.set(`${key}-mark`, "", SHORT_MS);
    await untilGone(cache, `${key}-mark`);
    expect(await cache.get(key)).toBe("long");
  });

  test("adds only what is absent, and leaves what is there", async () => {
    expect(await cache.add(key, "first", HOUR_MS)).toBe(true);
    expect(await cache.add(key, "second", HOUR_MS)).toBe(false);
    expect(await cache.get(key)).toBe("first");
  });

  test("of many adds at once exactly one wins", async () => {
    const adds = Array.from({ length: 50 }, (_, index) => cache.add(key, `${index}`, HOUR_MS));
    expect((await Promise.all(adds)).filter(Boolean)).toHaveLength(1);
  });

  test("adds again after the time is over", async () => {
    await cache.add(key, "first", SHORT_MS);
    await untilGone(cache, key);
    expect(await cache.add(key, "second", HOUR_MS)).toBe(true);
  });

  test("adds again after a delete", async () => {
    await cache.add(key, "first", HOUR_MS);
    await cache.delete(key);
    expect(await cache.get(key)).toBeNull();
    expect(await cache.add(key, "second", HOUR_MS)).toBe(true);
  });

  test("a list keeps all that is appended at once, in order, and its last ones only", async () => {
    expect(await cache.list(key)).toEqual([]);
    await Promise.all(["a", "b", "c"].map((v) => cache.append(key, v, { max: 4, ttlMs: HOUR_MS })));
    expect((await cache.list(key)).toSorted()).toEqual(["a", "b", "c"]);
    for (const value of ["d", "e,", "ü"])
      await cache.append(key, value, { max: 4, ttlMs: HOUR_MS });
    expect((await cache.list(key)).slice(1)).toEqual(["d", "e,", "ü"]);
    await cache.append(key, "soon gone", { max: 4, ttlMs: SHORT_MS });
    await expect.poll(() => cache.list(key), { interval: 5, timeout: 2_000 }).toEqual([]);
  });

  test("a delete of nothing is no error", async () => {
    await expect(cache.delete(key)).resolves.toBeUndefined();
  });

  test("takes as many as a limit allows, and again once the first is old enough", async () => {
    const limits = [{ max: 2, windowMs: WINDOW_MS }];
    expect(await cache.take(key, limits)).toBe(true);
    expect(await cache.take(key, limits)).toBe(true);
    expect(await cache.take(key, limits)).toBe(false);
    await expect.poll(() => cache.take(key, limits), { interval: 5, timeout: 2_000 }).toBe(true);
  });

  test("takes only while no limit is reached, and what it refuses counts nowhere", async () => {
    const limits = [
      { max: 1, windowMs: WINDOW_MS },
      { max: 3, windowMs: HOUR_MS },
    ];
    for (let taken = 0; taken < 3; taken += 1) {
      await expect.poll(() => cache.take(key, limits), { interval: 5, timeout: 2_000 }).toBe(true);
      expect(await cache.take(key, limits)).toBe(false);
    }
    await cache.set(`${key}-mark`, "", WINDOW_MS);
    await untilGone(cache, `${key}-mark`);
    expect(await cache.take(key, limits)).toBe(false);
  });

  test("of many takes at once exactly as many win as the limit allows", async () => {
    const limits = [{ max: 7, windowMs: HOUR_MS }];
    const takes = await Promise.all(Array.from({ length: 50 }, () => cache.take(key, limits)));
    expect(takes.filter(Boolean)).toHaveLength(7);
  });
});

test("two processes with one Redis see each other's values", async () => {
  const one = await implementations.redis();
  const two = await implementations.redis();
  await one.set("shared", "yes", HOUR_MS);
  expect(await two.get("shared")).toBe("yes");
  expect(await one.add("once", "1", HOUR_MS)).toBe(true);
  expect(await two.add("once", "2", HOUR_MS)).toBe(false);
  const limits = [{ max: 1, windowMs: HOUR_MS }];
  expect(await one.take("taken", limits)).toBe(true);
  expect(await two.take("taken", limits)).toBe(false);
  await one.close();
  await two.close();
});

test("two exchanges with different prefixes share one Redis without meeting", async () => {
  const options = { url: redis.url, clock: systemClock, logger: silentLogger };
  const one = await createRedisCache({ ...options, prefix: "one:" });
  const two = await createRedisCache({ ...options, prefix: "two:" });
  await one.set("key", "one", HOUR_MS);
  expect(await two.get("key")).toBeNull();
  await one.close();
  await two.close();
});
