import {
  type CitedOffer,
  citable,
  groupOffers,
  type TurnOffer,
  viewedDelivery,
} from "../cards/offers.ts";
import { sampleCards } from "../cards/sample.ts";
import type { Exchange } from "../core/exchange.ts";
import { guarded } from "../core/guards.ts";
import type { Host } from "../core/host.ts";
import { newId } from "../core/ids.ts";
import { paced } from "../core/pace.ts";
import type { Signer } from "../core/tokens.ts";
import { detectIntent } from "../language/intent/index.ts";
import { isSensitive } from "../language/intent/sensitive.ts";
import { formulateQuery, removePrivateData } from "../language/query/index.ts";
import { easeIn } from "../language/warm.ts";
import type {
  Card,
  ConsentSignals,
  FormulatedQuery,
  NoFillReason,
  Turn,
  TurnInput,
} from "../types.ts";
import { type Answers, askExchange, type Delivery } from "./ask.ts";
import type { Attempt, Breaker } from "./breaker.ts";
import type { CampaignList } from "./campaigns.ts";
import { signCard } from "./claims.ts";
import { isSet, maySendSession } from "./consent.ts";
import { citedPrompt, plainPrompt } from "./context.ts";
import { type Ending, withDeadline } from "./deadline.ts";
import type { Memory, TurnRecord } from "./memory.ts";
import { noFill } from "./no-fill.ts";
import type { Searches } from "./searches.ts";
import type { Settings } from "./settings.ts";

/** How many earlier turns are looked at: more say nothing about this one. */
const PREVIOUS_MAX = 8;

export type Core = {
  settings: Settings;
  exchange: Exchange;
  searches: Searches;
  campaigns: CampaignList;
  breaker: Breaker;
  signer: Signer;
  memory: Memory;
  host: Host;
  counts: { turns: number; filled: number; cardsDropped: number };
};

type Gate = { reason: NoFillReason } | { reason?: undefined; consent: ConsentSignals | undefined };

/**
 * Whose turn it is: a pseudonym for the exchange and what cards are bound to; each may be "".
 * `asked` where the reader's model asked for offers itself: then it gets them whatever the mode.
 * The deadline runs from `startedAtMs`.
 */
export type Reader = {
  sid: string;
  binding: string;
  asked?: Omit<FormulatedQuery, "q">;
  /** Whether the answer passes through the kit; by default wherever the model gets offers. */
  cites?: boolean;
  startedAtMs: number;
};

/** The network ends so much before the turn, so that cards can be made of what has come. */
const FILL_MS = 10;

/** What the steps of a turn share. `isOver`: the host has got its answer already. */
type Course = { signal: AbortSignal | undefined; isOver: boolean };

/** One turn of a chat, within its time whatever the process or the exchange does. */
export function runTurn(
  core: Core,
  input: TurnInput,
  reader: Reader,
  signal: AbortSignal | undefined,
): Promise<Turn> {
  core.counts.turns += 1;
  const course: Course = { signal, isOver: false };
  return new Promise((resolve, reject) => {
    const end = (): void => {
      course.isOver = true;
      resolve(noFill("timeout"));
    };
    const cancel = core.settings.startTimer(end, timeLeftMs(core, reader));
    gatedTurn(core, input, reader, course).then(resolve, reject).finally(cancel);
  });
}

const timeLeftMs = ({ settings }: Core, { startedAtMs }: Reader): number =>
  Math.max(0, settings.timeoutMs - Math.max(0, settings.now() - startedAtMs));

