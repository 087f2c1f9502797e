import { productStrength } from "../lexicon.ts";
import type { MentionOffer } from "../types.ts";
import { type Entry, isDistinct, type NameBook, type Reading, type Seen } from "./book.ts";
import { aliasAt, isFirst } from "./models.ts";
import { fold, isBeside, type Token } from "./tokens.ts";
import { isPart, mayFollow } from "./words.ts";

/** Nobody names offers this often in one answer. */
const OCCURRENCES_MAX = 200;

/** One place of the answer that names an offer: the tokens `first` to before `last`. */
export type Named = {
  offer: MentionOffer;
  first: number;
  last: number;
  start: number;
  end: number;
  /** Words beside the brand; none when the brand stands alone. */
  words: number;
  /** The brand is an everyday word. */
  common: boolean;
};

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
    const { offer, common } = entry;
    found.push({ offer, first, last, start, end, words: extra, common });
    const words = seen.offers.get(entry) ?? new Set();
    for (const { stem } of tokens.slice(first, last)) words.add(stem);
    seen.offers.set(entry, words);
    at = last - 1;
  }
  return found;
}

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
    const after = matchAt(brand, at, entry.rest, seen);
    if (after === undefined) continue;
    seen.brands.add(brand);
    const reading = brandReading(entry, { at, after }, seen);
    if (reading !== undefined) readings.push(reading);
  }
  return readings;
}

/**
 * The token after `target`, when the tokens from `at` spell it, in the plural too. What is glued to
 * it must be one of `rest`, as in "CloakVPN" and "Sola5".
 */
function matchAt(
  target: string,
  at: number,
  rest: readonly string[],
  { tokens, text }: Seen,
): number | undefined {
  let spelled = "";
  for (const [index, token] of tokens.slice(at, at + SPELLED_MAX).entries()) {
    const next = at + index;
    if (index > 0 && !isBeside(text, tokens[next - 1], token)) return undefined;
    const link = index > 0 && token.key === "and" && !target.startsWith(`${spelled}and`);
    if (!link) spelled += token.key;
    if (isSpelled(target, spelled, token))
      return isWhole(tokens, next, rest) ? next + 1 : undefined;
    if (!target.startsWith(spelled)) return undefined;
  }
  return undefined;
}

function isWhole(tokens: readonly Token[], at: number, rest: readonly string[]): boolean {
  const glued = tokens[at + 1];
  return glued?.start !== tokens[at]?.end || (glued !== undefined && rest.includes(glued.stem));
}

const isSpelled = (target: string, spelled: string, { capital, stem, key }: Token): boolean =>
  spelled === target || (capital && stem !== key && spelled === `${target}s`);

/** A brand has no more words than this. */
const SPELLED_MAX = 12;

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
  if (isOtherProduct(entry, after, seen)) return undefined;
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
function isOtherProduct(entry: Entry, after: number, { tokens, text }: Seen): boolean {
  const last = tokens[after - 1];
  const next = tokens[after];
  if (last === undefined || next === undefined) return false;
  const gap = text.slice(last.end, next.start);
  if (!/^[\s*_-]+$/.test(gap) || mayFollow(next.key)) return false;
  if (gap.includes("-")) return true;
  const run = tokens.slice(after, after + 3);
  const isElse = run.some(
    ({ key, stem, capital }) =>
      (productStrength(key) > 0 || (capital && last.possessive)) && !entry.rest.includes(stem),
  );
  // A capital inside a sentence can only be the brand: "the Safepath policy", not "Mellow yellow".
  if (!entry.common && !isElse && (last.possessive || !isFirst(last, text))) return false;
  if (last.possessive) return !run.some(({ key }) => isPart(key));
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
    return seen.offers.has(entry) || many || governed || bare || isInside(at, seen);
  }
  if (token.capital || many) return true;
  const article = before !== undefined && /^(?:an?|the|some|this|that|no)$/.test(before.key);
  const small = !/\p{Lu}/u.test(text);
  return small && !article && token.key.length >= 6 && text[token.end] !== "-";
}

/** Always written with a capital. */
const CALENDAR = /^(?:(?:mon|sun)days?|january|march|april|may|june|july|august|october)$/;

/** Words that a sentence begins with, before a name. */
const OPENS = /^(?:the|an?|my|your|our|this|that|take|get|buy|choose|pick|try|grab|order)$/;

/** A capital in the midst of a sentence, between words without one: "hang a Glimmer above it". */
function isInside(at: number, { tokens, text }: Seen): boolean {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (before === undefined || token === undefined || CALENDAR.test(token.key)) return false;
  const isPlain =
    (!before.capital || OPENS.test(before.key)) && !/^\p{Lu}{2}/u.test(text.slice(token.start));
  const isLast = next === undefined || !isBeside(text, token, next);
  return isPlain && isBeside(text, before, token) && (isLast || !next.capital);
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
