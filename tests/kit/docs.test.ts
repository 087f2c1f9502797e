import { readdirSync, readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { createPublisherKit } from "@placard/publisher-kit";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { nonceOf } from "../../publisher-kit/src/citations/restore.ts";
import {
  makeSecret,
  secretOnWire,
  signedHeaders,
} from "../../server/src/domain/postbacks/attempt.ts";
import { countLines, filesOf } from "../prove/hosts/page-blocks.ts";
import { HOSTS } from "../prove/hosts/table.ts";
import { examplesOf, runExample, writeModule } from "./examples.ts";
import { product, startExchange } from "./exchange-double.ts";

const ASK = "I'm looking for trail running shoes";
/** An answer that cites the double's product, with the label for its mark. */
const LABELLED = /^Take the Trail shoe 1 \(\[.*Shoe shop\]\(http.*\/r\/p+01\)\)\.$/;
const DOCS = new URL("../../publisher-kit/docs/", import.meta.url);
/** The sidecar's page is in other languages; `sidecar/pages.test.ts` runs it. */
const pages = readdirSync(DOCS)
  .map((file) => file.replace(".md", ""))
  .filter((page) => page !== "sidecar");
/** Pages whose host is driven by `npm run prove -- hosts`. */
const hostPages = new Set(
  HOSTS.flatMap((host) => host.pages)
    .filter((page) => page.startsWith("publisher-kit/"))
    .map((page) => page.replace(/^.*\/|\.md$/g, "")),
);
const textOf = (page: string): string => readFileSync(new URL(`${page}.md`, DOCS), "utf8");
const foreign = (path: string): string =>
  new URL(`../tools/node_modules/${path}`, import.meta.url).pathname;

beforeAll(async () => {
  // The examples keep the deadline of 800 ms, which the first turn of a process may need itself.
  await using exchange = await startExchange();
  const kit = createPublisherKit({ baseUrl: exchange.baseUrl, apiKey: "key", timeoutMs: 60_000 });
  await kit.turn({ text: ASK });
});
beforeEach(() => {
  vi.stubEnv("PLACARD_KEY", "rk_live_test_key_of_the_publisher");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function openExchange() {
  const exchange = await startExchange();
  vi.stubEnv("PLACARD_URL", exchange.baseUrl);
  return exchange;
}

/** Whether a page's server opens a session, as the widget does first. */
async function expectSession(listener: RequestListener): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const response = await fetch(`${origin}/offers/session`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: "{}",
  });
  expect([response.status, await response.json()]).toMatchObject([200, { token: /^s1\./ }]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

describe("every page", () => {
  test.each(HOSTS)("the integration into $name needs at most $linesMax lines", (host) => {
    const lines = countLines(filesOf(host.pages), host.own);
    expect(lines).toBeGreaterThan(0);
    expect(lines).toBeLessThanOrEqual(host.linesMax);
  });

  test.each(pages.filter((page) => !hostPages.has(page)))("%s needs ten lines at most", (page) => {
    const own = [
      /^class Filter|^def|^return body|^from flask|your_model|^app = |^@app/,
      /node:http|modelcontextprotocol|createMcpHandler|new McpServer|^return server|createServer/,
    ];
    for (const language of ["ts", "js", "python"] as const) {
      for (const code of examplesOf(`docs/${page}.md`, language)) {
        expect(countLines([{ file: page, code }], own)).toBeLessThanOrEqual(10);
      }
    }
  });

  test("is run: below, in a test of its own, or by `npm run prove -- hosts`", () => {
    const below = [
      "ai-sdk",
      "express",
      "fetch",
      "function",
      "koa",
      "kontext",
      "langchain",
      "postback",
    ];
    const further = ["runtimes", "slack-discord", "stream", "tool"];
    const elsewhere = ["librechat", "open-webui", "openai-apps-sdk", "python-frameworks"];
    const run = new Set([...below, ...further, ...elsewhere, "react-native", ...hostPages]);
    expect(pages.toSorted()).toEqual([...run].toSorted());
  });

  test("that installs the packages says where they come from", () => {
    const installing = pages.filter((page) => textOf(page).includes("npm install @placard"));
    expect(installing.length).toBeGreaterThan(10);
    for (const page of installing) expect(textOf(page), page).toContain("(../README.md#packages)");
  });

  test("is linked from the README, and says where key, script and style sheet come from", () => {
    const readme = readFileSync(new URL("../README.md", DOCS), "utf8");
    for (const page of pages) expect(readme).toContain(`(docs/${page}.md)`);
    for (const page of hostPages) {
      const text = textOf(page);
      expect(text, page).toMatch(/PLACARD_KEY|page of the\s+AI SDK says/);
      expect(text, page).toMatch(/script/);
    }
  });
});

describe("as it stands on its page", () => {
  test("the Koa app opens a session", async () => {
    await using _exchange = await openExchange();
    const [code = ""] = examplesOf("docs/koa.md");
    const { app } = await runExample(code, "koa");
    if (!isApp(app)) throw new Error("The example exports no app.");
    await expectSession(app.callback());
  });

  test.each(["express4", "express5"])("the Express app opens a session in %s", async (version) => {
    await using _exchange = await openExchange();
    const [code = ""] = examplesOf("docs/express.md");
    const { app } = await runExample(code, version, { express: foreign(`${version}/index.js`) });
    if (!isListener(app)) throw new Error("The example exports no app.");
    await expectSession(app);
  });

  test("the handler for the SDK of Kontext answers its preload with an offer", async () => {
    await using _exchange = await openExchange();
    const [code = ""] = examplesOf("docs/kontext.md");
    const { handler } = await runExample(code, "kontext");
    if (typeof handler !== "function") throw new Error("The example exports no handler.");
    const body = {
      messages: [{ role: "user", content: ASK }],
      enabledPlacementCodes: ["inlineAd"],
    };
    const headers = { origin: "https://chat.example" };
    const url = "https://offers.chat.example/preload";
    const request = new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
    const answer: Response = await handler(request);
    expect(await answer.json()).toMatchObject({ bids: [{ code: "inlineAd" }] });
  });

  test("the fetch handler opens a session", async () => {
    await using _exchange = await openExchange();
    const [code = ""] = examplesOf("docs/fetch.md");
    const { POST } = await runExample(code, "fetch");
    const request = new Request("https://chat.example/offers/session", {
      method: "POST",
      headers: { origin: "https://chat.example", "content-type": "application/json" },
      body: "{}",
    });
    expect(await callOf(POST)(request)).toMatchObject({ status: 200 });
  });
});

describe("the worker as it stands on its page", () => {
  test("has sent its reports when what it passes to `waitUntil` is done", async () => {
    await using exchange = await openExchange();
    const [code = ""] = examplesOf("docs/runtimes.md");
    const { default: worker } = await runExample(code, "runtimes");
    const request = new Request("https://chat.example/offers/session", {
      method: "POST",
      headers: { origin: "https://chat.example", "content-type": "application/json" },
      body: "{}",
    });
    const work: Promise<unknown>[] = [];
    const { fetch: serve } = Object(worker);
    const context = { waitUntil: (one: Promise<unknown>) => work.push(one) };
    expect(await serve(request, {}, context)).toMatchObject({ status: 200 });
    expect(await Promise.all(work)).toHaveLength(1);
    expect(exchange.calls).toEqual([]);
  });
});

describe("as it stands on its page", () => {
  const versions = [
    ["AI SDK 5", "v2", "ai5/dist/index.mjs"],
    ["AI SDK 6", "v3", "ai6/dist/index.mjs"],
    ["AI SDK 7", "v4", "ai7/dist/index.js"],
  ] as const;
  const [hosts] = ["./hosts/ai-sdk-host.ts"].map((path) => new URL(path, import.meta.url).pathname);

  test.each(versions)("a model of %s cites the offers", async (name, specification, path) => {
    await using exchange = await openExchange();
    const model = writeModule(
      `import { fakeModel } from "${hosts}";
      export const prompts = [];
      const run = { steps: [{ say: ${JSON.stringify(saying(exchange.baseUrl))} }] };
      export const model = fakeModel("${specification}", run, prompts);`,
      `model of ${name}`,
    );
    const [code = ""] = examplesOf("docs/ai-sdk.md");
    const places = { ai: foreign(path), "./your-model.ts": model };
    const { answer } = await runExample(code, name, places);
    const { textStream } = await resultOf(answer, ASK);
    let said = "";
    for await (const piece of textStream) said += piece;
    expect(said).toMatch(LABELLED);
    const { prompts } = await import(model);
    expect(String(prompts)).toContain("[end of offers");
  });

  test("an agent of LangChain cites the offers, also in a stream", async () => {
    await using exchange = await openExchange();
    const answer = JSON.stringify(saying(exchange.baseUrl).join(""));
    const langchain = foreign("langchain/dist/index.js");
    const model = writeModule(
      `import { AIMessage, fakeModel } from "${langchain}";
      export const model = fakeModel()
        .respond(new AIMessage(${answer}))
        .respond(new AIMessage(${answer}));`,
      "model of langchain",
    );
    const [code = ""] = examplesOf("docs/langchain.md");
    const places = { langchain, "./your-model.ts": model };
    const { agent, stream } = await runExample(code, "langchain", places);
    const invoke = isAgent(agent) ? agent.invoke.bind(agent) : undefined;
    const { messages } = (await invoke?.({ messages: [{ role: "user", content: ASK }] })) ?? {};
    expect(messages?.at(-1)?.content).toMatch(LABELLED);
    let said = "";
    const tokens = await resultOf<AsyncIterable<[{ text: string }]>>(stream, ASK);
    for await (const [token] of tokens) said += token.text;
    expect(said).toMatch(LABELLED);
    const { model: asked } = await import(model);
    expect(JSON.stringify(asked.calls)).toContain("[end of offers");
  });

  test.each(versions)("the tool works in %s", async (name, _specification, path) => {
    await using _exchange = await openExchange();
    const [code = ""] = examplesOf("docs/tool.md");
    const { find_offers: tool } = await runExample(code, `tool of ${name}`, { ai: foreign(path) });
    expect(tool).toMatchObject({ description: expect.stringContaining("sponsors") });
    const execute = typeof tool === "object" && tool !== null && "execute" in tool && tool.execute;
    expect(await callOf(execute)({ query: "trail shoes" }, {})).toContain("[end of offers");
  });

  test("the MCP server lists the tool", async () => {
    await using _exchange = await openExchange();
    const [, code = ""] = examplesOf("docs/tool.md");
    const { server } = await runExample(code, "mcp");
    if (!(server instanceof McpServer)) throw new Error("The example exports no server.");
    const client = new Client({ name: "client", version: "1.0.0" });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(far), client.connect(near)]);
    expect((await client.listTools()).tools).toMatchObject([{ name: "find_offers" }]);
    await client.close();
  });

  test("any model gets the offers, and its marks become labels", async () => {
    await using _exchange = await openExchange();
    const [code = ""] = examplesOf("docs/function.md");
    const { answer } = await runExample(code, "function");
    const prompt = { system: "", user: "" };
    async function* ask(system: string, user: string) {
      Object.assign(prompt, { system, user });
      yield `Take the Trail shoe 1 ${/"pick":"([^"]+)"/.exec(user)?.[1]}.`;
    }
    const pieces: AsyncIterable<string> = await resultOf(answer, ASK, [], ask);
    let said = "";
    for await (const piece of pieces) said += piece;
    expect(said).toMatch(LABELLED);
    expect(prompt.system).toContain("marks");
    expect(prompt.user).toContain("[end of offers");
  });

  test("a reply in Slack has the answer's label and the cards with theirs", async () => {
    await using _exchange = await openExchange();
    const [code = ""] = examplesOf("docs/slack-discord.md");
    const { reply } = await runExample(code, "slack");
    const ask = async (_system: string, user: string) =>
      `Take the Trail shoe 1 ${/"pick":"([^"]+)"/.exec(user)?.[1]}.`;
    const said = await resultOf<string>(reply, ASK, ask);
    const link = String.raw`<http:.*/r/p+01\|`;
    expect(said).toMatch(
      new RegExp(
        `^Take the Trail shoe 1 \\(${link}Sponsored by Shoe shop>\\)\\.\n\n` +
          `• Sponsored by Shoe shop: ${link}Trail shoe 1>, \\$41\\.00$`,
      ),
    );
    const poem = await resultOf<string>(reply, "write a poem", async () => "The sea.");
    expect(poem).toBe("The sea.");
  });

  test("a postback is taken and a forged one is not", async () => {
    const [secret, other] = [makeSecret(), makeSecret()];
    vi.stubEnv("PLACARD_POSTBACK_SECRET", secretOnWire(secret));
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    const [code = ""] = examplesOf("docs/postback.md");
    const { POST } = await runExample(code, "postback");
    const id = "evt_0123456789abcdefghjkmnpqrs";
    const createdAt = new Date().toISOString();
    const body = JSON.stringify({
      id,
      type: "postback.test",
      createdAt,
      apiVersion: "1",
      data: {},
    });
    const statuses = await Promise.all(
      [secret, other].map(async (key) => {
        const headers = signedHeaders({ eventId: id, body, now: new Date() }, [key]);
        const request = new Request("https://a.example/", { method: "POST", headers, body });
        const { status } = await resultOf<Response>(POST, request);
        return status;
      }),
    );
    expect(statuses).toEqual([204, 401]);
  });
});

type Agent = {
  invoke(state: object): Promise<{ messages: readonly { content: unknown }[] }>;
};
const isAgent = (value: unknown): value is Agent =>
  typeof value === "object" && value !== null && "invoke" in value;

/** An answer that takes the double's product, in pieces that cut its mark. */
function saying(baseUrl: string): string[] {
  const { clickUrl } = product(baseUrl, 1);
  return ["Take the Trail shoe 1 [[pick:", `shoe-shop-${nonceOf(clickUrl)}]`, "]."];
}

/** What an exported function gives; each example says what that is. */
async function resultOf<Result = { textStream: AsyncIterable<string> }>(
  value: unknown,
  ...args: unknown[]
): Promise<Result> {
  if (typeof value !== "function") throw new Error("The example exports no such function.");
  return Reflect.apply(value, undefined, args);
}

function isApp(value: unknown): value is { callback(): RequestListener } {
  return typeof value === "object" && value !== null && "callback" in value;
}
const isListener = (value: unknown): value is RequestListener => typeof value === "function";

function callOf(value: unknown): (...args: unknown[]) => unknown {
  if (typeof value !== "function") throw new Error("The example exports no such function.");
  return (...args) => Reflect.apply(value, undefined, args);
}
