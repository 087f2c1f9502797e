import {
  type Amount,
  amountPattern,
  type Groups,
  hasAmountWords,
  mayHoldAmount,
  readAmount,
} from "./amount.ts";
import { lazily } from "./clues.ts";
import { isNoPrice } from "./no-price.ts";

/**
 * Price phrases in a shopping request. Every pattern has bounded repeats only, so the time is
 * linear in the length of the text.
 */

export type PriceBounds = { minPrice?: number; maxPrice?: number; currency?: string };
export type PriceReading = PriceBounds & { rest: string };

const ARTICLES = "((?:the|a|an|my|our|price|total|of|is|to|at|only|just|like|be|say|about) ){0,3}";

const PRICED =
  "((?:for|priced|pricing|costing|costs?|that costs?|which costs?|and|but|is|are|of|at|price" +
  "|prices|going|anything|everything|something|stays?|comes? in) ){0,3}";
const LESS =
  "(?:under|undr|uner|bellow|below|beneath|underneath|less th[ae]n|lower than|(?:just |a" +
  " (?:bit|little|touch) )?(?:shy|short) of" +
  "|cheaper than|less expensive than|fewer than|south of" +
  "|smaller than|as (?:much|high) as|up to|upto|at (?:the )?most|at max" +
  "|tops|max(?:imum|\\.)?(?: price| spend| budget)?(?: of| is|:)?|within|inside|sub[ -]?|[<≤]=?" +
  "|tops?(?= ?[$€£\\d]))";
const BUDGET =
  "(?:(?:budget(?:ed)?|limit(?:ed)?|ceiling|price cap|cap(?:ped)?|top price|price limit" +
  "|spending limit|price range|price)(?: (?:for|on) (?:an?|the|this|my|it" +
  "|that)(?: \\w{3,12}){0,2})?" +
  "(?: (?:it|me|us|gifts?|this|that|\\w{3,12}))?" +
  "( ?(?:is|'s|of|at|to|:|=|tops out at|topping out at|will be|would be|max(?:imum)?|under" +
  "|up to|below|less than)){1,3}" +
  "|budget|(?:price |spending )?(?:limit|cap|ceiling)(?= ?[$€£\\d])" +
  "|(?:can|could|want to|willing to|like to|afford to|able to|going to|plan to" +
  "|planning to|ready to" +
  "|prepared to|happy to|(?:do not|don'?t) (?:want|plan|wish) to|i'?d|i'?ll|would|will|only|to)" +
  " ?(?:only )?(?:spend|pay|afford|part with|fork out|shell out)(?: only)?(?: up to| at most" +
  "| less than| under| max| a max(?:imum)? of)?|(?:spend|pay)(?:ing)? (?:up to|less than|under" +
  "|at most|no more than)|afford)";
const MORE =
  "(?:over|above|more th[ae]n|higher than|greater than|pricier than|dearer than|costlier than" +
  "|more expensive than|exceed(?:s|ing)?|beyond|past|north of|upwards? of|[>≥]=?)";
/** "That do not cost more than": goes with the bound. */
const NOT =
  "(?:(?:that|which|and|but|it) )?(?:(?:do(?:es)?|should|must|can|could|will|would|may" +
  "|might) ?n[o']?t" +
  "|cannot|not|nothing|without|skip (?:anything|everything|all|ones)" +
  "|leave out (?:anything|everything)|no)" +
  "( (?:an? (?:penny|cent|dime|euro|pound)|to|cost|costs|costing|be|go|goes|going|run|spend" +
  "|spending|pay|paying|priced)){0,3} ";
const AT_LEAST =
  "(?:at least|starting (?:at|from)|starts? (?:at|from)|min(?:imum|\\.)?(?: price" +
  "| spend| budget)?" +
  "(?: of| is|:)?|(?:no|not) (?:less|lower|cheaper) than|not? (?:under|below))";
const NEAR =
  "(?:around|about|approximately|approx\\.?|roughly|close to|near(?:ly)?|circa|~|ish|give or take" +
  "|in the (?:region|neighbou?rhood|range) of|somewhere around|some)";

const LIMIT = "(?:absolute )?(?:limit|max(?:imum)?|budget|ceiling|cap|top|most)";
const OR_LESS =
  "(?: in (?:all|total)(?! (?:weather|seasons?))| altogether" +
  "|(?: for (?:everything|all(?: of it)?|both|it all|the lot|each|that)| in total" +
  "| altogether)?(?:,? (?:or|and|but) (?:less|under|below|lower|cheaper|beneath|down" +
  "|not (?:a \\w+ )?more" +
  "|no (?:more|higher))|,? no (?:more|higher)(?! than \\d)(?: than (?:that|this))?" +
  "|,? (?:absolute |hard |each |apiece |in all )?max(?:imum|\\.)?" +
  "(?![a-z])| tops| top(?=\\s*(?:end|$|[.,!?;]))" +
  "| at (?:the )?(?:very |absolute )?(?:most|max(?:imum)?|outside|limit)" +
  "| at a (?:push|stretch|pinch)" +
  "| budget| limit| cap(?![a-z])| ceiling| all[ -]in| to (?:spend|play with|blow|work with)" +
  `|,? ?(?:(?:and|so) )?(?:that ?|this ?)?(?:is|'s|are|was|being) (?:my|the|our|about the` +
  `|all) ?(?:absolute |hard |upper |top )?` +
  `(?:${LIMIT}|i (?:have|can|got))))`;
