import { offersMiddleware } from "@placard/publisher-kit/langchain";
import { describe, expect, test } from "vitest";
import { CITATION_DUTY } from "../../../publisher-kit/src/generated/citation.ts";
import { type Message, openLangChain } from "./langchain-host.ts";
import { ASK, marksOf, openWorld } from "./world.ts";

const { rec, tag } = marksOf("Northwind");
const { langchain } = await openLangChain();
const { AIMessage, AIMessageChunk, HumanMessage, SystemMessage } = langchain;

type World = Awaited<ReturnType<typeof openWorld>>;

/** An agent whose model answers once, with any content. */
function openAgent({ kit }: World, content: unknown, options: object = {}) {
  const model = langchain.fakeModel();
  const prompts: Message[][] = [];
  model._generate = async (messages) => {
    prompts.push(messages);
    return { generations: [{ text: "", message: new AIMessage({ content }) }] };
  };
  model.bindTools = () => model.withConfig({});
  const offers = offersMiddleware(kit);
  const agent = langchain.createAgent({ model, tools: [], middleware: [offers], ...options });
  return { agent, offers, prompts };
}

const input = { messages: [{ role: "user", content: ASK }] };

describe("the prompt", () => {
  test("has the duty behind the host's own system message, whatever its form", async () => {
    await using world = await openWorld();
    const text = [{ type: "text", text: "Be kind." }];
    const duty = { type: "text", text: CITATION_DUTY };
    const own = `Be kind.\n\n${CITATION_DUTY}`;
    const forms: [object, object[], unknown][] = [
      [{}, [], CITATION_DUTY],
      [{ systemPrompt: "Be kind." }, [], [...text, duty]],
      [{ systemPrompt: new SystemMessage("Be kind.") }, [], own],
      [{ systemPrompt: new SystemMessage({ content: text }) }, [], [...text, duty]],
      [{}, [new SystemMessage("Be kind.")], own],
    ];
    for (const [options, before, content] of forms) {
      const { agent, prompts } = openAgent(world, "Hm.", options);
      await agent.invoke({ messages: [...before, new HumanMessage(ASK)] });
      const [system, human, ...more] = prompts[0] ?? [];
      expect(more).toEqual([]);
      expect(system?.type).toBe("system");
      const textOf = (it: unknown) => (typeof it === "string" ? [{ type: "text", text: it }] : it);
      expect(textOf(system?.content)).toEqual(textOf(content));
      expect(JSON.stringify(human?.content)).toContain("[end of offers ");
    }
  });

  test("has it in a text where the request has no message for it", async () => {
    await using world = await openWorld();
    const { wrapModelCall } = offersMiddleware(world.kit);
    const messages = [new HumanMessage({ content: ASK, id: "h" })];
    const given: { systemPrompt?: string; messages: { type: string; content: unknown }[] }[] = [];
    const handler = (request: (typeof given)[number]) => void given.push(request);
    await wrapModelCall({ messages, systemPrompt: "Be kind." }, handler);
    await wrapModelCall({ messages }, handler);
    expect(given[0]?.systemPrompt).toBe(`Be kind.\n\n${CITATION_DUTY}`);
    expect(given[1]?.messages[0]).toMatchObject({ type: "system", content: CITATION_DUTY });
  });
});

describe("an answer", () => {
  test("lists what it cites in its metadata, and so do its traces", async () => {
    await using world = await openWorld();
    const { agent } = openAgent(world, `Take the Northwind boot ${rec}.`);
    const { messages } = await agent.invoke(input);
    const answer = messages.at(-1);
    const citations = [
      {
        tag,
        kind: "rec",
        label: "Ad",
        sponsor: "Northwind",
        url: world.url("Northwind"),
        position: "Take the Northwind boot ".length,
      },
    ];
    expect(answer).toBeInstanceOf(AIMessage);
    expect(answer?.response_metadata.placard).toEqual({ citations });
    const trace = JSON.stringify(answer);
    expect(trace).toContain(JSON.stringify({ citations }));
    expect(trace).not.toContain("[[");
  });

  test("of several blocks is read block by block, with its annotations and reasoning", async () => {
    await using world = await openWorld();
    const places = (from: number) => [{ type: "citation", startIndex: from, endIndex: from + 4 }];
    const said = `See ${rec} here.`;
    const shown = `See ${world.label("Northwind")} here.`;
    const image = { type: "image", url: "https://img.example/1.png" };
    const { agent } = openAgent(world, [
      { type: "thinking", thinking: `I take ${rec} first.`, signature: "s" },
      { type: "text", text: said, annotations: places(said.indexOf("here")) },
      image,
      { type: "text", text: "Bye." },
    ]);
    const { messages } = await agent.invoke(input);
    expect(messages.at(-1)?.content).toEqual([
      { type: "thinking", thinking: "I take first.", signature: "s" },
      { type: "text", text: shown, annotations: places(shown.indexOf("here")) },
      image,
      { type: "text", text: "Bye." },
    ]);
  });

  test("counts for the model that gave it", async () => {
    await using world = await openWorld();
    const { agent } = openAgent(world, `The Northwind boot ${rec}.`);
    await agent.invoke(input);
    expect(world.kit.stats().citations).toMatchObject({ answers: 1, marked: 1, byModel: {} });
    const { wrapModelCall } = offersMiddleware(world.kit);
    const messages = [new HumanMessage({ content: ASK, id: "h" })];
    await wrapModelCall({ messages, model: { model: "a-model" } }, () => new AIMessage("Hm."));
    expect(world.kit.stats().citations.byModel).toHaveProperty("a-model");
  });
});