/** Gates first, then the network. */
async function gatedTurn(
  core: Core,
  input: TurnInput,
  reader: Reader,
  course: Course,
): Promise<Turn> {
  const { settings, breaker } = core;
  if (typeof input.text === "string") await easeIn("intent", input.text);
  const gate = await paced(() => checkGates(core, input, reader));
  if (gate.reason !== undefined) return noFill(gate.reason);
  await easeIn("query", input.text);
  if (settings.test) return sampleTurn(core, input, reader, course);
  if (course.isOver) return noFill("timeout");
  if (course.signal?.aborted === true) return noFill("aborted");
  const attempt = breaker.begin();
  if (attempt === undefined) return noFill("circuit_open");
  try {
    return await askedTurn(core, input, reader, { consent: gate.consent, attempt, course });
  } finally {
    // Where code of the host threw, the exchange was not at fault.
    attempt.released();
  }
}

type Gated = {
  consent: ConsentSignals | undefined;
  attempt: Attempt;
  course: Course;
};

/** A turn that may use the exchange. */
async function askedTurn(
  core: Core,
  input: TurnInput,
  reader: Reader,
  { consent, attempt, course }: Gated,
): Promise<Turn> {
  const { sid } = reader;
  const { settings, counts, host } = core;
  const previous = (input.previous ?? []).slice(-PREVIOUS_MAX);
  const query = await paced(() => withAsked(formulateQuery(input.text, previous), reader.asked));
  if (course.isOver) return noFill("timeout");
  host.emit({ type: "query", query });
  const turnId = newId("trn", settings.now());
  const sessionKey = maySendSession(consent) && sid !== "" ? sid : undefined;
  const cites = reader.cites ?? settings.mode !== "sidebar";
  const answers: Answers = { products: [], deliveries: [], refusals: [], answered: false };
  const question = {
    query,
    turnId,
    sessionKey,
    consent,
    topics: input.topics,
    locale: input.locale,
    cites,
    deadlineMs: settings.timeoutMs,
    turnNumber: counts.turns,
  };
  const drop = (): void => {
    counts.cardsDropped += 1;
  };
  const asker = { ...core, now: settings.now, drop };
  const leftMs = timeLeftMs(core, reader);
  const afterMs = leftMs - Math.min(FILL_MS, leftMs / 2);
  const deadline = { afterMs, startTimer: settings.startTimer };
  const ending = await withDeadline(deadline, course.signal, (inner) =>
    paced(() => askExchange(asker, question, answers, inner)),
  );
  // A late answer writes into the record it was given; what the reader sees is this copy.
  const taken = {
    ...answers,
    products: [...answers.products],
    // What was judged to fit the turn goes before what fits any.
    deliveries: answers.deliveries.toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed)),
  };
  judgeExchange(attempt, ending, taken);
  if (ending === "aborted") return noFill("aborted");
  const { locale } = input;
  const names = { turnId, ...reader, cites, locale, sessionKey, course };
  const turn = await fill(core, names, taken);
  return turn ?? noFill(whyEmpty(ending, taken));
}

/** A turn of the kit's own cards: nothing is requested and nothing is reported. */
async function sampleTurn(
  core: Core,
  { locale }: TurnInput,
  reader: Reader,
  course: Course,
): Promise<Turn> {
  const { settings, exchange } = core;
  const turnId = newId("trn", settings.now());
  const cites = reader.cites ?? settings.mode !== "sidebar";
  const products = sampleCards(exchange.origin);
  const answers = { products, deliveries: [], refusals: [], answered: true };
  const names = { turnId, ...reader, cites, locale, sessionKey: undefined, course };
  return (await fill(core, names, answers)) ?? noFill("empty");
}

/** A turn with all that its model says of it: what is sensitive in either ends it. */
function judged(input: TurnInput, { asked }: Reader): TurnInput {
  if (asked === undefined || typeof input.text !== "string") return input;
  const said = Object.values(asked).flat();
  return { ...input, text: [input.text, ...said.filter(isText)].join(" ") };
}

const isText = (value: unknown): value is string => typeof value === "string";

