import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerAgent } from "../setup/agents.ts";
import { startExchange, type TestExchange } from "../setup/exchange.ts";
import { TOUR_PRODUCT } from "./tour.ts";

let world: TestExchange;
beforeAll(async () => {
  world = await startExchange();
  await world.loadProducts("repeated", [TOUR_PRODUCT]);
});
afterAll(() => world.close());

interface Message {
  readonly method: string;
  readonly params?: object;
  readonly id?: unknown;
  readonly headers?: Record<string, string>;
}

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "by hand", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

async function post(asked: Message) {
  const { method, params = {}, headers } = asked;
  const id = "id" in asked ? asked.id : 1;
  return fetch(`${world.baseUrl}/mcp`, {
    method: "POST",
    headers: {
      "MCP-Protocol-Version": "2026-07-28",
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "Mcp-Method": method,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id, method, params: { _meta: META, ...params } }),
  });
}

async function ask(asked: Message): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await post(asked);
  return { status: response.status, body: Object(await response.json()) };
}

const callOf = (name: string, args: object, more: Partial<Message> = {}): Message => ({
  method: "tools/call",
  params: { name, arguments: args },
  ...more,
  headers: { "Mcp-Name": name, ...more.headers },
});

const LISTS = [
  ["tools/list", 300_000],
  ["prompts/list", 300_000],
  ["resources/list", 300_000],
  ["resources/templates/list", 300_000],
  ["server/discover", 3_600_000],
] as const;

// No id of these may be taken for a pattern, and each must come back as it was sent.
const IDS = [2, "two", "$&", '"quoted" \\ ', "é\u2028", "", -7];

describe("the same request again", () => {
  test.each(LISTS)("%s differs in its id alone and may be kept", async (method, ttlMs) => {
    const first = await ask({ method });
    expect(first).toMatchObject({ status: 200, body: { result: { ttlMs, cacheScope: "public" } } });
    for (const id of IDS) {
      expect(await ask({ method, id })).toEqual({ status: 200, body: { ...first.body, id } });
    }
  });

  test("calls the tool anew, each time with its own arguments and id", async () => {
    const find = (q: string, id: unknown) => ask(callOf("search_shopfeed_products", { q }, { id }));
    for (const id of IDS) {
      const found = await find("kettle", id);
      expect(found.body.id).toBe(id);
      expect(found.body.result).toMatchObject({
        resultType: "complete",
        structuredContent: { status: "ok", items: [{ id: TOUR_PRODUCT.id }] },
      });
      const none = await find(`$& "nothing" \\ ${String(id)}`, id);
      expect(none.body.result).toMatchObject({ structuredContent: { status: "empty" } });
      const refused = await ask(callOf("search_shopfeed_products", { limit: 0 }, { id }));
      expect(refused.body).toMatchObject({
        id,
        result: {
          isError: true,
          structuredContent: { error: { code: "invalid_arguments" } },
        },
      });
      for (const { body } of [found, none, refused]) {
        const { content, structuredContent } = Object(body.result);
        expect(content[0]).toEqual({ type: "text", text: expect.any(String) });
        expect(JSON.parse(content[0].text)).toEqual(structuredContent);
      }
    }
  });

  test("is answered for its own caller", async () => {
    const agents = [
      await registerAgent(world.call, "publisher"),
      await registerAgent(world.call, "advertiser"),
    ];
    for (const { agentId, key } of [...agents, ...agents]) {
      const headers = { Authorization: `Bearer ${key}` };
      const { body } = await ask(callOf("whoami", {}, { headers }));
      expect(body.result).toMatchObject({ structuredContent: { agentId } });
    }
    expect((await ask(callOf("whoami", {}))).body.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "missing_key" } },
    });
  });
});

describe("a request that only resembles an accepted one", () => {
  const right = callOf("search_shopfeed_products", { q: "kettle" });

  test.each([
    ["another method in its header", { headers: { "Mcp-Method": "tools/list" } }, 400, -32020],
    ["another tool in its header", { headers: { "Mcp-Name": "whoami" } }, 400, -32020],
    ["no revision", { headers: { "MCP-Protocol-Version": "" } }, 400, -32020],
    ["an unknown revision", { headers: { "MCP-Protocol-Version": "2031-01-01" } }, 400, -32020],
    ["arguments that are no object", { params: { name: "whoami", arguments: [1] } }, 400, -32020],
  ])("is refused for %s", async (_fault, change, status, code) => {
    expect((await ask(right)).status).toBe(200);
    const headers = { ...right.headers, ...Object(change).headers };
    const refused = await ask({ ...right, ...change, headers });
    expect(refused.status).toBe(status);
    expect(refused.body).toMatchObject({ error: { code } });
  });

  test.each([[null], [1.5], [[1]], [{}]])("is no message with the id %j", async (id) => {
    expect((await ask({ method: "tools/list" })).status).toBe(200);
    const refused = await ask({ method: "tools/list", id });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toBeDefined();
  });
});

test("whoever listens for changes is told that none will come, and let go", async () => {
  const params = { notifications: { toolsListChanged: true, promptsListChanged: true } };
  const response = await post({ method: "subscriptions/listen", params });
  expect(response.headers.get("Content-Type")).toContain("text/event-stream");
  const text = await response.text();
  const frames = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
  expect(frames).toMatchObject([
    { method: "notifications/subscriptions/acknowledged", params: { notifications: {} } },
    { id: 1, result: { resultType: "complete" } },
  ]);
});
