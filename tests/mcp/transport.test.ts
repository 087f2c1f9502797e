import { describe, expect, test } from "vitest";
import { registerAgent } from "../setup/agents.ts";
import { startExchange } from "../setup/exchange.ts";
import { setUp } from "../setup/shared.ts";

const world = setUp(() => startExchange({ env: { PUBLIC_BASE_URL: "https://exchange.example" } }));

const MODERN = {
  "MCP-Protocol-Version": "2026-07-28",
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};

/** One request of the current generation, as the specification writes it. */
function modern(method: string, params: object = {}) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "by hand", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } };
}

async function post(body: unknown, headers: Record<string, string> = {}, path = "") {
  const response = await fetch(`${world.baseUrl}/mcp${path}`, {
    method: "POST",
    headers: { ...MODERN, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const listTools = modern("tools/list");
const listHeaders = { "Mcp-Method": "tools/list" };

describe("a request by hand", () => {
  test("gets lists that may be kept and an id that is ours", async () => {
    const listed = await post(listTools, listHeaders);
    expect(listed.status).toBe(200);
    expect(listed.headers.get("X-Request-Id")).toMatch(/^req_/);
    expect(listed.headers.get("Content-Type")).toContain("application/json");
    expect(listed.body).toMatchObject({ result: { ttlMs: 300_000, cacheScope: "public" } });
    const found = await post(modern("server/discover"), { "Mcp-Method": "server/discover" });
    expect(found.body).toMatchObject({
      result: { ttlMs: 3_600_000, cacheScope: "public", capabilities: { tools: {} } },
    });
  });

  test("gets the id of the request into the error of a tool", async () => {
    const answer = await post(modern("tools/call", { name: "whoami", arguments: {} }), {
      "Mcp-Method": "tools/call",
      "Mcp-Name": "whoami",
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      result: {
        isError: true,
        structuredContent: {
          error: { code: "missing_key", nextTools: ["register"] },
          requestId: answer.headers.get("X-Request-Id"),
        },
      },
    });
  });

  test("of an unknown method is a fault of the protocol", async () => {
    const answer = await post(modern("tools/invent"), { "Mcp-Method": "tools/invent" });
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ id: 1, error: { code: -32601 } });
  });

  test("whose header contradicts its body is refused", async () => {
    const answer = await post(listTools, { "Mcp-Method": "tools/call" });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { code: -32020 } });
  });
});

describe("a wrong key", () => {
  test.each([
    ["of another form", "Bearer nonsense"],
    ["of another scheme", "Basic dXNlcjpwYXNz"],
    ["well formed and unknown", "Bearer rk_live_000000000000000000000000000000000000"],
  ])("%s is refused with 401, whatever is asked", async (_form, authorization) => {
    const answer = await post(listTools, { ...listHeaders, Authorization: authorization });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toContain('error="invalid_token"');
    expect(answer.body).toMatchObject({
      error: { code: "invalid_key", recovery: "terminal" },
      requestId: answer.headers.get("X-Request-Id"),
    });
  });

  test("does not stop the right one", async () => {
    const { key } = await registerAgent(world.call, "both");
    const answer = await post(listTools, { ...listHeaders, Authorization: `Bearer ${key}` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toContain("no-store");
  });
});

describe("where a request comes from", () => {
  const withHost = (host: string) => request("POST", { ...MODERN, ...listHeaders, Host: host });

  test("our public name and the names of this machine are served", async () => {
    for (const host of ["exchange.example", "localhost:1234", "127.0.0.1", "[::1]:80"]) {
      expect(await withHost(host), host).toBe(200);
    }
  });

  test("another name is refused, as after a rebinding", async () => {
    expect(await withHost("evil.example")).toBe(403);
  });

  test("a foreign page is refused, ours and one on this machine may read the answer", async () => {
    const foreign = await post(listTools, { ...listHeaders, Origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get("Access-Control-Allow-Origin")).toBeNull();
    for (const origin of ["https://exchange.example", "http://localhost:6274"]) {
      const own = await post(listTools, { ...listHeaders, Origin: origin });
      expect(own.status).toBe(200);
      expect(own.headers.get("Access-Control-Allow-Origin")).toBe(origin);
      expect(own.headers.get("Vary")).toContain("Origin");
    }
  });

  test("a page of ours may ask with a key and the protocol's headers", async () => {
    const asked = await fetch(`${world.baseUrl}/mcp`, {
      method: "OPTIONS",
      headers: { Origin: "http://localhost:6274", "Access-Control-Request-Method": "POST" },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get("Access-Control-Allow-Methods")).toBe("POST");
    for (const name of ["Authorization", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"]) {
      expect(asked.headers.get("Access-Control-Allow-Headers")).toContain(name);
    }
  });
});

describe("what is no message", () => {
  test("a body that is not JSON is a parse error with our code beside it", async () => {
    const answer = await post("{nonsense");
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      id: null,
      error: { code: -32700, data: { error: { code: "invalid_json" } } },
    });
  });

  test.each(["null", "[]", "7", '"tools/list"', "{}"])(
    "%s is refused as no message",
    async (body) => {
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: { code: -32600 } });
    },
  );

  test("a message nested without end is refused before it exhausts the stack", async () => {
    const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
    const text = JSON.stringify(modern("tools/call", { name: "whoami", arguments: { deep: 0 } }));
    const answer = await post(text.replace('"deep":0', `"deep":${deep}`));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: { code: -32600, data: { error: { code: "invalid_request" } } },
    });
  });

  test("a body of 10 MB is refused", async () => {
    const answer = await post(`"${"x".repeat(10_000_000)}"`);
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ error: { code: "payload_too_large" } });
  });

  test("another content type is refused", async () => {
    const answer = await post("tools", { "Content-Type": "text/plain" });
    expect(answer.status).toBe(415);
    expect(answer.body).toMatchObject({ error: { code: "unsupported_media_type" } });
  });

  test("GET and DELETE, the sessions of older servers, are refused", async () => {
    expect(await request("GET", { ...MODERN, Host: "localhost" })).toBe(405);
    expect(await request("DELETE", { ...MODERN, Host: "localhost" })).toBe(405);
  });

  test("an address below /mcp that does not exist is not found", async () => {
    for (const path of ["/nothing", "x"]) {
      const answer = await post(listTools, listHeaders, path);
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ error: { code: "not_found" } });
    }
  });
});

/** The status of a request whose Host may differ from its address, which `fetch` forbids. */
async function request(method: string, headers: Record<string, string>): Promise<number> {
  const { request: open } = await import("node:http");
  return new Promise((resolve, reject) => {
    const sent = open(`${world.baseUrl}/mcp`, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once("error", reject);
    sent.end(method === "POST" ? JSON.stringify(listTools) : undefined);
  });
}
