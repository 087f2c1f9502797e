import { offersMiddleware } from "@placard/publisher-kit/langchain";
import { isRecord } from "../../../publisher-kit/src/core/guards.ts";
import { importForeign } from "./foreign.ts";
import type { ModelHost, Ran, Run, Source, Step } from "./model-host.ts";

export type Message = {
  type: string;
  id?: string;
  content: unknown;
  text: string;
  response_metadata: Record<string, unknown>;
};
export type Agent = {
  invoke(state: object, config?: object): Promise<{ messages: readonly Message[] }>;
  stream(state: object, config?: object): Promise<AsyncIterable<unknown>>;
};
/** The part of `BaseChatModel` that a model of our own writes over. */
type Model = {
  withConfig(config: object): Model;
  bindTools(tools: object): Model;
  _generate(messages: Message[]): Promise<object>;
  _streamResponseChunks?(messages: Message[], options: object, run: Callbacks): AsyncGenerator;
};
type Callbacks = { handleLLMNewToken(...fields: unknown[]): Promise<void> } | undefined;
export type LangChain = {
  createAgent(options: object): Agent;
  fakeModel(): Model & { constructor: new () => Model };
  AIMessage: new (fields: string | object) => object;
  AIMessageChunk: new (fields: object) => { concat(other: object): object };
  SystemMessage: new (fields: string | object) => Message;
  HumanMessage: new (fields: string | object) => Message;
  providerStrategy(schema: object): object;
  tool(run: () => Promise<string>, options: object): object;
};
type Chunks = { ChatGenerationChunk: new (fields: object) => object };

const SCHEMA = { type: "object", title: "answer", properties: {} };
const LOOK_UP = { name: "look_up", args: {}, id: "call-1", type: "tool_call" };

export async function openLangChain() {
  const langchain = await importForeign<LangChain>("langchain/dist/index.js");
  const { ChatGenerationChunk } = await importForeign<Chunks>("@langchain/core/dist/outputs.js");
  return { langchain, ChatGenerationChunk };
}

/** An agent of LangChain.js 1, asked for its whole answer, and for its pieces. */
export async function openLangChainHosts(): Promise<ModelHost[]> {
  const { langchain, ChatGenerationChunk } = await openLangChain();
  const common = { loops: true, structures: true };
  return [
    {
      ...common,
      name: "LangChain 1 invoke",
      streams: false,
      async run(run) {
        const { agent, input, prompts } = prepare(langchain, ChatGenerationChunk, run);
        const { messages } = await agent.invoke(input, { signal: run.signal });
        const answers = messages.slice(input.messages.length).filter(({ type }) => type === "ai");
        return {
          answer: answers.map(({ text }) => text).join(""),
          prompts,
          sources: answers.flatMap(sourcesOf),
        };
      },
    },
    {
      ...common,
      name: "LangChain 1 stream",
      streams: true,
      run: (run) => runStream(langchain, ChatGenerationChunk, run),
    },
  ];
}

async function runStream(
  langchain: LangChain,
  ChatGenerationChunk: Chunks["ChatGenerationChunk"],
  run: Run,
): Promise<Ran> {
  const { agent, input, offers, prompts } = prepare(langchain, ChatGenerationChunk, run);
  let answer = "";
  for await (const [token] of offers.stream(agent, input, { signal: run.signal })) {
    if (token.type !== "ai" || token.text === "") continue;
    run.onPiece?.(token.text);
    answer += token.text;
  }
  return { answer, prompts };
}

function sourcesOf({ response_metadata: { placard } }: Message): Source[] {
  const citations = isRecord(placard) && Array.isArray(placard.citations) ? placard.citations : [];
  return citations.map(({ label, sponsor, url, kind, tag }) => {
    return { title: `${label} · ${sponsor}`, url, kind, tag };
  });
}

function prepare(
  langchain: LangChain,
  ChatGenerationChunk: Chunks["ChatGenerationChunk"],
  run: Run,
) {
  const prompts: string[] = [];
  const lookUp = langchain.tool(async () => "nothing found", {
    name: "look_up",
    description: "Looks a word up.",
    schema: { type: "object", properties: {} },
  });
  const { onTurn } = run;
  const offers = offersMiddleware(run.kit, {
    details: () => run.details,
    ...(onTurn !== undefined && { onTurn }),
  });
  const agent = langchain.createAgent({
    model: makeModel(langchain, ChatGenerationChunk, run, prompts),
    tools: [lookUp],
    middleware: [offers],
    ...(run.json === true && { responseFormat: langchain.providerStrategy(SCHEMA) }),
  });
  const turns = [...(run.previous ?? []), { role: "user", text: run.text }];
  const input = { messages: turns.map(({ role, text }) => ({ role, content: text })) };
  return { agent, input, offers, prompts };
}

/** A chat model that speaks in pieces, as those of providers do. */
function makeModel(
  langchain: LangChain,
  ChatGenerationChunk: Chunks["ChatGenerationChunk"],
  run: Run,
  prompts: string[],
): object {
  const { constructor: Base } = langchain.fakeModel();
  let calls = 0;
  const next = (messages: readonly Message[]) => {
    prompts.push(JSON.stringify(messages.map(({ type, content }) => [type, content])));
    const step: Step = run.steps[calls] ?? {};
    calls += 1;
    if ("fail" in step) throw new Error(step.fail);
    return { say: step.say ?? [], tool_calls: step.callTool === true ? [LOOK_UP] : [] };
  };
  class Speaking extends Base {
    override bindTools() {
      return this.withConfig({});
    }
    override async _generate(messages: Message[]) {
      const { say, tool_calls } = next(messages);
      const message = new langchain.AIMessage({ content: say.join(""), tool_calls });
      return { generations: [{ text: "", message }] };
    }
    override async *_streamResponseChunks(messages: Message[], _options: object, run_: Callbacks) {
      const { say, tool_calls } = next(messages);
      const pieces = say.map((content) => new langchain.AIMessageChunk({ content }));
      const calling = tool_calls.map(({ name, id }) => ({ name, id, args: "{}", index: 0 }));
      const last = new langchain.AIMessageChunk({ content: "", tool_call_chunks: calling });
      for (const message of [...pieces, last]) {
        const chunk = new ChatGenerationChunk({ text: "", message });
        yield chunk;
        await run_?.handleLLMNewToken("", undefined, undefined, undefined, undefined, { chunk });
        if (message !== last) await run.beforeMore?.();
      }
    }
  }
  return new Speaking();
}
