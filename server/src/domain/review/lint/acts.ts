import { invariant } from "../../../core/invariant.ts";
import { plainText, type Span, spanOf, type View } from "./view.ts";
import LANGUAGES from "./words.json" with { type: "json" };

type Purpose = "creative" | "coupon" | "placement" | "name" | "message";

interface Rule {
  /**
   * Categories of words one after the other: `a|b` is either, `_4` up to four other words of the
   * same sentence, `.` its end. `^` first: only where a clause begins, as an order does. `!a`
   * first: not after a word of that category.
   */
  readonly words: string;
  readonly except?: readonly Purpose[];
}

const TALK: readonly Purpose[] = ["message"];

/**
 * Acts and their targets. An advert has no reason to order them: it speaks to its reader, about
 * what it sells.
 */
const RULES: readonly Rule[] = [
  // To cancel or replace what the model was told, or to speak as its system.
  { words: "!not void _5 order|own" },
  { words: "!not void _3 earlier|every _3 rule|norm|order", except: TALK },
  { words: "void _2 rule|norm _1 earlier", except: TALK },
  { words: "lesser _3 earlier _3 norm|order" },
  { words: "lesser _2 order|norm _1 earlier" },
  { words: "lesser this order" },
  { words: "lesser _3 own" },
  { words: "void|lesser _4 told|boss" },
  { words: "order|own|norm|told _8 voided", except: TALK },
  { words: "voided _3 order" },
  { words: "void _1 reader", except: TALK },
  { words: "youare _4 persona|model|bot" },
  { words: "alarm" },
  { words: "mode _1 on" },
  { words: "on _1 mode" },
  // To address the model.
  { words: "^ greet _2 model|machine" },
  { words: "memo _2 model|machine" },
  { words: "asai _1 you" },
  { words: "^ toward model" },
  { words: "^ bot ," },
  { words: "model|machine|whoever _3 reads _2 this", except: ["placement"] },
  { words: "boss _3 grants" },
  { words: "^ notice _2 authority" },
  { words: "notice _1 from _1 authority" },
  { words: "authority _3 grants", except: ["placement", "message"] },
  { words: "grants by _1 authority", except: TALK },
  // To say, to hide or to recommend.
  { words: "!subject not _3 tell _4 reader|them|label|rival", except: TALK },
  { words: "!subject tell _2 not _5 reader|label|rival" },
  { words: "!subject tell _3 reader _3 not", except: TALK },
  { words: "not _4 reader _2 know", except: TALK },
  { words: "not _3 know _5 label", except: TALK },
  { words: "^ lead _2 reader _4 believe" },
  { words: "mislead _3 reader" },
  { words: "^ talk _1 reader", except: TALK },
  { words: "^ keepquiet _1 about", except: TALK },
  { words: "reader mustnot _3 know", except: TALK },
  { words: "!subject not|mustnot _2 mark _2 this|label", except: TALK },
  { words: "without _3 tell _4 reader|label|them" },
  { words: "not|without _3 badge" },
  { words: "omit _4 badge" },
  { words: "badge _8 omit" },
  { words: "present _8 without _2 label" },
  { words: "^ conceal _5 facts" },
  { words: "badge _3 voided" },
  { words: "omit _8 reader", except: TALK },
  { words: "hush _5 label|rival|reader" },
  { words: "aside _8 reader" },
  { words: "reader _8 aside" },
  { words: "secretly _2 act" },
  { words: "^ act _4 secretly" },
  { words: "^ present _8 ownview" },
  { words: "whenever _9 recommend|claims" },
  { words: "asked _9 say|recommend|claims|put|rank", except: ["coupon"] },
  { words: "omit|present|say|recommend|ask|claims _9 whenyou" },
  { words: "whenyou _9 omit|present|say|recommend|ask|claims|urge" },
  { words: "say|recommend|put|tell _6 yours", except: ["placement"] },
  { words: "yours _8 say|recommend|put|must", except: ["placement", "message"] },
  { words: "^ only _1 recommend" },
  { words: "^ recommend _2 only" },
  { words: "^ not _1 recommend", except: ["message", "coupon"] },
  { words: "^ not _1 mention _3 other", except: TALK },
  { words: "^ not _1 compare _2 us", except: TALK },
  { words: "must _2 recommend" },
  { words: "must _1 say us", except: TALK },
  { words: "^ say only _2 us|this" },
  { words: "^ rank _1 us _6 first", except: TALK },
  { words: "^ claims _1 that", except: ["coupon", "message"] },
  { words: "^ urge _1 reader|them", except: ["coupon", "message"] },
  { words: "^ persuade _1 reader|people" },
  { words: "^ claims|say|tell _5 rival", except: TALK },
  { words: "rival _4 bad" },
  { words: "^ against _5 rival", except: TALK },
  { words: "!subject not _3 recommend|tell _4 rival" },
  // To ask for or send data of the reader, or what the model knows.
  { words: "ask _4 reader|their|them _6 data" },
  { words: "^ askfor _3 data" },
  { words: "send _6 secret" },
  { words: "send|put|ask _2 their _5 url", except: TALK },
  { words: "secret _6 send", except: TALK },
  // To record events, to call tools.
  { words: "^ conduct _5 event", except: ["placement", "message"] },
  { words: "^ assume _4 sale|event", except: TALK },
  { words: "^ treat _6 sale|event _3 as", except: TALK },
  { words: "call _2 snake", except: TALK },
  { words: "^ invoke _2 toolword", except: TALK },
];

