import type { Citation, CitationKind, CitationRender } from "./citations/types.ts";
import type {
  AdUnitType,
  ConversionType,
  ToolArguments,
  ToolResults,
} from "./generated/contract.ts";
import type {
  Card,
  ChatTurn,
  NoFillReason,
  SessionClaims,
  SessionResponse,
  TurnInput,
  TurnPrompt,
} from "./generated/wire.ts";

export type {
  Citation,
  CitationKind,
  CitationOffer,
  CitationReader,
  CitationReaderOptions,
  CitationRender,
  CitationResult,
} from "./citations/types.ts";

/**
 * Every public type of the kit. The first half is the wire between the widget in a browser and the
 * three routes of the publisher's server; the second half is the kit's own interface.
 * This file holds types alone, so a browser bundle that imports it grows by nothing.
 */

export type {
  Card,
  ChatTurn,
  EventsRequest,
  EventsResponse,
  NoFillReason,
  RouteErrorBody,
  SessionClaims,
  SessionResponse,
  SidecarTurn,
  TurnInput,
  TurnPrompt,
  WidgetEvent,
} from "./generated/wire.ts";

/** What the reader's browser or the host knows about consent. Absent means unknown. */
export type ConsentSignals = NonNullable<ToolArguments["deliver_ad"]["consent"]>;

type Product = ToolResults["search_shopfeed_products"]["items"][number];

export type CardImage = Product["image"];

/** A price as the feed gives it. A discount is shown only when its field is not null. */
export type CardPrice = Product["price"];

export type CardRating = NonNullable<Product["rating"]>;

/** `POST {endpoint}/turn` with `authorization: Bearer <session token>`. */
export type TurnRequest = { text: string; previous?: ChatTurn[]; consent?: ConsentSignals };

export type TurnResponse =
  | {
      status: "filled";
      turnId: string;
      cards: Card[];
      /** The answer may cite these cards: `POST {endpoint}/citations` says which. */
      citations?: true;
    }
  | { status: "no_fill"; reason: NoFillReason };

/** `POST {endpoint}/citations` with `authorization: Bearer <session token>`. Waits up to 25 s. */
export type CitationsRequest = { turnId: string };

/** `pending`: the answer goes on, ask again. `unknown`: nothing is known of this turn here. */
export type CitationsResponse = {
  status: "done" | "pending" | "unknown";
  cited: CitedCard[];
};

export type CitedCard = { cardToken: string; kind: CitationKind };

export type WidgetEventType = "viewable" | "click" | "hide" | "why";

// From here on: the kit on the publisher's server.

export type { AdUnitType, ConversionType };

/** `score` runs from 0 to 1; `reasons` are short codes, never words of the reader. */
export type IntentResult = {
  shopping: boolean;
  score: number;
  sensitive: boolean;
  reasons: string[];
};

export type IntentDetector = (text: string, previous?: readonly ChatTurn[]) => IntentResult;

/** Prices are in units of `currency`, an ISO 4217 code, absent when the reader named none. */
export type FormulatedQuery = {
  q: string;
  minPrice?: number;
  maxPrice?: number;
  currency?: string;
  minDiscountPercent?: number;
  inStockOnly?: boolean;
  /** What no product shown may be, be made of or be named. */
  exclude?: string[];
  /** An order that the words ask for: "cheapest", "best rated". */
  sort?: "price_asc" | "price_desc" | "discount" | "rating";
  /** What a host's own model took from the words; all but `brand`, which filters, rank. */
  type?: string;
  attributes?: string[];
  size?: string;
  color?: string;
  quantity?: number;
  audience?: string;
  occasion?: string;
  brand?: string;
};

/** What only the host knows of a turn; adapters of models read the rest from the call. */
export type TurnDetails = Omit<TurnInput, "text" | "previous">;

/** `context` is present in the modes `context` and `both`. */
export type FilledTurn = { status: "filled"; turnId: string; cards: Card[]; context?: string };
export type NoFillTurn = { status: "no_fill"; reason: NoFillReason };
export type Turn = FilledTurn | NoFillTurn;

/**
 * What a host may report by hand; the kit adds `eventId` and `occurredAt` where they are absent. A
 * `citation` says how the answer cited the offer; it needs the `deliveryId`.
 */