/** Private data leaves in no field. */
function withAsked(query: FormulatedQuery, asked: Reader["asked"]): FormulatedQuery {
  if (asked === undefined) return query;
  const open = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(open).filter((one) => one !== "");
    return isText(value) ? removePrivateData(value).trim() : value;
  };
  const fields = Object.entries(asked).map(([name, value]): unknown[] => [name, open(value)]);
  const clean: typeof asked = Object.fromEntries(fields.filter(([, value]) => value !== ""));
  const exclude = [...new Set([...(query.exclude ?? []), ...(clean.exclude ?? [])])].slice(0, 8);
  const merged = { ...query, ...clean, ...(exclude.length > 0 && { exclude }) };
  // A model that says the type need not repeat it in the words.
  return { ...merged, q: query.q || (clean.type ?? "") };
}

/** Everything that can end a turn before a single byte leaves the server. */
function checkGates(core: Core, input: TurnInput, reader: Reader): Gate {
  const { sid } = reader;
  const { settings, memory } = core;
  if (typeof input.text !== "string" || input.text.trim() === "") return { reason: "no_intent" };
  const asked = settings.consent === undefined ? undefined : settings.consent(input);
  const consent = asked === undefined ? input.consent : asked;
  if (consent === false || isSet(consent?.coppa)) return { reason: "consent" };
  const unwanted = unwantedBecause(
    core,
    judged(input, reader),
    reader.asked !== undefined || settings.test,
  );
  if (unwanted !== undefined) return { reason: unwanted };
  const { allow, maxFilledPerSession = Number.POSITIVE_INFINITY } = settings.policy;
  if (allow !== undefined && !allow(input)) return { reason: "policy" };
  const capped = sid !== "" && memory.filledTurns(sid) >= maxFilledPerSession;
  return capped ? { reason: "capped" } : { consent };
}

function unwantedBecause(
  { settings, host }: Core,
  input: TurnInput,
  isAsked: boolean,
): NoFillReason | undefined {
  const { previous = [] } = input;
  const { shopping, score, reasons, ...intent } = settings.intent(input.text, previous);
  // The kit's own judgement holds whichever detector the host brings, and whoever asks.
  const isUnsure = settings.intent !== detectIntent || (isAsked && !shopping);
  const sensitive =
    intent.sensitive ||
    (isUnsure && isSensitive(input.text, previous)) ||
    hasPhrase(settings.policy.sensitivePhrases, input);
  host.emit({ type: "intent", shopping, sensitive, score, reasons });
  if (sensitive) return "sensitive";
  return shopping || isAsked ? undefined : "no_intent";
}

function hasPhrase(phrases: readonly string[] | undefined, input: TurnInput): boolean {
  if (phrases === undefined) return false;
  const own = (input.previous ?? []).filter(({ role }) => role === "user").slice(-3);
  const said = [...own, { text: input.text }].map(({ text }) => text.toLowerCase()).join("\n");
  return phrases.some((phrase) => phrase !== "" && said.includes(phrase.toLowerCase()));
}

function judgeExchange(attempt: Attempt, ending: Ending, answers: Answers): void {
  const { answered, search, known, refusals } = answers;
  const askedNothing = search === "skipped" || (known === true && refusals.length === 0);
  if (answered) attempt.succeeded();
  else if (ending === "aborted" || (ending === "done" && askedNothing)) attempt.released();
  else attempt.failed();
}

type Names = Omit<Reader, "startedAtMs"> & {
  turnId: string;
  sessionKey: string | undefined;
  locale: string | undefined;
  course: Course;
};

