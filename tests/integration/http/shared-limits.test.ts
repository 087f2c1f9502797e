import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { whoamiSchema } from "../../../server/src/contract/resources/agent.ts";
import { makeApiKey } from "../../../server/src/domain/identity/api-key.ts";
import { registerAgent, resultOf } from "../../setup/agents.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { startRedis, type TestRedis } from "../../setup/redis.ts";
import { refused } from "../tools/market.ts";

const READS = 30;
const WRITES = 20;
/** Longer than these tests take, so that no window ends while they count. */
const RATE_LIMITS = `read=0.1/${READS}, write=0.1/${WRITES}`;
const READ_WINDOW_SECONDS = 300;
const BOUND_MS = 5_000;
/** A busy machine is not to be taken for a slow Redis while calls are counted. */
const PATIENT_MS = 5_000;

let redis: TestRedis;
let env: Record<string, string>;
let first: TestExchange;
let second: TestExchange;
beforeAll(async () => {
  redis = await startRedis();
  // One proxy in front, so that a request may come from any address.
  env = { REDIS_URL: redis.url, RATE_LIMITS, TRUST_PROXY_HOPS: "1" };
  const redisTimeoutMs = PATIENT_MS;
  first = await startExchange({ env, redisTimeoutMs });
  second = await startExchange({ env, redisTimeoutMs, beside: first });
});
afterAll(async () => {
  await second.close();
  await first.close();
  await redis.stop();
});

let hosts = 0;
let address = "";
beforeEach(() => {
  hosts += 1;
  address = `198.51.100.${hosts}`;
});

/** A call from somewhere else, through the one process or the other. */
const from = (exchange: TestExchange, tool: string, args: object, key?: string) =>
  exchange.call(tool, args, key, { headers: { "X-Forwarded-For": address } });
const look = (exchange: TestExchange, key: string) => from(exchange, "whoami", {}, key);
const codeOf = (body: unknown) => Object(Object(body).error).code ?? "ok";
const both = () => [first, second];
const turns = (count: number) =>
  Array.from({ length: count }, (_, index) => (index % 2 === 0 ? first : second));

async function countOf(answers: readonly Promise<{ status: number }>[]) {
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  const ok = statuses.filter((status) => status === 200).length;
  const limited = statuses.filter((status) => status === 429).length;
  return { ok, limited, others: statuses.length - ok - limited };
}

describe("two processes on one Redis", () => {
  test("share the budget of an agent, over all of its keys, and no other's", async () => {
    const agent = await registerAgent(first.call, "advertiser");
    const order = (exchange: TestExchange, key: string) =>
      from(exchange, "buy_credits", { packId: "starter" }, key);
    const rotated = await from(second, "rotate_key", {}, agent.key);
    const keys = [agent.key, String(Object(rotated.body).apiKey)];
    const answers = turns(WRITES + 6).map((exchange, index) =>
      order(exchange, keys[Math.floor(index / 2) % 2] ?? ""),
    );
    // One write went into the rotation.
    expect(await countOf(answers)).toEqual({ ok: WRITES - 1, limited: 7, others: 0 });
    const other = await registerAgent(first.call, "advertiser");
    for (const exchange of both()) expect((await order(exchange, other.key)).status).toBe(200);
    for (const exchange of both()) expect((await look(exchange, agent.key)).status).toBe(200);
  });

  test("share the registrations of an address, with a key and without", async () => {
    const { key } = await registerAgent(first.call, "both");
    const args = { provider: "Many", displayName: "Many", role: "publisher" };
    const register = (exchange: TestExchange, index: number) =>
      from(exchange, "register", args, index % 3 === 0 ? key : undefined);
    expect(await countOf(turns(24).map(register))).toEqual({ ok: 20, limited: 4, others: 0 });
    address = "2001:db8::1";
    expect((await from(second, "register", args)).status).toBe(200);
  });

  test("call ten keys of an address wrong in all, and take the right one after them", async () => {
    const { key } = await registerAgent(first.call, "both");
    const tries = await Promise.all(turns(24).map((exchange) => look(exchange, makeApiKey())));
    const codes = tries.map(({ body }) => codeOf(body));
    expect(codes.filter((code) => code === "invalid_key")).toHaveLength(10);
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(14);
    for (const exchange of both()) {
      const error = await refused(look(exchange, makeApiKey()), "rate_limited");
      expect(error.details).toEqual({ policy: "failed_key", quota: 10, windowSeconds: 60 });
      expect((await look(exchange, key)).status).toBe(200);
    }
    address = "203.0.113.1";
    await refused(look(second, makeApiKey()), "invalid_key");
  });

  test("a process that saw none of the wrong keys refuses as well", async () => {
    for (let n = 0; n < 10; n += 1) await look(first, makeApiKey());
    await refused(look(second, makeApiKey()), "rate_limited");
  });

  test("spare this machine where no proxy is configured", async () => {
    const local = await startExchange({ env: { ...env, TRUST_PROXY_HOPS: "0" }, beside: first });
    const { key } = await registerAgent(local.call, "both");
    const answers = Array.from({ length: READS + 4 }, () => local.call("whoami", {}, key));
    expect(await countOf(answers)).toEqual({ ok: READS + 4, limited: 0, others: 0 });
    const wrong = Array.from({ length: 14 }, () => local.call("whoami", {}, makeApiKey()));
    const codes = (await Promise.all(wrong)).map(({ body }) => codeOf(body));
    expect(new Set(codes)).toEqual(new Set(["invalid_key"]));
    await local.close();
  });
});

