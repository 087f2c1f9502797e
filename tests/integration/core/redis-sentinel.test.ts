import { expect, test } from "vitest";
import { systemClock } from "../../../server/src/core/clock.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { createMetrics } from "../../../server/src/core/metrics.ts";
import { createRedisCache, type RedisObserver } from "../../../server/src/core/redis.ts";
import { observeRedis } from "../../../server/src/wiring/observe.ts";
import { startRedisPair } from "../../setup/redis.ts";
import { setUp } from "../../setup/shared.ts";

const PASSWORD = "p@ss:word/1";
const FAILOVER_MS = 20_000;
const redis = setUp(() => startRedisPair(PASSWORD));

const open = (password: string, address: string, observer?: RedisObserver) => {
  const url = `redis${address.replace("//", `//:${encodeURIComponent(password)}@`)}`;
  return createRedisCache({ url, clock: systemClock, logger: silentLogger, observer });
};
const viaSentinel = () => `+${redis.address}`;

test("a cache follows the primary that Sentinel names, and metrics count its loss", async () => {
  const metrics = createMetrics();
  const cache = await open(PASSWORD, viaSentinel(), observeRedis(metrics));
  const read = async (series: string) => {
    const lines = (await metrics.text()).split("\n");
    return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length));
  };
  const isStored = async (key: string) => {
    await cache.set(key, "value", 60_000);
    return (await cache.get(key)) === "value";
  };
  await expect.poll(() => isStored("before"), { timeout: FAILOVER_MS }).toBe(true);
  await expect.poll(redis.knowsReplica, { timeout: FAILOVER_MS, interval: 200 }).toBe(true);
  expect(await read('placard_redis_connections{state="up"}')).toBe(2);
  expect(await read('placard_redis_commands_total{result="answered"}')).toBeGreaterThan(1);
  expect(await read("placard_redis_command_duration_seconds_count")).toBeGreaterThan(1);
  expect(await read("placard_redis_switches_total")).toBe(0);
  await redis.primary.kill();
  await expect.poll(() => isStored("after"), { timeout: FAILOVER_MS, interval: 100 }).toBe(true);
  // Commands of the cache, and of large values, have a connection each.
  const switches = () => read("placard_redis_switches_total");
  await expect.poll(switches, { timeout: FAILOVER_MS, interval: 100 }).toBe(2);
  await cache.close();
  metrics.close();
}, 60_000);

test("a wrong password ends the start, at Redis itself and behind Sentinel", async () => {
  const refused = /^REDIS_URL: Redis refuses the login: .*WRONGPASS/;
  await expect(open("wrong", redis.replica.url.replace("redis:", ":"))).rejects.toThrow(refused);
  await expect(open("wrong", viaSentinel())).rejects.toThrow(refused);
});
