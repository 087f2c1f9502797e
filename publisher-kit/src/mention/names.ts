import { productStrength } from "../lexicon.ts";
import type { MentionOffer } from "../types.ts";
import { fold, type Token, tokensOf } from "./tokens.ts";
import { isCommonWord, isPart, mayFollow } from "./words.ts";

const LEGAL_FORM = /[,.]?\s+(?:inc|llc|ltd|gmbh|corp|corporation|co|company|plc|ag|sa|bv)\.?$/i;
const NAME_MAX = 120;
/** Nobody names offers this often in one answer. */
const OCCURRENCES_MAX = 200;

/** An offer taken apart once, before its answer comes. */
type Entry = {
  offer: MentionOffer;
  title: Token[];
  /** Brand and sponsor written together, without their legal form. */
  brands: string[];
  /** The stems of the title that are no part of the brand. */
  rest: string[];
  /** The brand is an everyday word. */
  common: boolean;
  /** The first word of the title stands for a brand nobody stated. */
  guessed: boolean;
  titled: boolean;
  /** A short title begins with a long rare word, which names the offer by itself. */
  single: boolean;
  /** The title as written without spaces inside: "3S" is not "3". */
  runs: Set<string>;
};

export type NameBook = { entries: Entry[]; owners: Map<string, number>; starts: Set<string> };

/** One place of the answer that names an offer: the tokens `first` to before `last`. */
export type Named = {
  offer: MentionOffer;
  first: number;
  last: number;
  start: number;
  end: number;
  /** Words beside the brand; none when the brand stands alone. */
  words: number;
};

/** What a brand and the words after it can name. `words` counts the words beside the brand. */
type Reading = { entry: Entry; first: number; last: number; words: number };

export function bookOf(offers: readonly MentionOffer[]): NameBook {
  const entries = offers
    .map(entryOf)
    .filter(({ brands, title }) => brands.length + title.length > 0);
  const owners = new Map<string, number>();
  const starts = new Set<string>();
  for (const { brands, title } of entries) {
    for (const brand of brands) {
      owners.set(brand, (owners.get(brand) ?? 0) + 1);
      starts.add(brand.slice(0, 1));
    }
    const start = title[0]?.key.slice(0, 1);
    if (start !== undefined) starts.add(start);
  }
  return { entries, owners, starts };
}

