import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Cache, createMemoryCache } from "../../../../server/src/core/cache.ts";
import { systemClock } from "../../../../server/src/core/clock.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import { createRedisCache } from "../../../../server/src/core/redis.ts";
import { createSigner, parseSigningKeys } from "../../../../server/src/core/signing.ts";
import { createTrafficGuard, NO_RANGES } from "../../../../server/src/domain/traffic/index.ts";
import { createManualClock } from "../../../setup/manual-clock.ts";
import { startRedis, type TestRedis } from "../../../setup/redis.ts";

const signer = createSigner(parseSigningKeys(`1:${Buffer.alloc(32, 5).toString("base64url")}`));
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TOO_MANY = { reason: "invalid_traffic", rule: "address_rate" };

const guardOf = (cache: Cache, clock = systemClock) =>
  createTrafficGuard({ cache, clock, signer, ranges: NO_RANGES, exemptsLoopback: false });
let deliveries = 0;
const clickFrom = (ip: string | undefined) => {
  deliveries += 1;
  return { ip, deliveryUuid: `delivery-${deliveries}`, sides: ["publisher", "advertiser"] };
};

describe("several processes with one Redis", () => {
  let redis: TestRedis;
  let caches: Cache[];
  const open = () => createRedisCache({ url: redis.url, clock: systemClock, logger: silentLogger });
  beforeAll(async () => {
    redis = await startRedis();
    caches = [await open(), await open()];
  });
  afterAll(async () => {
    await Promise.all(caches.map((cache) => cache.close()));
    await redis.stop();
  });

  test("count an address together, and each for itself while Redis is gone", async () => {
    const [one, two] = caches.map((cache) => guardOf(cache));
    expect(await one?.judgeClick(clickFrom("192.0.2.1"))).toBeUndefined();
    expect(await two?.judgeClick(clickFrom("192.0.2.1"))).toEqual(TOO_MANY);
    one?.noteOwn("publisher", "192.0.2.9");
    await expect
      .poll(() => two?.judgeClick(clickFrom("192.0.2.9")))
      .toEqual({ reason: "self_click", rule: "own_address" });
    await redis.stop();
    expect(await one?.judgeClick(clickFrom("192.0.2.2"))).toBeUndefined();
    expect(await one?.judgeClick(clickFrom("192.0.2.2"))).toEqual(TOO_MANY);
    expect(await two?.judgeClick(clickFrom("192.0.2.2"))).toBeUndefined();
  });
});

describe("a guard", () => {
  let clock: ReturnType<typeof createManualClock>;
  let cache: Cache;
  beforeEach(() => {
    clock = createManualClock(new Date("2026-03-02T00:00:00Z"));
    cache = createMemoryCache({ clock });
  });

  test("says nothing where the address is not known", async () => {
    const guard = guardOf(cache, clock);
    for (const address of [undefined, "", "unknown", "_hidden"]) {
      expect(await guard.judgeClick(clickFrom(address))).toBeUndefined();
      expect(await guard.judgeClick(clickFrom(address))).toBeUndefined();
      expect(guard.hashOf(address)).toBeNull();
    }
  });

  test("keeps no address, and another hash of it each day and for each key", async () => {
    const keys: string[] = [];
    const watched: Cache = {
      ...cache,
      take: (key, limits) => {
        keys.push(key);
        return cache.take(key, limits);
      },
      set: (key, value, ttlMs) => {
        keys.push(key);
        return cache.set(key, value, ttlMs);
      },
    };
    const guard = guardOf(watched, clock);
    const look = async () => {
      guard.noteOwn(`agent-${keys.length}`, "192.0.2.1");
      await guard.judgeClick(clickFrom("192.0.2.1"));
      await guard.judgeView({ ip: "192.0.2.1", campaignId: "c", count: 1 });
    };
    await look();
    const today = guard.hashOf("192.0.2.1");
    expect(guard.hashOf("192.0.2.1:99")).toEqual(today);
    clock.advance(DAY_MS);
    await look();
    expect(guard.hashOf("192.0.2.1")).not.toEqual(today);
    expect(keys.length).toBeGreaterThan(6);
    expect(keys.filter((key) => key.includes("192.0.2"))).toEqual([]);
  });

  test("holds any pattern of clicks to all four limits at once", async () => {
    const guard = guardOf(cache, clock);
    const billedAtMs: number[] = [];
    let state = 7;
    while (clock.monotonicMs() < DAY_MS - MINUTE_MS) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      clock.advance(1_000 + (state % 90_000));
      const finding = await guard.judgeClick(clickFrom("192.0.2.1"));
      if (finding === undefined) billedAtMs.push(clock.monotonicMs());
    }
    const mostWithin = (windowMs: number) =>
      Math.max(
        ...billedAtMs.map(
          (from) => billedAtMs.filter((at) => at >= from && at < from + windowMs).length,
        ),
      );
    expect(mostWithin(MINUTE_MS)).toBe(1);
    expect(mostWithin(10 * MINUTE_MS)).toBe(3);
    expect(mostWithin(60 * MINUTE_MS)).toBe(10);
    expect(billedAtMs).toHaveLength(25);
  });
});
