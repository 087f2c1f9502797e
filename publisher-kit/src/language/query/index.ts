import type { ChatTurn, FormulatedQuery } from "../../types.ts";
import { withCarriedPrice } from "./carried-price.ts";
import { readExclusions } from "./exclusion.ts";
import { stripAsking } from "./filler.ts";
import {
  continues,
  isAnswer,
  isOnlyModifiers,
  privateWordsOf,
  tellsWho,
  withCarried,
} from "./follow-up.ts";
import { asksForNoProduct, isAboutNoProduct } from "./no-product.ts";
import { readPrice } from "./price.ts";
import { removePrivateData } from "./private-data.ts";
import { bareWord, hasProduct, TOKENS_MAX, tellingWords, wordsOf } from "./words.ts";

export type { ChatTurn, FormulatedQuery } from "../../types.ts";
export { productStrength } from "../lexicon.ts";
export { type Attributes, readAttributes } from "./attributes.ts";
export { removePrivateData } from "./private-data.ts";

/** Longer turns are pasted documents; the ask stands at one of their ends. */
const TEXT_MAX = 1500;
/** Words that show a person speaking to someone; a query for a search box has none of them. */
const SPOKEN = new RegExp(
  "\\b(?:i|i'm|im|i'd|i've|i'll|me|my|we|our|you|your|u|please|thanks|thank|hi|hello|hey" +
    "|what|what's|which|where|how|who|is|are|do|does|did|can|could|would|should|need|want" +
    "|looking|recommend|suggest|suggestions?|recommendations?|show|find|buy|get|order" +
    "|purchase|sounds|there|it's|that's|yes|no|ok|okay|any|something|anything|give|let's)\\b" +
    "|[?!]",
  "i",
);

const ON_SALE = new RegExp(
  "\\b(?:that(?:'s| is| are)|which (?:is|are)|currently|items? )? ?(?:on (?:sale|clearance" +
    "|offer|discount|promotion)|marked down|discounted|(?:with|at|has|have) an? (?:good |big " +
    "|nice )?discount|(?:at|for) a reduced price)\\b",
  "i",
);
const PERCENT_OFF = new RegExp(
  "\\b(?:(?:with|at|for|and|has|have) )?(?:at least |more than |over |minimum " +
    "|min )?(\\d{1,2}) ?(?:%|percent)\\+? ?(?:or more )?(?:off|discount|reduction" +
    "|cheaper)(?: or (?:more|better))?",
  "i",
);
const IN_STOCK = new RegExp(
  "\\b(?:that(?:'s| is| are)|which (?:is|are)|must be|has to be|only)? ?(?:(?:currently " +
    "|still )?in[ -]stock(?: only| now)?|available (?:right )?now|available today" +
    "|ready to ship)\\b",
  "i",
);

/**
 * Turns what a reader wrote into a product query. Pure. A query typed into a search box comes
 * through with its price, discount and stock phrases read and its words untouched; a sentence loses
 * its politeness; a follow-up ("something cheaper in blue") takes the product from the turns
 * before; a question that no thing answers becomes empty.
 *
 * Units: prices in units of `currency`.
 * Shape: `q` has at most 12 words, without personal data, and may be empty.
 */
export function formulateQuery(text: string, previous: readonly ChatTurn[] = []): FormulatedQuery {
  const own = readTurn(text);
  if (previous.length === 0 && asksForNoProduct(text.slice(0, TEXT_MAX))) return { q: "" };
  const { keyword, q, ...filters } = own;
  if (previous.length === 0) {
    const words = keyword ? wordsOf(q).slice(0, TOKENS_MAX) : tellingWords(q);
    return { q: words.join(" "), ...filters };
  }
  return followUp({ text, own, previous });
}

function followUp({ text, own, previous }: FollowUp): FormulatedQuery {
  const { keyword, q, ...stated } = own;
  if (isAboutNoProduct(text) && !hasProduct(q)) return { q: "" };
  const secrets = privateWordsOf([...previous, { role: "user", text }]);
  const isOpen = (word: string) => !secrets.has(bareWord(word));
  const { exclude = [], ...bounds } = withCarriedPrice(stated, { text, previous, read: readTurn });
  const open = exclude.filter((phrase) => wordsOf(phrase).every(isOpen));
  const filters = { ...bounds, ...(open.length > 0 && { exclude: open }) };
  if (keyword && !continues(text) && !isOnlyModifiers(wordsOf(q)) && !isAnswer(q, previous)) {
    return { q: wordsOf(q).slice(0, TOKENS_MAX).join(" "), ...filters };
  }
  const read = (earlier: string) => readTurn(earlier).q;
  const ownWords = tellsWho(q, previous) ? [] : tellingWords(q, true);
  const words = withCarried(ownWords, text, { previous, read });
  return { q: words.filter(isOpen).join(" "), ...filters };
}

type FollowUp = { text: string; own: TurnReading; previous: readonly ChatTurn[] };

type TurnReading = Omit<FormulatedQuery, "q"> & { q: string; keyword: boolean };

function tidied(text: string): string {
  return removePrivateData(text.slice(0, TEXT_MAX).normalize("NFKC").replaceAll("’", "'"));
}

function readTurn(text: string): TurnReading {
  const tidy = tidied(text);
  const discount = readDiscount(tidy);
  const stocked = IN_STOCK.test(discount.rest);
  const price = readPrice(stocked ? discount.rest.replace(IN_STOCK, " ") : discount.rest);
  const { exclude, rest } = readExclusions(price.rest);
  const keyword = !SPOKEN.test(tidy) && wordsOf(tidy).length <= TOKENS_MAX + 4;
  const { rest: _all, ...bounds } = price;
  return {
    q: keyword ? squeeze(rest) : productPhrase(rest),
    ...bounds,
    ...(exclude.length > 0 && { exclude }),
    ...(discount.minDiscountPercent > 0 && { minDiscountPercent: discount.minDiscountPercent }),
    ...(stocked && { inStockOnly: true }),
    keyword,
  };
}

function readDiscount(text: string): { minDiscountPercent: number; rest: string } {
  const percent = PERCENT_OFF.exec(text);
  if (percent !== null) {
    const rest = text.replace(PERCENT_OFF, " ").replace(ON_SALE, " ");
    return { minDiscountPercent: Number(percent[1]), rest };
  }
  if (!ON_SALE.test(text)) return { minDiscountPercent: 0, rest: text };
  return { minDiscountPercent: 1, rest: text.replace(ON_SALE, " ") };
}

const squeeze = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/^[\s,;.:]+|[\s,;:]+$/g, "")
    .trim();

/** The part of a spoken turn that names the thing: the last sentence with a product, else all. */
function productPhrase(text: string): string {
  const sentences = text
    // "t-shirt.and black": a full stop between two words ends a sentence, too.
    .split(/(?<=[.!?;])\s+|\n+|(?<=[a-z]{2})\.(?=(?:and|but|also|please|it|i|the)\b)/i)
    .slice(0, 40)
    .map((sentence) => squeeze(stripAsking(sentence)))
    .filter((sentence) => sentence.length > 0);
  const naming = sentences.filter(hasProduct);
  const chosen = naming.length > 0 ? naming.slice(0, 2) : sentences;
  return chosen.join(" ");
}
