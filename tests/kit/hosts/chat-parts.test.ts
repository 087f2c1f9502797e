import { createFetchHandler } from "@placard/publisher-kit/fetch";
import type { Card, PublisherKit } from "@placard/publisher-kit/types";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ASK, cpmExchange, openSession, reported, sendThrough } from "../browser-double.ts";
import { examplesOf, runExample, writeModule } from "../examples.ts";
import { AI_SDKS } from "./ai-sdk-host.ts";
import { importForeign } from "./foreign.ts";

type Part = { type: string; id?: string; data?: { turnId: string; cards: Card[] } };
type Message = { id: string; role: string; parts: Part[] };
type Chat = { sendMessage(message: { text: string }): Promise<void>; messages: Message[] };
type Ui = {
  AbstractChat: new (options: { state: object; transport: object }) => Chat;
  DefaultChatTransport: new (options: { api: string; fetch: typeof fetch }) => object;
};
type Route = (request: Request) => Promise<Response>;

const HOST = new URL("./ai-sdk-host.ts", import.meta.url).pathname;
const place = (path: string): string =>
  new URL(`../../tools/node_modules/${path}`, import.meta.url).pathname;

afterEach(() => {
  vi.unstubAllEnvs();
});

const STEPS: readonly object[] = ["Look at these.", "And these.", "You're welcome."].map((say) => ({
  say: [say],
}));

/** The route of the page, as it stands there, with a model that says three things. */
async function openRoute(index: number, mode: "both" | "sidebar" = "both", steps = STEPS) {
  const { name, path, specification } = AI_SDKS[index] ?? AI_SDKS[0] ?? { name: "", path: "" };
  const [, code = ""] = examplesOf("docs/ai-sdk.md");
  const model = writeModule(
    `import { fakeModel } from "${HOST}";
    export const prompts = [];
    const beforeMore = () => new Promise((resolve) => setTimeout(resolve, 60));
    const run = { steps: ${JSON.stringify(steps)}, beforeMore };
    export const model = fakeModel("${specification}", run, prompts);`,
    `parts model of ${name} ${mode} ${steps.length}`,
  );
  const places = { "./your-model.ts": model, ai: place(path) };
  const changed = code.replace('mode: "both"', `mode: "${mode}"`);
  const { POST, kit } = await runExample(
    changed,
    `parts of ${name} ${mode} ${steps.length}`,
    places,
  );
  const { prompts } = await import(model);
  return { POST: routeOf(POST), kit: kitOf(kit), prompts, ui: await importForeign<Ui>(path) };
}

function routeOf(value: unknown): Route {
  if (typeof value !== "function") throw new Error("The example exports no route.");
  return (request) => Reflect.apply(value, undefined, [request]);
}

function kitOf(value: unknown): PublisherKit {
  if (!isKit(value)) throw new Error("The example exports no kit.");
  return value;
}

const isKit = (value: unknown): value is PublisherKit =>
  typeof value === "object" && value !== null && "observeAnswer" in value;

/** What `useChat` is made of, with messages as a store gives them. */
function chatOf({ AbstractChat, DefaultChatTransport }: Ui, POST: Route, stored: Message[]): Chat {
  const messages = [...stored];
  const state = {
    status: "ready",
    error: undefined,
    messages,
    pushMessage: (message: Message) => messages.push(message),
    popMessage: () => messages.pop(),
    replaceMessage: (at: number, message: Message) => messages.splice(at, 1, message),
    snapshot: (thing: unknown) => structuredClone(thing),
  };
  const api = "https://chat.example/chat";
  const transport = new DefaultChatTransport({
    api,
    fetch: (url, init) => POST(new Request(String(url), init)),
  });
  return new AbstractChat({ state, transport });
}

const offersOf = ({ parts }: Message): Part[] =>
  parts.filter(({ type }) => type === "data-placard");

describe.each(AI_SDKS.map(({ name }, index) => ({ name, index })))("$name", ({ index }) => {
  test("each message keeps the cards of its own turn, also when it is stored", async () => {
    await using exchange = await cpmExchange();
    vi.stubEnv("PLACARD_URL", exchange.baseUrl);
    vi.stubEnv("PLACARD_KEY", "rk_live_test_key_of_the_publisher");
    const { POST, kit, prompts, ui } = await openRoute(index);
    const chat = chatOf(ui, POST, []);
    await chat.sendMessage({ text: ASK });
    await chat.sendMessage({ text: "I'm looking for a tent for four" });
    expect(chat.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
    const answers = chat.messages.filter(({ role }) => role === "assistant");
    expect(answers.map((answer) => offersOf(answer).length)).toEqual([1, 1]);
    for (const { parts } of answers) expect(parts.at(-1)?.type).toBe("data-placard");
    const turns = answers.flatMap(offersOf).map(({ data }) => data);
    expect(new Set(turns.map((turn) => turn?.turnId)).size).toBe(2);
    for (const turn of turns) expect(turn?.cards.length).toBeGreaterThan(0);

    const stored: Message[] = JSON.parse(JSON.stringify(chat.messages));
    const later = chatOf(ui, POST, stored);
    await later.sendMessage({ text: "Thanks, bye!" });
    expect(later.messages.slice(0, 4)).toEqual(stored);
    expect(later.messages.slice(4).flatMap(offersOf)).toEqual([]);
    expect(prompts).toHaveLength(3);
    expect(String(prompts)).not.toContain("data-placard");
    expect(String(prompts)).not.toContain(turns[0]?.cards[0]?.cardToken);

    // What a box of the stored message reports arrives.
    const send = sendThrough(createFetchHandler(kit));
    const token = await openSession(send);
    const cardToken = turns[0]?.cards.find(({ kind }) => kind === "campaign")?.cardToken;
    const event = { id: "w1", type: "viewable", cardToken, turnId: "", at: Date.now() };
    const { body } = await send("events", { token, events: [event] });
    expect(body).toEqual({ accepted: 1, rejected: 0 });
    await kit.close();
    const views = reported(exchange).filter(({ evidence }) => evidence !== undefined);
    expect(views).toMatchObject([{ type: "impression", turnId: turns[0]?.turnId }]);
  });

  test.each(["both", "sidebar"] as const)(
    "in the mode %s no card comes before the text of its answer is complete",
    async (mode) => {
      await using exchange = await cpmExchange();
      vi.stubEnv("PLACARD_URL", exchange.baseUrl);
      vi.stubEnv("PLACARD_KEY", "rk_live_test_key_of_the_publisher");
      const steps = [{ say: ["Look ", "at ", "these."] }];
      const { POST, kit } = await openRoute(index, mode, steps);
      const message = { id: "1", role: "user", parts: [{ type: "text", text: ASK }] };
      const init = { method: "POST", body: JSON.stringify({ messages: [message] }) };
      const sent = await (await POST(new Request("https://chat.example/chat", init))).text();
      const types = [...sent.matchAll(/"type":"([\w-]+)"/g)].map(([, type = ""]) => type);
      expect(types.filter((type) => type === "data-placard")).toHaveLength(1);
      expect(types.filter((type) => type === "text-delta")).toHaveLength(3);
      expect(types.indexOf("data-placard")).toBeGreaterThan(types.indexOf("text-end"));
      await kit.close();
    },
  );
});