/** How many of the tokens between two words of a rule belong to a script without spaces. */
const WIDE_FACTOR = 3;

/** Each category is one character of a sequence of words. */
const codes = new Map<string, string>();
const [COMMA, SNAKE] = [codeOf(","), codeOf("snake")];
const [START, NEUTRAL, WIDE] = [codeOf("start"), codeOf("neutral"), codeOf("wide")];

function codeOf(category: string): string {
  const code = codes.get(category) ?? String.fromCharCode(0x4e00 + codes.size);
  codes.set(category, code);
  return code;
}

interface Vocabulary {
  readonly words: Map<string, string>;
  readonly stems: Map<string, string>;
  readonly heads: Set<string>;
}

const STEM_MIN = 2;
const STEM_MAX = 32;
const PHRASE_MAX = 5;

const vocabulary = readVocabulary();

/** `_` joins the words of a phrase, `*` stands for any ending. */
function readVocabulary(): Vocabulary {
  const words = new Map<string, string>();
  const stems = new Map<string, string>();
  const heads = new Set<string>();
  const categories = Object.values(LANGUAGES).flatMap((language) =>
    Object.entries(language).map(
      ([category, entries]) => [codeOf(category), entries, "wide" in language] as const,
    ),
  );
  for (const [code, entries, isWide] of categories) {
    for (const entry of plainText(entries).split(" ")) {
      const key = entry.replaceAll("_", " ").replace("*", "");
      const into = entry.endsWith("*") ? stems : words;
      into.set(key, (into.get(key) ?? "") + code + (isWide ? WIDE : ""));
      if (key.includes(" ")) heads.add(key.slice(0, key.indexOf(" ")));
    }
  }
  return { words, stems, heads };
}

const compiled = RULES.flatMap(({ words, except }) => [
  { pattern: patternOf(words.split(" "), 1), except, isWide: false },
  { pattern: patternOf(words.split(" "), WIDE_FACTOR), except, isWide: true },
  { pattern: patternOf(turned(words), WIDE_FACTOR), except, isWide: true },
]);

/** The target first, as in languages whose verb comes last. */
function turned(words: string): string[] {
  return words
    .split(" ")
    .filter((part) => !/^[!^]/.test(part))
    .toReversed();
}

function patternOf(parts: readonly string[], factor: number): RegExp {
  const source = parts.map((part, place) => {
    if (part === ".") return "\\.";
    if (part === "^") return factor > 1 ? "" : `(?<=\\.|${wordOf("start")})`;
    if (part.startsWith("!")) return `(?<!${wordOf(part.slice(1))})`;
    if (part.startsWith("_")) return `(?:<[^<.]*){0,${Number(part.slice(1)) * factor}}?`;
    // In a language that has no room for it, what stands side by side may be a few signs apart.
    const isNext = factor > 1 && place > 0 && !/^[_!^]/.test(parts[place - 1] ?? "");
    return `${isNext ? "(?:<[^<.]*){0,3}?" : ""}${wordOf(part)}`;
  });
  return new RegExp(source.join(""), "g");
}

function wordOf(categories: string): string {
  return `<[^<.]*[${categories.split("|").map(knownCodeOf).join("")}][^<.]*`;
}

function knownCodeOf(category: string): string {
  const code = codes.get(category);
  invariant(code !== undefined, `No word is of the category ${category}.`);
  return code;
}