export type ReportInput = ToolArguments["report_events"]["events"][number];

/** A report as it is sent; the exchange counts an `eventId` once. */
export type StoredReport = ReportInput & { eventId: string; occurredAt: string };

/** Keeps reports until the exchange has answered for each. Its functions must not throw. */
export type ReportStore = { put(report: StoredReport): void; delete(eventId: string): void };

export type DeviceClaims = {
  /** Names one installation of an app; it is hashed before it enters the token. */
  device: string;
  /** At most and by default 2,592,000, which is 30 days. */
  ttlSeconds?: number;
};

/** Rules of the publisher, applied before anything is asked of the exchange. */
export type KitPolicy = {
  /** Cards a turn shows at most, 1 to 6. */
  maxCards?: number;
  /** Filled turns a conversation may have; needs `sessionKey`. */
  maxFilledPerSession?: number;
  /** Phrases that make a turn sensitive, beside the kit's own list. */
  sensitivePhrases?: readonly string[];
  /** The last word: false means no offers on this turn. */
  allow?: (input: TurnInput) => boolean;
};

/** What the kit tells its host; codes, numbers and the derived query, never the reader's text. */
export type KitEvent =
  | { type: "intent"; shopping: boolean; sensitive: boolean; score: number; reasons: string[] }
  | { type: "query"; query: FormulatedQuery }
  /** The exchange refused the key (401), or the host set none (`missing_key`, status 0). */
  | { type: "key_refused"; status: number; code: string }
  | {
      type: "search";
      outcome: string;
      items: number;
      durationMs: number;
      /** An answer of the last minute to the same query; nothing was sent. */
      shared?: true;
      requestId?: string;
    }
  | {
      type: "delivery";
      campaignId: string;
      outcome: string;
      durationMs: number;
      requestId?: string;
    }
  | { type: "card_dropped"; kind: "product" | "campaign"; reason: string }
  | { type: "turn"; turnId?: string; status: Turn["status"]; reason?: NoFillReason; cards: number }
  | { type: "context_used"; turnId: string; campaigns: string[] }
  | ({
      type: "citation";
      turnId: string;
      /** The bookings behind the offer; none for a product of the feed. */
      campaignIds: string[];
      tag: string;
      label: string;
      sponsor: string;
      /** The last pick among several cited offers. */
      decision: boolean;
    } & Omit<Citation, "offerId">)
  | { type: "unmarked"; turnId: string; names: string[]; model?: string }
  | {
      type: "widget";
      event: WidgetEventType;
      turnId: string;
      kind: "product" | "campaign";
      campaignId?: string;
    }
  | {
      /** What a browser said of a card and the kit did not accept; nothing is reported. */
      type: "widget_rejected";
      reason: WidgetRejection;
      event?: WidgetEventType;
      turnId?: string;
    }
  | {
      type: "report";
      outcome: ReportOutcome;
      eventId: string;
      campaignId: string;
      detail?: string;
    };

/** Why an event of a browser is not accepted. */
export type WidgetRejection =
  | "malformed"
  | "unknown_card"
  | "expired_card"
  | "other_turn"
  | "other_session";

export type ReportOutcome = "queued" | "acknowledged" | "retrying" | "rejected" | "dropped";

export type KitLogger = {
  debug?(message: string, fields?: Record<string, unknown>): void;
  warn?(message: string, fields?: Record<string, unknown>): void;
};

export type KitMode = "sidebar" | "context" | "both";

