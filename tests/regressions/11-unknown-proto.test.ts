import { expect, test } from "vitest";
import { registerAgent } from "../setup/agents.ts";
import { startExchange } from "../setup/exchange.ts";
import { setUp } from "../setup/shared.ts";

const exchange = setUp(startExchange);

async function post(path: string, key: string, body: string) {
  const response = await fetch(`${exchange.baseUrl}${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      Authorization: `Bearer ${key}`,
      "MCP-Protocol-Version": "2025-06-18",
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}

const POINTER = "/arguments/__proto__";

test("an argument called __proto__ is refused like any unknown one", async () => {
  const { key } = await registerAgent(exchange.call, "both");
  const args = '{"__proto__": {"limit": 1}}';
  const answer = await post("/api/agent", key, `{"tool": "list_placements", "arguments": ${args}}`);
  expect(answer.status).toBe(422);
  expect(JSON.parse(answer.text)).toMatchObject({
    error: { code: "invalid_arguments", field: POINTER },
  });
  const params = `{"name": "list_placements", "arguments": ${args}}`;
  const call = `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ${params}}`;
  expect((await post("/mcp", key, call)).text).toContain(POINTER);
});

test("a field of the body called __proto__ is refused", async () => {
  const { key } = await registerAgent(exchange.call, "both");
  const body = '{"tool": "whoami", "arguments": {}, "__proto__": {"tool": "wallet"}}';
  const answer = await post("/api/agent", key, body);
  expect(answer.status).toBe(400);
  expect(answer.text).toContain("/__proto__ is not a field of the body");
});
