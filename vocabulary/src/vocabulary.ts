import { createPurposes, type Purposes } from "./purpose.ts";
import type { TypeLine } from "./read.ts";
import { variantsOf } from "./variants.ts";
import { plainWords } from "./words.ts";

/** A name of a type in a text. */
export interface Mention {
  readonly type: string;
  /** Words `from` up to, not including, `to`. */
  readonly from: number;
  readonly to: number;
  /** The name is one of a product line, which is searched as a word as well. */
  readonly isLine: boolean;
}

export interface Vocabulary {
  /**
   * The names in a text's words, in their order. The longest name that ends at a word wins, from
   * the end: "power extension cord" is a cord.
   */
  mentionsIn(words: readonly string[]): Mention[];
  /** Whether a type is the other or a kind of it. */
  isKindOf(type: string, other: string): boolean;
  /** The type and what it is a kind of, narrowest first. */
  lineage(type: string): readonly string[];
  /** Whether a word beside a name of the type means an accessory or part for it. */
  isPart(type: string, words: readonly string[]): boolean;
  /** The type that a name of a thing and the words behind it name: "case" for a phone. */
  joined(type: string, words: readonly string[]): string | null;
  /** The type whose name is these two words. */
  typeNamed(first: string, second: string): string | null;
  /** All types that are called so, the doubtful ones last: "notebook" is paper, or a computer. */
  sensesOf(words: readonly string[]): readonly string[];
  has(type: string): boolean;
  nameOf(type: string): string;
  /** The words of that name. */
  nameWordsOf(type: string): readonly string[];
  /** Whether people ask by a word how something should be. */
  isAttribute(word: string): boolean;
  /** What is asked for by what it does. */
  readonly purposeIn: Purposes;
  /** Its names that mean nothing else. */
  namesOf(type: string): readonly string[];
}

interface Entry {
  readonly words: readonly string[];
  readonly type: string;
  readonly isDoubtful: boolean;
  readonly isLine: boolean;
}

interface Type {
  readonly line: TypeLine;
  readonly lineage: readonly string[];
  readonly names: readonly (readonly string[])[];
  /** Phrases of words, joined by spaces. */
  readonly parts: ReadonlySet<string>;
  /** Words beside which a doubtful name means this type. */
  readonly context: ReadonlySet<string>;
}

/** Parts and accessories of nearly any thing. */
const PARTS = new Set(
  (
    "adapter|cable|extension cable|spare part|replacement part|hardware kit|mounting kit" +
    "|repair kit|extension pole|mounting bracket|bracket"
  ).split("|"),
);

/** The root of what people ask for and hardly any catalogue holds, such as services. */
export const ELSEWHERE = "elsewhere";

/** The names of goods in a product's words: a flash drive called Courier delivers nothing. */
export function goodsIn(vocabulary: Vocabulary, words: readonly string[]): Mention[] {
  return vocabulary.mentionsIn(words).filter(({ type }) => !vocabulary.isKindOf(type, ELSEWHERE));
}

/** Shorter joined names are words of their own: "ice pack" is written "icepack", "tea set" not. */
const JOINED_LENGTH_MIN = 6;

/** Compiles the lines of all type files. */
export function createVocabulary(lines: readonly TypeLine[]): Vocabulary {
  const types = new Map<string, Type>();
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const line of lines) types.set(line.id, compiled(line, byId));
  const entries = entriesOf(lines);
  const attributes = new Set(lines.flatMap((line) => line.attributes.flatMap(plainWords)));

  const longestBefore = (words: readonly string[], to: number): Entry | undefined => {
    const last = words[to - 1] ?? "";
    const ending = entries.get(last);
    if (ending === undefined) return undefined;
    const ends = (entry: Entry) => {
      const from = to - entry.words.length;
      return (
        from >= 0 &&
        entry.words.every((word, at) => words[from + at] === word) &&
        isMeant(entry, types.get(entry.type), { words, from })
      );
    };
    return ending.get(words[to - 2] ?? "")?.find(ends) ?? ending.get(ALONE)?.find(ends);
  };

  return {
    mentionsIn(words) {
      const mentions: Mention[] = [];
      let to = words.length;
      while (to > 0) {
        const entry = longestBefore(words, to);
        const from = to - (entry?.words.length ?? 1);
        if (entry !== undefined) {
          mentions.push({ type: entry.type, from, to, isLine: entry.isLine });
        }
        to = from;
      }
      return mentions.reverse();
    },
    isKindOf: (type, other) => types.get(type)?.lineage.includes(other) === true,
    lineage: (type) => types.get(type)?.lineage ?? [],
    isPart: (type, words) =>
      (types.has(type) && PARTS.has(words.join(" "))) ||
      (types.get(type)?.lineage ?? []).some(
        (id) => types.get(id)?.parts.has(words.join(" ")) === true,
      ),
    joined(type, words) {
      for (const id of types.get(type)?.lineage ?? []) {
        for (const named of types.get(id)?.names ?? []) {
          const name = [...named, ...words];
          const entry = longestBefore(name, name.length);
          if (entry !== undefined && entry.words.length === name.length) return entry.type;
        }
      }
      return null;
    },
    typeNamed(first, second) {
      const named = entries.get(second)?.get(first);
      return (
        named?.find(({ words, isDoubtful }) => words.length === 2 && !isDoubtful)?.type ?? null
      );
    },
    sensesOf: (words) => sensesIn(entries, words),
    has: (type) => types.has(type),
    nameOf: (type) => types.get(type)?.line.names[0]?.text ?? type,
    nameWordsOf: (type) => types.get(type)?.names[0] ?? [],
    purposeIn: createPurposes(lines),
    isAttribute: (word) => attributes.has(word),
    namesOf: (type) => plainNames(types.get(type)?.line),
  };
}

