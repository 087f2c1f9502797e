import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../../../local/free-port.ts";
import { makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import { startRedis } from "../../setup/redis.ts";
import { setUp } from "../../setup/shared.ts";

const PASSWORD = "secret";
const CACHE = new URL("../../../server/src/core/redis.ts", import.meta.url).href;

/** A Redis that takes TLS, with a certificate that it signed itself. */
const redis = setUp(async () => {
  const folder = await makeTestFolder();
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-keyout", key];
  const request = ["req", "-x509", "-nodes", "-days", "2", "-out", cert];
  execFileSync("openssl", [...request, ...files, ...subject], { stdio: "ignore" });
  const port = await freePort();
  const tls = ["--tls-port", String(port), "--tls-cert-file", cert, "--tls-key-file", key];
  const login = ["--tls-auth-clients", "no", "--requirepass", PASSWORD];
  const server = await startRedis([...tls, ...login]);
  return {
    ...{ cert, port },
    async close() {
      await server.stop();
      await removeTestFolder(folder);
    },
  };
});

/** What a process reads from the cache that it has just written to, or how its start ends. */
function writeAndRead(password: string, env: Readonly<Record<string, string>>): string {
  const url = `rediss://:${password}@localhost:${redis.port}`;
  const script = `
    const { createRedisCache } = await import(${JSON.stringify(CACHE)});
    const logger = { info() {}, warn: ({ reason }) => console.log(reason) };
    const clock = { monotonicMs: () => performance.now() };
    const cache = await createRedisCache({ url: ${JSON.stringify(url)}, clock, logger });
    await cache.set("key", "value", 60_000);
    console.log(await cache.get("key"));
    process.exit();`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", script],
    { env: { ...process.env, ...env }, encoding: "utf8" },
  );
  return stdout + stderr;
}

test("a Redis is reached by TLS if its authority is known, and only then", () => {
  expect(writeAndRead(PASSWORD, { NODE_EXTRA_CA_CERTS: redis.cert })).toBe("value\n");
  expect(writeAndRead(PASSWORD, {})).toMatch(/self-signed certificate[\s\S]*null\n$/);
});

test("a wrong password ends the start also over TLS", () => {
  const told = writeAndRead("wrong", { NODE_EXTRA_CA_CERTS: redis.cert });
  expect(told).toMatch(/REDIS_URL: Redis refuses the login: .*WRONGPASS/);
});
