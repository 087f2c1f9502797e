import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { homeSides } from "../../../server/src/render/pages.ts";
import { toolCode } from "../../../server/src/render/tool-page.ts";
import { recordedAnswer } from "../../../server/src/render/words.ts";
import { CATALOGUE, findTool } from "../../../server/src/tools/catalogue.ts";
import { writeModule } from "../../kit/examples.ts";
import {
  bookedPair,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
} from "../../setup/agents.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { type CodeBlock, codeBlocks, follow, runShell } from "./shell.ts";

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await startExchange();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await exchange.close();
});

/** The blocks of a page of the docs, as the server sends its Markdown. */
async function blocksOf(path: string): Promise<CodeBlock[]> {
  const response = await fetch(`${exchange.baseUrl}${path}.md`);
  expect(response.status, path).toBe(200);
  return codeBlocks(await response.text());
}

/** Packages are installed where the pages of the kit are run. */
const isCall = ({ language, code }: CodeBlock) =>
  language === "sh" && !code.startsWith("npm install");
const shellOf = (blocks: readonly CodeBlock[]) => blocks.filter(isCall);
const foreignIn = (blocks: readonly CodeBlock[]) =>
  blocks.filter((block) => !isCall(block)).map(({ code }) => code);
/** The examples of the kit and the widget, which their own tests run. */
const examplesIn = (...files: readonly string[]) =>
  files.flatMap((file) => {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
    const examples = codeBlocks(text).map(({ code }) => code);
    return examples.map((code) => code.replaceAll("http://127.0.0.1:8787", exchange.baseUrl));
  });

test("both quick starts lead from nothing to a booked campaign", async () => {
  const kept: Record<string, string> = {};
  const publisher = await blocksOf("/docs/guides/publisher");
  const sold = await follow(shellOf(publisher), kept);
  expect(sold.map(({ tool }) => tool)).toEqual(["register", "list_placement", "create_key"]);
  expect(sold.at(-1)?.answer).toMatchObject({ scope: "report" });
  const parts = examplesIn("publisher-kit/docs/fetch.md", "widget/docs/html.md");
  for (const code of foreignIn(publisher)) expect(parts).toContain(code);

  const advertiser = await blocksOf("/docs/guides/advertiser");
  const bought = await follow(advertiser, kept);
  expect(bought.at(-1)).toMatchObject({ tool: "create_campaign", answer: { status: "active" } });
});

test("the guides for agents and for postbacks run as they stand", async () => {
  const { key } = await registerAgent(exchange.call, "advertiser");
  const agent = await blocksOf("/docs/guides/agent");
  const asked = await follow(shellOf(agent), { PLACARD_KEY: key });
  expect(asked.map(({ tool }) => tool)).toContain("search_placements");
  const [config = ""] = foreignIn(agent);
  await expectConnects(config.replace("$" + "{PLACARD_KEY}", key), "whoami");

  const postbacks = await blocksOf("/docs/guides/postbacks");
  const [registered] = await follow(shellOf(postbacks), { ADVERTISER_KEY: key });
  expect(registered?.answer).toMatchObject({ secret: expect.stringMatching(/^whsec_/) });
  expect(examplesIn("publisher-kit/docs/postback.md")).toEqual(
    expect.arrayContaining(foreignIn(postbacks)),
  );
  for (const path of ["concepts", "ad-units", "money", "going-live"]) {
    expect(await blocksOf(`/docs/guides/${path}`)).toEqual([]);
  }
});

test("the guide for other protocols books, reads, cancels and searches as it stands", async () => {
  const publisher = await registerAgent(exchange.call, "publisher");
  await listTestPlacement(exchange.call, publisher, "cpc");
  const { key } = await fundedAdvertiser(exchange.call);
  const blocks = await blocksOf("/docs/guides/dialects");
  const ran = await follow(shellOf(blocks), { PLACARD_KEY: key });
  const statuses = ran.map(({ answer }) => answerOf(answer).status);
  expect(statuses).toEqual(["completed", "active", "completed", "canceled", undefined]);
  expect(answerOf(ran.at(-1)?.answer)).toMatchObject({ ucp: { status: "success" } });
  const whoami = await exchange.call("whoami", {}, key);
  expect(whoami.body).toMatchObject({ balance: { availableCredits: 1_000 } });
  expect(foreignIn(blocks)).toEqual(examplesIn("publisher-kit/docs/kontext.md"));
});