/** Whether a type's name ends in a part or accessory of the other: a phone case of "phone". */
export function isPartOf(vocabulary: Vocabulary, type: string, host: string): boolean {
  const words = vocabulary.nameWordsOf(type);
  return words.some((_, at) => vocabulary.isPart(host, words.slice(at)));
}

/** A doubtful name needs a word of its type beside it. */
function isMeant(
  { isDoubtful, words: own }: Entry,
  type: Type | undefined,
  { words, from }: { words: readonly string[]; from: number },
): boolean {
  if (!isDoubtful) return true;
  // "4 pin to 8 pin" is no brooch because the word stands there twice.
  const tells = (word: string) => type?.context.has(word) === true && !own.includes(word);
  return words.some((word, at) => (at < from || at >= from + own.length) && tells(word));
}

const plainNames = (line: TypeLine | undefined): string[] =>
  (line?.names ?? []).flatMap(({ text, isDoubtful }) => (isDoubtful ? [] : [text]));

function compiled(line: TypeLine, byId: ReadonlyMap<string, TypeLine>): Type {
  const lineage: string[] = [];
  for (let at: TypeLine | undefined = line; at !== undefined; at = byId.get(at.parent)) {
    if (lineage.includes(at.id)) break;
    lineage.push(at.id);
  }
  const context = [...plainNames(line), ...line.parts, ...line.attributes].map(plainWords);
  return {
    line,
    lineage,
    names: line.names.map(({ text }) => plainWords(text)),
    parts: new Set(saidOtherwise(line.parts.map(plainWords)).map((part) => part.join(" "))),
    context: new Set(saidOtherwise(context).flat()),
  };
}

const saidOtherwise = (phrases: readonly string[][]) =>
  phrases.flatMap((words) => [words, ...variantsOf(words)]);

/** The names of all lines, and their variants that no line has itself. */
function namesIn(lines: readonly TypeLine[]): Entry[] {
  const listed = lines.flatMap(({ id, names }) =>
    names.map(({ text, isDoubtful, isLine }): Entry => {
      return { type: id, isDoubtful, isLine, words: plainWords(text) };
    }),
  );
  const known = new Set(listed.map(({ words }) => words.join(" ")));
  const variants = listed.flatMap((entry) =>
    (entry.isLine ? [] : variantsOf(entry.words)).flatMap((words) => {
      const isNew = !known.has(words.join(" "));
      known.add(words.join(" "));
      return isNew ? [{ ...entry, words }] : [];
    }),
  );
  return [...listed, ...variants];
}

/** A name, and the ways to write it. */
function formsOf(entry: Entry): Entry[] {
  const { words } = entry;
  const last = words.at(-1) ?? "";
  const ended = (end: string) => ({ ...entry, words: [...words.slice(0, -1), end] });
  const forms = [entry];
  // "Movies" lose their plural as "berries" do.
  if (/..ie$/.test(last)) forms.push(ended(last.replace(/ie$/, "y")));
  if (words.length === 1) return forms;
  // "Wine glasses" are several of a wine glass; "glasses" alone are not.
  if (last === "glass") forms.push(ended("glasses"));
  const joined = words.join("");
  if (joined.length >= JOINED_LENGTH_MIN) forms.push({ ...entry, words: [joined] });
  return forms;
}

/** The key of names of one word among the names that end with it. */
const ALONE = " ";

/** By the last word and the one before it. */
type Entries = Map<string, Map<string, Entry[]>>;

function sensesIn(entries: Entries, words: readonly string[]): string[] {
  const named = entries.get(words.at(-1) ?? "")?.get(words.at(-2) ?? ALONE) ?? [];
  return named
    .filter((entry) => entry.words.join(" ") === words.join(" "))
    .toSorted((left, right) => Number(left.isDoubtful) - Number(right.isDoubtful))
    .map(({ type }) => type);
}

/** Longest first; doubtful names, which need their context, before plain ones. */
function entriesOf(lines: readonly TypeLine[]): Entries {
  const entries: Entries = new Map();
  const add = (entry: Entry) => {
    const last = entry.words.at(-1);
    if (last === undefined) return;
    const ending = entries.get(last) ?? new Map<string, Entry[]>();
    entries.set(last, ending);
    const before = entry.words.at(-2) ?? ALONE;
    ending.set(before, [...(ending.get(before) ?? []), entry]);
  };
  for (const entry of namesIn(lines).flatMap(formsOf)) add(entry);
  for (const ending of entries.values()) {
    for (const known of ending.values()) {
      known.sort(
        (left, right) =>
          right.words.length - left.words.length ||
          Number(right.isDoubtful) - Number(left.isDoubtful),
      );
    }
  }
  return entries;
}
