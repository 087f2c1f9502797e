import { productStrength } from "../lexicon.ts";
import { isName, isStopWord, isTalk } from "./filler.ts";

/** Only the derived query leaves the server; twelve tokens are enough to name any product. */
export const TOKENS_MAX = 12;

export const wordsOf = (text: string): string[] =>
  text.split(/\s+/).filter((word) => word.length > 0);

/** Most words have nothing to take off. */
export function bareWord(word: string): string {
  const lower = word.toLowerCase();
  return /^\W|\W$/.test(lower) ? lower.replace(/^\W+|\W+$/g, "") : lower;
}

export const isProductWord = (word: string): boolean => productStrength(bareWord(word)) > 0;

export const hasProduct = (text: string): boolean => wordsOf(text).some(isProductWord);

/**
 * The words of a phrase that a search needs: each once, without stop words, at most twelve.
 * `inTalk` also drops what answers a partner rather than names a thing ("definitely", "ready");
 * a phrase that names a product keeps them, for there "right" may be the right-handed glove.
 */
export function tellingWords(phrase: string, inTalk = false): string[] {
  const dropsTalk = inTalk && !hasProduct(phrase);
  const kept: string[] = [];
  const seen = new Set<string>();
  const words = wordsOf(phrase.replace(SO_THAT, "to ")).map((raw) =>
    raw.replace(/^[("'[{*_]+|[)"'\]},.;:!?*_]+$/g, ""),
  );
  for (const [at, word] of words.entries()) {
    const bare = word.toLowerCase();
    const isNamed = () =>
      isName((words[at - 1] ?? "").toLowerCase(), bare) ||
      isName(bare, (words[at + 1] ?? "").toLowerCase());
    const isStop = isStopWord(bare) && !(bare === "to" && kept.some(isProductWord)) && !isNamed();
    if (bare.length === 0 || isStop || seen.has(bare)) continue;
    if (dropsTalk && isTalk(bare)) continue;
    seen.add(bare);
    kept.push(word);
    if (kept.length === TOKENS_MAX) break;
  }
  while (isConnective(kept.at(-1))) kept.pop();
  while (isConnective(kept[0])) kept.shift();
  return kept;
}

export const isConnective = (word: string | undefined): boolean =>
  word !== undefined && /^(?:for|with|of|in|on|no|to)$/i.test(word);

/** "A switch so I can use two computers", "a mat so my dog won't slip": not what is asked for. */
const SO_THAT = new RegExp(
  "\\bso (?:that )?(?:(?:i|we|you|he|she|they|it) (?:can|could|will|would) " +
    "|(?=(?:my|our|the|his|her|their|it|they) ))",
  "gi",
);

/** The singular of a lower-case noun, near enough to compare two words. */
export const singular = (word: string): string =>
  word.length > 3 && /[^s]s$/.test(word) ? word.replace(/(?<=ch|sh|x)es$|s$/, "") : word;