const TOKEN = new RegExp(
  "[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}'_]*(?:-[\\p{L}\\p{M}\\p{N}'_]+)*" +
    "|[.!?;\\n\\u2026\\u061f]+|[,\\u060c\\u3001]+|[:\\u2013\\u2014(){}[\\]|\\u2192]+",
  "gu",
);
/** Scripts whose words are found by what the vocabulary knows. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

interface Token {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

function tokensOf({ text }: View): Token[] {
  return [...text.matchAll(TOKEN)].flatMap(({ index, 0: found }) => {
    if (UNSPACED.test(found)) return cutUp(found, index);
    return [{ word: found.replace(/['-]/g, ""), from: index, to: index + found.length }];
  });
}

const UNSPACED_MAX = 10;

/** The longest known words of a run without spaces; any other sign stands for itself. */
function cutUp(run: string, start: number): Token[] {
  const tokens: Token[] = [];
  for (let place = 0; place < run.length; ) {
    let length = Math.min(UNSPACED_MAX, run.length - place);
    while (length > 1 && !vocabulary.words.has(run.slice(place, place + length))) length -= 1;
    const from = start + place;
    tokens.push({ word: run.slice(place, place + length), from, to: from + length });
    place += length;
  }
  return tokens;
}

function sequenceOf(view: View) {
  const tokens = tokensOf(view);
  const places: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  // A text begins like a sentence and ends like one.
  let text = ".";
  for (let number = 0; number < tokens.length; ) {
    const { found, length } = phraseAt(tokens, number);
    places.push(text.length);
    from.push(tokens[number]?.from ?? 0);
    to.push(tokens[number + length - 1]?.to ?? 0);
    text += found;
    number += length;
  }
  return { text: `${text}.`, places, from, to };
}

/** The longest known phrase that begins with a word, with the categories of all its words. */
function phraseAt(tokens: readonly Token[], number: number): { found: string; length: number } {
  const first = tokens[number]?.word ?? "";
  if (STOP.test(first)) return { found: ".", length: 1 };
  if (OPENINGS.test(first)) return { found: `<${START}`, length: 1 };
  if (COMMAS.test(first)) return { found: `<${START}${COMMA}`, length: 1 };
  let found = categoriesOf(first) + (TOOL.test(first) ? SNAKE : "");
  let length = 1;
  let phrase = first;
  let inner = "";
  for (let count = 2; vocabulary.heads.has(first) && count <= PHRASE_MAX; count += 1) {
    const word = tokens[number + count - 1]?.word ?? ".";
    phrase = `${phrase} ${word}`;
    inner += categoriesOf(word);
    const categories = categoriesOf(phrase);
    if (categories === "") continue;
    found += categories + inner;
    inner = "";
    length = count;
  }
  return { found: `<${found.includes(NEUTRAL) ? "" : found}`, length };
}

/** How the names of tools that change something begin. */
const TOOL = /^(?:report|deliver|create|request|confirm|rotate|update|cancel|dispute)_[a-z]/;
const STOP = /^[.!?;\n\u2026\u061f]/;
const COMMAS = /^[,\u060c\u3001]/;
const OPENINGS = /^[:\u2013\u2014(){}[\]|\u2192]/;

function categoriesOf(phrase: string): string {
  let found = vocabulary.words.get(phrase) ?? "";
  const longest = Math.min(phrase.length, STEM_MAX);
  for (let end = phrase.lastIndexOf(" ") + STEM_MIN; end <= longest; end += 1) {
    found += vocabulary.stems.get(phrase.slice(0, end)) ?? "";
  }
  return found;
}

export function findActs(view: View, purpose: Purpose): Span[] {
  const { text, places, from, to } = sequenceOf(view);
  // The word at each unit of the sequence.
  const wordAt = new Uint32Array(text.length);
  for (const [word, place] of places.entries()) wordAt.fill(word, place, places[word + 1]);
  const isWide = text.includes(WIDE);
  return compiled
    .filter((rule) => (isWide || !rule.isWide) && rule.except?.includes(purpose) !== true)
    .flatMap(({ pattern }) => [...text.matchAll(pattern)])
    .map(({ index, 0: found }) => {
      const last = wordAt[index + found.length - 1] ?? 0;
      return spanOf(view, from[wordAt[index] ?? 0] ?? 0, to[last] ?? 0);
    })
    .filter(({ start, end }) => end > start);
}
