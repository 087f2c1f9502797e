import type { ChatTurn, FormulatedQuery } from "../../types.ts";
import { remembered } from "../remembered.ts";
import { type Bounds, boundsAfter, boundsOf } from "./bounds.ts";
import { type Change, changesOf, isChatter, isTold, wordsSaid } from "./change.ts";
import { endsNeed, isFarewell } from "./ending.ts";
import { likedWords } from "./gift.ts";
import { asksForNoProduct } from "./no-product.ts";
import { withPet } from "./pets.ts";
import { type Reading, readTurn, TEXT_MAX } from "./reading.ts";
import { recountedWords, withoutCount } from "./recount.ts";
import {
  acceptedWords,
  asksForOtherName,
  isNames,
  isOtherBrand,
  itemsOf,
  listedBefore,
  listedName,
  listsBefore,
  namedBy,
  namedItem,
  ordinalItem,
  tellsWho,
  variantOf,
} from "./reply.ts";
import { areSlots } from "./slots.ts";
import { type Pinned, unique, withoutExcluded, wordsAfter } from "./wanted.ts";
import { bareWord, isProductWord, singular, tellingWords, wordsOf } from "./words.ts";

/** What a reader wants to buy after a turn; `isOpen` until another topic ends it. */
export type Need = FormulatedQuery & { isOpen: boolean };

/** How many earlier turns a need is made from. */
export const TURNS_MAX = 16;

/** An ask of more words stands alone. */
const OWN_WORDS_MAX = 5;
const POINTING_WORDS_MAX = 2;
const ASK_LENGTH = 70;
const POINTS_BACK = new RegExp(
  "\\b(?:this|these|those|similar|others?|else|such|topic|another|instead" +
    "|alternatives?|ones?|it)\\b",
  "i",
);
const ASKS = new RegExp(
  "\\b(?:look\\w* (?:for|to)|interested|recommend|suggest|do you (?:have|know)|know of" +
    "|what about|want|need|love to|i'd like)\\b",
  "i",
);

/** "One with spf" may be another than the one that was named. */
const OF_ANY = /(?<!\b(?:that|this|the|first|second|third|last) )\bones?\b/i;