function entryOf(offer: MentionOffer): Entry {
  const title = tokensOf(tidy(offer.title));
  const core = tokensOf(tidy(offer.title).replace(/\s*(?:[(,]| [–-] ).*$/, ""));
  const stated = statedBrands(offer);
  const brands = [...new Set(stated.map(joined))].filter((brand) => brand.length >= 2);
  const [first] = title;
  const guessed =
    brands.length === 0 && first !== undefined && title.length > 1 && isDistinct(first.key);
  if (guessed && first.key.length >= 3) brands.push(first.key);
  const stems = title.map(({ stem }) => stem);
  const brandStems = new Set(
    [...stated.flatMap(tokensOf), ...(guessed ? [first] : [])].map(({ stem }) => stem),
  );
  const isBrandless = !brands.some((brand) => keyOf(title).startsWith(brand));
  return {
    offer,
    title,
    brands,
    rest: stems.filter((stem) => !brandStems.has(stem)),
    common: brands.some(isCommonWord),
    guessed,
    titled: title.length >= 2 && isBrandless,
    single:
      isBrandless && core.length <= 3 && (first?.key.length ?? 0) >= SINGLE_MIN && isRare(first),
    runs: new Set(
      tidy(offer.title)
        .split(/[^\p{L}\p{N}]+/u)
        .map(fold),
    ),
  };
}

/** Brand and sponsor, the sponsor also by the word with which the title begins. */
function statedBrands({ title, brand, sponsor }: MentionOffer): string[] {
  const [first = ""] = tidy(title).split(/[\s,]/);
  const starts = brand === undefined && tidy(sponsor).startsWith(`${first} `);
  const plain = tidy(sponsor).replace(LEGAL_FORM, "");
  const whole = LEGAL_FORM.test(tidy(brand)) ? [`${tidy(brand)} `] : [];
  return [tidy(brand), plain, ...(starts ? [first] : []), ...whole];
}

const SINGLE_MIN = 8;
const isRare = (token: Token | undefined): boolean => token !== undefined && isDistinct(token.key);

const tidy = (value = ""): string =>
  value.normalize("NFKC").replace(/\s+/g, " ").trim().slice(0, NAME_MAX);
const keyOf = (tokens: readonly Token[]): string => tokens.map(({ key }) => key).join("");
/** A space at the end keeps the legal form, as in "Tiffin & Co.". */
const joined = (text: string): string =>
  keyOf(tokensOf(text.replace(LEGAL_FORM, "")).filter(({ key }) => key !== "and"));
const isDistinct = (word: string): boolean => !isCommonWord(word) && productStrength(word) === 0;

/** Every place of a text that names an offer, in order, none inside another. */
export function findNames(text: string, tokens: readonly Token[], book: NameBook): Named[] {
  const found: Named[] = [];
  const seen: Seen = { text, tokens, brands: new Set(), offers: new Map() };
  for (let at = 0; at < tokens.length && found.length < OCCURRENCES_MAX; at += 1) {
    const here = readingAt(at, seen, book) ?? aliasAt(at, seen, book);
    if (here === undefined) continue;
    const { first, last, entry, words: extra } = here;
    const start = tokens[first]?.start;
    const end = tokens[last - 1]?.end;
    if (start === undefined || end === undefined) continue;
    found.push({ offer: entry.offer, first, last, start, end, words: extra });
    const words = seen.offers.get(entry) ?? new Set();
    for (const { stem } of tokens.slice(first, last)) words.add(stem);
    seen.offers.set(entry, words);
    at = last - 1;
  }
  return found;
}

type Seen = {
  text: string;
  tokens: readonly Token[];
  brands: Set<string>;
  /** The words by which the answer has named an offer so far. */
  offers: Map<Entry, Set<string>>;
};

function readingAt(at: number, seen: Seen, book: NameBook): Reading | undefined {
  const token = seen.tokens[at];
  if (token === undefined || !book.starts.has(token.key.slice(0, 1))) return undefined;
  const readings = book.entries.flatMap((entry) => readingsOf(entry, at, seen));
  const most = Math.max(...readings.map(({ words }) => words));
  const longest = readings.filter(({ words }) => words === most);
  const exact = longest.filter((reading) => isExact(reading, seen));
  const best = exact.length > 0 ? exact : longest;
  const owners = new Set(best.map(({ entry }) => entry));
  const shared =
    most === 0 && best.some(({ entry }) => entry.brands.some((brand) => isShared(brand, book)));
  return owners.size === 1 && !shared ? best[0] : undefined;
}

/** "The 3" is the "Varro 3" and not the "Varro 3S". */
function isExact({ entry, last }: Reading, { tokens, text }: Seen): boolean {
  const end = tokens[last - 1];
  if (end === undefined || !/\p{N}/u.test(end.key)) return true;
  const run = /[\p{L}\p{N}]*$/u.exec(text.slice(0, end.end))?.[0] ?? "";
  return entry.runs.has(fold(run));
}

const isShared = (brand: string, { owners }: NameBook): boolean => (owners.get(brand) ?? 0) > 1;

function readingsOf(entry: Entry, at: number, seen: Seen): Reading[] {
  const titled = entry.titled || entry.single ? titleReading(entry, at, seen) : undefined;
  const readings = titled === undefined ? [] : [titled];
  for (const brand of entry.brands) {
    if (seen.tokens[at]?.stem === brand) seen.brands.add(brand);
    const after = matchAt(brand, at, seen);
    if (after === undefined) continue;
    seen.brands.add(brand);
    const reading = brandReading(entry, { at, after }, seen);
    if (reading !== undefined) readings.push(reading);
  }
  return readings;
}

/** The token after `target`, when the tokens from `at` spell it, in the plural too. */
function matchAt(target: string, at: number, { tokens, text }: Seen): number | undefined {
  let spelled = "";
  for (const [index, token] of tokens.slice(at, at + SPELLED_MAX).entries()) {
    const next = at + index;
    if (index > 0 && !isBeside(text, tokens[next - 1], token)) return undefined;
    const link = index > 0 && token.key === "and" && !target.startsWith(`${spelled}and`);
    if (!link) spelled += token.key;
    if (isSpelled(target, spelled, token)) {
      return tokens[next + 1]?.start === token.end ? undefined : next + 1;
    }
    if (!target.startsWith(spelled)) return undefined;
  }
  return undefined;
}

const isSpelled = (target: string, spelled: string, { capital, stem, key }: Token): boolean =>
  spelled === target || (capital && stem !== key && spelled === `${target}s`);

/** A brand has no more words than this. */
const SPELLED_MAX = 12;

/** Whether two words follow one another in the same phrase. */
function isBeside(text: string, a: Token | undefined, b: Token): boolean {
  if (a === undefined) return false;
  const gap = text.slice(a.end, b.start);
  return (
    gap.length <= 8 &&
    /^['’]?[\s*_&+.()$[\]"“”‘’-]*$/.test(gap) &&
    !/\n|\.[*_)]*\s|[.)]{2}\s*$|" /.test(gap)
  );
}

