import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { systemClock } from "../../../server/src/core/clock.ts";
import { createAgentProfiles } from "../../../server/src/dialects/ucp/agents.ts";
import { createGuardedGet } from "../../../server/src/providers/postback/sender.ts";
import { callDoor, PROFILE } from "../../dialects/door.ts";
import { PRODUCTS } from "../../dialects/market.ts";
import { listTestPlacement, registerAgent } from "../../setup/agents.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";

let world: TestExchange;
let requests = 0;
const trap = createServer((_request, response) => {
  requests += 1;
  response.end("{}");
});
beforeAll(async () => {
  world = await startExchange();
  await world.loadProducts("shopfeed", PRODUCTS);
  await new Promise<void>((resolve) => trap.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  trap.close();
  await world.close();
});

async function ucp(tool: string, catalog: object, more: { profile?: unknown; key?: string } = {}) {
  const { profile = PROFILE, key } = more;
  const args = { meta: { "ucp-agent": { profile } }, catalog };
  const response = await callDoor(`${world.baseUrl}/ucp/2026-08-25/mcp`, { tool, args, key });
  const body = z.looseObject({}).parse(await response.json());
  return { status: response.status, headers: response.headers, body };
}

const portOf = () => {
  const address = trap.address();
  return typeof address === "object" && address !== null ? address.port : 0;
};

describe("the profile of the business", () => {
  test("is cached for a minute or more, without a redirect, in both releases", async () => {
    for (const path of ["/.well-known/ucp", "/ucp/profiles/2026-04-08.json"]) {
      const response = await fetch(`${world.baseUrl}${path}`, { redirect: "error" });
      const [, age] = /max-age=(\d+)/.exec(response.headers.get("cache-control") ?? "") ?? [];
      expect(Number(age)).toBeGreaterThanOrEqual(60);
      expect(await response.json()).toMatchObject({ ucp: { payment_handlers: {} } });
    }
    expect((await fetch(`${world.baseUrl}/ucp/profiles/2020-01-01.json`)).status).toBe(404);
    expect((await fetch(`${world.baseUrl}/ucp/2020-01-01/mcp`, { method: "POST" })).status).toBe(
      404,
    );
  });
});

describe("the profile of an agent", () => {
  const hostile = () => [
    ...["http://example.com/p", "ftp://example.com/p", "file:///etc/passwd", "data:,{}"],
    ...["https://127.0.0.1/p", "https://[::1]/p", "https://10.0.0.1/p", "https://192.168.1.1/p"],
    ...["https://169.254.169.254/latest/meta-data", "https://0.0.0.0/p", "https://localhost/p"],
    ...["https://metadata.google.internal/p", "https://host.local/p", "https://intranet/p"],
    ...["https://user:secret@example.com/p", "https://example.com:8443/p", "https://2130706433/p"],
    ...["https://0x7f.1/p", "https://[::ffff:127.0.0.1]/p", `https://127.0.0.1:${portOf()}/p`],
  ];

  test("is not requested at any of twenty hostile addresses", async () => {
    const fetchProfile = createGuardedGet({
      clock: systemClock,
      allowedHosts: new Set(),
      timeoutMs: 500,
      maxBytes: 1_000,
      resolve: () => Promise.reject(new Error("No name may be looked up.")),
    });
    const profiles = createAgentProfiles(fetchProfile, systemClock);
    const before = requests;
    for (const url of hostile()) {
      const problem = await profiles.profileOf(url, "2026-08-25").catch((error) => error);
      expect(problem.data?.code, url).toBe("invalid_profile_url");
    }
    expect(hostile()).toHaveLength(20);
    expect(requests).toBe(before);
  });

  test("is fetched once a minute, and new addresses only so often", async () => {
    let fetched = 0;
    let nowMs = 0;
    const ucpText = JSON.stringify({ ucp: { version: "2026-08-25", capabilities: {} } });
    const fetchProfile = async () => {
      fetched += 1;
      return { kind: "fetched", status: 200, text: ucpText } as const;
    };
    const clock = { ...systemClock, monotonicMs: () => nowMs };
    const profiles = createAgentProfiles(fetchProfile, clock);
    for (let index = 0; index < 10_000; index += 1) {
      await profiles
        .profileOf(`https://agent.example/${index}`, "2026-08-25")
        .catch(() => undefined);
      await profiles.profileOf("https://agent.example/0", "2026-08-25").catch(() => undefined);
    }
    expect(fetched).toBe(120);
    nowMs += 60_001;
    await profiles.profileOf("https://agent.example/0", "2026-08-25");
    expect(fetched).toBe(121);
  });

  test.each([
    [undefined, "invalid_profile_url"],
    ["not a url", "invalid_profile_url"],
    [`http://127.0.0.1:1/none`, "profile_unreachable"],
  ])("%s is refused as %s", async (profile, code) => {
    const { status, body } = await ucp(
      "search_catalog",
      { query: "boots" },
      { profile: profile ?? 7 },
    );
    expect([status, body.error]).toMatchObject([200, { code: -32_001, data: { code } }]);
  });

  test("that is none, is refused as malformed", async () => {
    const profile = `http://127.0.0.1:${portOf()}/agent.json`;
    const { body } = await ucp("search_catalog", { query: "boots" }, { profile });
    expect(body.error).toMatchObject({ code: -32_001, data: { code: "profile_malformed" } });
  });
});

describe("the catalogue", () => {
  test.each([
    ["search_catalog", {}],
    ["search_catalog", { query: "x".repeat(501) }],
    ["search_catalog", { query: "a", pagination: { cursor: "nonsense" } }],
    ["search_catalog", { query: "a", filters: { price: { min: -1 } } }],
    ["lookup_catalog", { ids: Array.from({ length: 21 }, (_, index) => `p-${index}`) }],
    ["get_product", {}],
    ["create_cart", { line_items: [] }],
  ])("%s refuses %j as wrong parameters", async (tool, catalog) => {
    expect((await ucp(tool, catalog)).body.error).toMatchObject({ code: -32_602 });
  });

  test("bounds of a price hold in minor units of the currency", async () => {
    const filters = { price: { min: 4_000, max: 5_000 } };
    const { body } = await ucp("search_catalog", { query: "hiking", filters });
    const { structuredContent } = z
      .looseObject({
        structuredContent: z.looseObject({
          products: z.array(
            z.looseObject({
              price_range: z.looseObject({
                min: z.object({ amount: z.number(), currency: z.string() }),
              }),
            }),
          ),
        }),
      })
      .parse(body.result);
    expect(structuredContent.products.length).toBeGreaterThan(0);
    for (const { price_range } of structuredContent.products) {
      expect(price_range.min.currency).toBe("USD");
      expect(price_range.min.amount).toBeGreaterThanOrEqual(4_000);
      expect(price_range.min.amount).toBeLessThanOrEqual(5_000);
    }
  });

  test("only a publisher's key attributes the links, and a wrong key is HTTP 401", async () => {
    const publisher = await registerAgent(world.call, "publisher");
    const advertiser = await registerAgent(world.call, "advertiser");
    const answerOf = async (more: object = {}, key?: string) => {
      const asked = key === undefined ? {} : { key };
      const { body } = await ucp("get_product", { id: "boots-1", ...more }, asked);
      return JSON.stringify(body.result);
    };
    const plain = await answerOf();
    expect(await answerOf({}, publisher.key)).not.toBe(plain);
    // Nor does a key of a buyer, or an agent that the arguments name.
    expect(await answerOf({}, advertiser.key)).toBe(plain);
    const named = { publisherId: publisher.agentId, origin: "chat", idempotency_key: "once" };
    expect(await answerOf({ ...named, attribution: named })).toBe(plain);
    const wrong = await ucp("get_product", { id: "boots-1" }, { key: "rk_live_wrong" });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get("www-authenticate")).toContain("invalid_token");
  });

  test("ids of agents and placements are products as little as any missing one", async () => {
    const publisher = await registerAgent(world.call, "publisher");
    const { placementId } = await listTestPlacement(world.call, publisher, "cpc");
    for (const id of [publisher.agentId, placementId, "missing", "../boots-1"]) {
      const one = z.looseObject({ structuredContent: z.unknown() });
      const found = one.parse((await ucp("get_product", { id })).body.result);
      expect(found.structuredContent).toMatchObject({
        ucp: { status: "error" },
        messages: [{ code: "not_found" }],
      });
      const many = one.parse((await ucp("lookup_catalog", { ids: [id] })).body.result);
      expect(many.structuredContent).toMatchObject({
        products: [],
        messages: [{ code: "not_found", content: id }],
      });
    }
  });
});

