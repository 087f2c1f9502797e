import type { ChatTurn, FormulatedQuery } from "../../types.ts";
import { type Bounds, boundsAfter, boundsOf } from "./bounds.ts";
import { type Change, changesOf, isChatter } from "./change.ts";
import { asksAbout, endsNeed } from "./ending.ts";
import { asksForNoProduct } from "./no-product.ts";
import { privateWordsOf } from "./private-data.ts";
import { type Reading, readTurn, TEXT_MAX } from "./reading.ts";
import { itemsOf, namedBy, namedItem, ordinalItem, tellsWho } from "./reply.ts";
import { withReplaced } from "./slots.ts";
import { bareWord, isProductWord, singular, TOKENS_MAX, tellingWords, wordsOf } from "./words.ts";

/** What a reader wants to buy after a turn; `isOpen` until another topic ends it. */
export type Need = FormulatedQuery & { isOpen: boolean };

/** How many earlier turns a need is made from. */
const TURNS_MAX = 16;

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

interface State extends Filters {
  readonly isOpen: boolean;
  /** Wishes first, then the thing. */
  readonly words: readonly string[];
  readonly bounds: Bounds;
  /** How much was said before it was opened. */
  readonly since: number;
  /** What the reader wrote last, which may name things to choose from. */
  readonly text: string;
}

interface Opening {
  readonly state: State;
  readonly before: readonly ChatTurn[];
  readonly wishes?: readonly string[];
}

type Filters = Pick<FormulatedQuery, "exclude" | "sort" | "inStockOnly" | "minDiscountPercent">;

const NONE: State = { isOpen: false, words: [], bounds: {}, since: 0, text: "" };

/**
 * What a reader wants after the last of several turns, made anew from all of them: each turn opens
 * a need, changes it or ends it. Pure; nothing is stored.
 *
 * Units: prices in units of `currency`.
 * Shape: `q` has at most 12 words, without personal data, and may be empty.
 */
export function understand(talk: { text: string; previous?: readonly ChatTurn[] }): Need {
  const previous = (talk.previous ?? []).slice(-TURNS_MAX);
  if (previous.length === 0) return first(talk.text);
  let state = NONE;
  previous.forEach(({ role, text }, at) => {
    if (role === "user") state = step(state, text, previous.slice(0, at));
  });
  const after = step(state, talk.text, previous);
  return needOf(after, [...previous, { role: "user", text: talk.text }]);
}

/**
 * Whether a turn goes on with what the first of the earlier turns asked for: it changes a slot,
 * agrees, or asks about the thing.
 */
export function continuesNeed(text: string, previous: readonly ChatTurn[]): boolean {
  const talk = previous.slice(-TURNS_MAX);
  let state = NONE;
  talk.forEach(({ role, text: said }, at) => {
    if (role === "user") state = step(state, said, talk.slice(0, at));
  });
  if (!state.isOpen) return false;
  const after = step(state, text, talk);
  if (!after.isOpen) return false;
  const answer = talk.at(-1);
  const named = answer?.role === "assistant" ? tellingWords(answer.text.slice(0, 300), true) : [];
  return isChanged(state, after) || asksAbout(text, [...state.words, ...named]);
}

function isChanged(before: State, after: State): boolean {
  const said = ({ words, bounds, exclude, sort, inStockOnly }: State) =>
    JSON.stringify([words, bounds, exclude, sort, inStockOnly]);
  return said(before) !== said(after);
}

/** A turn without a talk may be typed into a search box, whose words stay as they are. */
function first(text: string): Need {
  if (asksForNoProduct(text.slice(0, TEXT_MAX))) return { q: "", isOpen: false };
  const { keyword, q, rest: _rest, ...filters } = readTurn(text);
  const words = keyword ? wordsOf(q).slice(0, TOKENS_MAX) : tellingWords(q);
  return { q: words.join(" "), ...filters, isOpen: words.length > 0 };
}

function needOf(state: State, talk: readonly ChatTurn[]): Need {
  const secrets = privateWordsOf(talk);
  const isOpen = (word: string) => !secrets.has(bareWord(word));
  const { words, bounds, exclude = [], isOpen: open } = state;
  const left = exclude.filter((phrase) => wordsOf(phrase).every(isOpen));
  const { sort, inStockOnly, minDiscountPercent } = state;
  return {
    q: words.filter(isOpen).slice(0, TOKENS_MAX).join(" "),
    ...bounds,
    ...(minDiscountPercent !== undefined && { minDiscountPercent }),
    ...(inStockOnly !== undefined && { inStockOnly }),
    ...(left.length > 0 && { exclude: left }),
    ...(sort !== undefined && { sort }),
    isOpen: open && words.length > 0,
  };
}

