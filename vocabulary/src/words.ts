/** Words whose last `s` is no plural, and plurals that follow no rule. */
const IRREGULAR = new Map(
  (
    "lens canvas atlas christmas pancreas series species always canoes:canoe knives:knife " +
    "wives:wife lives:life leaves:leaf loaves:loaf scarves:scarf women:woman children:child " +
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
  if (word.length <= 3) return word;
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (!word.endsWith("s")) return word;
  if (/(ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(sses|ches|shes|xes|zzes)$/.test(word) && word.length > 4) return word.slice(0, -2);
  // "potatoes", but "shoes" and "toes".
  if (/oes$/.test(word) && !/shoes$/.test(word) && word.length > 5) return word.slice(0, -2);
  if (word.endsWith("lves")) return `${word.slice(0, -3)}f`;
  return word.slice(0, -1);
}

const ASCII = /^[\0-\x7f]*$/;

/** The words of a text in lower case without accents, in the singular, in their order. */
export function plainWords(text: string): string[] {
  const lower = text.toLowerCase();
  const folded = ASCII.test(lower)
    ? lower
    : lower
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
        .replace(/\u2019/g, "'");
  const words: string[] = [];
  for (const [word] of folded.matchAll(/[\p{L}\p{N}]+(?:'[a-z]+)?/gu)) {
    const at = word.indexOf("'");
    words.push(
      singularOf(at < 0 ? word : word.slice(0, at) + word.slice(at + 1).replace(/^s$/, "")),
    );
  }
  return words;
}