describe("the door", () => {
  const send = (body: string, accept = "application/json") =>
    fetch(`${world.baseUrl}/adcp/mcp`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: accept },
      body,
    });
  const rpc = (method: string, more: object = {}) =>
    JSON.stringify({ jsonrpc: "2.0", id: "a", method, ...more });

  test.each(["application/json", "text/event-stream", "*/*"])(
    "answers plain JSON to Accept: %s, without a session",
    async (accept) => {
      const response = await send(rpc("tools/list"), accept);
      expect(response.headers.get("content-type")).toContain("application/json");
      expect(await response.json()).toMatchObject({
        id: "a",
        result: { tools: expect.any(Array) },
      });
    },
  );

  test("knows initialize, ping and notifications, and no GET", async () => {
    const params = { protocolVersion: "2025-06-18" };
    const welcome = await (await send(rpc("initialize", { params }))).json();
    expect(welcome).toMatchObject({ result: { protocolVersion: "2025-06-18" } });
    expect(await (await send(rpc("ping"))).json()).toMatchObject({ result: {} });
    const note = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect((await send(note)).status).toBe(202);
    expect((await fetch(`${world.baseUrl}/adcp/mcp`)).status).toBe(405);
  });

  test.each([
    ["{", 400, -32_700],
    ["[]", 400, -32_600],
    [`{"jsonrpc":"2.0","id":1}`, 400, -32_600],
    [rpc("no/such"), 200, -32_601],
    [`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`, 400, -32_600],
  ])("refuses what is no call of a method", async (body, status, code) => {
    const response = await send(body);
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
  });
});

describe("the switch", () => {
  test("takes the addresses away, and discovery with them", async () => {
    const off = await startExchange({ env: { DIALECTS: "none" } });
    for (const path of ["/.well-known/ucp", "/.well-known/adagents.json"]) {
      expect((await fetch(`${off.baseUrl}${path}`)).status).toBe(404);
    }
    const info = await (await fetch(`${off.baseUrl}/api/public/info`)).json();
    expect(info).toMatchObject({ dialects: [] });
    await off.close();
    const on = await (await fetch(`${world.baseUrl}/api/public/info`)).json();
    expect(on).toMatchObject({ dialects: [{ name: "adcp" }, { name: "ucp" }] });
    const adagents = await (await fetch(`${world.baseUrl}/.well-known/adagents.json`)).json();
    expect(adagents).toMatchObject({ authorized_agents: [{ url: `${world.baseUrl}/adcp/mcp` }] });
  });
});
