import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createFetchHandler } from "@placard/publisher-kit/fetch";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { cpmExchange, ASK as LOOKING, reported } from "./browser-double.ts";
import { examplesOf, runExample, writeModule } from "./examples.ts";
import { openSidecar } from "./hosts/sidecar-host.ts";
import { ASK, openWorld } from "./hosts/world.ts";

/** The examples of pages whose host cannot run here: what they do without it. */
const run = promisify(execFile);
const PYTHONS = ["/usr/bin/python3", "python3"];
const has = (python: string, module: string): boolean =>
  spawnSync(python, ["-c", `import ${module}`]).status === 0;
const python = PYTHONS.find((one) => has(one, "json"));
const flask = PYTHONS.find((one) => has(one, "flask"));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "placard-other-hosts-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test("an app without an origin gets cards by its device token and reports a view", async () => {
  await using exchange = await cpmExchange();
  vi.stubEnv("PLACARD_URL", exchange.baseUrl);
  vi.stubEnv("PLACARD_KEY", "rk_live_test_key_of_the_publisher");
  const [code = "", view = ""] = examplesOf("docs/react-native.md");
  const { connectOffers } = await runExample(code, "react native");
  const [kitCode = ""] = examplesOf("docs/function.md");
  const { kit } = await runExample(kitCode, "kit of react native");
  const handle = createFetchHandler(Object(kit));
  vi.stubGlobal("fetch", withRoutes(handle));
  const { token } = await Object(kit).deviceToken({ device: "phone-1" });
  const connect = callOf(connectOffers);
  const offers = Object(await connect("https://chat.example/offers", token));
  const turn = await offers.turn(LOOKING);
  expect(turn).toMatchObject({ status: "filled", turnId: expect.any(String) });
  const card = turn.cards.find(({ kind }: { kind: string }) => kind === "campaign");
  Object.assign(globalThis, { placardTest: { offers, turnId: turn.turnId } });
  const app = writeModule(
    "export const { offers, turnId } = globalThis.placardTest;",
    "app of react native",
  );
  const { onViewed } = await runExample(view, "view of react native", { "./app.ts": app });
  expect(await callOf(onViewed)(card.cardToken, "view-1")).toEqual({ accepted: 1, rejected: 0 });
  await Object(kit).close();
  expect(reported(exchange).filter(({ type }) => type === "impression")).toHaveLength(1);
});

test("the MCP server for LibreChat has the tool at the configured address", async () => {
  await using world = await openWorld();
  vi.stubEnv("PLACARD_URL", world.exchange.baseUrl);
  vi.stubEnv("PLACARD_KEY", "rk_live_test_key_of_the_publisher");
  vi.stubEnv("PORT", "0");
  const [code = ""] = examplesOf("docs/librechat.md");
  expect(code).toContain("process.env.PORT ?? 3001");
  const { http } = await runExample(code, "librechat");
  if (!(http instanceof Server)) throw new Error("The example exports no server.");
  if (!http.listening) await once(http, "listening");
  const address = http.address();
  const port = typeof address === "object" ? address?.port : 0;
  const [yaml = ""] = examplesOf("docs/librechat.md", "yaml");
  const url = /url: (\S+)/.exec(yaml)?.[1]?.replace("3001", String(port)) ?? "";
  const client = new Client({ name: "client", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  expect((await client.listTools()).tools).toMatchObject([{ name: "find_offers" }]);
  const found = await client.callTool({ name: "find_offers", arguments: { query: ASK } });
  expect(JSON.stringify(found.content)).toContain("put its disclosure beside it");
  await client.close();
  http.closeAllConnections();
  http.close();
});

describe.skipIf(python === undefined)("the function for Open WebUI", () => {
  const filter = async (messages: object[], url: string): Promise<string> => {
    const [code = ""] = examplesOf("docs/open-webui.md", "python");
    const body = JSON.stringify(JSON.stringify({ messages }));
    const program = `${code.replace("http://127.0.0.1:8788", url)}
print(json.dumps(Filter().outlet(json.loads(${body}))))`;
    const { stdout } = await run(python ?? "", ["-c", program]);
    return JSON.parse(stdout).messages.at(-1).content;
  };
  const talk = (text: string) => [
    { role: "user", content: text },
    { role: "assistant", content: "Here you are." },
  ];

  test("adds labelled lines below an answer", async () => {
    await using world = await openWorld({ mode: "sidebar" });
    await using sidecar = await openSidecar({ kit: world.kit });
    const shown = await filter(talk(ASK), sidecar.url);
    expect(shown).toMatch(/^Here you are\.\n\n/);
    expect(shown).toContain(`Ad · Northwind: [Northwind boot](${world.url("Northwind")})`);
    expect(await filter(talk("Write a poem."), sidecar.url)).toBe("Here you are.");
  });

  test("changes nothing without a sidecar", async () => {
    expect(await filter(talk(ASK), "http://127.0.0.1:9")).toBe("Here you are.");
  });
});

test.skipIf(flask === undefined)("a view of Flask streams a cited answer", async () => {
  await using world = await openWorld({ mode: "both" });
  await using sidecar = await openSidecar({ kit: world.kit });
  const page = await readFile(
    new URL("../../publisher-kit/docs/sidecar.md", import.meta.url),
    "utf8",
  );
  const offers = /```python\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  const [app = ""] = examplesOf("docs/python-frameworks.md", "python");
  const port = new URL(sidecar.url).port;
  await writeFile(join(folder, "offers.py"), offers.replaceAll("8788", port));
  await writeFile(
    join(folder, "your_model.py"),
    `import re
def ask(system, user):
    yield "Take Northwind "
    yield re.search(r"Northwind.*?(\\[\\[rec:[^\\]]+\\]\\])", user, re.S).group(1)
`,
  );
  const program = `${app}
print(app.test_client().post("/chat", json={"text": ${JSON.stringify(ASK)}}).get_data(True))`;
  const { stdout } = await run(flask ?? "", ["-c", program], { cwd: folder });
  expect(stdout.trim()).toBe(`Take Northwind ${world.label("Northwind")}`);
});

/** The network of an app: what it sends to the chat's server reaches the kit's routes. */
function withRoutes(handle: (request: Request) => Promise<Response>): typeof fetch {
  const outside = fetch;
  return (input, init) => {
    const isRoute = String(input).startsWith("https://chat.example/");
    return isRoute ? handle(new Request(String(input), init)) : outside(input, init);
  };
}

function callOf(value: unknown): (...args: unknown[]) => Promise<unknown> {
  if (typeof value !== "function") throw new Error("The example exports no such function.");
  return async (...args) => Reflect.apply(value, undefined, args);
}