/** What only describes, "round" or "without a pattern", is of the kind, not of what was named. */
const OF_THAT = /\b(?:it|its|it's|that|this|they|them|those|these)\b|\?/i;

export interface State extends Filters {
  readonly isOpen: boolean;
  /** Wishes first, then the thing. */
  readonly words: readonly string[];
  readonly bounds: Bounds;
  /** What another topic stands in for. */
  readonly paused?: State;
  /** Only spoken of so far, not asked for. */
  readonly isTopic?: boolean | undefined;
  /** The words are what the receiver of a gift likes. */
  readonly isGift?: boolean | undefined;
  /** How much was said before it was opened. */
  readonly since: number;
  /** The name of the one product that is spoken of. */
  readonly name?: readonly string[];
  /** What was wanted before other things were added to it: "a strap, too" is for the first. */
  readonly main?: readonly string[] | undefined;
  /** What was wanted before it was named: "something cheaper" goes back to it. */
  readonly unnamed?: readonly string[];
  /** What the reader wrote last, which may name things to choose from. */
  readonly text: string;
}

interface Opening {
  readonly state: State;
  readonly before: readonly ChatTurn[];
  readonly wishes?: readonly string[];
}

type Filters = Pick<FormulatedQuery, "exclude" | "sort" | "inStockOnly" | "minDiscountPercent">;

export const NONE: State = { isOpen: false, words: [], bounds: {}, since: 0, text: "" };

/** Whether an earlier turn asked for a thing; `answer` is what the assistant said to it. */
type IsAsk = (text: string, before: readonly ChatTurn[], answer: string) => boolean;

/** What an earlier turn asked for and none has left for good; nothing if there is no such turn. */
export function needBefore(previous: readonly ChatTurn[], isAsk: IsAsk): State | undefined {
  let state = NONE;
  let isLive = false;
  previous.forEach((turn, at) => {
    if (turn.role !== "user") return;
    const before = previous.slice(0, at);
    const next = previous[at + 1];
    const answer = next?.role === "assistant" ? next.text : "";
    // Reading a turn for its words costs far more than telling whether it asks.
    if (!isLive && !isAsk(turn.text, before, answer)) return;
    state = step(state, turn.text, before);
    isLive = state.isOpen || (isLive && state.paused !== undefined);
  });
  return isLive ? state : undefined;
}

/** What is wanted, another topic in between or not. */
export const wantedWords = ({ isOpen, words, paused }: State): readonly string[] =>
  isOpen ? words : (paused?.words ?? words);

const reading = remembered(readTurn);

/**
 * One more turn of the reader; `before` is all that was said before it. Where the words are to be
 * shown or sent, private data must be out of all texts already.
 */
export function step(earlier: State, said: string, before: readonly ChatTurn[]): State {
  const users = before.filter(({ role }) => role === "user").map((turn) => turn.text);
  const text = withPet(said.slice(0, TEXT_MAX), users);
  const state = resumed(earlier, text, before);
  const own = reading(text);
  const listed = listedBefore(before.slice(state.since));
  const named = listedName(text, listed, own.exclude);
  if (endsNeed(text, state.words, named !== undefined)) return pausedAfter(state, text);
  return (
    fresh(state, { text, own, before }) ??
    (tellsWho(own.q, before.at(-1))
      ? { ...state, text }
      : changed(state, { text, own, before, named }))
  );
}

interface Turn {
  readonly text: string;
  readonly own: Reading;
  readonly before: readonly ChatTurn[];
}

/** The state of a turn that goes on with no need: none was open, or it says all that is wanted. */
function fresh(state: State, { text, own, before }: Turn): State | undefined {
  if (own.isGift && !isForGift(state)) return opened(text, own, { state, before });
  if (state.words.length === 0 || state.isTopic === true) {
    if (asksForNoProduct(text)) return NONE;
    const asks = asksForThing(text, own);
    if (!asks && isTold(text)) return topicOf(text, own, { state, before });
    if (state.isTopic !== true) return opened(text, own, { state: NONE, before });
    if (asks) return openedOn(state, own, { text, before });
  }
  if (tellsWho(own.q, before.at(-1)) || !standsAlone(text, tellingWords(own.q, true))) {
    return undefined;
  }
  return opened(text, own, { state, before });
}

function changed(
  state: State,
  { text, own, before, named }: Turn & { named: readonly string[] | undefined },
): State {
  const last = before.at(-1);
  const talk = before.slice(state.since);
  const { main, isTopic } = state;
  const change = changeOf(state, own, talk);
  if (change.isNew) {
    const other = opened(text, own, { state, before, wishes: change.wishes });
    return change.adds === true ? { ...other, main: main ?? namelessWords(state) } : other;
  }
  const bounds = boundsAfter(state.bounds, { text, own, last });
  const amounts = [bounds.minPrice, bounds.maxPrice].map(String);
  const wishes = [
    ...change.wishes,
    ...acceptedWords(text, last),
    ...variantOf(text, talk, state.words),
    ...recountedWords(text, state.words),
  ].filter((word) => !amounts.includes(bareWord(word)));
  const isOther = change.isOther || own.sort === "price_asc" || asksForOtherName(text);
  const pinned = isOther ? {} : pinnedIn(text, state, before, { named, change });
  const name = isOther ? undefined : (pinned.name ?? state.name);
  const removed = [...change.removed, ...(name === state.name ? [] : (state.name ?? []))];
  const counted = withoutCount(text, namelessWords(state, name));
  const words = wordsAfter(counted, { ...change, wishes, removed, isOther }, pinned);
  const unnamed = name === undefined ? undefined : (state.unnamed ?? state.words);
  return {
    isOpen: true,
    words: withoutExcluded(words, own.exclude),
    bounds,
    ...filtersAfter(state, { ...own, exclude: excludedBy(text, own, state) }, words),
    since: state.since,
    text,
    ...(name !== undefined && { name, unnamed }),
    isTopic,
    main,
    isGift: change.isGift ?? state.isGift,
  };
}

function changeOf(state: State, own: Reading, talk: readonly ChatTurn[]): Change {
  const { rest, exclude } = own;
  const { text, words, main = namelessWords(state) } = state;
  const alternatives = /\b(?:or|vs|versus)\b/i.test(text) ? itemsOf(text) : [];
  const offered = listsBefore(talk);
  const said = { rest, words, main, last: talk.at(-1), offered, alternatives };
  return likesAfter(state, own) ?? changesOf({ ...said, contrasts: exclude !== undefined });
}

const GIFT_WORD = /^(?:gift|present)s?$/i;

const isForGift = ({ isGift, words }: State): boolean =>
  isGift === true || words.some((word) => GIFT_WORD.test(word));

/** "She loves plants" says more of whom a gift is for. */
function likesAfter(state: State, { rest, isGift }: Reading): Change | undefined {
  if (!isForGift(state)) return undefined;
  const wishes = isGift ? wordsOf(rest) : likedWords(rest);
  if (wishes.length === 0) return undefined;
  const removed = state.words;
  return { wishes, removed, isNew: false, isGift: true, namesThing: true, isOther: false };
}

/** The words of a need whose named product is not the one. */
function namelessWords({ words, name, unnamed = [] }: State, now?: readonly string[]): string[] {
  if (name === undefined || now === name) return [...words];
  const named = new Set(name.map(bareWord));
  return unique([...words, ...unnamed.filter((word) => !named.has(bareWord(word)))]);
}

/** "Not that brand" rules out the brand of what was spoken of. */
function excludedBy(text: string, { exclude = [] }: Reading, { name }: State): string[] {
  const brand = isOtherBrand(text) ? name?.[0]?.toLowerCase() : undefined;
  return brand === undefined ? [...exclude] : [...exclude, brand];
}

/** A need that another topic ends may be taken up again; one that ends with thanks is not. */
function pausedAfter(state: State, text: string): State {
  const paused = state.isOpen ? state : state.paused;
  return paused === undefined || isFarewell(text) ? NONE : { ...NONE, paused };
}

/** "Back to the armchair", "OK, the Kiso please": what was asked for before another topic. */
function resumed(state: State, text: string, before: readonly ChatTurn[]): State {
  const { paused } = state;
  if (paused === undefined) return state;
  const said = new Set(wordsOf(text).map((word) => singular(bareWord(word))));
  const isNamed = listedName(text, listedBefore(before.slice(paused.since))) !== undefined;
  const isSaid = paused.words.some(
    (word) => isProductWord(word) && said.has(singular(bareWord(word))),
  );
  return isNamed || (isSaid && !endsNeed(text)) ? paused : state;
}

/** What is only told of is what a later ask means: "my mower died" and "a cordless one". */
function topicOf(text: string, own: Reading, { state, before }: Opening): State {
  const said = wordsSaid(own.rest);
  const things = said.some(isProductWord) ? said : wordsOf(own.rest).filter(isProductWord);
  const words = things.length > 0 ? unique(tellingWords(things.join(" "), true)) : state.words;
  const bounds = boundsAfter({}, { text, own, last: before.at(-1) });
  return { isOpen: words.length > 0, isTopic: true, words, bounds, since: before.length, text };
}

/** An ask after a topic: for another thing that it names, else for the one that was spoken of. */
function openedOn(
  topic: State,
  own: Reading,
  { text, before }: { text: string; before: readonly ChatTurn[] },
): State {
  const said = unique(wordsSaid(own.rest));
  const wishes = said.some(isProductWord) ? said : undefined;
  const state = opened(text, own, { state: NONE, before, ...(wishes && { wishes }) });
  if (state.words.some(isProductWord)) return state;
  const isThing = (at: number) =>
    [topic.words[at], topic.words[at + 1]].some((word = "") => isProductWord(word));
  const things = topic.words.filter((_word, at) => isThing(at));
  const words = withoutExcluded(unique([...state.words, ...things]), own.exclude);
  return { ...state, words, isOpen: words.length > 0 };
}

const ASKS_FOR_THING = new RegExp(
  "\\b(?:needs?|wants?|wanna|looking|after|recommend\\w*|suggest\\w*|buy|get|order|find|show" +
    "|sells?" +
    "|best|good|decent|which|cheap\\w*|(?:what|how) about|like|love|prefer|rather|worth|better" +
    "|new|gifts?|presents?|there|make|have|got|exist|or" +
    "|something(?! (?:is|was|has|went|broke|happened|wrong)\\b)" +
    "|any(?! (?:tips|tricks|ideas?|advice|chance|luck|news|way|reason|clue)\\b))\\b",
  "i",
);

/** Whether a turn asks for a thing; others only tell or ask of one. */
const asksForThing = (text: string, { sort }: Reading): boolean =>
  ASKS_FOR_THING.test(text) || sort !== undefined;

/** A long ask says all that is wanted, unless it points back. */
function standsAlone(text: string, whole: readonly string[]): boolean {
  if (!ASKS.test(text)) return false;
  if (whole.some(isProductWord) && whole.length > OWN_WORDS_MAX) return true;
  return text.length > ASK_LENGTH && whole.some(isProductWord) && !POINTS_BACK.test(text);
}

/** Another thing: what was said of the old one does not hold for it. */
function opened(text: string, own: Reading, { state, before, wishes }: Opening): State {
  const last = before.at(-1);
  const words = wishes ?? openingWords(own, last);
  const { exclude, sort, inStockOnly, minDiscountPercent } = own;
  return {
    isOpen: words.length > 0,
    words,
    bounds: state === NONE ? boundsAfter({}, { text, own, last }) : boundsOf(own),
    ...(exclude !== undefined && { exclude }),
    ...(sort !== undefined && { sort }),
    ...(inStockOnly !== undefined && { inStockOnly }),
    ...(minDiscountPercent !== undefined && { minDiscountPercent }),
    since: before.length,
    text,
    isGift: own.isGift,
  };
}

/** The words of an ask, with the thing that the assistant named and a short turn points to. */
function openingWords(own: Reading, last: ChatTurn | undefined): string[] {
  const words = tellingWords(own.q, true).filter((word) => own.keyword || !isChatter(word));
  if (words.length > POINTING_WORDS_MAX || last?.role !== "assistant") return words;
  return unique([...words, ...(namedItem(words, itemsOf(last.text)) ?? [])]);
}

/** The line of a list or the name that a turn is about, unless it names another thing. */
function pinnedIn(
  text: string,
  { since, name }: State,
  before: readonly ChatTurn[],
  { named, change }: { named: readonly string[] | undefined; change: Change },
): Pinned {
  const talk = before.slice(since);
  const listed = listedBefore(talk);
  const line = ordinalItem(text, listed);
  if (line !== undefined) return isNames(listed) ? { name: line } : { thing: line };
  if (named !== undefined) return { name: named };
  const { namesThing, chosen } = change;
  if (name !== undefined || namesThing || chosen !== undefined || text.length > 200) return {};
  // "In grey?" may be another than the one that was named.
  if (areSlots(change.wishes)) return {};
  if (OF_ANY.test(text) || !OF_THAT.test(text)) return {};
  const only = namedBy(talk);
  return only.length > 0 ? { thing: only } : {};
}

/** What is ruled out adds up; what is asked for again is not ruled out any more. */
function filtersAfter(state: State, own: Reading, words: readonly string[]): Filters {
  const asked = new Set(words.map((word) => singular(bareWord(word))));
  const exclude = [...new Set([...(state.exclude ?? []), ...(own.exclude ?? [])])].filter(
    (phrase) =>
      own.exclude?.includes(phrase) || !wordsOf(phrase).every((one) => asked.has(singular(one))),
  );
  const sort = own.sort ?? state.sort;
  const inStockOnly = own.inStockOnly ?? state.inStockOnly;
  const minDiscountPercent = own.minDiscountPercent ?? state.minDiscountPercent;
  return {
    ...(exclude.length > 0 && { exclude: exclude.slice(-8) }),
    ...(sort !== undefined && { sort }),
    ...(inStockOnly !== undefined && { inStockOnly }),
    ...(minDiscountPercent !== undefined && { minDiscountPercent }),
  };
}
