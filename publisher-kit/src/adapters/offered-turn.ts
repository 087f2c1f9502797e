import type { AnswerWatch } from "../citations/observe.ts";
import type { CitationOffer } from "../citations/types.ts";
import { nextTask } from "../core/clock.ts";
import { guarded } from "../core/guards.ts";
import { CITATION_DUTY } from "../generated/citation.ts";
import type {
  ChatTurn,
  FilledTurn,
  PublisherKit,
  Turn,
  TurnDetails,
  TurnPrompt,
} from "../types.ts";
import { internalsOf } from "./internals.ts";

/** A turn whose offers are put before a model, with the text that does it. */
export type OfferedTurn = { turn: FilledTurn; prompt: TurnPrompt };

/** What a model call shows of its conversation; `text` is the reader's last message. */
export type Asked = {
  text: string;
  previous: readonly ChatTurn[];
  details: TurnDetails | undefined;
  signal: AbortSignal | undefined;
  /** Receives the turn. */
  onTurn: ((turn: Turn) => void) | undefined;
};

/** An answer under way: one model call, or all those of a tool loop. */
export type Answering = {
  offers: OfferedTurn | undefined;
  watch: AnswerWatch | undefined;
  /** Shows the turn's cards, where the host has a place for them. */
  cards?: CardsBelow | undefined;
};

/** Cards come below a complete answer, so that they move no text and nothing moves them. */
export class CardsBelow {
  /** Each request of a tool loop may have a stream of its own. */
  show: (turn: FilledTurn) => void;
  #waiting: FilledTurn | undefined;
  #isAnswered = false;

  constructor(show: (turn: FilledTurn) => void) {
    this.show = show;
  }

  arrived(turn: FilledTurn): void {
    this.#waiting = turn;
    if (this.#isAnswered) this.#showNow();
  }

  async answered(): Promise<void> {
    // The text goes through other streams of the host first.
    if (this.#waiting !== undefined) await nextTask();
    this.#isAnswered = true;
    this.#showNow();
  }

  #showNow(): void {
    const turn = this.#waiting;
    this.#waiting = undefined;
    // A stream that is over takes no part.
    if (turn !== undefined) guarded(() => this.show(turn));
  }
}

/** In `sidebar` mode the model gets no offers: the offers are the widget's. */
export const isSidebar = (kit: PublisherKit): boolean =>
  guarded(() => internalsOf(kit).mode) === "sidebar";

/**
 * The offers for one model call, or undefined where there are none. Never rejects. In `sidebar`
 * mode no time is spent, and the exchange is called only if `onTurn` is set.
 */
export async function offersFor(kit: PublisherKit, asked: Asked): Promise<OfferedTurn | undefined> {
  if (isSidebar(kit)) {
    if (asked.onTurn !== undefined) void turnFor(kit, asked);
    return undefined;
  }
  const turn = await turnFor(kit, asked);
  if (turn?.status !== "filled") return undefined;
  const prompt = guarded(() => internalsOf(kit).promptOf(turn));
  return prompt === undefined || prompt.user === "" ? undefined : { turn, prompt };
}

async function turnFor(
  kit: PublisherKit,
  { text, previous, details, signal, onTurn }: Asked,
): Promise<Turn | undefined> {
  try {
    const options = signal === undefined ? {} : { signal };
    const turn = await kit.turn({ ...details, text, previous }, options);
    onTurn?.(turn);
    return turn;
  } catch {
    return undefined;
  }
}

/**
 * What a model reads beside its conversation: the duty and the offers; the duty alone where only
 * its earlier answers have marks; undefined where it reads none.
 */
export function promptFor(
  offers: OfferedTurn | undefined,
  earlier: readonly CitationOffer[],
): TurnPrompt | undefined {
  if (offers !== undefined) return offers.prompt;
  return earlier.length === 0 ? undefined : { system: CITATION_DUTY, user: "" };
}

/** Puts marks for labels into the conversation's earlier answers and collects what they cite. */
export function createRestorer(kit: PublisherKit, offers: OfferedTurn | undefined) {
  const earlier = new Map<string, CitationOffer>();
  return {
    text(text: string): string {
      const restored = internalsOf(kit).earlier(text, offers?.turn);
      for (const offer of restored.offers) earlier.set(offer.tag, offer);
      return restored.text;
    },
    earlier: (): readonly CitationOffer[] => [...earlier.values()],
  };
}

export type Reading = { earlier: readonly CitationOffer[]; model?: string | undefined };

/** Reads the answer, from its first model call to its last. */
export function watchOf(
  kit: PublisherKit,
  answering: Answering,
  { earlier, model }: Reading,
): AnswerWatch | undefined {
  if (answering.watch === undefined || answering.watch.isOver()) {
    const named = model === undefined ? {} : { model };
    answering.watch = guarded(() =>
      internalsOf(kit).watch(answering.offers?.turn, { earlier, ...named }),
    );
  }
  return answering.watch;
}

/** Remembers the newest of many things under a name; the oldest go first. */
export function createShelf<Value>(max: number) {
  const kept = new Map<string, Value>();
  return {
    get: (key: string): Value | undefined => kept.get(key),
    set(key: string, value: Value): void {
      kept.delete(key);
      kept.set(key, value);
      if (kept.size <= max) return;
      for (const oldest of kept.keys()) {
        kept.delete(oldest);
        return;
      }
    },
    delete: (key: string): boolean => kept.delete(key),
  };
}
