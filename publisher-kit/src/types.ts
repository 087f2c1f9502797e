import type { Citation, CitationKind, CitationRender } from "./citations/types.ts";
import type {
  AdUnitType,
  ConversionType,
  ToolArguments,
  ToolResults,
} from "./generated/contract.ts";

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

/** One earlier turn of the conversation; lists of them run oldest first. */
export type ChatTurn = { role: "user" | "assistant"; text: string };

/** What the reader's browser or the host knows about consent. Absent means unknown. */
export type ConsentSignals = NonNullable<ToolArguments["deliver_ad"]["consent"]>;

/** Why a turn shows nothing. */
export type NoFillReason =
  | "no_intent"
  | "sensitive"
  | "policy"
  | "consent"
  | "capped"
  | "timeout"
  | "empty"
  | "feed_pending"
  | "http_error"
  | "aborted"
  | "circuit_open"
  | "no_campaign";

type Product = ToolResults["search_shopfeed_products"]["items"][number];

export type CardImage = Product["image"];

/** A price as the feed gives it. A discount is shown only when its field is not null. */
export type CardPrice = Product["price"];

export type CardRating = NonNullable<Product["rating"]>;

/** One offer, ready to show. `disclosure` is the label and sponsor text, ready to show as it is. */
export type Card = {
  /** Signed by the publisher's server; the only thing an event may refer to. */
  cardToken: string;
  kind: "product" | "campaign";
  title: string;
  text?: string;
  image?: CardImage;
  price?: CardPrice;
  seller?: string;
  availability?: string;
  rating?: CardRating;
  sponsor?: string;
  couponCode?: string;
  disclosure: string;
  /** The tracked hop on the exchange: the only link a card may carry. */
  clickUrl: string;
};

/** `POST {endpoint}/session`, body `{}`. `expiresAt` is RFC 3339 UTC. */
export type SessionResponse = { token: string; expiresAt: string };

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

/**
 * One thing that happened to a card in the browser. `at` is epoch milliseconds; `turnId` is empty
 * for cards that the host handed to the widget itself.
 */
export type WidgetEvent = {
  id: string;
  type: WidgetEventType;
  cardToken: string;
  turnId: string;
  at: number;
};

/** `POST {endpoint}/events`, JSON, sent as `application/json` or as a `text/plain` beacon. */
export type EventsRequest = { token: string; events: WidgetEvent[] };

/** Answer 202. A repeated event id is accepted and counts once. */
export type EventsResponse = { accepted: number; rejected: number };

/** The body of every refusal of the three routes. */
export type RouteErrorBody = { error: { code: string; message: string } };

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
};

/** `sessionKey` names the conversation, never the person; it is hashed before it leaves. */
export type TurnInput = {
  text: string;
  previous?: readonly ChatTurn[];
  consent?: ConsentSignals;
  sessionKey?: string;
  topics?: readonly string[];
  locale?: string;
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

/** `origin` is the page's origin; `sessionKey` ties the token to a conversation of the host. */
export type SessionClaims = { origin: string; sessionKey?: string; ttlSeconds?: number };

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
      type: "report";
      outcome: ReportOutcome;
      eventId: string;
      campaignId: string;
      detail?: string;
    };

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

/** The duty for the system message and the offers, as data, for the user's. */
export type TurnPrompt = { system: string; user: string };

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
  stats(): KitStats;
  /** Sends what is queued, for at most `drainMs` (default 5,000), then stops. */
  close(options?: { drainMs?: number }): Promise<void>;
};
