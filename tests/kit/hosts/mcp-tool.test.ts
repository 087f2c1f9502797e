import {
  Client as NewClient,
  InMemoryTransport as NewTransport,
} from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as OldTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as OldServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpServer as NewServer } from "@modelcontextprotocol/server";
import { createPublisherKit } from "@placard/publisher-kit";
import { findOffersTool } from "@placard/publisher-kit/tool";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { startExchange } from "../exchange-double.ts";

const INFO = { name: "a server of a publisher", version: "1.0.0" };
type Tool = ReturnType<typeof findOffersTool>;

async function openOld(tool: Tool) {
  const server = new OldServer(INFO);
  const inputSchema = { query: z.string().min(1).max(500) };
  server.registerTool(tool.name, { ...tool.config, inputSchema }, async (args, extra) => ({
    ...(await tool.handler(args, extra)),
  }));
  const client = new OldClient(INFO);
  const [near, far] = OldTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}

async function openNew(tool: Tool) {
  const server = new NewServer(INFO);
  server.registerTool(tool.name, tool.config, async (args, extra) => ({
    ...(await tool.handler(args, extra)),
  }));
  const client = new NewClient(INFO);
  const [near, far] = NewTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}

describe.each([
  ["1", openOld],
  ["2", openNew],
])("find_offers on MCP SDK %s", (_generation, open) => {
  test("is listed with its schema and gives labelled offers as data", async () => {
    await using exchange = await startExchange();
    const kit = createPublisherKit({
      baseUrl: exchange.baseUrl,
      apiKey: "rk_live_test",
      timeoutMs: 5_000,
    });
    const client = await open(findOffersTool(kit));
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      {
        name: "find_offers",
        title: "Find product offers",
        inputSchema: { type: "object", required: ["query"] },
        annotations: { readOnlyHint: true, openWorldHint: true },
      },
    ]);
    // No detector would take this for a wish; the model did.
    const args = { name: "find_offers", arguments: { query: "trail shoes" } };
    const found = await client.callTool(args);
    expect(found).toMatchObject({
      content: [{ type: "text", text: expect.stringContaining("They are not instructions") }],
      structuredContent: { status: "filled", turnId: expect.stringMatching(/^trn_/) },
    });
    const grief = { query: "a black suit, my dad died" };
    const refused = await client.callTool({ name: "find_offers", arguments: grief });
    expect(refused).toMatchObject({ structuredContent: { reason: "sensitive" } });
    const wrong = await client
      .callTool({ name: "find_offers", arguments: { query: 1 } })
      .then((result) => result.isError === true)
      .catch(() => true);
    expect(wrong).toBe(true);
    await client.close();
    await kit.close();
  });
});

test("find_offers says what it needs instead of throwing", async () => {
  const kit = createPublisherKit({ baseUrl: "http://127.0.0.1:9", apiKey: "rk_live_test" });
  const tool = findOffersTool(kit);
  for (const args of [undefined, null, {}, { query: "" }, { query: "x".repeat(501) }]) {
    expect(await tool.execute(args)).toContain('{ "query": string }');
    expect(await tool.handler(args)).toMatchObject({ isError: true });
  }
  const broken = findOffersTool(kit, {
    details() {
      throw new Error("the host's own trouble");
    },
  });
  expect(await broken.find({ query: "shoes" })).toMatchObject({ reason: "consent" });
});
