import type { CitationOffer } from "../citations/types.ts";
import { guarded } from "../core/guards.ts";
import { newId } from "../core/ids.ts";
import type { PublisherKit, TurnDetails } from "../types.ts";
import { internalsOf } from "./internals.ts";
import { callsTools, citedMessage } from "./langchain-answer.ts";
import {
  isMessage,
  type LangChainMessage,
  type LangChainToken,
  readMessages,
  withRestored,
} from "./langchain-messages.ts";
import { type LangChainRequest, modelNameOf, withPrompt } from "./langchain-prompt.ts";
import { Display, namedInput } from "./langchain-stream.ts";
import {
  type Answering,
  createRestorer,
  createShelf,
  isSidebar,
  offersFor,
  promptFor,
  watchOf,
} from "./offered-turn.ts";
import { callOnTurn, type OnTurn } from "./on-turn.ts";
import { createReasonings } from "./reasoning.ts";

export type { LangChainCitation } from "./langchain-messages.ts";
export type { LangChainRequest, LangChainToken };

/** Agents at work at once; one that failed in the middle leaves its turn behind. */
const AGENTS_MAX = 1_000;
/** Where a resumed run, which has no message of a reader, names its display. */
const DISPLAY_KEY = "placard_display";

export type LangChainOptions = {
  /** What the host knows of this call, such as what its run-time context says of the session. */
  details?: (request: LangChainRequest) => TurnDetails | undefined;
  /** Receives the turn of each run and the request of its first model call. */
  onTurn?: OnTurn<LangChainRequest>;
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
 * Middleware for `createAgent` of LangChain.js 1: puts the offers for the reader's last message
 * into that message, as quoted data, and the duty to cite them into the system message, in every
 * model call of the run, asked for once. Marks in the answer become labels with links, and its
 * message's metadata lists what it cites. Structured output gets no offers. In `sidebar` mode
 * the model gets no offers; with `onTurn` the turn then runs beside the answer.
 */
export function offersMiddleware(
  kit: PublisherKit,
  options: LangChainOptions = {},
): LangChainMiddleware {
  const runs = new Runs(kit, options);
  return {
    name: "PlacardOffers",
    async wrapModelCall(request, handler) {
      const isSilent = isSidebar(kit);
      const isUnused = isSilent && options.onTurn === undefined;
      if (isUnused || request.responseFormat !== undefined) return handler(request);
      const answering = await runs.answeringOf(request);
      if (isSilent) return handler(request);
      const ready = guarded(() => runs.prepare(request, answering));
      if (ready === undefined) return handler(request);
      guarded(() => runs.startDisplay(request, ready.run));
      const answer = await handler(ready.changed);
      return guarded(() => runs.cited(answer, ready.run, request.model)) ?? answer;
    },
    afterAgent(state) {
      guarded(() => runs.end(state.messages));
    },
    async *stream(agent, input, config = {}) {
      const { display, run } = runs.openDisplay(input);
      try {
        const events: unknown = await Reflect.apply(agent.stream, agent, [
          run.input,
          streamConfig(config, run.name),
        ]);
        if (!isAsyncIterable(events)) return;
        for await (const event of events) yield* display.show(event).filter(isToken);
        yield* display.flush().filter(isToken);
      } finally {
        runs.closeDisplay(run.name);
      }
    },
  };
}

class Runs {
  #kit: PublisherKit;
  #options: LangChainOptions;
  #answerings = createShelf<Answering>(AGENTS_MAX);
  #displays = createShelf<Display>(AGENTS_MAX);
  #reasonings = createReasonings();

  constructor(kit: PublisherKit, options: LangChainOptions) {
    this.#kit = kit;
    this.#options = options;
  }

  async answeringOf(request: LangChainRequest): Promise<Answering> {
    const none = { offers: undefined, watch: undefined };
    const asked = guarded(() => readMessages(request.messages));
    if (asked === undefined) return none;
    const { text, previous, key, isFirst } = asked;
    const known = this.#answerings.get(key);
    if (known !== undefined) return known;
    this.#answerings.set(key, none);
    // A host that cannot say what its reader agreed to gets no offers.
    const details = isFirst ? guarded(() => ({ ...this.#options.details?.(request) })) : undefined;
    if (details === undefined) return none;
    const signal = request.runtime?.signal ?? undefined;
    const { onTurn } = this.#options;
    const offers = await offersFor(this.#kit, {
      text,
      previous,
      details,
      signal,
      onTurn: onTurn && ((turn) => callOnTurn(this.#kit, onTurn, turn, request)),
    });
    const answering = { offers, watch: undefined };
    this.#answerings.set(key, answering);
    return answering;
  }

  /** The request as the model gets it; undefined where there is nothing to add or to read. */
  prepare<Request extends LangChainRequest>(request: Request, answering: Answering) {
    const restorer = createRestorer(this.#kit, answering.offers);
    const restoring = { text: restorer.text, reasoning: this.#reasonings.restore };
    const messages = withRestored(request.messages, restoring);
    const earlier = restorer.earlier();
    const prompt = promptFor(answering.offers, earlier);
    if (prompt === undefined) return undefined;
    return { changed: withPrompt(request, messages, prompt), run: { answering, earlier } };
  }

  cited<Answer>(answer: Answer, run: Run, model: unknown): Answer {
    const { answering, earlier } = run;
    const { offers } = answering;
    if (offers !== undefined) this.#kit.prompt(offers.turn);
    const watch = watchOf(this.#kit, answering, { earlier, model: modelNameOf(model) });
    if (watch === undefined || !isMessage(answer)) return answer;
    const cited = citedMessage(answer, watch, this.#reasonings);
    if (callsTools(answer)) watch.pause();
    else watch.end();
    return cited;
  }

  end(messages: readonly LangChainMessage[]): void {
    const key = readMessages(messages)?.key ?? "";
    const { watch } = this.#answerings.get(key) ?? {};
    this.#answerings.delete(key);
    watch?.end();
  }

  openDisplay(input: unknown) {
    const display = new Display(this.#reasonings);
    const run = namedInput(input, newId("dsp", 0));
    this.#displays.set(run.name, display);
    return { display, run };
  }

  /** The display of a run is found by the reader's last message, or by the run's own options. */
  startDisplay({ messages, runtime }: LangChainRequest, { answering, earlier }: Run): void {
    const id = messages.findLast(({ type }) => type === "human")?.id ?? "";
    const name = runtime?.configurable?.[DISPLAY_KEY];
    const display =
      this.#displays.get(id) ?? this.#displays.get(typeof name === "string" ? name : "");
    display?.use(() => internalsOf(this.#kit).watch(answering.offers?.turn, { earlier }));
  }

  closeDisplay(name: string): void {
    this.#displays.delete(name);
  }
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