const OR_MORE =
  "(?: (?:or|and) (?:more|above|over|higher|up(?:wards?)?|pricier|beyond)| plus(?! (?:\\w+ )?" +
  "(?:shipping|tax|delivery))| (?:as a )?minimum| at (?:the )?least| upwards?|\\+)";
/** "But I can stretch to 130", "maybe 350 if it has arms": more than what was said before. */
const STRETCHED =
  "(?:(?:can|could|may|might|would|will|'d|'ll) (?:go|stretch|push it|push|rise)(?: up)? to)";
const MAYBE = "(?:but |and |or )?(?:maybe|perhaps|possibly|or even|even)";
const STRETCH_CUE = "stretch|push|rise|go (?:up )?to";
const DASH = " ?(?:-|–|—|to|through|til|till|until|up to) ?";

type Kind = "range" | "below" | "above" | "near" | "stretch";
/** `bare`: whether an amount without a currency counts. */
type PricePattern = { kind: Kind; bare: boolean; needs: RegExp; regexp: () => RegExp };

const NEARLY =
  "~|about|around|approx|rough|close to|near|circa|ish|give or take|some" +
  "|in the (?:reg|neigh|range)";
const MORE_CUE = "over|above|more|er than|exceed|beyond|past|north|upward|[>≥]";
const LESS_CUE =
  "under|undr|uner|bell?ow|neath|less |er than|south|as (?:much|high) as|up ?to|most|max|within" +
  "|inside|sub|[<≤]";
const OR_LESS_CUE =
  "(?:or|and|but) (?:less|under|below|lower|cheaper|beneath|down|no)|no (?:more|higher)|max|top" +
  "|most|budget|limit|cap|ceiling|push|stretch|pinch|outside|all[ -]in|to (?:spend|play|blow" +
  "|work)" +
  "|(?:is|'s|are|was|being) (?:my|the|our|about|all)|in (?:all|total)|altogether|for (?:both" +
  "|the lot" +
  "|the pair)";
const OR_MORE_CUE =
  "(?:or|and) (?:more|above|over|higher|up|pricier|beyond)|plus|minimum|least|upward|\\+";
const BUDGET_CUE = "budget|limit|ceiling|cap|price|spend|pay|afford|part|fork|shell|top";
/** From a cue to the amount behind it, where amounts have no words. */
const TO_AMOUNT = "[a-z .:=-]{0,40}[$€£¥₹]? ?\\d";

const sets: { plain?: PricePattern[]; full?: PricePattern[] } = {};

function patternsFor(text: string): PricePattern[] {
  if (hasAmountWords(text)) sets.full ??= createPatterns(false);
  else sets.plain ??= createPatterns(true);
  return (hasAmountWords(text) ? sets.full : sets.plain) ?? [];
}

