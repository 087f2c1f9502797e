import { mapped } from "../citations/observe.ts";
import type { CitationOffer } from "../citations/types.ts";
import { guarded, isRecord } from "../core/guards.ts";
import type { Card, FilledTurn, PublisherKit, Turn, TurnDetails } from "../types.ts";
import { AnswerParts } from "./ai-sdk-answer.ts";
import { type AiSdkMessage, readPrompt, withPrompt, withRestored } from "./ai-sdk-prompt.ts";
import {
  type Answering,
  CardsBelow,
  createRestorer,
  createShelf,
  isSidebar,
  offersFor,
  promptFor,
  watchOf,
} from "./offered-turn.ts";
import { callOnTurn, type OnTurn } from "./on-turn.ts";
import { createReasonings } from "./reasoning.ts";

/** Tool calls whose results may still come back; each belongs to a tool loop under way. */
const TOOL_CALLS_MAX = 5_000;
const NAMESPACE = "placard";

/** What the middleware uses of a model call, alike in the provider interfaces v2, v3 and v4. */
export type AiSdkParams = {
  prompt: AiSdkMessage[];
  responseFormat?: { type: string } | undefined;
  abortSignal?: AbortSignal | undefined;
  providerOptions?: Record<string, unknown> | undefined;
};

export type AiSdkOptions = {
  /** What the host knows of this call beside its `providerOptions.placard`. */
  details?: (params: AiSdkParams) => TurnDetails | undefined;
  /**
   * The writer of `createUIMessageStream`: each filled turn becomes a `data-placard` part of the
   * message under way, after its text.
   */
  writer?: OffersWriter;
  /** Receives each turn and the parameters of its model call. */
  onTurn?: OnTurn<AiSdkParams>;
};

/** Cards for one message; fits `show(cards, { turnId })` of the widget. */
export type OffersData = { turnId: string; cards: Card[] };
/** A part of a `UIMessage`, which `useChat` shows and stores with its message. */
export type OffersPart = { type: "data-placard"; id: string; data: OffersData };
/** What is used of a `UIMessageStreamWriter`. */
export type OffersWriter = { write(part: OffersPart): void };

/** Fits `LanguageModelMiddleware` of the AI SDK 5, 6 and 7. */
export type AiSdkMiddleware = {
  specificationVersion: "v3";
  transformParams<Params extends AiSdkParams>(call: { params: Params }): Promise<Params>;
  wrapGenerate<Result extends { content: readonly object[] }>(call: {
    doGenerate: () => PromiseLike<Result>;
    params: object;
    model?: unknown;
  }): Promise<Result>;
  wrapStream<Result extends { stream: ReadableStream<unknown> }>(call: {
    doStream: () => PromiseLike<Result>;
    params: object;
    model?: unknown;
  }): Promise<Result>;
};

/** A model call whose answer is read; `text` is the reader's last message. */
type ReadCall = { answering: Answering; earlier: readonly CitationOffer[]; text: string };

/**
 * Middleware for `wrapLanguageModel`: puts the offers for the reader's last message into that
 * message, as quoted data, and the duty to cite them into the system message. Marks in the answer
 * come out as labels with links, each cited offer also as a source; no chunk is held back. A tool
 * loop asks once. Structured output gets no offers. In `sidebar` mode the model gets none; with
 * `writer` or `onTurn` the turn then runs beside the answer.
 *
 * Shape: `providerOptions: { placard: { sessionKey, consent, locale, topics } }` of a call gives
 * what only the host knows; no provider gets to see it.
 */
export function offersMiddleware(kit: PublisherKit, options: AiSdkOptions = {}): AiSdkMiddleware {
  const calls = new Calls(kit, options);
  return {
    specificationVersion: "v3",
    transformParams: ({ params }) => calls.prepare(params),
    async wrapGenerate({ doGenerate, params, model }) {
      const result = await doGenerate();
      const reading = guarded(() => calls.read(params, model));
      if (reading === undefined) return result;
      const content = result.content.flatMap((part) => {
        reading.noteTools(part);
        return guarded(() => reading.parts?.finished(part)) ?? [part];
      });
      reading.end();
      await reading.showCards();
      return { ...result, content };
    },
    async wrapStream({ doStream, params, model }) {
      const result = await doStream();
      const reading = guarded(() => calls.read(params, model));
      if (reading === undefined) return result;
      const { parts, noteTools, end, showCards } = reading;
      const stream = mapped(result.stream, {
        map(part) {
          noteTools(part);
          return parts?.streamed(part) ?? [part];
        },
        async flush() {
          const rest = parts?.flush() ?? [];
          await showCards();
          return rest;
        },
        end() {
          parts?.cut();
          end();
        },
      });
      return { ...result, stream };
    },
  };
}

function createShared() {
  return { loops: createShelf<Answering>(TOOL_CALLS_MAX), reasonings: createReasonings() };
}
type Shared = ReturnType<typeof createShared>;

/** Of all middleware of a kit: a host with `writer` makes one for each request of a tool loop. */
const shared = new WeakMap<PublisherKit, Shared>();

function sharedOf(kit: PublisherKit): Shared {
  const known = shared.get(kit) ?? createShared();
  shared.set(kit, known);
  return known;
}

const offersPart = ({ turnId, cards }: FilledTurn): OffersPart => ({
  type: "data-placard",
  id: turnId,
  data: { turnId, cards },
});

