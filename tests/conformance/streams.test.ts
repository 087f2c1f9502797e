import { afterAll, beforeAll, expect, test } from "vitest";
import { startFixtureServer } from "./fixture-server.ts";

let server: Awaited<ReturnType<typeof startFixtureServer>>;
beforeAll(async () => {
  server = await startFixtureServer();
});
afterAll(() => server.close());

/** What the endpoint allows at once (`SUBSCRIPTIONS_MAX`). */
const STREAMS_MAX = 64;

/** Waits for changes of a resource; what came first, as text. */
async function listen(reader: AbortController): Promise<string> {
  const response = await fetch(server.url, {
    method: "POST",
    signal: reader.signal,
    headers: {
      "MCP-Protocol-Version": "2026-07-28",
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "Mcp-Method": "subscriptions/listen",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "subscriptions/listen",
      params: {
        notifications: { resourceSubscriptions: ["test://watched-resource"] },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    }),
  });
  const chunk = await response.body?.getReader().read();
  return Buffer.from(chunk?.value ?? []).toString();
}

test("a stream that waits ends with its reader and makes room for another", async () => {
  const readers = Array.from({ length: STREAMS_MAX }, () => new AbortController());
  for (const reader of readers) expect(await listen(reader)).toContain("acknowledged");
  expect(await listen(new AbortController())).toContain("Subscription limit reached");
  for (const reader of readers) reader.abort();
  await expect
    .poll(() => listen(new AbortController()), { timeout: 5_000 })
    .toContain("acknowledged");
});