describe("RATE_LIMITS", () => {
  test("is what whoami shows; classes it leaves out keep their limit", async () => {
    const { key } = await registerAgent(first.call, "both");
    const { limits } = await resultOf(first.call("whoami", {}, key), whoamiSchema);
    expect(limits).toMatchObject({
      read: { perSecond: 0.1, burst: READS },
      write: { perSecond: 0.1, burst: WRITES },
      report: { perSecond: 200, burst: 400 },
    });
  });
});

describe("a refusal says which limit and when to come back", () => {
  const policy = `"read";q=${READS};w=${READ_WINDOW_SECONDS}`;
  const expectHeaders = (headers: Headers, retryAfterSeconds: unknown) => {
    expect(headers.get("RateLimit-Policy")).toBe(policy);
    expect(headers.get("RateLimit")).toBe(`"read";r=0;t=${retryAfterSeconds}`);
    expect(headers.get("Retry-After")).toBe(String(retryAfterSeconds));
  };
  const exhausted = async () => {
    const { key } = await registerAgent(first.call, "both");
    const spent = await countOf(Array.from({ length: READS }, () => look(first, key)));
    expect(spent).toEqual({ ok: READS, limited: 0, others: 0 });
    return key;
  };

  test("over HTTP, and says nothing of it where nothing is refused", async () => {
    const key = await exhausted();
    const answer = await look(first, key);
    const error = await refused(Promise.resolve(answer), "rate_limited");
    expect(error.recovery).toBe("transient");
    expect(error.retryAfterSeconds).toBeGreaterThan(0);
    expect(error.retryAfterSeconds).toBeLessThanOrEqual(READ_WINDOW_SECONDS);
    expectHeaders(answer.headers, error.retryAfterSeconds);
    const { key: other } = await registerAgent(first.call, "both");
    const taken = await look(first, other);
    expect(taken.headers.get("RateLimit")).toBeNull();
    expect(taken.headers.get("Retry-After")).toBeNull();
  });

  test("over MCP, where the answer's own status is 200", async () => {
    const key = await exhausted();
    const response = await fetch(`${second.baseUrl}/mcp`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        Authorization: `Bearer ${key}`,
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": "whoami",
        "X-Forwarded-For": address,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "whoami",
          arguments: {},
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { name: "by hand", version: "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      }),
    });
    const { result } = Object(await response.json());
    expect(response.status).toBe(200);
    expect(result).toMatchObject({ isError: true });
    const { error } = result.structuredContent;
    expect(error).toMatchObject({ code: "rate_limited", details: { policy: "read" } });
    expectHeaders(response.headers, error.retryAfterSeconds);
  });
});

describe("when Redis", () => {
  /** Both processes count together: what one has spent, the other refuses. */
  const isShared = async () => {
    const { key } = await registerAgent(first.call, "both");
    await countOf(Array.from({ length: READS }, () => look(first, key)));
    return (await look(second, key)).status === 429;
  };
  const untilShared = () => expect.poll(isShared, { interval: 100, timeout: 8_000 }).toBe(true);

  test("dies under calls in flight, all go on, each process within its own limits", async () => {
    await untilShared();
    const { key } = await registerAgent(first.call, "both");
    const startedAt = performance.now();
    const answers = turns(6 * READS).map((exchange) => look(exchange, key));
    await Promise.all([...answers.slice(0, 5), redis.kill()]);
    const { ok, others } = await countOf(answers);
    expect(others).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(BOUND_MS);
    // The shared budget, and after the loss one in each process.
    expect(ok).toBeGreaterThanOrEqual(READS);
    expect(ok).toBeLessThanOrEqual(3 * READS);
    const { key: later } = await registerAgent(first.call, "both");
    const alone = turns(2 * READS + 10).map((exchange) => look(exchange, later));
    expect(await countOf(alone)).toEqual({ ok: 2 * READS, limited: 10, others: 0 });
    const wrong = await Promise.all(Array.from({ length: 14 }, () => look(first, makeApiKey())));
    const told = wrong.filter(({ body }) => codeOf(body) === "invalid_key");
    expect(told).toHaveLength(10);
    await redis.restart();
    await untilShared();
  });

  test("hangs, calls wait once for a moment, not each", async () => {
    // So long a wait for each of the calls would take ten seconds.
    const usual = await startExchange({ env, beside: first, redisTimeoutMs: 500 });
    const { key } = await registerAgent(usual.call, "both");
    redis.pause();
    const startedAt = performance.now();
    for (let n = 0; n < 20; n += 1) expect((await look(usual, key)).status).toBe(200);
    const tookMs = performance.now() - startedAt;
    redis.resume();
    expect(tookMs).toBeLessThan(BOUND_MS);
    await usual.close();
  });
});