/** What a tool of another protocol answered. */
const answerOf = (answer: unknown) =>
  z.object({ result: z.object({ structuredContent: z.looseObject({}) }) }).parse(answer).result
    .structuredContent;

const configSchema = z.object({
  mcpServers: z.object({
    placard: z.object({ url: z.url(), headers: z.record(z.string(), z.string()).optional() }),
  }),
});

/** A client with this configuration can call a tool. */
async function expectConnects(config: string, name: string): Promise<void> {
  const { url, headers = {} } = configSchema.parse(JSON.parse(config)).mcpServers.placard;
  const client = new Client({ name: "reader", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  const { isError = false } = await client.callTool({ name, arguments: {} });
  expect(isError).toBe(false);
  await client.close();
}

const BOOTS = {
  id: "boots-1",
  title: "Waterproof hiking boots",
  price: 129,
  currency: "USD",
  availability: "in_stock",
  imageUrl: "https://pictures.test/boots.jpg",
  link: "https://shop.test/p/boots",
};

test("the five lines for each user on the home page work", async () => {
  const { publisher } = await bookedPair(exchange.call, "cpm");
  const [kit, booking, mcp] = homeSides(exchange.baseUrl);
  for (const side of [kit, booking, mcp]) expect(side?.code.split("\n")).toHaveLength(5);
  const page = await (await fetch(`${exchange.baseUrl}/`)).text();
  expect(page).toContain(exchange.baseUrl);

  await exchange.loadProducts("home", [BOOTS]);
  vi.stubEnv("PLACARD_KEY", publisher.key);
  const said = vi.spyOn(console, "log").mockImplementation(() => undefined);
  // The first turn of a process loads the list of bookings, for which it may be too late.
  await vi.waitFor(
    async () => {
      await import(`${writeModule(kit?.code ?? "", "home")}?${performance.now()}`);
      expect(said).toHaveBeenCalledWith(expect.arrayContaining([expect.any(String)]));
    },
    { timeout: 10_000, interval: 200 },
  );

  const buyer = await bookedPair(exchange.call, "cpm", { budgetCredits: 200 });
  const { placementId } = await listTestPlacement(exchange.call, publisher, "cpm");
  const { stdout } = await runShell(booking?.code ?? "", {
    PLACARD_KEY: buyer.advertiser.key,
    PLACEMENT_ID: placementId,
  });
  expect(JSON.parse(stdout)).toMatchObject({ status: "active", budgetCredits: 500 });
  await expectConnects(mcp?.code ?? "", "search_placements");
});

/** Runs a module in a process of its own. **Shape** what it printed. */
async function runModule(code: string, name: string, key: string): Promise<string> {
  const {
    stdout,
    stderr,
    code: ended,
  } = await runShell(`exec "${process.execPath}" "${writeModule(code, name)}"`, {
    PLACARD_KEY: key,
  });
  expect(ended, stderr).toBe(0);
  return stdout;
}

test.each(["search_placements", "whoami"])("%s runs by curl, TypeScript and MCP", async (name) => {
  const { key, agentId } = await registerAgent(exchange.call, "publisher");
  const tool = findTool(name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  const [curl, ts, mcp] = toolCode(tool, {}, exchange.baseUrl);
  const { stdout, stderr } = await runShell(curl?.code ?? "", { PLACARD_KEY: key });
  const answers = [
    stdout,
    await runModule(ts?.code ?? "", `${name} ts`, key),
    await runModule(mcp?.code ?? "", `${name} mcp`, key),
  ];
  for (const answer of answers) {
    expect(answer, stderr).toContain(name === "whoami" ? agentId : "nextCursor");
  }
});

test("the code of every tool's page is valid, and its call is one the tool takes", async () => {
  for (const tool of CATALOGUE) {
    const args = recordedAnswer(tool.name)?.arguments ?? {};
    const [curl, ...modules] = toolCode(tool, args, exchange.baseUrl);
    const [, body = ""] = /<<'JSON'\n([\s\S]*)\nJSON$/.exec(curl?.code ?? "") ?? [];
    const call = z
      .object({ tool: z.literal(tool.name), arguments: z.record(z.string(), z.unknown()) })
      .parse(JSON.parse(body));
    expect(() => tool.prepare(call.arguments), tool.name).not.toThrow();
    for (const { code } of modules) expect(() => stripTypeScriptTypes(code)).not.toThrow();
    const page = await (await fetch(`${exchange.baseUrl}/docs/tools/${tool.name}`)).text();
    expect(page, tool.name).toContain(`&quot;tool&quot;: &quot;${tool.name}&quot;`);
  }
});
