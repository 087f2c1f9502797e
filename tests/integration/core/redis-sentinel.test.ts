import { expect, test } from "vitest";
import { systemClock } from "../../../server/src/core/clock.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { createRedisCache } from "../../../server/src/core/redis.ts";
import { startRedisPair } from "../../setup/redis.ts";
import { setUp } from "../../setup/shared.ts";

const PASSWORD = "p@ss:word/1";
const FAILOVER_MS = 20_000;
const redis = setUp(() => startRedisPair(PASSWORD));

const open = (password: string, address: string) => {
  const url = `redis${address.replace("//", `//:${encodeURIComponent(password)}@`)}`;
  return createRedisCache({ url, clock: systemClock, logger: silentLogger });
};
const viaSentinel = () => `+${redis.address}`;

test("a cache follows the primary that Sentinel names, through its loss", async () => {
  const cache = await open(PASSWORD, viaSentinel());
  const isStored = async (key: string) => {
    await cache.set(key, "value", 60_000);
    return (await cache.get(key)) === "value";
  };
  await expect.poll(() => isStored("before"), { timeout: FAILOVER_MS }).toBe(true);
  await expect.poll(redis.knowsReplica, { timeout: FAILOVER_MS, interval: 200 }).toBe(true);
  await redis.primary.kill();
  await expect.poll(() => isStored("after"), { timeout: FAILOVER_MS, interval: 100 }).toBe(true);
  await cache.close();
}, 60_000);

test("a wrong password ends the start, at Redis itself and behind Sentinel", async () => {
  const refused = /^REDIS_URL: Redis refuses the login: .*WRONGPASS/;
  await expect(open("wrong", redis.replica.url.replace("redis:", ":"))).rejects.toThrow(refused);
  await expect(open("wrong", viaSentinel())).rejects.toThrow(refused);
});
