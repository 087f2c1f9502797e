import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { APP_PAGE, ensureBundles } from "../../server/src/wiring/bundles.ts";
import { startExchange, type TestExchange } from "../setup/exchange.ts";

let world: TestExchange;
beforeAll(async () => {
  await ensureBundles([APP_PAGE], () => undefined);
  world = await startExchange();
  const picture = (url: string) => ({ imageUrl: url });
  await world.loadProducts("app", [
    row("kettle-1", picture("https://pictures.shop.test/kettle-1.jpg")),
    row("kettle-2", picture("https://Pictures.shop.test/kettle-2.jpg")),
    row("kettle-3", picture("https://odd;script-src.test/kettle-3.jpg")),
    row("kettle-4", {}),
  ]);
  await world.loadProducts("other", [row("lamp-1", picture("http://other.test:8080/lamp.png"))]);
});
afterAll(() => world.close());

function row(id: string, fields: object): object {
  const link = `https://shop.test/p/${id}`;
  return {
    id,
    title: `A ${id}`,
    price: 40,
    currency: "USD",
    availability: "in_stock",
    link,
    ...fields,
  };
}

const APPS = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
const IDENTITY = { name: "placard-tests", version: "1.0.0" };
const OFFERS = "ui://placard/offers";

/** A client that says of each request what it can do, with or without MCP Apps. */
async function newer(extensions: typeof APPS | undefined): Promise<Client> {
  const client = new Client(IDENTITY, {
    versionNegotiation: { mode: { pin: "2026-07-28" } },
    capabilities: extensions === undefined ? {} : { extensions },
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${world.baseUrl}/mcp/feed`)));
  return client;
}

async function older(): Promise<OlderClient> {
  const client = new OlderClient(IDENTITY, { capabilities: { extensions: APPS } });
  await client.connect(new OlderTransport(new URL(`${world.baseUrl}/mcp/feed`)));
  return client;
}

interface Listing {
  listTools(): Promise<{ tools: { name: string; _meta?: unknown }[] }>;
  close(): Promise<void>;
}

async function metaOf(client: Listing) {
  const { tools } = await client.listTools().finally(() => client.close());
  return Object.fromEntries(tools.map(({ name, _meta }) => [name, _meta]));
}

const WITH_PAGE = {
  search_shopfeed_products: { ui: { resourceUri: OFFERS } },
  get_shopfeed_product: undefined,
};

/** Runs the example of a document as it stands there. */
async function runDocument(path: string): Promise<Record<string, unknown>> {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(text) ?? [];
  const folder = new URL("../.artifacts/examples/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const file = new URL(path.replaceAll(/[/.]/g, "-").replace(/-md$/, ".ts"), folder);
  writeFileSync(file, code);
  vi.stubEnv("PLACARD_URL", world.baseUrl);
  return import(file.href).finally(() => vi.unstubAllEnvs());
}

test("the document's example reads the page", async () => {
  const { client, page } = await runDocument("widget/docs/mcp-app.md");
  if (client instanceof Client) await client.close();
  expect(page).toMatchObject({
    contents: [{ uri: OFFERS, mimeType: "text/html;profile=mcp-app" }],
  });
});

test("the document for the OpenAI Apps SDK finds the page on the tool", async () => {
  const { views } = await runDocument("publisher-kit/docs/openai-apps-sdk.md");
  expect(views).toContainEqual({
    name: "search_shopfeed_products",
    ui: { resourceUri: OFFERS },
  });
});

describe("the page for products", () => {
  test("is named on the tool for clients that have MCP Apps", async () => {
    expect(await metaOf(await newer(APPS))).toEqual(WITH_PAGE);
    expect(await metaOf(await older())).toEqual(WITH_PAGE);
  });

  test("is not mentioned to a client that says it has none", async () => {
    const nothing = { search_shopfeed_products: undefined, get_shopfeed_product: undefined };
    expect(await metaOf(await newer(undefined))).toEqual(nothing);
    // In either order: answers are kept, and each kind of client gets its own.
    expect(await metaOf(await newer(APPS))).toEqual(WITH_PAGE);
    expect(await metaOf(await newer(undefined))).toEqual(nothing);
    const client = await newer(undefined);
    const { resources } = await client.listResources().finally(() => client.close());
    expect(resources.map(({ uri }) => uri)).not.toContain(OFFERS);
  });

  test("is one document below 20 KB that connects to nobody and knows its exchange", async () => {
    const client = await older();
    const { contents } = await client.readResource({ uri: OFFERS }).finally(() => client.close());
    expect(contents).toHaveLength(1);
    const [{ uri, mimeType, text, _meta }] = [Object(contents[0])];
    expect({ uri, mimeType }).toEqual({ uri: OFFERS, mimeType: "text/html;profile=mcp-app" });
    const bytes = brotliCompressSync(text).length;
    process.stdout.write(`page of the MCP App: ${bytes} bytes brotli\n`);
    expect(bytes).toBeLessThanOrEqual(20_480);
    expect(text).toMatch(/^<!doctype html>/);
    expect(text).not.toMatch(/ src=|<link|@import/);
    expect(text).toContain(`PlacardApp.start("${new URL(world.baseUrl).origin}")`);
    expect(_meta).toEqual({
      ui: {
        prefersBorder: false,
        // The exchange's own picture, and where the shops keep theirs; nothing that is no host.
        csp: {
          resourceDomains: [
            new URL(world.baseUrl).origin,
            "http://other.test:8080",
            "https://pictures.shop.test",
          ],
        },
      },
    });
  });
});
