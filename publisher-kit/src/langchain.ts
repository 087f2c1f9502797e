import { guarded, isRecord } from "./guards.ts";
import {
  clonedWith,
  type LangChainMessage,
  readMessages,
  textOfMessage,
} from "./langchain-messages.ts";
import { createShelf, type OfferedTurn, offersFor, type TurnDetails } from "./offered-turn.ts";
import type { PublisherKit } from "./types.ts";

/** Agents at work at once; one that failed in the middle leaves its turn behind. */
const AGENTS_MAX = 1_000;

/** What the middleware uses of a model request of LangChain.js 1. */
export type LangChainRequest = {
  messages: LangChainMessage[];
  runtime?: { signal?: AbortSignal | undefined; context?: unknown };
};

export type LangChainOptions = {
  /** What the host knows of this call, such as what its run-time context says of the session. */
  details?: (request: LangChainRequest) => TurnDetails | undefined;
};

/** Fits an element of `createAgent({ middleware })`. */
export type LangChainMiddleware = {
  name: string;
  wrapModelCall<Request extends LangChainRequest, Answer>(
    request: Request,
    handler: (request: Request) => Answer | Promise<Answer>,
  ): Promise<Answer>;
  afterAgent(state: { messages: LangChainMessage[] }): void;
};

/**
 * Middleware for `createAgent` of LangChain.js 1: adds the offers for the reader's last message to
 * that message, as quoted data, in every model call of the run, asked for once; when the agent is
 * done, its answer is read for mentions. In `sidebar` mode it changes nothing.
 */
export function offersMiddleware(
  kit: PublisherKit,
  options: LangChainOptions = {},
): LangChainMiddleware {
  const runs = createShelf<OfferedTurn>(AGENTS_MAX);

  async function offersOf(request: LangChainRequest): Promise<OfferedTurn | undefined> {
    const asked = guarded(() => readMessages(request.messages));
    if (asked === undefined) return undefined;
    const { text, previous, key, isFirst } = asked;
    const known = runs.get(key);
    if (known !== undefined || !isFirst) return known;
    // A host that cannot say what its reader agreed to gets no offers.
    const details = guarded(() => ({ ...options.details?.(request) }));
    if (details === undefined) return undefined;
    const signal = request.runtime?.signal ?? undefined;
    const offers = await offersFor(kit, { text, previous, details, signal });
    if (offers !== undefined) runs.set(key, offers);
    return offers;
  }

  return {
    name: "PlacardOffers",
    async wrapModelCall(request, handler) {
      const offers = await offersOf(request);
      const messages = offers && guarded(() => withContext(request.messages, offers.context));
      if (offers === undefined || messages === undefined) return handler(request);
      const answer = await handler({ ...request, messages });
      guarded(() => kit.context(offers.turn));
      return answer;
    },
    afterAgent(state) {
      guarded(() => {
        const asked = readMessages(state.messages);
        const offers = asked && runs.get(asked.key);
        if (asked === undefined || offers === undefined) return;
        runs.delete(asked.key);
        kit.observeAnswer(offers.turn, asked.answers.map(textOfMessage).join("\n"));
      });
    },
  };
}

function withContext(messages: readonly LangChainMessage[], context: string): LangChainMessage[] {
  const last = messages.findLastIndex(({ type }) => type === "human");
  return messages.map((message, index) => {
    if (index !== last) return message;
    const { content } = message;
    const own: readonly unknown[] = Array.isArray(content)
      ? content
      : [{ type: "text", text: isRecord(content) ? "" : String(content) }];
    return clonedWith(message, [...own, { type: "text", text: context }]);
  });
}