export type PublisherKitOptions = {
  baseUrl: string;
  apiKey: string;
  /** Placement ids to serve; absent means every live booking of the caller. */
  placements?: readonly string[];
  /** False shows bookings alone: no product of the feed is requested. Default true. */
  products?: boolean;
  timeoutMs?: number;
  /** How long an answer serves other turns with the same query; 0 shares none. Default 60,000. */
  shareSearchesMs?: number;
  mode?: KitMode;
  policy?: KitPolicy;
  intent?: IntentDetector;
  /** True lets what stood before a mark, at most 280 characters, go along with its report. */
  shareText?: boolean;
  /** What a citation mark becomes in the answer. Default `markdown`. */
  render?: CitationRender;
  /** Whether a paragraph that names an offer without a mark gets its label. Default true. */
  appendDisclosure?: boolean;
  /**
   * The most in a minute, in this process. Default 120 sessions of an address; of a session and of
   * an address 30 and 300 turns, 300 and 3,000 events.
   */
  limits?: {
    sessions?: number;
    turns?: readonly [session: number, address: number];
    events?: readonly [session: number, address: number];
  };
  /** What is known about consent on this turn; `false` means no offers. */
  consent?: (input: TurnInput) => ConsentSignals | false | undefined;
  onEvent?: (event: KitEvent) => void;
  logger?: KitLogger;
  /**
   * Fills each turn that may have offers with labelled cards of the kit's own. Nothing is requested
   * from the exchange and nothing is reported.
   */
  test?: boolean;
  /** Where reports survive the process; by default they wait in memory. */
  store?: ReportStore;
  fetch?: typeof globalThis.fetch;
  /** The signing key of session and card tokens; two for rotation, newest first. */
  sessionSecret?: string | readonly [string, string];
  /** Epoch milliseconds. */
  now?: () => number;
  /** Where time is not the machine's, as in tests and replays: runs later, unless cancelled. */
  startTimer?: StartTimer;
};

/** The result cancels the timer. Units: milliseconds. */
export type StartTimer = (run: () => void, delayMs: number) => () => void;

export type KitStats = {
  turns: number;
  filled: number;
  noFill: Partial<Record<NoFillReason, number>>;
  cardsDropped: number;
  circuit: "closed" | "open" | "half_open";
  reports: {
    queued: number;
    acknowledged: number;
    retried: number;
    rejected: number;
    dropped: number;
    chargedCredits: number;
  };
  citations: CitationStats;
};

/** Counts offers: those that answers named, by whether a mark stood there. */
export type CitationStats = {
  /** Answers that were read with offers. */
  answers: number;
  marked: number;
  /** Named, unmarked: the kit added the label; not billed. */
  unmarked: number;
  /** By the model's name as the host or the adapter gave it. */
  byModel: Record<string, { answers: number; marked: number; unmarked: number }>;
};

export type ObserveOptions = {
  /** The name of the model that answers, for `stats()`. */
  model?: string;
  /**
   * The conversation so far: marks of offers that earlier answers cite become labels too, and earn
   * nothing.
   */
  previous?: readonly ChatTurn[];
};

/** A stream of answer text as hosts have it. */
export type AnswerStream = ReadableStream<string> | AsyncIterable<string>;

export type PublisherKit = {
  /** Always resolves, within `timeoutMs`. */
  turn(input: TurnInput, options?: { signal?: AbortSignal }): Promise<Turn>;
  /**
   * What the model needs to know of the offers, in two parts; asking for it counts as using it.
   * Both are empty without offers.
   */
  prompt(turn: Turn): TurnPrompt;
  /** The same in one text, for a host with one place for it. */
  context(turn: Turn): string;
  /**
   * Replaces the citation marks in an answer by visible labels with links, and reports what they
   * earn when it has ended. Show what comes out, never what goes in.
   */
  observeAnswer(turn: Turn, answer: string, options?: ObserveOptions): string;
  observeAnswer(
    turn: Turn,
    answer: ReadableStream<string>,
    options?: ObserveOptions,
  ): ReadableStream<string>;
  observeAnswer(
    turn: Turn,
    answer: AsyncIterable<string>,
    options?: ObserveOptions,
  ): AsyncIterable<string>;
  /** Queues a report and gives its event id; undefined when the queue is full or closed. */
  report(event: ReportInput): string | undefined;
  session(claims: SessionClaims): Promise<SessionResponse>;
  /**
   * A token for an app without a page, given out where its reader signs in. With it as the bearer,
   * `POST {basePath}/session` needs no `Origin`.
   */
  deviceToken(claims: DeviceClaims): Promise<SessionResponse>;
  stats(): KitStats;
  /**
   * Sends what is queued, and what the answers being read now report at their end. For `waitUntil`
   * of a worker and `after` of Next.js. Tries for at most `drainMs` (default 10,000) after the last
   * of these answers; what is then left stays queued. Never rejects.
   */
  flush(options?: { drainMs?: number }): Promise<void>;
  /** Sends what is queued, for at most `drainMs` (default 5,000), then stops. */
  close(options?: { drainMs?: number }): Promise<void>;
};
