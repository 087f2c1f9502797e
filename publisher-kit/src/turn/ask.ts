import { type CardDraft, type CardReading, readOffer, readProduct } from "../cards/read.ts";
import type { CallFailure, Exchange } from "../core/exchange.ts";
import { isRecord, type Json, textOf } from "../core/guards.ts";
import type { Host } from "../core/host.ts";
import type { ToolArguments } from "../generated/contract.ts";
import type { ConsentSignals, FormulatedQuery } from "../types.ts";
import type { CampaignList, LiveCampaign } from "./campaigns.ts";
import { byFit, fitOf, wordsAsked } from "./fit.ts";
import type { SearchAnswer, Searches } from "./searches.ts";
import type { Settings } from "./settings.ts";

/** A turn shows six cards at most, so more deliveries would be for nothing. */
const DELIVERIES_MAX = 6;
/** Beside products a turn shows so many offers of bookings; more are requested where these lack. */
const OFFERS_FIRST = 3;
/** Source: `limit` is at most 20; more than six are asked for because some may be dropped. */
const SEARCH_LIMIT = 12;
/** Source: the length of `query` of `deliver_ad`. */
const QUERY_MAX = 500;

export type Delivery = {
  campaignId: string;
  deliveryId: string;
  /** Its reports count until then; not a number where the exchange does not say. */
  expiresAtMs?: number;
  adUnitType: string;
  /** The same for bookings of one advertiser with one creative. */
  offerKey: string;
  /** False where the creative names nothing to buy, so that it fits any turn, but no one well. */
  isNamed: boolean;
  /** Present where marks were not asked for: the exchange's own text for a context. */
  contextBlock: string | undefined;
  mayReason: boolean;
  /** What the model reads of the offer, beside its marks. */
  words: OfferWords;
  /** Present where marks were asked for. */
  citation: OfferedCitation | undefined;
  draft: CardDraft;
};

export type OfferWords = { offer: string; couponCode?: string; benefit?: string };
export type OfferedCitation = { tag: string; label: string };

/** What came back in time. `search` is a word for the outcome; it is unset while under way. */
export type Answers = {
  search?: string;
  products: CardDraft[];
  campaigns?: readonly LiveCampaign[];
  deliveries: Delivery[];
  /** A word for each campaign that gave nothing. */
  refusals: string[];
  /** Whether the exchange answered anything at all as it should. */
  answered: boolean;
  /** Whether the search was answered before, which says nothing of the exchange now. */
  known?: boolean;
};

export type Question = {
  query: FormulatedQuery;
  turnId: string;
  sessionKey: string | undefined;
  consent: ConsentSignals | undefined;
  topics: readonly string[] | undefined;
  locale: string | undefined;
  /** Whether the answer will pass through the kit, which then asks for citation marks. */
  cites: boolean;
  deadlineMs: number;
  /** Moves on with every turn, so that many campaigns take their turns. */
  turnNumber: number;
};

type Asker = {
  exchange: Exchange;
  searches: Searches;
  campaigns: CampaignList;
  settings: Pick<Settings, "cardsMax" | "products">;
  host: Host;
  now: () => number;
  drop(): void;
};

/**
 * Asks for products and for bookings at once and writes each answer into `answers` as it comes, so
 * that a deadline can take what is there. Never rejects.
 */
export async function askExchange(
  asker: Asker,
  question: Question,
  answers: Answers,
  signal: AbortSignal,
): Promise<void> {
  const products = askProducts(asker, question, answers, signal);
  await Promise.all([products, askCampaigns(asker, question, { answers, signal }, products)]);
}

const failureWord = ({ outcome, code, status }: CallFailure): string =>
  code ?? (status === undefined ? outcome : `http_${status}`);

