/** Words that no search query is judged by. */
const STOP_WORDS = new Set(
  (
    "a an the of for to in on with and or is are was were am be been being that this these those " +
    "it its by at from as i me my mine we us our you your he she they them their his her have " +
    "has had do does did can could would will should may might must shall not no so if but about " +
    "into which who whom what when where why how there here some any i'm i'd i've im"
  ).split(" "),
);

const WORD = /[a-z0-9]+(?:['.][a-z0-9]+)*/g;

/** Whether a stop word in the query itself is overlooked or counts as a wrong word. */
export type StopWords = "overlooked" | "wrong";

/** Token F1 of a query against the reference it comes closest to; each word counts once. */
export function bestTokenF1(
  query: string,
  references: readonly string[],
  stopWords: StopWords,
): number {
  const all = allWordsOf(query);
  const words = stopWords === "wrong" ? all : all.filter(isTelling);
  return Math.max(...references.map((text) => tokenF1(words, allWordsOf(text).filter(isTelling))));
}

function tokenF1(words: readonly string[], reference: readonly string[]): number {
  if (words.length === 0 || reference.length === 0)
    return words.length === reference.length ? 1 : 0;
  const left = [...reference];
  let common = 0;
  for (const word of words) {
    const at = left.indexOf(word);
    if (at < 0) continue;
    left.splice(at, 1);
    common += 1;
  }
  return (2 * common) / (words.length + reference.length);
}

const allWordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

const isTelling = (word: string): boolean => !STOP_WORDS.has(word);
