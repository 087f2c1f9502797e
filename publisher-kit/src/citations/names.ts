import type { CitationOffer } from "./types.ts";

/** Scripts that put no space between words: a name may stand beside their characters. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const WORD = /[\p{L}\p{N}\p{M}_]/u;

export type NameIndex = {
  /** The names in a text as whole words; of names inside one another the longest. */
  find(text: string): string[];
  /** The offers that have a name. */
  offersOf(name: string): readonly CitationOffer[];
};

/** The sponsors and titles of offers, to be found in answers letter by letter. */
export function indexNames(offers: readonly CitationOffer[]): NameIndex {
  const byName = new Map<string, CitationOffer[]>();
  for (const offer of offers) {
    for (const name of new Set([offer.sponsor.trim(), offer.title?.trim() ?? ""])) {
      if (name.length < 2 || !/\p{L}/u.test(name)) continue;
      byName.set(name, [...(byName.get(name) ?? []), offer]);
    }
  }
  const longestFirst = [...byName.keys()].sort((one, other) => other.length - one.length);
  return {
    find: (text) => namesIn(text, longestFirst),
    offersOf: (name) => byName.get(name) ?? [],
  };
}

/** An expression of all names would find them too; making it takes longer than most searches. */
function namesIn(text: string, longestFirst: readonly string[]): string[] {
  const found = new Set<string>();
  let hits = longestFirst.map((name) => ({ name, at: -1 }));
  for (let from = 0; ; ) {
    for (const hit of hits) if (hit.at < from) hit.at = text.indexOf(hit.name, from);
    hits = hits.filter(({ at }) => at >= 0);
    const [any] = hits;
    if (any === undefined) return [...found];
    const { name, at } = hits.reduce((one, other) => (other.at < one.at ? other : one), any);
    const isFound = isWhole(text, at, name);
    if (isFound) found.add(name);
    // A shorter name may begin inside what was no whole word.
    from = at + (isFound ? name.length : 1);
  }
}

function isWhole(text: string, start: number, name: string): boolean {
  const end = start + name.length;
  return (
    isEdge(charBefore(text, start), charAt(name, 0)) &&
    isEdge(charAt(text, end), charBefore(name, name.length))
  );
}

const isEdge = (outside: string, inside: string): boolean =>
  !WORD.test(outside) || UNSPACED.test(outside) || UNSPACED.test(inside) || !WORD.test(inside);

const charAt = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
};

/** The whole character that ends at a place. */
function charBefore(text: string, end: number): string {
  const code = text.charCodeAt(end - 1);
  const isLow = code >= 0xdc00 && code <= 0xdfff;
  return end <= 0 ? "" : charAt(text, Math.max(0, end - (isLow ? 2 : 1)));
}