/** One more turn of the reader; `before` is all that was said before it. */
function step(state: State, said: string, before: readonly ChatTurn[]): State {
  const text = said.slice(0, TEXT_MAX);
  const own = readTurn(text);
  const last = before.at(-1);
  if (endsNeed(text, state.words)) return NONE;
  if (state.words.length === 0) {
    return asksForNoProduct(text.slice(0, TEXT_MAX))
      ? NONE
      : opened(text, own, { state: NONE, before });
  }
  if (tellsWho(own.q, last)) return { ...state, text };
  const whole = tellingWords(own.q, true);
  if (standsAlone(text, whole)) {
    return opened(text, own, { state, before });
  }
  const answer = last?.role === "assistant" ? last.text : "";
  const items = itemsOf(answer);
  const pinned = ordinalItem(text, items);
  const alternatives = /\b(?:or|vs|versus)\b/i.test(state.text) ? itemsOf(state.text) : [];
  const { words: known } = state;
  const change = changesOf({ rest: own.rest, words: known, last, offered: items, alternatives });
  if (change.isNew) return opened(text, own, { state, before, wishes: change.wishes });
  const words = wordsAfter(
    state,
    change,
    pinned ?? pinnedName(change, text, before.slice(state.since)),
  );
  const bounds = boundsAfter(state.bounds, { text, own, last });
  const amounts = [bounds.minPrice, bounds.maxPrice].map(String);
  const wanted = words.filter((word) => !amounts.includes(bareWord(word)));
  return {
    isOpen: true,
    words: withoutExcluded(wanted, own.exclude),
    bounds,
    ...filtersAfter(state, own, words),
    since: state.since,
    text,
  };
}

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
  };
}

/** The words of an ask, with the thing that the assistant named and a short turn points to. */
function openingWords(own: Reading, last: ChatTurn | undefined): string[] {
  const words = tellingWords(own.q, true).filter((word) => own.keyword || !isChatter(word));
  if (words.length > POINTING_WORDS_MAX || last?.role !== "assistant") return words;
  return unique([...words, ...(namedItem(words, itemsOf(last.text)) ?? [])]);
}

function wordsAfter(
  { words }: State,
  { wishes, removed, chosen, isOther }: Change,
  pinned: readonly string[] | undefined,
): string[] {
  const drop = new Set(removed.map((word) => singular(bareWord(word))));
  const kept = words.filter((word) => !drop.has(singular(bareWord(word))));
  const thing = pinned ?? chosen;
  const kind = kept.findLast(isProductWord);
  const base =
    thing === undefined || isOther
      ? kept
      : pinned !== undefined
        ? [...thing, ...(kind === undefined || thing.some(isProductWord) ? [] : [kind])]
        : [...thing, ...withReplaced(kept, thing)];
  const all = unique([...wishes, ...withReplaced(base, wishes)]);
  // The newest wishes stand first, the thing last.
  const [half, over] = [TOKENS_MAX / 2, all.length - TOKENS_MAX];
  return over > 0 ? [...all.slice(0, half), ...all.slice(half + over)] : all;
}

/** A product that the assistant named, unless the reader wants another one or names a thing. */
function pinnedName(
  { isOther, namesThing, chosen }: Change,
  text: string,
  before: readonly ChatTurn[],
): string[] | undefined {
  if (isOther || namesThing || chosen !== undefined || text.length > 200) return undefined;
  const named = namedBy(before);
  return named.length > 0 ? named : undefined;
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

function withoutExcluded(words: readonly string[], exclude: readonly string[] = []): string[] {
  const out = new Set(exclude.flatMap((phrase) => wordsOf(phrase).map(singular)));
  const kept = words.filter((word) => !out.has(singular(bareWord(word))));
  // "Not that tent" leaves the tent.
  return kept.some(isProductWord) || !words.some(isProductWord) ? kept : [...words];
}

function unique(words: readonly string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => {
    const bare = singular(bareWord(word));
    if (bare === "" || seen.has(bare)) return false;
    seen.add(bare);
    return true;
  });
}
