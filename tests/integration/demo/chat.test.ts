import { once } from "node:events";
import type { AddressInfo } from "node:net";
import Koa from "koa";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChat, type Model, type Question } from "../../../demo-chat/src/chat.ts";
import { createKoaMiddleware } from "../../../publisher-kit/src/adapters/koa.ts";
import { createPublisherKit } from "../../../publisher-kit/src/index.ts";
import type { ChatTurn, PublisherKit } from "../../../publisher-kit/src/types.ts";
import { registerAgent } from "../../setup/agents.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";

const TENT = {
  id: "tent-1",
  title: "Trail tent for two",
  price: 180,
  currency: "USD",
  availability: "in_stock",
  imageUrl: "https://pictures.test/tent-1.jpg",
  link: "https://shop.test/p/tent-1",
};
const ASK = "I want to buy a tent for two";

let world: TestExchange;
let kit: PublisherKit;
let url: string;
let app: Koa;
let close: () => Promise<void>;
let conversation: ChatTurn[] = [];
const asked: Question[] = [];
/** Cites the first offer that it is given. */
const model: Model = {
  name: "test",
  async *answer(question) {
    asked.push(question);
    if (question.text === "Fail") throw new Error("The model is away.");
    yield "Take the ";
    const { user } = await question.prompt;
    const mark = /"rec":"([^"]+)"/.exec(user)?.[1] ?? "";
    yield* ["Trail ", `tent for two ${mark}`, "."];
  },
};

beforeAll(async () => {
  world = await startExchange();
  await world.loadProducts("shop", [TENT]);
  const { key: apiKey } = await registerAgent(world.call, "publisher");
  kit = createPublisherKit({ baseUrl: world.baseUrl, apiKey, mode: "both" });
  const routes = createKoaMiddleware(kit, { basePath: "/offers" });
  const startOver = () => {
    conversation = [];
  };
  const session = () => ({ key: "reader-1", conversation, startOver });
  app = new Koa();
  app.silent = true;
  app.use(
    createChat({ path: "", readerOf: () => ({ ...session(), kit, routes, model, mode: "both" }) }),
  );
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${isPort(address) ? address.port : 0}`;
  close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
});
afterAll(async () => {
  await close();
  await kit.close({ drainMs: 0 });
  await world.close();
});

const isPort = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === "object" && address !== null;

function post(path: string, body: string, type = "application/json"): Promise<Response> {
  return fetch(url + path, {
    method: "POST",
    headers: { "content-type": type, origin: url },
    body,
  });
}

async function ask(text: string) {
  const lines = (await (await post("/chat", JSON.stringify({ text }))).text()).trimEnd();
  return lines.split("\n").map((line) => JSON.parse(line));
}

test("the answer starts before the offers, has a label for its mark, and then ends", async () => {
  const [first, offers, ...rest] = await ask(ASK);
  expect(first).toEqual({ type: "text", text: "Take the " });
  expect(offers).toMatchObject({ type: "offers", status: "filled", citations: true });
  expect(offers.cards).toMatchObject([{ title: TENT.title }]);
  const words = first.text + rest.map(({ text = "" }) => text).join("");
  expect(words).toMatch(/^Take the Trail tent for two \(\[.+\]\(http\S+\/r\/[\w-]{64}\)\)\.$/);
  expect(rest.at(-1)).toEqual({ type: "end" });
  expect((await asked.at(-1)?.prompt)?.user).toContain(TENT.title);
  expect(conversation).toEqual([
    { role: "user", text: ASK },
    { role: "assistant", text: words },
  ]);
});

test("a model that fails ends the answer with its reason, and the chat goes on", async () => {
  const lines = await ask("Fail");
  expect(lines.map(({ type }) => type)).toEqual(["offers", "text", "end"]);
  expect(lines[1].text).toContain("The model is away.");
  expect(await ask("Why is the sky blue?")).toContainEqual(
    expect.objectContaining({ status: "no_fill" }),
  );
});

test("a conversation is remembered up to a bound, and starts over", async () => {
  for (let turn = 0; turn < 9; turn += 1) await ask(`Question ${turn}`);
  expect(conversation).toHaveLength(16);
  expect(asked.at(-1)?.previous.at(-2)).toEqual({ role: "user", text: "Question 7" });
  expect((await post("/chat/new", "")).status).toBe(204);
  expect(conversation).toEqual([]);
});

test.each([
  [415, "a=b", "application/x-www-form-urlencoded"],
  [413, JSON.stringify({ text: "x".repeat(20_000) }), "application/json"],
  [400, "{", "application/json"],
  [400, "null", "application/json"],
  [400, JSON.stringify({ text: " " }), "application/json"],
  [400, JSON.stringify({ text: "x".repeat(2_001) }), "application/json"],
])("%i for a body that is no question", async (status, body, type) => {
  expect((await post("/chat", body, type)).status).toBe(status);
});

test("the widget's routes are those of the kit, and other paths go on", async () => {
  const session = await post("/offers/session", "{}");
  expect(await session.json()).toMatchObject({ token: expect.any(String) });
  expect((await fetch(`${url}/chat`)).status).toBe(404);
  expect((await post("/other", "{}")).status).toBe(404);
});
