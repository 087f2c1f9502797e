import type { AdUnitType, Card, KitMode } from "@placard/publisher-kit/types";
import type { OffersLine } from "../src/chat.ts";
import type { Money } from "./turns/money.ts";

/**
 * What the page and the demo's server say to each other. Types alone: the page's bundle grows by
 * nothing.
 */

/** What the page shows before the server has answered its script. */
export type FirstContent = { publisher: string; samples: readonly Sample[] };

/** What a step of the timeline is about; also the order in which a turn usually goes. */
export type StepKind =
  | "intent"
  | "query"
  | "search"
  | "delivery"
  | "cards"
  | "context"
  | "answer"
  | "citation"
  | "unmarked"
  | "viewable"
  | "click"
  | "hide"
  | "why"
  | "report"
  | "sale"
  | "postback"
  | "fault";

/** One change of one account, as the ledger wrote it. **Units** credits, signed. */
export type MoneyMove = { account: string; amountCredits: number };

/** One call over the wire, as it was sent and answered; keys and tokens are left out. */
export type WireCall = {
  /** `POST /api/agent deliver_ad`, `GET /r/…`, or what a fault made of it. */
  title: string;
  status: number | null;
  durationMs: number;
  requestId?: string;
  request?: unknown;
  response?: unknown;
  /** The fault that changed this call, if one did. */
  fault?: FaultName;
};

/** `atMs` and `sinceMs` count from the start of the turn. `fields` become a table. */
export type TimelineStep = {
  id: number;
  atMs: number;
  /** When it began, where no call says so. */
  sinceMs?: number;
  kind: StepKind;
  text: string;
  fields?: { name: string; value: string }[];
  calls?: WireCall[];
  /** All accounts the step touched; they sum to zero. */
  moves?: MoneyMove[];
  /** Not of the kit's doing: a replay takes it as it was. */
  isOutside?: true;
};

export type TurnLog = {
  id: number;
  text: string;
  startedAtMs: number;
  mode: KitMode;
  steps: TimelineStep[];
  /** The context block as the model saw it; empty without one. */
  context: string;
  /** The answer as the model wrote it, with its citation marks. */
  said: string;
  /** The answer as the reader got it, with labels for marks; its tracked links are cut short. */
  answer: string;
};

/** What the server does to the calls between the chat and the exchange, for one browser. */
export type ServerFaults = {
  /** Added to every call to the exchange. **Units** milliseconds, 0 to 2,000. */
  latencyMs: number;
  exchange: "none" | "timeout" | "empty" | "feed_pending" | "server_error";
  card: "none" | "bad_link" | "no_disclosure" | "script_title";
  images: "none" | "missing";
  /** How wrong the chat server's clock is. **Units** minutes. */
  clockSkewMinutes: number;
  /** The session token of the widget has run out. */
  tokenExpired: boolean;
  globalPrivacyControl: boolean;
  childDirected: boolean;
};

/** What the page does to itself. */
export type PageFaults = { offline: boolean; beaconsBlocked: boolean };

/** A store that is stopped for everyone, for at most ten seconds. */
export type Outage = "database" | "redis";

export type FaultName = keyof ServerFaults | keyof PageFaults | Outage;

/** What one browser has chosen; `PUT /demo/settings` replaces it whole. */
export type DemoSettings = {
  /** One of `DemoState.publishers`. */
  publisher: string;
  /** Only offers of this unit's placement; absent: all of the publisher's. */
  adUnitType?: AdUnitType;
  mode: KitMode;
  /** `endpoint` needs DEMO_MODEL_URL. */
  model: "scripted" | "endpoint";
  faults: ServerFaults;
};

/** One delivery of a postback and what the receiver answered. **Units** epoch milliseconds. */
export type PostbackAttempt = { atMs: number; status: number };

/** A postback that reached the demo's receiver. */
export type ReceivedPostback = {
  id: string;
  type: string;
  receivedAtMs: number;
  /** The agent it was sent to; both sides of a booking receive it, with the same id. */
  advertiser: string;
  /** Whether the signature, checked with the kit's `verifyPostback`, was right. */
  isVerified: boolean;
  /** Why it was not, in a word of `verifyPostback`. */
  refusal?: string;
  /** Those of the latest attempt that Standard Webhooks defines, and the content type. */
  headers: Readonly<Record<string, string>>;
  attempts: readonly PostbackAttempt[];
  body: unknown;
};

/** A conversation worth trying, and what it shows. */
export type Sample = {
  text: string;
  note: string;
  adUnitType: AdUnitType | null;
  /** The name in `publishers` whose chat brings the unit; absent where any will do. */
  publisher?: string;
};

/** One call of a recipe, ready to send or sent. */
export type RecipeStep = {
  title: string;
  who: "publisher" | "advertiser";
  /** With the status null and no response: ready to be sent. */
  call?: WireCall;
  isDone: boolean;
  /** What went wrong; the next click sends it again. */
  problem?: string;
};

/** A workflow of the Arazzo document; `number` counts from 1 in its order. */
export type Recipe = { number: number; title: string; steps: RecipeStep[] };

/** What `GET /demo/state` returns. */
export type DemoState = {
  /** The public address of the exchange. Links of labels begin with it. */
  exchangeUrl: string;
  loading?: { text: string; done?: number; total?: number };
  money: Money | null;
  turns: TurnLog[];
  /** The answers of the turns with their working links, which the logs leave out. */
  answers: { turnId: number; text: string; cited: Card[] }[];
  /** The offers of the latest turn, and how long they took; for a page that is opened again. */
  offers?: { result: OffersLine; afterMs: number };
  settings: DemoSettings;
  publishers: { name: string; adUnitTypes: AdUnitType[] }[];
  /** Stores that can be stopped here, and until when. **Units** epoch milliseconds. */
  outages: { store: Outage; isPossible: boolean; untilMs: number | null; why?: string }[];
  hasModelEndpoint: boolean;
  samples: Sample[];
  postbacks: ReceivedPostback[];
  recipes: Recipe[];
};

/**
 * A conversation with everything it needs to happen again: `GET /demo/recording`. Replayed by
 * `POST /demo/replay`, it makes no network call: it contains the exchange's answers and the clock.
 */
export type Recording = {
  version: 2;
  settings: DemoSettings;
  turns: {
    text: string;
    startedAtMs: number;
    calls: RecordedCall[];
    log: TurnLog;
    /** What was chosen on this turn; absent: what holds for the whole recording. */
    settings?: DemoSettings;
    /** What the browser reported about the cards. */
    events?: RecordedEvent[];
    /** When the kit had its cards, or none; later answers came too late. */
    turnMs?: number;
  }[];
  /** Where the exchange was. */
  baseUrl?: string;
  /** Who is behind the campaigns, by id. */
  parties?: Record<string, { advertiser: string; adUnitType: string; publisher: string }>;
};

/** A card is known by its place. `atMs` counts from the start of the turn. */
export type RecordedEvent = {
  atMs: number;
  type: "viewable" | "click" | "hide" | "why";
  card: number;
};

/** Matched by tool and arguments when it is replayed. */
export type RecordedCall = {
  path: string;
  body: unknown;
  /** 0 when it was never answered. */
  status: number;
  response: unknown;
  durationMs: number;
  /** When it was sent, from the start of the turn. */
  atMs?: number;
  requestId?: string;
  fault?: FaultName;
};

/** What `POST /demo/replay` answers. */
export type Replay = {
  turns: TurnLog[];
  /** Where a replayed timeline differs from the recorded one; empty when it does not. */
  differences: { turn: number; step: number; recorded: string; replayed: string }[];
};