describe("a stream", () => {
  /** An agent that streams these chunks past the middleware, as LangGraph does. */
  async function show(world: World, chunks: readonly object[], start: object = input) {
    const offers = offersMiddleware(world.kit);
    const configs: unknown[] = [];
    const agent = {
      async *run(given: { messages: readonly object[] }, config: object) {
        configs.push(config);
        const last = given.messages.at(-1);
        const messages = [new HumanMessage({ content: ASK, id: "kept", ...last })];
        const runtime = "configurable" in config ? config : {};
        await offers.wrapModelCall({ messages, runtime }, () => new AIMessage("Hm."));
        for (const chunk of chunks) yield [chunk, { langgraph_node: "model_request" }];
      },
      async stream(given: never, config?: never) {
        return agent.run(given, config ?? {});
      },
    };
    const tokens: Message[] = [];
    for await (const [token] of offers.stream(agent, start, { recursionLimit: 9 })) {
      tokens.push(Object.assign(token, { response_metadata: {} }));
    }
    return { tokens, configs };
  }
  const chunk = (content: unknown, more: object = {}) =>
    new AIMessageChunk({ content, id: "a", ...more });

  test("has the rest of a text before the next message, and keeps every other piece", async () => {
    await using world = await openWorld();
    const call = { name: "t", args: "{}", id: "c", index: 0 };
    const { tokens, configs } = await show(world, [
      chunk("Take it "),
      chunk(rec),
      chunk("", { tool_call_chunks: [call] }),
      chunk("Bye ", { id: "b" }),
      chunk(rec, { id: "b" }),
    ]);
    const label = world.label("Northwind");
    expect(tokens.map(({ id, text }) => [id, text])).toEqual([
      ["a", "Take it "],
      ["a", ""],
      ["a", ""],
      ["a", label],
      ["b", "Bye "],
      ["b", ""],
      ["b", label],
    ]);
    const calls = tokens.filter((token) => JSON.stringify(token).includes('"id":"c"'));
    expect(calls).toHaveLength(1);
    expect(configs).toMatchObject([{ recursionLimit: 9, streamMode: "messages" }]);
  });

  test("of blocks keeps their indexes, and a message given whole is read whole", async () => {
    await using world = await openWorld();
    const { tokens } = await show(world, [
      chunk([{ type: "text", index: 0, text: "One " }]),
      chunk([{ type: "text", index: 0, text: rec }]),
      chunk([{ type: "reasoning", index: 1, reasoning: rec }]),
      new AIMessage({ id: "b", content: `All ${rec}` }),
    ]);
    const label = world.label("Northwind");
    expect(tokens.map(({ content }) => content)).toEqual([
      [{ type: "text", index: 0, text: "One " }],
      [{ type: "text", index: 0, text: "" }],
      [{ type: "reasoning", index: 1, reasoning: "" }],
      [{ type: "text", index: 0, text: label }],
      `All ${label}`,
    ]);
  });

  test.each([
    ["a text", { messages: [ASK] }],
    ["a pair", { messages: [["user", ASK]] }],
    ["a message", { messages: [new HumanMessage(ASK)] }],
    ["a message with an id", { messages: [new HumanMessage({ content: ASK, id: "own" })] }],
  ])("finds its run where the reader's message is %s", async (_name, start) => {
    await using world = await openWorld();
    const { agent, offers } = openAgent(world, `Take it ${rec}`);
    let said = "";
    for await (const [token] of offers.stream(agent, start)) {
      if (token.type === "ai") said += token.text;
    }
    expect(said).toBe(`Take it ${world.label("Northwind")}`);
  });

  test("of a run that goes on without a message of the reader is read too", async () => {
    await using world = await openWorld();
    const { tokens } = await show(world, [chunk(`Take it ${rec}.`)], { messages: [], resume: 1 });
    expect(tokens.map(({ text }) => text)).toEqual([`Take it ${world.label("Northwind")}.`]);
  });
});