class Calls {
  #kit: PublisherKit;
  #options: AiSdkOptions;
  /** By the parameters that the model gets. */
  #known = new WeakMap<object, ReadCall>();
  #loops: Shared["loops"];
  #reasonings: Shared["reasonings"];

  constructor(kit: PublisherKit, options: AiSdkOptions) {
    this.#kit = kit;
    this.#options = options;
    const { loops, reasonings } = sharedOf(kit);
    this.#loops = loops;
    this.#reasonings = reasonings;
  }

  async prepare<Params extends AiSdkParams>(params: Params): Promise<Params> {
    const plain = guarded(() => withoutOwnOptions(params)) ?? params;
    const isSilent = isSidebar(this.#kit);
    if (isStructured(params) || (isSilent && !this.#isReceived())) return plain;
    const { answering, text } = await this.#answeringOf(params);
    if (isSilent) {
      const call = { ...plain };
      this.#known.set(call, { answering, earlier: [], text });
      return call;
    }
    const prepared = guarded(() => {
      const restorer = createRestorer(this.#kit, answering.offers);
      const restoring = { text: restorer.text, reasoning: this.#reasonings.restore };
      const restored = withRestored(params.prompt, restoring);
      const earlier = restorer.earlier();
      const prompt = promptFor(answering.offers, earlier);
      return prompt && { prompt: withPrompt(restored, prompt), earlier };
    });
    if (prepared === undefined) return plain;
    const { prompt, earlier } = prepared;
    const changed = { ...plain, prompt };
    this.#known.set(changed, { answering, earlier, text });
    return changed;
  }

  #isReceived(): boolean {
    return this.#options.writer !== undefined || this.#options.onTurn !== undefined;
  }

  #receiverOf(params: AiSdkParams, cards: CardsBelow | undefined) {
    if (!this.#isReceived()) return undefined;
    const { onTurn } = this.#options;
    return (turn: Turn): void => {
      if (turn.status === "filled") cards?.arrived(turn);
      callOnTurn(this.#kit, onTurn, turn, params);
    };
  }

  /** The model has taken the call, so its offers were used; what it says now is read. */
  read(params: object, model: unknown) {
    const call = this.#known.get(params);
    if (call === undefined) return undefined;
    const { answering, earlier, text } = call;
    const { offers } = answering;
    if (offers !== undefined) guarded(() => this.#kit.prompt(offers.turn));
    const watch = watchOf(this.#kit, answering, { earlier, model: modelIdOf(model) });
    const { cards } = answering;
    if (watch === undefined && cards === undefined) return undefined;
    let callsTools = false;
    return {
      parts: watch && new AnswerParts(watch, this.#reasonings),
      noteTools: (part: unknown): void => {
        const id = toolCallIdOf(part);
        if (id === undefined) return;
        this.#loops.set(loopKey(id, text), answering);
        callsTools = true;
      },
      end: () => guarded(() => (callsTools ? watch?.pause() : watch?.end())),
      showCards: async () => (callsTools ? undefined : cards?.answered()),
    };
  }

  async #answeringOf(params: AiSdkParams): Promise<Omit<ReadCall, "earlier">> {
    const asked = guarded(() => readPrompt(params.prompt));
    const none = { offers: undefined, watch: undefined };
    if (asked === undefined) return { answering: none, text: "" };
    const { text, previous, toolCallIds } = asked;
    const { writer } = this.#options;
    const show = writer && ((turn: FilledTurn) => writer.write(offersPart(turn)));
    if (toolCallIds !== undefined) {
      const known = toolCallIds.map((id) => this.#loops.get(loopKey(id, text))).find(Boolean);
      if (known?.cards !== undefined && show !== undefined) known.cards.show = show;
      return { answering: known ?? none, text };
    }
    // A host that cannot say what its reader agreed to gets no offers.
    const details = guarded(() => ({ ...this.#options.details?.(params), ...ownOptions(params) }));
    if (details === undefined) return { answering: none, text };
    const { abortSignal: signal } = params;
    const cards = show && new CardsBelow(show);
    const onTurn = this.#receiverOf(params, cards);
    const offers = await offersFor(this.#kit, { text, previous, details, signal, onTurn });
    return { answering: { offers, watch: undefined, cards }, text };
  }
}

const loopKey = (toolCallId: string, text: string): string => `${toolCallId}\n${text}`;

/** An answer that a program reads has no place for a label. */
const isStructured = (params: AiSdkParams): boolean =>
  guarded(() => params.responseFormat?.type) === "json";

function ownOptions({ providerOptions }: AiSdkParams): TurnDetails {
  const own = providerOptions?.[NAMESPACE];
  return isRecord(own) ? own : {};
}

function withoutOwnOptions<Params extends AiSdkParams>(params: Params): Params {
  if (params.providerOptions?.[NAMESPACE] === undefined) return params;
  const { [NAMESPACE]: _own, ...providerOptions } = params.providerOptions;
  return { ...params, providerOptions };
}

const modelIdOf = (model: unknown): string | undefined =>
  isRecord(model) && typeof model.modelId === "string" ? model.modelId : undefined;

/** A call whose result the host brings; those that a provider carries out end with its answer. */
function toolCallIdOf(part: unknown): string | undefined {
  if (!isRecord(part) || part.type !== "tool-call" || part.providerExecuted === true) {
    return undefined;
  }
  return typeof part.toolCallId === "string" ? part.toolCallId : undefined;
}
