import type { CitationOffer } from "./citations/types.ts";
import { guarded } from "./guards.ts";
import { newId } from "./ids.ts";
import { internalsOf } from "./internals.ts";
import { callsTools, citedMessage } from "./langchain-answer.ts";
import {
  isMessage,
  type LangChainMessage,
  readMessages,
  withRestored,
} from "./langchain-messages.ts";
import { type LangChainRequest, modelNameOf, withPrompt } from "./langchain-prompt.ts";
import {
  createDisplay,
  type Display,
  type LangChainToken,
  namedInput,
} from "./langchain-stream.ts";
import {
  type Answering,
  createRestorer,
  createShelf,
  isSidebar,
  offersFor,
  promptFor,
  type TurnDetails,
  watchOf,
} from "./offered-turn.ts";
import { createReasonings } from "./reasoning.ts";
import type { PublisherKit } from "./types.ts";

export type { LangChainCitation } from "./langchain-answer.ts";
export type { LangChainRequest, LangChainToken };

/** Agents at work at once; one that failed in the middle leaves its turn behind. */
const AGENTS_MAX = 1_000;
/** Where a resumed run, which has no message of a reader, names its display. */
const DISPLAY_KEY = "placard_display";

export type LangChainOptions = {
  /** What the host knows of this call, such as what its run-time context says of the session. */
  details?: (request: LangChainRequest) => TurnDetails | undefined;
};

/** An agent of `createAgent`, by what is used of it. */
export type LangChainAgent = { stream(input: never, config?: never): Promise<unknown> };

/** Fits an element of `createAgent({ middleware })`. */
export type LangChainMiddleware = {
  name: string;
  wrapModelCall<Request extends LangChainRequest, Answer>(
    request: Request,
    handler: (request: Request) => Answer | Promise<Answer>,
  ): Promise<Answer>;
  afterAgent(state: { messages: LangChainMessage[] }): void;
  /**
   * `agent.stream(input, { ...config, streamMode: "messages" })` with labels for the marks in each
   * piece. LangChain streams past its middleware, so `agent.stream` itself shows the marks.
   */
  stream(agent: LangChainAgent, input: unknown, config?: object): AsyncIterable<LangChainToken>;
};

type Run = { answering: Answering; earlier: readonly CitationOffer[] };

/**
 * Middleware for `createAgent` of LangChain.js 1: puts the offers for the reader's last message into
 * that message, as quoted data, and the duty to cite them into the system message, in every model
 * call of the run, asked for once. Marks in the answer become labels with links, and its message's
 * metadata lists what it cites. Structured output gets no offers. In `sidebar` mode it changes
 * nothing.
 */
export function offersMiddleware(
  kit: PublisherKit,
  options: LangChainOptions = {},
): LangChainMiddleware {
  const runs = createShelf<Answering>(AGENTS_MAX);
  const displays = createShelf<Display>(AGENTS_MAX);
  const reasonings = createReasonings();

  async function answeringOf(request: LangChainRequest): Promise<Answering> {
    const none = { offers: undefined, watch: undefined };
    const asked = guarded(() => readMessages(request.messages));
    if (asked === undefined) return none;
    const { text, previous, key, isFirst } = asked;
    const known = runs.get(key);
    if (known !== undefined) return known;
    runs.set(key, none);
    // A host that cannot say what its reader agreed to gets no offers.
    const details = isFirst ? guarded(() => ({ ...options.details?.(request) })) : undefined;
    if (details === undefined) return none;
    const signal = request.runtime?.signal ?? undefined;
    const offers = await offersFor(kit, { text, previous, details, signal });
    const answering = { offers, watch: undefined };
    runs.set(key, answering);
    return answering;
  }

  /** The request as the model gets it; undefined where there is nothing to add or to read. */
  function prepared<Request extends LangChainRequest>(request: Request, answering: Answering) {
    const restorer = createRestorer(kit, answering.offers);
    const restoring = { text: restorer.text, reasoning: reasonings.restore };
    const messages = withRestored(request.messages, restoring);
    const earlier = restorer.earlier();
    const prompt = promptFor(answering.offers, earlier);
    return (
      prompt && { changed: withPrompt(request, messages, prompt), run: { answering, earlier } }
    );
  }

  function startDisplay({ messages, runtime }: LangChainRequest, { answering, earlier }: Run) {
    const id = messages.findLast(({ type }) => type === "human")?.id ?? "";
    const name = runtime?.configurable?.[DISPLAY_KEY];
    const display = displays.get(id) ?? displays.get(typeof name === "string" ? name : "");
    display?.use(() => internalsOf(kit).watch(answering.offers?.turn, { earlier }));
  }

  function citedAnswer<Answer>(answer: Answer, run: Run, model: unknown): Answer {
    const { answering, earlier } = run;
    const { offers } = answering;
    if (offers !== undefined) kit.prompt(offers.turn);
    const watch = watchOf(kit, answering, { earlier, model: modelNameOf(model) });
    if (watch === undefined || !isMessage(answer)) return answer;
    const cited = citedMessage(answer, watch, reasonings);
    if (callsTools(answer)) watch.pause();
    else watch.end();
    return cited;
  }

  return {
    name: "PlacardOffers",
    async wrapModelCall(request, handler) {
      if (isSidebar(kit) || request.responseFormat !== undefined) return handler(request);
      const answering = await answeringOf(request);
      const ready = guarded(() => prepared(request, answering));
      if (ready === undefined) return handler(request);
      guarded(() => startDisplay(request, ready.run));
      const answer = await handler(ready.changed);
      return guarded(() => citedAnswer(answer, ready.run, request.model)) ?? answer;
    },
    afterAgent(state) {
      guarded(() => {
        const asked = readMessages(state.messages);
        if (asked === undefined) return;
        const { watch } = runs.get(asked.key) ?? {};
        runs.delete(asked.key);
        watch?.end();
      });
    },
    async *stream(agent, input, config = {}) {
      const display = createDisplay(reasonings);
      const run = namedInput(input, newId("dsp", 0));
      displays.set(run.name, display);
      try {
        const events: unknown = await Reflect.apply(agent.stream, agent, [
          run.input,
          streamConfig(config, run.name),
        ]);
        if (!isAsyncIterable(events)) return;
        for await (const event of events) yield* display.show(event).filter(isToken);
        yield* display.flush().filter(isToken);
      } finally {
        displays.delete(run.name);
      }
    },
  };
}

function streamConfig(config: object, name: string): object {
  const own = "configurable" in config ? config.configurable : undefined;
  const configurable = { ...(typeof own === "object" ? own : {}), [DISPLAY_KEY]: name };
  return { ...config, configurable, streamMode: "messages", subgraphs: false };
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

const isToken = (event: unknown): event is LangChainToken =>
  Array.isArray(event) && isMessage(event[0]);
