import { offersMiddleware } from "@placard/publisher-kit/ai-sdk";
import { isRecord } from "../../../publisher-kit/src/core/guards.ts";
import { importForeign } from "./foreign.ts";
import type { ModelHost, Ran, Run, Source, Step } from "./model-host.ts";

type Message = { role: string; content: unknown };
type Asked = {
  model: object;
  messages: Message[];
  tools?: object;
  stopWhen?: unknown;
  maxRetries: number;
  abortSignal?: AbortSignal;
  providerOptions?: object;
  output?: object;
  experimental_output?: object;
  onError?: (event: { error: unknown }) => void;
};
type AiSdk = {
  wrapLanguageModel(options: { model: object; middleware: object }): object;
  generateText(options: Asked): Promise<{ steps: readonly { content: readonly object[] }[] }>;
  streamText(options: Asked): { fullStream: AsyncIterable<Record<string, unknown>> };
  stepCountIs(count: number): unknown;
  jsonSchema(schema: object): object;
  tool(options: object): object;
  Output: { object(options: { schema: object }): object };
};
export type Specification = "v2" | "v3" | "v4";

export const AI_SDKS: readonly { name: string; path: string; specification: Specification }[] = [
  { name: "AI SDK 5", path: "ai5/dist/index.mjs", specification: "v2" },
  { name: "AI SDK 6", path: "ai6/dist/index.mjs", specification: "v3" },
  { name: "AI SDK 7", path: "ai7/dist/index.js", specification: "v4" },
];

/** Each version of the AI SDK, with `generateText` and with `streamText`. */
export async function openAiSdkHosts(): Promise<ModelHost[]> {
  const hosts = AI_SDKS.map(async ({ name, path, specification }) => {
    const sdk = await importForeign<AiSdk>(path);
    const generating: ModelHost = {
      name: `${name} generateText`,
      streams: false,
      loops: true,
      structures: true,
      run: (options) => runGenerate(sdk, specification, options),
    };
    const streaming: ModelHost = {
      name: `${name} streamText`,
      streams: true,
      loops: true,
      structures: true,
      run: (options) => runStream(sdk, specification, options),
    };
    return [generating, streaming];
  });
  return (await Promise.all(hosts)).flat();
}

async function runGenerate(sdk: AiSdk, specification: Specification, run: Run): Promise<Ran> {
  const { call, prompts } = prepare(sdk, specification, run);
  const { steps } = await sdk.generateText(call);
  const content = steps.flatMap((step) => step.content);
  const answer = content.map((part) => ("text" in part ? String(part.text) : "")).join("");
  return { answer, prompts, sources: content.flatMap(sourceOf) };
}

async function runStream(sdk: AiSdk, specification: Specification, run: Run): Promise<Ran> {
  const { call, prompts } = prepare(sdk, specification, run);
  const sources: Source[] = [];
  let answer = "";
  const { fullStream } = sdk.streamText({ ...call, onError: () => undefined });
  for await (const part of fullStream) {
    if (part.type === "error") throw part.error;
    sources.push(...sourceOf(part));
    if (part.type !== "text-delta") continue;
    const piece = String(part.text);
    run.onPiece?.(piece);
    answer += piece;
  }
  return { answer, prompts, sources };
}

function sourceOf(part: object): Source[] {
  if (!isRecord(part) || part.type !== "source" || !isRecord(part.providerMetadata)) return [];
  const { placard } = part.providerMetadata;
  if (!isRecord(placard)) return [];
  const { kind, tag } = placard;
  return [
    { title: String(part.title), url: String(part.url), kind: String(kind), tag: String(tag) },
  ];
}

function prepare(sdk: AiSdk, specification: Specification, run: Run) {
  const prompts: string[] = [];
  const model = sdk.wrapLanguageModel({
    model: fakeModel(specification, run, prompts),
    middleware: offersMiddleware(run.kit, run.onTurn === undefined ? {} : { onTurn: run.onTurn }),
  });
  const messages = [...(run.previous ?? []), { role: "user", text: run.text }].map(
    ({ role, text }): Message => ({ role, content: text }),
  );
  const output = sdk.Output.object({ schema: sdk.jsonSchema({ type: "object" }) });
  const tools = {
    look_up: sdk.tool({
      description: "Looks a word up.",
      inputSchema: sdk.jsonSchema({ type: "object", properties: {} }),
      execute: async () => "nothing found",
    }),
  };
  const call: Asked = {
    model,
    messages,
    // Version 5 has its `output` under another name.
    ...(run.json === true ? { output, experimental_output: output } : { tools }),
    stopWhen: sdk.stepCountIs(4),
    maxRetries: 0,
    providerOptions: { other: { kept: "for its provider" }, placard: { ...run.details } },
    ...(run.signal !== undefined && { abortSignal: run.signal }),
  };
  return { call, prompts };
}

/** A model by the provider interface that each version of the SDK asks for. */
export function fakeModel(specification: Specification, run: Run, prompts: string[]): object {
  let calls = 0;
  const next = (params: { prompt: object; providerOptions?: object }) => {
    prompts.push(JSON.stringify([params.prompt, params.providerOptions]));
    const step: Step = run.steps[calls] ?? { say: [] };
    calls += 1;
    if ("fail" in step) throw new Error(step.fail);
    return step;
  };
  const isOld = specification === "v2";
  const usage = isOld
    ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
    : { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const finish = (callsTool: boolean): unknown => {
    const reason = callsTool ? "tool-calls" : "stop";
    return isOld ? reason : { unified: reason, raw: undefined };
  };
  const toolCall = () => ({
    type: "tool-call",
    toolCallId: `call-${calls}`,
    toolName: "look_up",
    input: "{}",
  });
  return {
    specificationVersion: specification,
    provider: "fake",
    modelId: "fake",
    supportedUrls: {},
    async doGenerate(params: { prompt: object }) {
      const { say, callTool = false } = next(params);
      const text = say === undefined ? [] : [{ type: "text", text: say.join("") }];
      const content = callTool ? [...text, toolCall()] : text;
      return { content, finishReason: finish(callTool), usage, warnings: [] };
    },
    async doStream(params: { prompt: object }) {
      const { say, callTool = false } = next(params);
      async function* parts() {
        yield { type: "stream-start", warnings: [] };
        if (say !== undefined) {
          yield { type: "text-start", id: "1" };
          for (const delta of say) {
            yield { type: "text-delta", id: "1", delta };
            await run.beforeMore?.();
          }
          yield { type: "text-end", id: "1" };
        }
        if (callTool) yield toolCall();
        yield { type: "finish", finishReason: finish(callTool), usage };
      }
      return { stream: streamOf(parts()) };
    },
  };
}

/** Makes a part when the reader asks for it and not before. */
export function streamOf<Part>(parts: AsyncGenerator<Part>): ReadableStream<Part> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
