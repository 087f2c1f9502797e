import { detectIntent } from "@placard/publisher-kit/intent";
import type { ProductQuery } from "../../../contract/resources/product.ts";
import { wordsOf } from "../index/tokens.ts";
import { parseQuery, type SearchArguments } from "./parse-query.ts";

const FIRST_PERSON = /\b(?:i|im|i'm|i've|me|my|myself|we|our)\b/i;
/** "My first bike" is a search; a sentence about the person has more words. */
const SENTENCE_WORDS_MIN = 5;

/**
 * The parsed query. On a page to browse by, a sentence about the person who typed it is an empty
 * query where the kit would show no offer in a chat. Words for a thing are never classified.
 */
export function parseAsked(asked: SearchArguments, isBrowsed: boolean): ProductQuery {
  const { query: text = "" } = asked;
  const isSentence = FIRST_PERSON.test(text) && wordsOf(text).length >= SENTENCE_WORDS_MIN;
  const isQuiet = isBrowsed && isSentence && detectIntent(text).sensitive;
  return isQuiet ? { q: "", sort: "relevance" } : parseQuery(asked);
}