function brandReading(
  entry: Entry,
  { at, after }: { at: number; after: number },
  seen: Seen,
): Reading | undefined {
  const { tokens } = seen;
  const last = extended(entry, after, seen);
  if (last === undefined) return undefined;
  const first = last === after ? backwards(entry, at, seen) : at;
  const words = last - after + (at - first);
  const reading = { entry, first, last, words };
  const capital = tokens[at]?.capital === true;
  if (words > 0) return entry.common && !capital ? undefined : reading;
  if (entry.guessed && !seen.offers.has(entry)) return undefined;
  if (isOtherProduct(after, seen)) return undefined;
  return mayStandAlone(entry, { at, after }, seen) ? reading : undefined;
}

/** Past the words of the title after a brand; nothing when they name another model. */
function extended(entry: Entry, after: number, { tokens, text }: Seen): number | undefined {
  let next = after;
  for (; next < tokens.length; next += 1) {
    const token = tokens[next];
    if (token === undefined || !isBeside(text, tokens[next - 1], token)) return next;
    if (entry.rest.includes(token.stem) || isJoined(entry, token)) continue;
    if (/\*\*/.test(text.slice(tokens[next - 1]?.end, token.start))) return next;
    if (/^\p{N}/u.test(token.key)) return undefined;
    const capital = token.capital && !mayFollow(token.key) && !isShouted(text);
    return capital ? undefined : next;
  }
  return next;
}

const isJoined = ({ rest }: Entry, { key }: Token): boolean =>
  key.length > 3 && rest.join("").includes(key);

/** In capitals throughout, a capital says nothing. */
const isShouted = (text: string): boolean => !/\p{Ll}{3}/u.test(text);

/** "The Trail Runner 5 from Garrick": the words of the title before "from" or "by". */
function backwards(entry: Entry, at: number, { tokens, text }: Seen): number {
  const link = tokens[at - 1];
  if (link === undefined || !["from", "by"].includes(link.key)) return at;
  let first = at - 1;
  while (first > 0) {
    const token = tokens[first - 1];
    const next = tokens[first];
    if (token === undefined || next === undefined || !isBeside(text, token, next)) break;
    if (!entry.rest.includes(token.stem)) break;
    first -= 1;
  }
  return first === at - 1 ? at : first;
}

/** "A Hexa mouse" names something else; "the Hexa fits" does not. */
function isOtherProduct(after: number, { tokens, text }: Seen): boolean {
  const last = tokens[after - 1];
  const next = tokens[after];
  if (last === undefined || next === undefined) return false;
  const gap = text.slice(last.end, next.start);
  if (!/^[\s*_-]+$/.test(gap) || mayFollow(next.key)) return false;
  if (gap.includes("-")) return true;
  if (last.possessive) return !tokens.slice(after, after + 3).some(({ key }) => isPart(key));
  const then = tokens[after + 1]?.key ?? "";
  const verb = /(?:s|ed)$/.test(next.key) && !/^(?:are|were|have|do|make|would|will)$/.test(then);
  return !verb && !/ly$/.test(next.key);
}

/** After these words a capital can only be a brand. */
const GOVERNS = new RegExp(
  "^(?:with|buy|get|choose|pick|recommend|suggest|try|order|over|vs|versus" +
    "|prefer|consider|between|than|or)$",
);