/** `plain`: for texts whose amounts have no words. */
function createPatterns(plain: boolean): PricePattern[] {
  const [A, B] = [amountPattern("a", plain), amountPattern("b", plain)];
  /** `cue` is what no match is without: looking for it costs little, the pattern much. */
  const pattern: MakePattern = (kind, bare, cue, body) => ({
    kind,
    bare,
    needs: new RegExp(cue, "i"),
    regexp: lazily(
      () => new RegExp(`(?<![a-z0-9.,$€£][$€£]?)(?<![a-z0-9])${body}(?!\\d|[.,]\\d)`, "gi"),
    ),
  });
  const before = (cue: string): string => (plain ? `(?:${cue})${TO_AMOUNT}` : cue);
  return [
    pattern(
      "stretch",
      true,
      before(STRETCH_CUE),
      `(?:but |and )?(?:i )?${STRETCHED} ${ARTICLES}${A}`,
    ),
    pattern("stretch", true, before("maybe|perhaps|possibly|even"), `${MAYBE} ${A}(?= if\\b)`),
    pattern(
      "stretch",
      true,
      "but|though",
      `but ${A} (?:is|would be) (?:also |still )?(?:fine|ok(?:ay)?|good)`,
    ),
    pattern(
      "range",
      true,
      "between",
      `${PRICED}(?:in )?between ${ARTICLES}${A} ?(?:and|to|-|–|&) ?${B}`,
    ),
    pattern("range", true, "range", `(?:in |within )?(?:the )?${A}${DASH}${B} (?:price )?range`),
    pattern(
      "range",
      true,
      "budget|price",
      `(?:budget|price range|priced?)(?: of| is|'s|:| from)? ${A}${DASH}${B}`,
    ),
    pattern(
      "range",
      true,
      "incl|plus|deliver|shipping|tax",
      `${A}${DASH}${B}(?=,? (?:including|incl\\.?|with|plus) (?:the )?(?:delivery|shipping` +
        `|tax|vat|postage))`,
    ),
    pattern(
      "below",
      false,
      before("for"),
      `(?<=\\b(?:what|anything|something|which|ideas?)\\b.{0,40})for ${A}(?= |$|[?.,!])`,
    ),
    pattern(
      "range",
      true,
      before("from"),
      `(?:anywhere |somewhere |priced |costing )?from ${A}${DASH}${B}`,
    ),
    pattern("range", true, before(NEARLY), `${NEAR} ?${ARTICLES}${A}${DASH}${B}`),
    pattern("near", true, before(NEARLY), `(?:${BUDGET} )?${NEAR} ?${ARTICLES}${A}(?! ?[-–] ?\\d)`),
    pattern("range", false, "[-–—]|to|thr|til", `${PRICED}${A}${DASH}${B}`),
    ...boundPatterns(pattern, before, A),
  ];
}

type MakePattern = (kind: Kind, bare: boolean, cue: string, body: string) => PricePattern;

/** Those with one amount that stands for itself. */
function boundPatterns(
  pattern: MakePattern,
  before: (cue: string) => string,
  A: string,
): PricePattern[] {
  return [
    pattern(
      "above",
      true,
      "least|start|min|no|under|below|less|cheaper|lower",
      `${PRICED}${AT_LEAST} ?${ARTICLES}${A}`,
    ),
    pattern("below", true, before(MORE_CUE), `${NOT}${MORE} ?${ARTICLES}${A}`),
    pattern("below", true, before(LESS_CUE), `${PRICED}${LESS} ?${ARTICLES}${A}`),
    pattern("below", true, OR_LESS_CUE, `${PRICED}${A}${OR_LESS}`),
    pattern("below", true, BUDGET_CUE, `${BUDGET} ?${ARTICLES}${A}`),
    pattern("above", false, OR_MORE_CUE, `${PRICED}${A}${OR_MORE}`),
    pattern(
      "above",
      true,
      "(?:or|and) (?:more|above|over|up)",
      `${PRICED}${A} (?:or|and) (?:more|above|over|up(?:wards)?)`,
    ),
    pattern("above", false, before("from"), `${PRICED}from ${ARTICLES}${A}`),
    pattern("above", true, before(MORE_CUE), `${PRICED}${MORE} ?${ARTICLES}${A}`),
    // "With a lid, 70 euros": an amount that stands alone.
    pattern(
      "below",
      false,
      "(?:^|[.,;!?])\\s{0,2}(?:[$€£¥₹] ?)?\\d",
      `(?<=(?:^|[.,;!?])\\s{0,2})${A}(?=\\s*(?:$|[.,;!?]))`,
    ),
    pattern(
      "below",
      false,
      before("have|got|with"),
      `(?:only |just )?(?:have|got|with)(?: only| just)? ${A}`,
    ),
  ];
}

/**
 * Reads the price bounds of a request and takes their phrases out of the text. "Around $50" is no
 * bound: it goes, but hides nothing, for $52 is around $50 as well.
 *
 * Units: prices in units of `currency`, as the reader wrote them.
 * Shape: at most one lower and one upper bound; the first phrase of each kind wins.
 */
export function readPrice(text: string): PriceReading {
  if (!mayHoldAmount(text)) return { rest: text };
  const read: Read = { found: {}, rest: text, isStretched: false };
  for (const pattern of patternsFor(text))
    if (pattern.needs.test(read.rest)) readOne(read, pattern);
  const { found, rest } = read;
  if (found.minPrice !== undefined && found.maxPrice !== undefined) sortBounds(found);
  return { ...found, rest };
}

/** `isStretched`: what was said before is less and bounds no longer. */
type Read = { found: PriceBounds; rest: string; isStretched: boolean };

/** Takes the first phrase of a kind that is a price out of the text. */
function readOne(read: Read, { kind, bare, regexp }: PricePattern): void {
  const { found, rest } = read;
  const expression = regexp();
  expression.lastIndex = 0;
  for (let match = expression.exec(rest); match !== null; match = expression.exec(rest)) {
    const bounds = boundsOf({ kind, bare }, match, rest);
    if (bounds === undefined) continue;
    const isLess = read.isStretched && (bounds.maxPrice ?? 0) < (found.maxPrice ?? 0);
    if (!isLess && conflicts(found, bounds)) continue;
    if (!isLess) Object.assign(found, bounds);
    if (kind === "stretch") read.isStretched = true;
    read.rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
    return;
  }
}

