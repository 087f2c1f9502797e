import {
  type AiSdkOptions,
  type AiSdkParams,
  offersMiddleware,
} from "@placard/publisher-kit/ai-sdk";
import { describe, expect, test } from "vitest";
import { startTimer } from "../../../publisher-kit/src/core/clock.ts";
import { isRecord } from "../../../publisher-kit/src/core/guards.ts";
import { CITATION_DUTY } from "../../../publisher-kit/src/generated/citation.ts";
import { streamOf } from "./ai-sdk-host.ts";
import { ASK, marksOf, openWorld } from "./world.ts";

const { rec, ad, tag } = marksOf("Northwind");

type World = Awaited<ReturnType<typeof openWorld>>;
type Part = Record<string, unknown>;
type Params = AiSdkParams;

const asking = (text = ASK): Params["prompt"] => [
  { role: "user", content: [{ type: "text", text }] },
];

/** What a model that gives these parts or contents becomes behind the middleware. */
function open({ kit }: World, options: AiSdkOptions = {}) {
  const middleware = offersMiddleware(kit, options);
  const model = { modelId: "a-model" };
  const prepare = (prompt = asking()) => middleware.transformParams({ params: { prompt } });
  async function stream(parts: readonly Part[], prompt = asking()) {
    async function* given() {
      yield* parts;
    }
    const params = await prepare(prompt);
    const doStream = async () => ({ stream: streamOf<unknown>(given()) });
    return (await middleware.wrapStream({ doStream, params, model })).stream;
  }
  async function generate(content: object[], prompt = asking()) {
    const params = await prepare(prompt);
    const doGenerate = async () => ({ content });
    return (await middleware.wrapGenerate({ doGenerate, params, model })).content;
  }
  return { prepare, stream, generate };
}

