import { AsyncLocalStorage } from "node:async_hooks";
import { offersMiddleware } from "@placard/publisher-kit/ai-sdk";
import type { ChatTurn, PublisherKit, Turn } from "@placard/publisher-kit/types";

/** A model behind an address that speaks the protocol of OpenAI's chat completions. */
export type ModelEndpoint = { url: string; apiKey?: string; name: string };

export type EndpointQuestion = {
  kit: PublisherKit;
  /** The turn that the sidebar shows: the model gets the offers of the same one. */
  turn: Turn;
  text: string;
  previous: readonly ChatTurn[];
  signal: AbortSignal;
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

/**
 * Streams the model's answer through the AI SDK with the kit's middleware, which adds the offers to
 * the reader's message and watches the answer for mentions.
 *
 * **Errors** what the endpoint refused, or that it could not be reached.
 */
export async function* streamEndpointAnswer(
  endpoint: ModelEndpoint,
  { kit, turn, text, previous, signal }: EndpointQuestion,
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
  const model = wrapLanguageModel({ model: provider(name), middleware: offersMiddleware(kit) });
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
