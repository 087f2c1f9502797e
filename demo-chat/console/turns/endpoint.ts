import { AsyncLocalStorage } from "node:async_hooks";
import { offersMiddleware } from "@placard/publisher-kit/ai-sdk";
import type { ChatTurn, PublisherKit, Turn } from "@placard/publisher-kit/types";
import type { LanguageModelMiddleware } from "ai";

/** A model behind an address that speaks the protocol of OpenAI's chat completions. */
export type ModelEndpoint = { url: string; apiKey?: string; name: string };

export type EndpointQuestion = {
  kit: PublisherKit;
  /** The turn that the sidebar shows: the model gets the offers of the same one. */
  turn: Turn;
  text: string;
  previous: readonly ChatTurn[];
  signal: AbortSignal;
  /** Gets what the model writes, before the kit has replaced its marks. */
  onWords(words: string): void;
};

const SYSTEM = "You are the assistant of a chat app. Answer in at most 120 words of plain text.";
const ANSWER_TOKENS_MAX = 600;

/** The turn a kit shall answer with, wherever its middleware asks for one meanwhile. */
const given = new AsyncLocalStorage<Turn>();
const prepared = new WeakSet<PublisherKit>();

/**
 * The kit's middleware asks for a turn of its own; in a chat with a sidebar that would be a second
 * delivery for one question. So the kit answers it with the turn there is.
 */
function prepare(kit: PublisherKit): void {
  if (prepared.has(kit)) return;
  prepared.add(kit);
  const ask = kit.turn.bind(kit);
  kit.turn = (input, options) => {
    const turn = given.getStore();
    return turn === undefined ? ask(input, options) : Promise.resolve(turn);
  };
}

type ModelStream = Awaited<
  ReturnType<NonNullable<LanguageModelMiddleware["wrapStream"]>>
>["stream"];
type ModelPart = ModelStream extends ReadableStream<infer Part> ? Part : never;

/** Hands on what a model writes, and changes nothing. */
function notingMiddleware(onWords: (words: string) => void): LanguageModelMiddleware {
  return {
    specificationVersion: "v4",
    async wrapStream({ doStream }) {
      const { stream, ...rest } = await doStream();
      const noted = stream.pipeThrough(
        new TransformStream<ModelPart, ModelPart>({
          transform(part, controller) {
            if (part.type === "text-delta") onWords(part.delta);
            controller.enqueue(part);
          },
        }),
      );
      return { ...rest, stream: noted };
    },
  };
}

/**
 * Streams the model's answer through the AI SDK with the kit's middleware: the duty to cite goes to
 * the system message, the offers to the reader's message, and labels replace the marks.
 *
 * **Errors** what the endpoint refused, or that it could not be reached.
 */
export async function* streamEndpointAnswer(
  endpoint: ModelEndpoint,
  { kit, turn, text, previous, signal, onWords }: EndpointQuestion,
): AsyncGenerator<string> {
  prepare(kit);
  // A demo without an endpoint never loads them.
  const [{ streamText, wrapLanguageModel }, { createOpenAICompatible }] = await Promise.all([
    import("ai"),
    import("@ai-sdk/openai-compatible"),
  ]);
  const { url, apiKey, name } = endpoint;
  const provider = createOpenAICompatible({
    name: "demo",
    baseURL: url,
    ...(apiKey !== undefined && { apiKey }),
  });
  // The last one is nearest to the model.
  const middleware = [offersMiddleware(kit), notingMiddleware(onWords)];
  const model = wrapLanguageModel({ model: provider(name), middleware });
  const asked = { role: "user" as const, content: text };
  const messages = [...previous.map(({ role, text: content }) => ({ role, content })), asked];
  let failure: unknown;
  const { textStream } = given.run(turn, () =>
    streamText({
      model,
      system: SYSTEM,
      messages,
      maxOutputTokens: ANSWER_TOKENS_MAX,
      maxRetries: 1,
      abortSignal: signal,
      onError: ({ error }) => {
        failure = error;
      },
    }),
  );
  const reader = textStream.getReader();
  try {
    for (;;) {
      // The SDK calls the model from within the first read, which has to know the turn too.
      const { done, value } = await given.run(turn, () => reader.read());
      if (done) break;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (failure !== undefined) throw failure;
}
