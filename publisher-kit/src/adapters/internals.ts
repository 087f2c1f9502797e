import type { AnswerWatch } from "../citations/observe.ts";
import type { Restored } from "../citations/restore.ts";
import type { CitationOffer } from "../citations/types.ts";
import type { Host } from "../core/host.ts";
import type { Signer } from "../core/tokens.ts";
import type { ClientInfo } from "../reports/widget-events.ts";
import type { Session } from "../turn/claims.ts";
import type { Limiter } from "../turn/limits.ts";
import type {
  CitationsResponse,
  EventsResponse,
  FormulatedQuery,
  KitMode,
  ObserveOptions,
  PublisherKit,
  Turn,
  TurnInput,
  TurnPrompt,
} from "../types.ts";

/** What an adapter knows of an answer beside its turn. */
export type WatchOptions = ObserveOptions & {
  /** Offers that earlier answers of the conversation cite. */
  earlier?: readonly CitationOffer[];
};

/** What the routes and adapters need of a kit and a host does not. */
export type KitInternals = {
  mode: KitMode;
  signer: Signer;
  exchangeOrigin: string;
  isWithin: Limiter;
  readSession(token: string, origin: string): Promise<Session | undefined>;
  turnOf(session: Session, input: TurnInput, signal: AbortSignal | undefined): Promise<Turn>;
  /** A turn of a reader whose model asked for offers in so many words; it always has a context. */
  askedTurn(
    input: TurnInput,
    options: {
      signal: AbortSignal | undefined;
      cites: boolean;
      /** What the model took from the words; it overrules what the kit reads in them. */
      asked: Omit<FormulatedQuery, "q">;
    },
  ): Promise<Turn>;
  /**
   * Reads the answer of a turn; undefined where the turn is not known any more and nothing was
   * cited earlier.
   */
  watch(turn: Turn | undefined, options?: WatchOptions): AnswerWatch | undefined;
  /** What `kit.prompt` gives, before a model has taken it: nothing is reported. */
  promptOf(turn: Turn): TurnPrompt;
  /**
   * An earlier answer with marks for its labels, and the offers they cite. Offers of `turn` keep
   * their tags and are not among these.
   */
  earlier(text: string, turn?: Turn): Restored;
  /** Which cards of a turn its answer cites; waits for the answer's end for a while. */
  citations(
    session: Session,
    turnId: string,
    signal: AbortSignal | undefined,
  ): Promise<CitationsResponse>;
  record(session: Session, events: readonly unknown[], client: ClientInfo): Promise<EventsResponse>;
  /** The session key of the device behind a token. */
  readDevice(token: string): Promise<string | undefined>;
  advise: Host["advise"];
  warn(message: string, fields?: Record<string, unknown>): void;
};

const known = new WeakMap<PublisherKit, KitInternals>();

export function rememberInternals(kit: PublisherKit, internals: KitInternals): void {
  known.set(kit, internals);
}

/** Errors: `TypeError` for an object that `createPublisherKit` did not make. */
export function internalsOf(kit: PublisherKit): KitInternals {
  const internals = known.get(kit);
  if (internals === undefined)
    throw new TypeError("`kit` must be the object that `createPublisherKit` returned.");
  return internals;
}
