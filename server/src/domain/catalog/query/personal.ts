import { detectIntent } from "@placard/publisher-kit/intent";
import type { ProductQuery } from "../../../contract/resources/product.ts";
import { wordsOf } from "../index/tokens.ts";
import { parseQuery, type SearchArguments } from "./parse-query.ts";

const FIRST_PERSON = /\b(?:i|im|i'm|i've|me|my|myself|we|our)\b/i;
/** "My first bike" is typed to search; who tells of himself needs more words. */
const SENTENCE_WORDS_MIN = 5;

/**
 * What a list is asked for. On a page to browse by, a sentence that tells of the person who typed
 * it asks for nothing where an offer would hurt, as the kit judges a chat. Words for a thing are
 * never judged.
 */
export function parseAsked(asked: SearchArguments, isBrowsed: boolean): ProductQuery {
  const { query: text = "" } = asked;
  const isSentence = FIRST_PERSON.test(text) && wordsOf(text).length >= SENTENCE_WORDS_MIN;
  const isQuiet = isBrowsed && isSentence && detectIntent(text).sensitive;
  return isQuiet ? { q: "", sort: "relevance" } : parseQuery(asked);
}