async function partsOf(stream: ReadableStream<unknown>): Promise<unknown[]> {
  const parts: unknown[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

const text = (id: string, ...deltas: string[]): Part[] => [
  { type: "text-start", id },
  ...deltas.map((delta) => ({ type: "text-delta", id, delta })),
  { type: "text-end", id },
];

describe("the parts of a stream", () => {
  test("each text has its own marks: its rest before its end, its sources behind it", async () => {
    await using world = await openWorld();
    const { label, url } = world;
    const one = text("1", "A ", rec.slice(0, 9), rec.slice(9));
    const two = text("2", "B ", ad, ".");
    // The parts of both come in turns.
    const parts = one.flatMap((part, at) => [part, two[at] ?? { type: "raw" }]);
    const finish = { type: "finish", finishReason: "stop" };
    const out = await partsOf(await open(world).stream([...parts, finish]));
    expect(out).toEqual([
      { type: "text-start", id: "1" },
      { type: "text-start", id: "2" },
      { type: "text-delta", id: "1", delta: "A " },
      { type: "text-delta", id: "2", delta: "B " },
      { type: "text-delta", id: "2", delta: `${label("Northwind")}.` },
      { type: "text-delta", id: "1", delta: label("Northwind") },
      { type: "text-end", id: "1" },
      {
        type: "source",
        sourceType: "url",
        id: `placard-${tag}`,
        url: url("Northwind"),
        title: "Ad · Northwind",
        providerMetadata: { placard: { kind: "rec", tag } },
      },
      { type: "text-end", id: "2" },
      finish,
    ]);
  });

  test("a text that never ends gives its rest before the answer does", async () => {
    await using world = await openWorld();
    const parts = [...text("1", `The Northwind boot ${rec}`).slice(0, 2), { type: "finish" }];
    const out = await partsOf(await open(world).stream(parts));
    expect(out.slice(2)).toMatchObject([
      { type: "text-delta", delta: world.label("Northwind") },
      { type: "source" },
      { type: "finish" },
    ]);
  });

  test("a chunk that carries more than text is handed on without its text", async () => {
    await using world = await openWorld();
    const providerMetadata = { provider: { signature: "s" } };
    const [start = {}, delta = {}, end = {}] = text("1", rec);
    const parts = [start, { ...delta, providerMetadata }, { ...delta, delta: "" }, end];
    const out = await partsOf(await open(world).stream(parts));
    expect(out.slice(1, 3)).toEqual([
      { type: "text-delta", id: "1", delta: "", providerMetadata },
      { type: "text-delta", id: "1", delta: "" },
    ]);
  });

  test("a label that a reader who turns away has not seen is not billed", async () => {
    for (const more of [[], [" now"]]) {
      await using world = await openWorld();
      const stream = await open(world).stream(text("1", "The boot ", rec, ...more));
      const reader = stream.getReader();
      // A text-start, a text-delta and, where there is more, the label.
      for (let part = 0; part < 2 + more.length; part += 1) await reader.read();
      await reader.cancel();
      await world.kit.close();
      const paid = world.reports().filter(({ type }) => type === "conversion");
      expect(paid).toHaveLength(more.length);
    }
  });

  test("a failure in the middle reaches the host, and what was shown is billed", async () => {
    await using world = await openWorld();
    const middleware = offersMiddleware(world.kit);
    const params = await middleware.transformParams({ params: { prompt: asking() } });
    async function* failing() {
      yield* text("1", `The Northwind boot ${rec}.`).slice(0, 2);
      throw new Error("the model is gone");
    }
    const doStream = async () => ({ stream: streamOf<unknown>(failing()) });
    const { stream } = await middleware.wrapStream({ doStream, params });
    await expect(partsOf(stream)).rejects.toThrow("the model is gone");
    await world.kit.close();
    expect(
      world
        .reports()
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(["conversion", "impression"]);
  });
});

describe("reasoning", () => {
  const thought = `I take ${rec} first.`;

  test("loses its marks, and its provider gets it back as it was", async () => {
    await using world = await openWorld();
    const { generate, prepare, stream } = open(world);
    const [start, ...more] = text("1", "I take ", rec, " first.").map(
      ({ type, ...part }): Part => ({ ...part, type: String(type).replace("text", "reasoning") }),
    );
    const out = await partsOf(await stream([start ?? {}, ...more]));
    const said = out.map((part) => JSON.stringify(part)).join("");
    expect(said).not.toContain("[[");
    const [content] = await generate([{ type: "reasoning", text: thought }]);
    expect(content).toEqual({ type: "reasoning", text: "I take first." });
    const { prompt } = await prepare([
      ...asking(),
      { role: "assistant", content: [{ type: "reasoning", text: "I take first." }] },
      ...asking(),
    ]);
    expect(JSON.stringify(prompt)).toContain(thought);
  });

  test("counts nothing", async () => {
    await using world = await openWorld();
    await open(world).generate([{ type: "reasoning", text: thought }]);
    await world.kit.close();
    expect(world.reports().map(({ type }) => type)).toEqual(["impression"]);
  });
});

describe("what a provider says of places in a text", () => {
  const said = `See this ${rec} here.`;
  const at = said.indexOf("here");
  const placesOf = (from: number) => ({
    citations: [{ source: { type: "source" }, startIndex: from, endIndex: from + 4 }],
    providerMetadata: {
      openai: {
        annotations: [{ start_index: from, end_index: from + 4, url: "https://a.example" }],
      },
    },
  });

  test("points at the same words behind a label", async () => {
    await using world = await openWorld();
    const { generate, stream } = open(world);
    const shown = `See this ${world.label("Northwind")} here.`;
    const places = placesOf(shown.indexOf("here"));
    const [content] = await generate([{ type: "text", text: said, ...placesOf(at) }]);
    expect(content).toEqual({ type: "text", text: shown, ...places });
    const [end = {}, ...parts] = text("1", said).toReversed();
    const out = await partsOf(await stream([...parts.toReversed(), { ...end, ...placesOf(at) }]));
    expect(out).toContainEqual({ type: "text-end", id: "1", ...places });
  });
});

describe("the prompt", () => {
  const systemOf = ([first]: Params["prompt"]) => (first?.role === "system" ? first.content : "");

  test("has the duty behind the host's own system message, or in one of its own", async () => {
    await using world = await openWorld();
    const { prepare } = open(world);
    const { prompt: alone } = await prepare();
    expect([alone.length, systemOf(alone)]).toEqual([2, CITATION_DUTY]);
    const own = { role: "system", content: "Be kind." };
    const last = { role: "system", content: "Be brief.", providerOptions: { a: { b: 1 } } };
    const { prompt } = await prepare([own, last, ...asking()]);
    expect(prompt.slice(0, 2)).toEqual([
      own,
      { ...last, content: `Be brief.\n\n${CITATION_DUTY}` },
    ]);
    expect(JSON.stringify(prompt.at(-1))).toContain("[end of offers ");
  });

  test("stays as it is where nothing is offered and nothing was cited", async () => {
    await using world = await openWorld();
    const prompt = asking("write a poem about the sea");
    const params: Params = { prompt };
    const middleware = offersMiddleware(world.kit);
    expect(await middleware.transformParams({ params })).toBe(params);
    const stream = streamOf<unknown>((async function* () {})());
    const result = { stream };
    expect(await middleware.wrapStream({ doStream: async () => result, params })).toBe(result);
  });
});

test("the cards of a tool loop go into the stream of its answer, behind the text", async () => {
  await using world = await openWorld();
  const request = (written: string[]) =>
    open(world, { writer: { write: ({ type }) => written.push(type) } });
  const call = { type: "tool-call", toolCallId: "c1", toolName: "look_up", input: "{}" };
  const [first, second]: [string[], string[]] = [[], []];
  await partsOf(await request(first).stream([...text("1", "Let me look."), call]));
  const result = { type: "tool-result", toolCallId: "c1", toolName: "look_up", output: {} };
  const prompt = [
    ...asking(),
    { role: "assistant", content: [call] },
    { role: "tool", content: [result] },
  ];
  for await (const part of await request(second).stream(text("1", "These."), prompt)) {
    second.push(isRecord(part) ? String(part.type) : "");
  }
  expect(first).toEqual([]);
  expect(second).toEqual(["text-start", "text-delta", "text-end", "data-placard"]);
});

test("an answer counts for the model that gave it", async () => {
  await using world = await openWorld();
  await open(world).generate([{ type: "text", text: `The Northwind boot ${rec}.` }]);
  expect(world.kit.stats().citations.byModel).toEqual({
    "a-model": { answers: 1, marked: 1, unmarked: 0 },
  });
});

test("a form of the host that fails gives way to a link", async () => {
  const render = (): string => {
    throw new Error("the host's own trouble");
  };
  await using world = await openWorld({ render });
  const parts = text("1", "A ", rec, " b.");
  const out = await partsOf(await open(world).stream(parts));
  const said = out.flatMap((part) => (isDelta(part) ? [part.delta] : [])).join("");
  expect(said).toBe(`A ${world.label("Northwind")} b.`);
});

test("a loop whose tools never answer is reported after two minutes", async () => {
  const timers: { run: () => void; delayMs: number }[] = [];
  await using world = await openWorld({
    startTimer(run, delayMs) {
      if (delayMs !== 120_000) return startTimer(run, delayMs);
      const timer = { run, delayMs };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  const call = { type: "tool-call", toolCallId: "c", toolName: "t", input: "{}" };
  await open(world).generate([{ type: "text", text: `The boot ${rec}.` }, call]);
  expect(world.events.filter(({ type }) => type === "citation")).toEqual([]);
  expect(timers).toHaveLength(1);
  timers[0]?.run();
  expect(world.events.filter(({ type }) => type === "citation")).toHaveLength(1);
});

const isDelta = (part: unknown): part is { delta: string } =>
  typeof part === "object" && part !== null && "delta" in part;