async function askProducts(
  { exchange, searches, settings, host, now, drop }: Asker,
  { query }: Question,
  answers: Answers,
  signal: AbortSignal,
): Promise<void> {
  if (query.q === "" || !settings.products) {
    answers.search = "skipped";
    return;
  }
  const startedAtMs = now();
  const { answer, known } = await searches.find(searchArguments(query), signal);
  if (signal.aborted) return;
  const items = answer.ok && Array.isArray(answer.body.items) ? answer.body.items : [];
  answers.search = searchOutcome(answer);
  answers.known = known;
  answers.answered ||= !known && ["ok", "empty", "feed_pending"].includes(answers.search);
  for (const item of items.slice(0, SEARCH_LIMIT)) {
    // More are not shown, and reading them costs the host.
    if (answers.products.length === settings.cardsMax) break;
    const kept = keep(readProduct(item, exchange.origin), "product", host, drop);
    if (kept !== undefined && isWithin(kept, query)) answers.products.push(kept);
  }
  host.emit({
    type: "search",
    outcome: answers.search,
    items: items.length,
    durationMs: now() - startedAtMs,
    ...(known && { shared: true }),
    ...(answer.requestId !== undefined && { requestId: answer.requestId }),
  });
}

function searchOutcome(answer: SearchAnswer): string {
  if (!answer.ok) return failureWord(answer);
  const { status, items } = answer.body;
  if (status === "feed_pending") return "feed_pending";
  if (!Array.isArray(items)) return "malformed";
  return items.length > 0 ? "ok" : "empty";
}

function searchArguments(query: FormulatedQuery): ToolArguments["search_shopfeed_products"] {
  return { ...query, limit: SEARCH_LIMIT };
}