function mayStandAlone(
  entry: Entry,
  { at, after }: { at: number; after: number },
  seen: Seen,
): boolean {
  const { tokens, text } = seen;
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token === undefined) return false;
  const many = after - at > 1;
  if (entry.common) {
    if (!token.capital) return false;
    const place = before !== undefined && ["at", "from", "by"].includes(before.key);
    const governed = before !== undefined && GOVERNS.test(before.key) && !isShouted(text);
    const bare = entry.rest.length === 0 && place;
    return seen.offers.has(entry) || many || governed || bare;
  }
  if (token.capital || many) return true;
  const article = before !== undefined && /^(?:an?|the|some|this|that|no)$/.test(before.key);
  const small = !/\p{Lu}/u.test(text);
  return small && !article && token.key.length >= 6 && text[token.end] !== "-";
}

/** A title without a brand in front: whole, or shortened and written with capitals. */
function titleReading(entry: Entry, at: number, { tokens, text }: Seen): Reading | undefined {
  let last = at;
  for (const word of entry.title) {
    const token = tokens[last];
    if (token === undefined || token.stem !== word.stem) break;
    if (last > at && text.slice(tokens[last - 1]?.end, token.start).length > 6) break;
    last += 1;
  }
  const run = tokens.slice(at, last);
  const capitals = run.every(({ capital, key }) => capital || key.length <= 3);
  const distinct = run.some(({ stem }) => isDistinct(stem));
  const whole = run.length === entry.title.length && (distinct || capitals);
  const least = entry.single ? 1 : 2;
  if (run.length < least || !(whole || (capitals && distinct))) return undefined;
  return { entry, first: at, last, words: run.length + 1 };
}

/** "The Winter Boot" after its brand was named; "the Mini" after "Aria Mini" was. */
function aliasAt(at: number, seen: Seen, book: NameBook): Reading | undefined {
  const token = seen.tokens[at];
  if (token === undefined || !token.capital) return undefined;
  const coded = codeAt(at, seen, book);
  if (coded !== undefined) return coded;
  const readings = book.entries.flatMap((entry): Reading[] => {
    if (!entry.brands.some((brand) => seen.brands.has(brand))) return [];
    const last = aliasEnd(entry, at, seen);
    if (last === at || (last - at === 1 && !isShortName(entry, at, seen))) return [];
    return isModelNext(last, seen) ? [] : [{ entry, first: at, last, words: last - at }];
  });
  return readings.length === 1 ? readings[0] : undefined;
}

const CODE = /^(?=.*\p{N})(?=.*\p{L})(?!\d+(?:l|ml|cm|mm|kg|g|k|w|v|gb|tb|oz|ah|h)$)/u;

/** "The CX2": a model of letters and digits that one offer alone has. */
function codeAt(at: number, { tokens, text }: Seen, book: NameBook): Reading | undefined {
  const start = tokens[at]?.start ?? 0;
  if (/[\p{L}\p{N}-]$/u.test(text.slice(0, start))) return undefined;
  const code = fold(/^[\p{L}\p{N}]*/u.exec(text.slice(start, start + NAME_MAX))?.[0] ?? "");
  if (!CODE.test(code)) return undefined;
  const [entry, ...others] = book.entries.filter(({ runs }) => runs.has(code));
  const after = tokens.findIndex((token, index) => index >= at && token.end > start + code.length);
  const last = after < 0 ? tokens.length : after;
  if (entry === undefined || others.length > 0 || isModelNext(last, { tokens, text })) {
    return undefined;
  }
  return { entry, first: at, last, words: last - at };
}

/** Past the words that follow one another in the title too. */
function aliasEnd({ rest }: Entry, at: number, { tokens }: Seen): number {
  const from = rest.indexOf(tokens[at]?.stem ?? "");
  if (from < 0) return at;
  const run = tokens.slice(at, at + rest.length - from);
  const other = run.findIndex(({ stem, capital }, n) => stem !== rest[from + n] || !capital);
  return at + (other < 0 ? run.length : other);
}

function isModelNext(last: number, { tokens, text }: Pick<Seen, "tokens" | "text">): boolean {
  const next = tokens[last];
  if (next === undefined || !/^\p{N}/u.test(next.key)) return false;
  return text.slice(tokens[last - 1]?.end, next.start).trim() === "";
}

function isShortName(entry: Entry, at: number, { tokens, offers }: Seen): boolean {
  const token = tokens[at];
  const before = tokens[at - 1]?.key;
  if (token === undefined || before !== "the") return false;
  return offers.get(entry)?.has(token.stem) === true && token.key.length >= 3;
}