async function fill(core: Core, names: Names, answers: Answers): Promise<Turn | undefined> {
  const { settings, memory, counts } = core;
  const offers = groupOffers(answers.deliveries);
  const chosen = arrange(offers, answers, settings.cardsMax);
  if (chosen.length === 0) return undefined;
  const { turnId, sid, binding, sessionKey } = names;
  const signed = await Promise.all(
    chosen.map(
      async (offer, place): Promise<Signed> => ({
        offer,
        card: await cardOf(core, { ...names, place }, offer),
      }),
    ),
  );
  // Nobody will see these cards.
  if (names.course.isOver) return undefined;
  const products = chosen.filter(({ deliveries }) => deliveries.length === 0);
  const isForModel = names.asked !== undefined || settings.mode !== "sidebar";
  const shown = isForModel ? promptOf([...offers, ...products], names) : NOTHING_SHOWN;
  counts.filled += 1;
  memory.countFilled(sid);
  memory.keepTurn({
    turnId,
    sessionKey,
    binding,
    ...shown,
    cardTokens: tokensOf(signed, shown.offers),
    contextUsed: false,
    isAnswered: false,
    reported: new Set(),
    cited: undefined,
    waiting: new Set(),
  });
  const cards = signed.map(({ card }) => card);
  const context = [shown.prompt.system, shown.prompt.user]
    .filter((part) => part !== "")
    .join("\n\n");
  return { status: "filled", turnId, cards, ...(context !== "" && { context }) };
}

type Signed = { offer: TurnOffer; card: Card };

async function cardOf(
  { signer, settings }: Core,
  { turnId, binding, place }: Names & { place: number },
  offer: TurnOffer,
): Promise<Card> {
  const { campaignId, deliveryId, adUnitType, expiresAtMs } = viewedDelivery(offer) ?? {};
  const { draft } = offer;
  const claims = { kind: draft.kind, turnId, binding, issuedAtMs: settings.now(), expiresAtMs };
  const ids = campaignId === undefined ? {} : { campaignId, deliveryId, adUnitType };
  const cardToken = await signCard(signer, { ...claims, ...ids }, place);
  return { cardToken, ...draft };
}

/** Booked campaigns take up to half of the places first; products and more campaigns the rest. */
function arrange(
  booked: readonly TurnOffer[],
  { products }: Answers,
  cardsMax: number,
): TurnOffer[] {
  const found = products.map((draft): TurnOffer => ({ draft, deliveries: [] }));
  const half = Math.ceil(cardsMax / 2);
  const first = booked.slice(0, Math.max(half, cardsMax - found.length));
  return [...first, ...found].slice(0, cardsMax);
}

type Shown = Pick<TurnRecord, "prompt" | "inContext" | "offers">;
const NOTHING_SHOWN: Shown = { prompt: { system: "", user: "" }, inContext: [], offers: [] };

/** What the model gets to read of a turn. */
function promptOf(offers: readonly TurnOffer[], { cites, locale }: Names): Shown {
  if (cites === true) {
    const shown = guarded(() => citedPrompt(citable(offers, locale)));
    return shown === undefined
      ? NOTHING_SHOWN
      : { ...shown, inContext: deliveriesIn(shown.offers) };
  }
  return guarded(() => ({ ...plainPrompt(offers), offers: [] })) ?? NOTHING_SHOWN;
}

const deliveriesIn = (offers: readonly TurnOffer[]): Delivery[] =>
  offers.flatMap(({ deliveries }) => deliveries.filter(({ mayReason }) => mayReason));

function tokensOf(
  signed: readonly Signed[],
  cited: readonly CitedOffer[],
): ReadonlyMap<string, string> {
  const byDraft = new Map(signed.map(({ offer, card }) => [offer.draft, card.cardToken]));
  return new Map(
    cited.flatMap(({ draft, cite }): [string, string][] => {
      const token = byDraft.get(draft);
      return token === undefined ? [] : [[cite.tag, token]];
    }),
  );
}

function whyEmpty(ending: Ending, answers: Answers): NoFillReason {
  const { search, campaigns, refusals } = answers;
  if (ending === "timeout") return "timeout";
  if (search === "feed_pending") return "feed_pending";
  if (search !== undefined && !["ok", "empty", "skipped"].includes(search)) return "http_error";
  if (refusals.length > 0 && refusals.every((reason) => reason === "frequency_capped")) {
    return "capped";
  }
  return search === "skipped" && campaigns?.length === 0 ? "no_campaign" : "empty";
}
