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
    // The second is only doubtful: a surer ask of the reader would get offers.
    for (const query of ["a black suit, my dad died", "where can I buy a dildo"]) {
      const refused = await client.callTool({ name: "find_offers", arguments: { query } });
      expect(refused).toMatchObject({ structuredContent: { reason: "sensitive" } });
    }
    const wrong = await client
      .callTool({ name: "find_offers", arguments: { query: 1 } })
      .then((result) => result.isError === true)
      .catch(() => true);
    expect(wrong).toBe(true);
    await client.close();
    await kit.close();
  });
});

describe("what a model took from the words", () => {
  const toolOf = ({ baseUrl }: { baseUrl: string }) =>
    findOffersTool(createPublisherKit({ baseUrl, apiKey: "rk_live_test", timeoutMs: 5_000 }));

  test("goes to the exchange and overrules what the kit reads", async () => {
    await using exchange = await startExchange();
    const tool = toolOf(exchange);
    await tool.execute({
      query: "something to play on, not from Acer, up to 900",
      type: "laptop",
      attributes: ["gaming"],
      exclude: ["refurbished"],
      maxPrice: 1_000,
      currency: "EUR",
      sort: "rating",
      color: null,
    });
    const [call] = exchange.callsOf("search_shopfeed_products");
    expect(call?.args).toMatchObject({
      type: "laptop",
      attributes: ["gaming"],
      maxPrice: 1_000,
      currency: "EUR",
      sort: "rating",
    });
    expect(call?.args.exclude).toEqual(expect.arrayContaining(["acer", "refurbished"]));
    expect(call?.args).not.toHaveProperty("color");
  });

  test("is refused by its name when it does not fit", async () => {
    await using exchange = await startExchange();
    const tool = toolOf(exchange);
    for (const [name, value] of Object.entries({
      type: "",
      attributes: ["", "x"],
      quantity: 1.5,
      maxPrice: -1,
      currency: "euro",
      sort: "best",
      inStockOnly: "yes",
    })) {
      const { status, text } = await tool.find({ query: "laptop", [name]: value });
      expect([status, text]).toEqual(["invalid_arguments", expect.stringContaining(name)]);
    }
    expect(exchange.calls).toEqual([]);
  });

  test("carries nothing private, and nothing sensitive gets offers", async () => {
    await using exchange = await startExchange();
    const tool = toolOf(exchange);
    await tool.execute({
      query: "a mug",
      attributes: ["jo@mail.example", "large"],
      audience: "Jo",
    });
    const [call] = exchange.callsOf("search_shopfeed_products");
    expect(JSON.stringify(call?.args)).not.toContain("mail.example");
    expect(call?.args.attributes).toContain("large");
    const grief = { query: "a black suit", occasion: "my dad died" };
    expect(await tool.find(grief)).toMatchObject({ reason: "sensitive" });
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
