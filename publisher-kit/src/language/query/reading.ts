import type { FormulatedQuery } from "../../types.ts";
import { readExclusions } from "./exclusion.ts";
import { withFigures } from "./figures.ts";
import { stripAsking } from "./filler.ts";
import { giftWords } from "./gift.ts";
import { withoutMishap } from "./mishap.ts";
import { readPrice } from "./price.ts";
import { hasProduct, TOKENS_MAX, wordsOf } from "./words.ts";

/** Longer turns are pasted documents; the ask stands at one of their ends. */
export const TEXT_MAX = 1500;
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
/** "Cheap" is an order, not a word of a title; "cheap and cheerful" and "not cheap" are neither. */
const CHEAP = new RegExp(
  "(?<!\\b(?:not|too|isn't|n't|look|looks|feel|feels)(?: too| so| very)? )\\b" +
    "(?:(?:the|a|some|any(?:thing)?|something|super|very|really|more|much|bit|little" +
    "|less|most) ){0,3}" +
    "(?:cheap(?:er|est)?|inexpensive|affordable|budget[ -]friendly|less expensive" +
    "|lowest[ -]price[ds]?|low[ -]cost|bargain)(?! than)\\b(?: (?:ones?|options?))?" +
    "|\\bon a (?:tight )?budget\\b",
  "i",
);
const BEST_RATED = new RegExp(
  "\\b(?:with )?(?:the )?(?:(?:best|highest|top|better|higher|well|highly)[ -]" +
    "(?:rated|reviewed|ratings?|reviews?)|(?:most|more) stars)(?: (?:ones?|options?))?\\b",
  "i",
);

/** What one turn says when read alone; `q` is still as written. */
export type Reading = Omit<FormulatedQuery, "q"> & {
  q: string;
  /** What of the text is no bound, exclusion, order or filter. */
  rest: string;
  keyword: boolean;
  /** A gift is wanted, and the words are what its receiver likes. */
  isGift: boolean;
};

/**
 * Reads bounds, exclusions, orders and filters of one turn, and the words that are left. Private
 * data must be out of the text already.
 */
export function readTurn(text: string): Reading {
  const tidy = withoutMishap(tidied(text));
  const discount = readDiscount(tidy);
  const stocked = IN_STOCK.test(discount.rest);
  const price = readPrice(stocked ? discount.rest.replace(IN_STOCK, " ") : discount.rest);
  const order = readOrder(price.rest);
  const { exclude, rest } = readExclusions(order.rest);
  const gift = giftWords(rest).join(" ");
  const isGift = gift !== "";
  const words = isGift ? gift : withFigures(rest);
  const keyword = isGift || (!SPOKEN.test(tidy) && wordsOf(tidy).length <= TOKENS_MAX + 4);
  const { rest: _all, ...bounds } = price;
  return {
    q: keyword ? squeeze(words) : productPhrase(words),
    rest: words,
    ...bounds,
    ...(exclude.length > 0 && { exclude }),
    ...(discount.minDiscountPercent > 0 && { minDiscountPercent: discount.minDiscountPercent }),
    ...(stocked && { inStockOnly: true }),
    ...(order.sort !== undefined && { sort: order.sort }),
    keyword,
    isGift,
  };
}

const CUES = "looking something anything recommend suggest please present birthday without".split(
  " ",
);

/** "Lookng for", "wihtout": a letter too many or too few, or two swapped, but not at the ends. */
function isSlip(word: string, cue: string): boolean {
  let at = 0;
  while (at < cue.length && word[at] === cue[at]) at += 1;
  if (at === 0 || at === cue.length) return false;
  const [said, meant] = [word.slice(at), cue.slice(at)];
  const swapped = `${meant[1]}${meant[0]}${meant.slice(2)}`;
  return said === meant.slice(1) || said.slice(1) === meant || said === swapped;
}

function tidied(text: string): string {
  const plain = text
    .slice(0, TEXT_MAX)
    .normalize("NFKC")
    .replaceAll("’", "'")
    .replace(/\b[larspbw][a-z]{4,9}\b/gi, (word) => CUES.find((cue) => isSlip(word, cue)) ?? word);
  return plain.replace(/(?<=^|[a-z,] )w(?:\/ ?| )(?!o(?:ut)?\b)(?=[a-z\d])/gi, "with ");
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

function readOrder(text: string): { sort?: "price_asc" | "rating"; rest: string } {
  if (BEST_RATED.test(text)) return { sort: "rating", rest: text.replace(BEST_RATED, " ") };
  if (CHEAP.test(text)) return { sort: "price_asc", rest: text.replace(CHEAP, " ") };
  return { rest: text };
}

const squeeze = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/^[\s,;.:]+|[\s,;:]+$/g, "")
    .trim();

const FRAGMENT_WORDS_MAX = 5;
const isFragment = (sentence: string): boolean =>
  !SPOKEN.test(sentence) && wordsOf(sentence).length <= FRAGMENT_WORDS_MAX;

/** The part of a spoken turn that names the thing: the last sentence with a product, else all. */
function productPhrase(text: string): string {
  const sentences = text
    // "t-shirt.and black": a full stop between two words ends a sentence, too.
    .split(/(?<=[.!?;])\s+|\n+|(?<=[a-z]{2})\.(?=(?:and|but|also|please|it|i|the)\b)/i)
    .slice(0, 40)
    .map((sentence) => squeeze(stripAsking(sentence)))
    .filter((sentence) => sentence.length > 0);
  const naming = sentences.filter(hasProduct);
  if (naming.length === 0) return sentences.join(" ");
  // "I need a mattress. Firm, 160 by 200.": what follows without a verb describes it.
  const from = sentences.indexOf(naming[0] ?? "");
  const isKept = (sentence: string, at: number) =>
    naming.slice(0, 2).includes(sentence) || (at > from && isFragment(sentence));
  return sentences.filter(isKept).join(" ");
}
