/** What of a text tells cheaply whether a costly expression can match at all. */
export type Clues = {
  readonly text: string;
  /** For any letter an expression matches in either case, the small one. */
  readonly lower: string;
  readonly digits: number;
};

export function cluesOf(text: string): Clues {
  // Case-blind expressions take the long s for an s; no other letter is missed.
  const lower = text.toLowerCase().replaceAll("ſ", "s");
  return { text, lower, digits: text.match(/\d/g)?.length ?? 0 };
}

export const hasAny = (text: string, parts: readonly string[]): boolean =>
  parts.some((part) => text.includes(part));

/** An expression made at its first use: making all of them would delay a first turn. */
export function lazily(make: () => RegExp): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** What kinds of letters are in a text of ASCII. */
const ASCII: Readonly<Record<string, string>> = {
  L: "A-Za-z",
  Lu: "A-Z",
  Ll: "a-z",
  M: "",
  N: "0-9",
};

/**
 * An expression with `\p{L}` and its like, made at its first use. Engines compile all letters of
 * the world for milliseconds; most texts have those of ASCII, for which the expression is another.
 * "~dear" in a source is "Dear" or "dear".
 */
export function ofLetters(source: () => string, flags: string): (text: string) => RegExp {
  let ascii: RegExp | undefined;
  let full: RegExp | undefined;
  const body = () =>
    source().replace(/~(\w)/g, (_all, small: string) => `[${small.toUpperCase()}${small}]`);
  return (text) => {
    if (/[^\0-\x7f]/.test(text)) {
      full ??= new RegExp(body(), flags);
      return full;
    }
    ascii ??= new RegExp(asciiOf(body()), flags.replace("u", ""));
    return ascii;
  };
}

const PROPERTY = /\\p\{(\w+)\}/g;

function asciiOf(source: string): string {
  const rangesOf = (_all: string, kind: string): string => ASCII[kind] ?? "";
  return source
    .replace(/\[[^\]]*\]/g, (set) => set.replace(PROPERTY, rangesOf))
    .replace(PROPERTY, (all, kind: string) => `[${rangesOf(all, kind)}]`);
}

/** `needs` is what no match is without: it costs little, and few texts have it. */
export type Removal = {
  readonly needs: (clues: Clues) => boolean;
  readonly pattern: (text: string) => RegExp;
};

export const removal = (needs: Removal["needs"], make: () => RegExp): Removal => ({
  needs,
  pattern: lazily(make),
});

export const letterRemoval = (needs: Removal["needs"], source: () => string): Removal => ({
  needs,
  pattern: ofLetters(source, "gu"),
});

/** Puts a space where the expressions match, one after the other. */
export function removeAll(text: string, removals: readonly Removal[]): string {
  let clues = cluesOf(text);
  for (const { needs, pattern } of removals) {
    if (!needs(clues)) continue;
    const rest = clues.text.replace(pattern(clues.text), " ");
    if (rest !== clues.text) clues = cluesOf(rest);
  }
  return clues.text;
}
