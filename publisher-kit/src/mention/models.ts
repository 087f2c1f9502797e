import { productStrength } from "../lexicon.ts";
import {
  type Entry,
  isDistinct,
  NAME_MAX,
  type NameBook,
  type Reading,
  type Seen,
} from "./book.ts";
import { fold, isBeside, type Token } from "./tokens.ts";
import { mayFollow } from "./words.ts";

/** "The Winter Boot" after its brand was named; "the Mini" after "Aria Mini" was. */
export function aliasAt(at: number, seen: Seen, book: NameBook): Reading | undefined {
  const token = seen.tokens[at];
  if (token === undefined || !token.capital) return undefined;
  const coded = codeAt(at, seen, book) ?? modelAt(at, seen, book) ?? wordAt(at, seen, book);
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

/** "The Terra 3", "a TC-60": words of one title in their order that tell it from all others. */
function modelAt(at: number, seen: Seen, book: NameBook): Reading | undefined {
  if (isNamedAlready(at, seen)) return undefined;
  const readings = book.entries.flatMap((entry): Reading[] => {
    const last = aliasEnd(entry, at, seen);
    const run = seen.tokens.slice(at, last);
    if (!tellsModel(run, seen) || isModelNext(last, seen)) return [];
    return [{ entry, first: at, last, words: last - at }];
  });
  const most = Math.max(...readings.map(({ words }) => words));
  const longest = readings.filter(({ words }) => words === most);
  return longest.length === 1 ? longest[0] : undefined;
}

/** "The Tidewell", "Tidewell": the word after the brand, where one offer alone has it. */
function wordAt(at: number, seen: Seen, book: NameBook): Reading | undefined {
  const { tokens, text } = seen;
  const token = tokens[at];
  if (token === undefined || token.key.length < 4 || productStrength(token.key) > 0)
    return undefined;
  const owners = book.entries.filter(({ rest }) => rest.includes(token.stem));
  const [entry] = owners;
  if (entry === undefined || owners.length > 1 || entry.guessed || entry.brands.length === 0) {
    return undefined;
  }
  if (entry.rest[0] !== token.stem || isNamedAlready(at, seen)) return undefined;
  if (!isDistinct(token.stem) && !isPointedAt(at, seen)) return undefined;
  const last = aliasEnd(entry, at, seen);
  const next = tokens[last];
  const isAlone = next === undefined || token.possessive || mayFollow(next.key);
  if (isFirst(token, text) && (!isAlone || text[token.end] === "-")) return undefined;
  const goesOn = next?.capital === true && isBeside(text, tokens[last - 1], next);
  if (goesOn || isModelNext(last, seen)) return undefined;
  return { entry, first: at, last, words: last - at };
}

/** "The Orbit" in the midst of small letters. */
function isPointedAt(at: number, { tokens, text }: Seen): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (before === undefined || token === undefined || !isBeside(text, before, token)) return false;
  const isShouted = /^\p{Lu}{2}/u.test(text.slice(token.start));
  return /^(?:the|an?|your|this|that)$/.test(before.key) && !isShouted;
}

/** "A Salomon Terra 3": the capital before it, in the midst of a sentence, is another's brand. */
function isNamedAlready(at: number, { tokens, text }: Seen): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (before === undefined || token === undefined) return false;
  if (!before.capital || !isBeside(text, before, token) || mayFollow(before.key)) return false;
  return !/^(?:\p{N}|$)/u.test(before.key) && !isFirst(before, text);
}

/** Whether a sentence, an item or a cell begins with the token. */
export const isFirst = ({ start }: Token, text: string): boolean =>
  /(?:^|[.!?:\n|*_>•-]|["“(])\s*$/.test(text.slice(0, start));

/** A word that is no product's beside a number, or two words of which one is rare. */
function tellsModel(run: readonly Token[], { text }: Seen): boolean {
  const [first] = run;
  if (run.length < 2 || first === undefined || /^\p{N}/u.test(first.key)) return false;
  const words = run.filter(({ key }) => !/^\p{N}/u.test(key));
  const isNumbered = words.length < run.length;
  const isLoose = /\n|[.,;:!?]/.test(text.slice(first.end, run.at(-1)?.start));
  if (isLoose) return false;
  if (isNumbered) return words.some(({ key }) => key.length === 1 || productStrength(key) === 0);
  return words.some(({ key }) => key.length >= 4 && isDistinct(key));
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
