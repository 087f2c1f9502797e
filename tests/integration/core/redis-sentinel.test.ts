import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../../local/free-port.ts";
import { systemClock } from "../../../server/src/core/clock.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { createRedisCache } from "../../../server/src/core/redis.ts";
import { makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import { startRedis, type TestRedis } from "../../setup/redis.ts";

const PASSWORD = "p@ss:word/1";
const LOGIN = ["--requirepass", PASSWORD, "--masterauth", PASSWORD];
const FAILOVER_MS = 20_000;

let primary: TestRedis;
let replica: TestRedis;
let folder: string;
let sentinelPort: number;
let stopSentinel: () => void;
beforeAll(async () => {
  primary = await startRedis(LOGIN);
  const port = new URL(primary.url).port;
  replica = await startRedis([...LOGIN, "--replicaof", "127.0.0.1", port]);
  folder = await makeTestFolder();
  sentinelPort = await freePort();
  const file = join(folder, "sentinel.conf");
  const lines = [
    `port ${sentinelPort}`,
    `sentinel monitor main 127.0.0.1 ${port} 1`,
    `sentinel auth-pass main ${PASSWORD}`,
    "sentinel down-after-milliseconds main 500",
    "sentinel failover-timeout main 2000",
  ];
  writeFileSync(file, lines.join("\n"));
  const child = spawn("redis-server", [file, "--sentinel"], { stdio: "ignore", cwd: folder });
  stopSentinel = () => void child.kill("SIGKILL");
});
afterAll(async () => {
  stopSentinel();
  await Promise.all([primary.stop(), replica.stop()]);
  await removeTestFolder(folder);
});

const open = (password: string, address: string) => {
  const url = `redis${address.replace("//", `//:${encodeURIComponent(password)}@`)}`;
  return createRedisCache({ url, clock: systemClock, logger: silentLogger });
};
const viaSentinel = () => `+sentinel://127.0.0.1:1,127.0.0.1:${sentinelPort}/main`;

test("a cache follows the primary that Sentinel names, through its loss", async () => {
  const cache = await open(PASSWORD, viaSentinel());
  const isStored = async (key: string) => {
    await cache.set(key, "value", 60_000);
    return (await cache.get(key)) === "value";
  };
  await expect.poll(() => isStored("before"), { timeout: FAILOVER_MS }).toBe(true);
  // Sentinel looks for replicas every ten seconds, and fails over to none that it does not know.
  await expect.poll(replicas, { timeout: FAILOVER_MS, interval: 200 }).toBe(1);
  await primary.kill();
  await expect.poll(() => isStored("after"), { timeout: FAILOVER_MS, interval: 100 }).toBe(true);
  await cache.close();
}, 60_000);

async function replicas(): Promise<number> {
  const { createClient } = await import("redis");
  const client = createClient({ url: `redis://127.0.0.1:${sentinelPort}` });
  await client.connect();
  const found = await client.sendCommand(["SENTINEL", "REPLICAS", "main"]);
  client.destroy();
  return Array.isArray(found) ? found.length : 0;
}

test("a wrong password ends the start, at Redis itself and behind Sentinel", async () => {
  const refused = /^REDIS_URL: Redis refuses the login: .*WRONGPASS/;
  await expect(open("wrong", replica.url.replace("redis:", ":"))).rejects.toThrow(refused);
  await expect(open("wrong", viaSentinel())).rejects.toThrow(refused);
});
