/** Words whose last `s` is no plural, and plurals that follow no rule. */
const IRREGULAR = new Map(
  (
    "lens lenses:lens canvas atlas christmas pancreas series species always canoes:canoe " +
    "knives:knife wives:wife lives:life leaves:leaf loaves:loaf scarves:scarf women:woman " +
    "children:child cds:cd tvs:tv " +
    "feet:foot teeth:tooth mice:mouse geese:goose shelves:shelf halves:half men:man " +
    // Things of their own: "short dress" has no shorts, a glass is no pair of glasses.
    "shorts briefs slacks specs glasses overalls trunks sweats boxers"
  )
    .split(" ")
    .map((entry) => {
      const [word = "", singular = word] = entry.split(":");
      return [word, singular];
    }),
);

/** The singular of an English noun in lower case; other words mostly stay as they are. */
export function singularOf(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length <= 3 || !word.endsWith("s")) return word;
  if (/(ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(sses|ches|shes|xes|zzes)$/.test(word) && word.length > 4) return word.slice(0, -2);
  // "potatoes", but "shoes" and "toes".
  if (/oes$/.test(word) && !/shoes$/.test(word) && word.length > 5) return word.slice(0, -2);
  if (word.endsWith("lves")) return `${word.slice(0, -3)}f`;
  return word.slice(0, -1);
}

const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /([a-z0-9]+(?:'[a-z]+)?)/;
const WORD = /([\p{L}\p{N}]+(?:'[a-z]+)?)/u;

/** The words of a text in lower case without accents, in the singular, in their order. */
export function plainWords(text: string): string[] {
  return spacedWords(text).words;
}

/**
 * The words of a text as `plainWords` gives them, and what stands before each.
 *
 * **Shape** `gaps[n]` is the text between word `n - 1` and word `n`.
 */
export function spacedWords(text: string): { words: string[]; gaps: string[] } {
  const lower = text.toLowerCase();
  const isAscii = ASCII.test(lower);
  const folded = isAscii
    ? lower
    : lower
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
        .replace(/\u2019/g, "'");
  const words: string[] = [];
  const gaps: string[] = [];
  const parts = folded.split(isAscii ? ASCII_WORD : WORD);
  for (let at = 1; at < parts.length; at += 2) {
    const word = parts[at] ?? "";
    const mark = word.indexOf("'");
    gaps.push(parts[at - 1] ?? "");
    words.push(
      singularOf(mark < 0 ? word : word.slice(0, mark) + word.slice(mark + 1).replace(/^s$/, "")),
    );
  }
  return { words, gaps };
}