function defined<Fields extends object>(record: Fields): Fields;
function defined(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function isWithin(
  { price }: CardDraft,
  { minPrice, maxPrice, currency }: FormulatedQuery,
): boolean {
  if (price === undefined) return true;
  if (currency !== undefined && price.currency !== currency) return true;
  if (maxPrice !== undefined && price.amount > maxPrice) return false;
  return minPrice === undefined || price.amount >= minPrice;
}

function keep(
  reading: CardReading,
  kind: "product" | "campaign",
  host: Host,
  drop: () => void,
): CardDraft | undefined {
  if (reading.ok) return reading.draft;
  drop();
  host.emit({ type: "card_dropped", kind, reason: reading.reason });
  if (reading.reason === "bad_click_url") {
    const help = "Set `baseUrl` to the public URL of the exchange.";
    host.warn("click_url_rejected", { kind, help });
  }
  return undefined;
}

async function askCampaigns(
  asker: Asker,
  question: Question,
  into: { answers: Answers; signal: AbortSignal },
  products: Promise<void>,
): Promise<void> {
  const { answers, signal } = into;
  const live = await asker.campaigns.current();
  if (signal.aborted) return;
  answers.campaigns = live;
  if (live.length === 0) return;
  const start = question.turnNumber % live.length;
  const inTurn = [...live.slice(start), ...live.slice(0, start)];
  const asked = wordsAsked(question.query, question.topics);
  const fitting = byFit(alternating(inTurn, question.turnNumber), ({ names }) =>
    fitOf(names, asked),
  );
  const turns = fitting.slice(0, DELIVERIES_MAX);
  const offers = new Set(turns.map(({ offerKey }) => offerKey));
  const first = new Set([...offers].slice(0, OFFERS_FIRST));
  const request = (isFirst: boolean): Promise<unknown> => {
    const those = turns.filter(({ offerKey }) => first.has(offerKey) === isFirst);
    return Promise.all(those.map((campaign) => askDelivery(asker, question, campaign, into)));
  };
  await Promise.all([request(true), products]);
  const filled = new Set(answers.deliveries.map(({ offerKey }) => offerKey)).size;
  const places = asker.settings.cardsMax - answers.products.length;
  if (!signal.aborted && filled < Math.max(OFFERS_FIRST, places)) await request(false);
}

/** Of bookings of one unit that offer the same, one is served in a turn, each in its turn. */
function alternating(live: readonly LiveCampaign[], turnNumber: number): LiveCampaign[] {
  const groups = new Map<string, LiveCampaign[]>();
  for (const campaign of live) {
    const key = `${campaign.adUnitType}\n${campaign.offerKey}`;
    groups.set(key, [...(groups.get(key) ?? []), campaign]);
  }
  return [...groups.values()].flatMap((group) => {
    const inOrder = group.toSorted((one, other) => (one.campaignId < other.campaignId ? -1 : 1));
    return inOrder[turnNumber % inOrder.length] ?? [];
  });
}

async function askDelivery(
  { exchange, host, now, drop }: Asker,
  question: Question,
  campaign: LiveCampaign,
  { answers, signal }: { answers: Answers; signal: AbortSignal },
): Promise<void> {
  const { campaignId } = campaign;
  const startedAtMs = now();
  const answer = await exchange.call("deliver_ad", deliverArguments(question, campaignId), signal);
  if (signal.aborted) return;
  const ids = answer.requestId === undefined ? {} : { requestId: answer.requestId };
  const tell = (outcome: string): void =>
    host.emit({ type: "delivery", campaignId, outcome, durationMs: now() - startedAtMs, ...ids });
  if (!answer.ok) {
    answers.refusals.push(failureWord(answer));
    return tell(failureWord(answer));
  }
  answers.answered = true;
  if (answer.body.filled !== true) {
    const reason = textOf(answer.body.noFillReason, 64) ?? "no_fill";
    answers.refusals.push(reason);
    return tell(reason);
  }
  const draft = keep(readOffer(answer.body, exchange.origin), "campaign", host, drop);
  const deliveryId = textOf(answer.body.deliveryId, 128);
  if (draft === undefined || deliveryId === undefined) {
    answers.refusals.push("malformed");
    return tell("malformed");
  }
  answers.deliveries.push(readDelivery(answer.body, campaign, deliveryId, draft));
  tell("filled");
}

function deliverArguments(question: Question, campaignId: string): ToolArguments["deliver_ad"] {
  const { turnId, sessionKey, topics, locale, consent, deadlineMs, cites } = question;
  const query = phraseOf(question.query) || undefined;
  // The exchange takes deadlines of 50 to 2,000 ms.
  const limit = Math.min(2_000, Math.max(50, Math.round(deadlineMs)));
  const citations = cites ? true : undefined;
  const rest = { topics, query, locale, consent, citations, deadlineMs: limit };
  return defined({ campaignId, turnId, sessionKey, ...rest });
}

/** The type that a model gave leads: its words may name what the thing is for. */
function phraseOf({ q, type = "" }: FormulatedQuery): string {
  const isSaid = q.toLowerCase().includes(type.toLowerCase());
  return isSaid ? q : `${type} ${q}`.slice(0, QUERY_MAX);
}

function readDelivery(
  body: Json,
  { campaignId, adUnitType, offerKey, names }: LiveCampaign,
  deliveryId: string,
  draft: CardDraft,
): Delivery {
  const billing = body.billing;
  const unit = isRecord(billing) ? textOf(billing.adUnitType, 16) : undefined;
  return {
    campaignId,
    deliveryId,
    expiresAtMs: Date.parse(textOf(body.expiresAt, 64) ?? ""),
    adUnitType: unit ?? adUnitType,
    offerKey,
    isNamed: names.length > 0,
    contextBlock: textOf(body.contextBlock, 20_000),
    mayReason: body.contextUse === "reasoning_context",
    words: readWords(body.offer, draft),
    citation: readCitation(body.citation),
    draft,
  };
}

function readWords(offer: unknown, { title }: CardDraft): OfferWords {
  const { text, couponCode, agentInstructions } = isRecord(offer) ? offer : {};
  const code = textOf(couponCode, 64);
  const benefit = textOf(agentInstructions, 1_000);
  return {
    offer: textOf(text, 1_000) ?? title,
    ...(code !== undefined && { couponCode: code }),
    ...(benefit !== undefined && { benefit }),
  };
}

/** Source: `citation` of `deliver_ad`. */
function readCitation(value: unknown): OfferedCitation | undefined {
  if (!isRecord(value)) return undefined;
  const tag = textOf(value.tag, 40);
  const label = textOf(value.label, 40);
  return tag === undefined || label === undefined ? undefined : { tag, label };
}
