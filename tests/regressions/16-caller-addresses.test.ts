import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeApiKey } from "../../server/src/domain/identity/api-key.ts";
import { registerAgent } from "../setup/agents.ts";
import { startExchange, type TestExchange } from "../setup/exchange.ts";

const READS = 10;
const TOKEN = "a-token-of-the-operator";
let proxied: TestExchange;
let direct: TestExchange;

beforeAll(async () => {
  const env = { RATE_LIMITS: `read=0.1/${READS},search=0.1/${READS}` };
  proxied = await startExchange({ env: { ...env, TRUST_PROXY_HOPS: "1", METRICS_TOKEN: TOKEN } });
  direct = await startExchange({ env: { ...env, ALLOWED_HOSTS: "placard.internal" } });
});
afterAll(async () => {
  await direct.close();
  await proxied.close();
});

const headersOf = (address: string | undefined): Record<string, string> =>
  address === undefined ? {} : { "X-Forwarded-For": address };
const search = (exchange: TestExchange, address: string | undefined) =>
  exchange.call("search_placements", {}, undefined, { headers: headersOf(address) });

/** How many of the searches from these addresses are answered. */
async function answered(exchange: TestExchange, addresses: readonly (string | undefined)[]) {
  const answers = await Promise.all(addresses.map((address) => search(exchange, address)));
  return answers.filter(({ status }) => status === 200).length;
}

describe("limits count callers", () => {
  const many = Array.from({ length: 3 * READS }, (_, index) => index + 1);

  test("of IPv6 by the /64 that one party holds", async () => {
    const addresses = many.map((index) => `2001:db8:0:1::${index.toString(16)}`);
    expect(await answered(proxied, addresses)).toBe(READS);
    expect(await answered(proxied, ["2001:db8:0:2::1"])).toBe(1);
  });

  test("without the port that a proxy writes behind the address", async () => {
    expect(
      await answered(
        proxied,
        many.map((index) => `198.51.100.7:${40_000 + index}`),
      ),
    ).toBe(READS);
    const six = many.map((index) => `[2001:db8:0:3::1]:${40_000 + index}`);
    expect(await answered(proxied, six)).toBe(READS);
  });

  test("behind a proxy also when it names no address or this machine", async () => {
    expect(
      await answered(
        proxied,
        many.map(() => undefined),
      ),
    ).toBe(READS);
    expect(
      await answered(
        proxied,
        many.map(() => "::ffff:127.0.0.2"),
      ),
    ).toBe(READS);
  });

  test("that come through a proxy which is not configured", async () => {
    expect(
      await answered(
        direct,
        many.map(() => "203.0.113.5"),
      ),
    ).toBe(READS);
    expect(
      await answered(
        direct,
        many.map(() => undefined),
      ),
    ).toBe(many.length);
  });
});

describe("wrong keys", () => {
  test("do not lock out keys that were right, also when all share an address", async () => {
    const { key } = await registerAgent(proxied.call, "both");
    const fresh = await registerAgent(proxied.call, "both");
    const headers = headersOf("198.51.100.20");
    const whoami = (given: string) => proxied.call("whoami", {}, given, { headers });
    expect((await whoami(key)).status).toBe(200);
    const tries = await Promise.all(Array.from({ length: 30 }, () => whoami(makeApiKey())));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(20);
    expect((await whoami(key)).status).toBe(200);
    expect((await whoami(fresh.key)).status).toBe(200);
    // Guessing on, also within the /64, makes no further look-ups.
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 30 }, () => whoami(makeApiKey())));
    }
    const unknown = await registerAgent(proxied.call, "both");
    expect((await whoami(unknown.key)).status).toBe(429);
    expect((await whoami(key)).status).toBe(200);
  });

  test("for /metrics are limited, and the right one is not", async () => {
    const read = async (token: string) => {
      const headers = { ...headersOf("198.51.100.21"), Authorization: `Bearer ${token}` };
      const answer = await fetch(`${proxied.baseUrl}/metrics`, { headers });
      await answer.body?.cancel();
      return answer.status;
    };
    const statuses = [];
    for (let index = 0; index < 15; index += 1) statuses.push(await read(`guess-${index}`));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect(await read(TOKEN)).toBe(200);
  });

  test("/metrics without a token is not for callers behind a proxy", async () => {
    const bare = await startExchange({ env: { TRUST_PROXY_HOPS: "1" } });
    for (const address of [undefined, "127.0.0.1", "::1"]) {
      const answer = await fetch(`${bare.baseUrl}/metrics`, { headers: headersOf(address) });
      expect(answer.status, String(address)).toBe(404);
    }
    await bare.close();
  });
});

describe("the Host header", () => {
  const statusOf = async (path: string, host: string) => {
    const asked = request(`${direct.baseUrl}${path}`, { headers: { Host: host } });
    asked.end();
    const [answer] = await once(asked, "response");
    answer.resume();
    return answer.statusCode;
  };

  test.each([
    "/llms.txt",
    "/api/public/info",
    "/api/public/brands",
    "/explore",
    "/console",
    "/checkout/x",
    "/nothing",
  ])("%s refuses a foreign one", async (path) => {
    expect(await statusOf(path, "evil.example")).toBe(400);
    expect(await statusOf(path, "localhost.evil.example:80")).toBe(400);
    for (const host of ["localhost:9", "127.0.0.1", "[::1]:80", "PLACARD.internal"]) {
      expect(await statusOf(path, host), host).not.toBe(400);
    }
  });

  test.each(["/healthz", "/readyz", "/metrics"])("%s takes any", async (path) => {
    expect(await statusOf(path, "10.1.2.3:8787")).toBe(200);
  });

  test("is sent once", async () => {
    const socket = connect(Number(new URL(direct.baseUrl).port), "127.0.0.1");
    socket.write("GET /llms.txt HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n");
    socket.write("Connection: close\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });
});