/** Not "the 1.4 and 1.6 engine", nor the hours "between 9 and 5". */
const isPlainRange = (first: Amount, second: Amount): boolean =>
  second.value >= 5 && first.value < second.value && !(isYear(first) && isYear(second));

const isYear = ({ value }: Amount): boolean =>
  Number.isInteger(value) && value >= 1900 && value < 2050;

/** Undefined: no price after all. Empty: a price that bounds nothing. */
function boundsOf(
  { kind, bare }: Pick<PricePattern, "kind" | "bare">,
  match: RegExpExecArray,
  text: string,
): PriceBounds | undefined {
  const groups: Groups = match.groups ?? {};
  const first = readAmount(groups, "a");
  const second = groups.bn === undefined ? undefined : readAmount(groups, "b");
  const isMarked = first.isMarked || second?.isMarked === true || isThousands(groups);
  if (!isMarked && !bare) return undefined;
  const value = Math.max(first.value, second?.value ?? 0);
  if (value === 0) return undefined;
  if (!isMarked && second !== undefined && !isPlainRange(first, second)) return undefined;
  if (isNoPrice({ text, match, isMarked, value })) return undefined;
  const currency = second?.currency ?? first.currency;
  const known = currency === undefined ? {} : { currency };
  if (kind === "near") return {};
  if (second !== undefined) return { ...rangeOf(first, second, groups), ...known };
  const isAbove = (kind === "above") !== isTurned(kind, text, match);
  return isAbove ? { minPrice: first.value, ...known } : { maxPrice: first.value, ...known };
}

/** "1k to 1.5k" is money; "4k" alone is a screen. */
const isThousands = ({ ak, bk }: Groups): boolean => ak !== undefined && bk !== undefined;

function rangeOf(first: Amount, second: Amount, groups: Groups): PriceBounds {
  // "$1-2k" means one to two thousand.
  const isShort = groups.bk !== undefined && groups.ak === undefined && first.value < 100;
  const low = isShort ? first.value * 1000 : first.value;
  const minPrice = Math.min(low, second.value);
  return { ...(minPrice > 0 && { minPrice }), maxPrice: Math.max(low, second.value) };
}

/** "Not over $50", "skip anything above $50", "can't go above $50" set an upper bound. */
const NEGATED = new RegExp(
  "(?:\\b(?:not?|nothing|never|none|without|skip|avoid|exclude|ignore|leave out" +
    "|rule out|cannot|nor|hide|can't|refuse)\\b|n't\\b|\\b(?:dont|cant|wont|shouldnt" +
    "|doesnt|mustnt|couldnt)\\b)(?! (?:mind|care|matter|problem|sure" +
    "|afraid))[^.,;:!?]{0,40}$",
  "i",
);
/** "Not under $70", "nothing below $70": closer, for "nothing fancy, under $70" is none. */
const NEGATED_LESS = new RegExp(
  "(?:\\b(?:not|nothing|never|none|skip|avoid|exclude|ignore|hide)\\b|n't\\b" +
    "|\\bdont\\b)(?: (?:show|send|want|give|go|be|cost|me|us|the|ones?|anything" +
    "|everything|that|which|is|are|costs?|costing|priced|stuff|things?)){0,4} ?$",
  "i",
);

function isTurned(kind: Kind, text: string, match: RegExpExecArray): boolean {
  const phrase = match[0];
  // "At least" and "or more" are not turned by what stands before; "no more than" is read whole.
  if (kind === "above") {
    const isTurnable = new RegExp(`^${PRICED}${MORE}`, "i").test(phrase);
    if (!isTurnable) return false;
    const cue = phrase.search(new RegExp(MORE, "i"));
    return NEGATED.test(text.slice(Math.max(0, match.index - 60), match.index + cue));
  }
  if (new RegExp(`^${NOT}`, "i").test(phrase)) return false;
  const cue = new RegExp(`^${PRICED}(?=(?:under|below|beneath|less|lower|cheaper))`, "i").exec(
    phrase,
  );
  if (cue === null) return false;
  return NEGATED_LESS.test(text.slice(Math.max(0, match.index - 60), match.index + cue[0].length));
}

function sortBounds(found: PriceBounds): void {
  const { minPrice = 0, maxPrice = 0 } = found;
  found.minPrice = Math.min(minPrice, maxPrice);
  found.maxPrice = Math.max(minPrice, maxPrice);
}

function conflicts(found: PriceBounds, next: PriceBounds): boolean {
  if (found.maxPrice !== undefined && next.maxPrice !== undefined) return true;
  return found.minPrice !== undefined && next.minPrice !== undefined;
}
