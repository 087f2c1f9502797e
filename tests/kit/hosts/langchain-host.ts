import { offersMiddleware } from "@placard/publisher-kit/langchain";
import { importForeign } from "./foreign.ts";
import type { ModelHost, Ran, Run } from "./model-host.ts";

type Message = { content: unknown };
type FakeModel = {
  calls: readonly { messages: readonly Message[] }[];
  respond(entry: unknown): FakeModel;
};
type LangChain = {
  createAgent(options: object): {
    invoke(state: object, config: object): Promise<{ messages: readonly Message[] }>;
  };
  fakeModel(): FakeModel;
  AIMessage: new (fields: string | object) => object;
  tool(run: () => Promise<string>, options: object): object;
};

const LOOK_UP = { name: "look_up", args: {}, id: "call-1", type: "tool_call" };

/**
 * An agent of LangChain.js 1. Its middleware sees whole messages, so nothing is heard in pieces.
 */
export async function openLangChainHost(): Promise<ModelHost> {
  const langchain = await importForeign<LangChain>("langchain/dist/index.js");
  return {
    name: "LangChain 1",
    streams: false,
    loops: true,
    run: (options) => runAgent(langchain, options),
  };
}

async function runAgent(langchain: LangChain, run: Run): Promise<Ran> {
  const model = langchain.fakeModel();
  for (const step of run.steps) {
    if ("say" in step) model.respond(new langchain.AIMessage(step.say.join("")));
    else if ("fail" in step) model.respond(new Error(step.fail));
    else model.respond(new langchain.AIMessage({ content: "", tool_calls: [LOOK_UP] }));
  }
  const lookUp = langchain.tool(async () => "nothing found", {
    name: "look_up",
    description: "Looks a word up.",
    schema: { type: "object", properties: {} },
  });
  const agent = langchain.createAgent({
    model,
    tools: [lookUp],
    middleware: [offersMiddleware(run.kit, { details: () => run.details })],
  });
  const turns = [...(run.previous ?? []), { role: "user", text: run.text }];
  const messages = turns.map(({ role, text }) => ({ role, content: text }));
  const { messages: after } = await agent.invoke({ messages }, { signal: run.signal });
  return {
    answer: String(after.at(-1)?.content),
    prompts: model.calls.map(({ messages: given }) => JSON.stringify(given)),
  };
}
