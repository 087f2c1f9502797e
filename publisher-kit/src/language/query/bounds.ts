import type { ChatTurn, FormulatedQuery } from "../../types.ts";
import { type Amount, amountPattern, type Groups, readAmount } from "./amount.ts";
import { isYearAt, UNIT_AFTER } from "./no-price.ts";

export type Bounds = Pick<FormulatedQuery, "minPrice" | "maxPrice" | "currency">;

const ASKS_BUDGET = new RegExp(
  "\\b(?:budget|limit|spend|price (?:range|limit)|how much (?:would|do|can|are)" +
    "|price)\\b[^.!]{0,60}\\?",
  "i",
);
const RAISES = new RegExp(
  "\\b(?:up|raise|increase|stretch|lower|drop|make it|go|down|say|bump|knock|max|budget" +
    "|(?:what|how) about)\\b",
  "i",
);

/** The reader lets the limit go. */
const NO_LIMIT = new RegExp(
  "\\b(?:forget|ignore|never ?mind|drop|scrap|regardless of|no matter) (?:about )?(?:the " +
    "|my )?(?:price|budget|cost|limit|money)|\\b(?:price|money|cost|budget)(?: is| does" +
    "|'s)? ?(?:not|n't|no|isn't|doesn't|doesnt|isnt) ?(?:an? )?(?:matter|object|issue" +
    "|problem|important|concern)|\\bwhatever (?:it|they) costs?\\b|\\b(?:money|price" +
    "|budget)s? no (?:issue|object|problem)\\b" +
    "|\\b(?:any|whatever) (?:price|budget)\\b|\\bno (?:budget" +
    "|price limit|limit)\\b",
  "i",
);
/** "I meant 75, not 175", "$300 is also okay". */
const CORRECTED = new RegExp(
  "\\b(?:meant|mean|actually|instead|rather|make (?:it|that)|(?:is|would be" +
    "|'s) (?:also |still )?(?:ok(?:ay)?|fine|good|possible))\\b",
  "i",
);
const DOUBLED = /\b(?:double|twice) (?:that|it|the budget|my budget)\b/i;
const HALVED = /\bhalf (?:that|of that|of it|the (?:budget|price))\b/i;
/** "A bit more than that is fine": about a fifth. */
const A_BIT_MORE = /\b(?:a (?:bit|little)|slightly|somewhat) (?:more|over|above)(?: than)?\b/i;
const A_BIT = 1.2;

const CHEAPER = new RegExp(
  "\\b(?:cheaper|less expensive|lower[ -]priced)\\b(?! than)" +
    "|\\b(?:less than|cheaper than|under|below|lower than) (?:that|this|it)\\b(?! \\w)",
  "i",
);
const ANSWER_MAX = 1_000;
/** The assistant speaks of what things cost. */
const TELLS_PRICE = new RegExp(
  "[$€£] ?\\d|\\d ?(?:[€£]|euros?|dollars?|pounds|quid)|\\b(?:run|start|range|cost|go" +
    "|sell)s? (?:from|at|between|around|for) \\d",
  "i",
);

/** Fewer are counts: "actually two of them". */
const MOVED_MIN = 10;
/** A bare number after a limit is another one if it is of its order: "ok 220 then". */
const NEAR_FACTOR = 3;
/** "Actually six" are people. */
const WORDS_MIN = 20;

let anyAmount: RegExp | undefined;
let onlyAmount: RegExp | undefined;
let onlyRange: RegExp | undefined;
let laterAmount: RegExp | undefined;
let anyPrice: RegExp | undefined;

const hasBound = ({ minPrice, maxPrice }: Bounds): boolean =>
  minPrice !== undefined || maxPrice !== undefined;

/**
 * The bounds after a turn: its own, else those of the need. A bare "80" after "under $120" is meant
 * in dollars; a bare amount answers a question for one.
 */
export function boundsAfter(
  earlier: Bounds,
  { text, own, last }: { text: string; own: Bounds; last: ChatTurn | undefined },
): Bounds {
  const stated = hasBound(own) ? corrected(text, boundsOf(own)) : answered(text, last, earlier);
  const { currency = earlier.currency } = stated;
  if (hasBound(stated)) return { ...stated, ...(currency !== undefined && { currency }) };
  if (CHEAPER.test(text) && last?.role === "assistant") return below(last.text, earlier);
  return NO_LIMIT.test(text) ? {} : earlier;
}

/** "Max is 90, no, make it 120 dollars": the later amount counts. */
function corrected(text: string, bounds: Bounds): Bounds {
  if (bounds.maxPrice === undefined || !CORRECTED.test(text)) return bounds;
  laterAmount ??= new RegExp(
    `\\b(?:make (?:it|that)|actually|i meant?|rather)[ ,:]+${amountPattern("a")}`,
    "i",
  );
  const groups = laterAmount.exec(text)?.groups;
  if (groups === undefined) return bounds;
  const { value, currency = bounds.currency } = readAmount(groups, "a");
  if (value < MOVED_MIN) return bounds;
  return { ...bounds, maxPrice: value, ...(currency !== undefined && { currency }) };
}

/** "Anything cheaper?" is below the cheapest of the prices that were told. */
function below(answer: string, earlier: Bounds): Bounds {
  const lowest = lowestOf(answer);
  if (lowest === undefined) return earlier;
  const maxPrice = rounded(lowest.value - 0.01);
  if (earlier.maxPrice !== undefined && earlier.maxPrice <= maxPrice) return earlier;
  const { currency = earlier.currency } = lowest;
  return { maxPrice, ...(currency !== undefined && { currency }) };
}

/** The lowest of the prices that a text names with their currency. */
function lowestOf(text: string): Amount | undefined {
  anyPrice ??= new RegExp(`(?<![a-z0-9.,])${amountPattern("a", true)}`, "gi");
  const told = [...text.slice(0, ANSWER_MAX).matchAll(anyPrice)]
    .map(({ groups = {} }) => readAmount(groups, "a"))
    .filter(({ isMarked, value }) => isMarked && value > 1);
  return told.toSorted((left, right) => left.value - right.value)[0];
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The bounds alone, out of all that a turn says. */
export const boundsOf = ({ minPrice, maxPrice, currency }: Bounds): Bounds => ({
  ...(minPrice !== undefined && { minPrice }),
  ...(maxPrice !== undefined && { maxPrice }),
  ...(currency !== undefined && { currency }),
});

/** "35 euro" after "how much would you like to spend?", "raise it to 500, max", "double that". */
function answered(text: string, last: ChatTurn | undefined, earlier: Bounds): Bounds {
  const factor = DOUBLED.test(text) ? 2 : HALVED.test(text) ? 0.5 : undefined;
  if (factor !== undefined) return multiplied(text, last, earlier, factor);
  if (earlier.maxPrice !== undefined && A_BIT_MORE.test(text)) {
    return { ...earlier, maxPrice: rounded(earlier.maxPrice * A_BIT) };
  }
  return answeredRange(text, last) ?? answeredAmount(text, last, earlier);
}

/** Times the amount of the same turn, else the limit, else what the assistant said it costs. */
function multiplied(
  text: string,
  last: ChatTurn | undefined,
  earlier: Bounds,
  factor: number,
): Bounds {
  const shown = last?.role === "assistant" ? lowestOf(last.text) : undefined;
  const limit = earlier.maxPrice === undefined ? shown : { ...earlier, value: earlier.maxPrice };
  const base = lowestOf(text) ?? limit;
  if (base === undefined) return {};
  const { value, currency } = base;
  return { maxPrice: rounded(value * factor), ...(currency !== undefined && { currency }) };
}

const speaksOfPrice = (last: ChatTurn | undefined): boolean =>
  last?.role === "assistant" && (ASKS_BUDGET.test(last.text) || TELLS_PRICE.test(last.text));

/** "20 to 30" is money where the assistant speaks of it. */
function answeredRange(text: string, last: ChatTurn | undefined): Bounds | undefined {
  if (!speaksOfPrice(last)) return undefined;
  onlyRange ??= new RegExp(
    `^(?:[a-z', ]{0,24}?)(?<![a-z])${amountPattern("a")} ?(?:-|–|to|and` +
      `|or) ?${amountPattern("b")}` +
      "[ ,]*(?:please|or so|then|thanks)?[ .!?]*$",
    "i",
  );
  const groups = onlyRange.exec(text.trim())?.groups;
  if (groups === undefined) return undefined;
  const [low, high] = [readAmount(groups, "a"), readAmount(groups, "b")];
  if (low.value >= high.value || high.value < MOVED_MIN) return undefined;
  const currency = high.currency ?? low.currency;
  return {
    minPrice: low.value,
    maxPrice: high.value,
    ...(currency !== undefined && { currency }),
  };
}

function answeredAmount(text: string, last: ChatTurn | undefined, earlier: Bounds): Bounds {
  if (/(?<!\b(?:what|how) )\b(?:around|about|roughly|approx\w*|sizes?|near)\b/i.test(text))
    return {};
  const isAnswer = last?.role === "assistant" && ASKS_BUDGET.test(last.text);
  const isBound = hasBound(earlier);
  const isMoved = isBound && (CORRECTED.test(text) || RAISES.test(text));
  onlyAmount ??= new RegExp(
    `^(?:[a-z',. ]{0,24}?)(?<![a-z])${amountPattern("a")}[ ,]*` +
      "(?:max(?:imum)?|tops|please|or so|then|thanks|at most)?[ .!?]*$",
    "i",
  );
  const only = onlyAmount.exec(text.trim())?.groups;
  const groups = isMoved ? movedAmount(text) : only;
  if (groups === undefined) return {};
  const { value, currency, isMarked } = readAmount(groups, "a");
  const { maxPrice = 0 } = earlier;
  const isNear = isBound && value > maxPrice / NEAR_FACTOR && value < maxPrice * NEAR_FACTOR;
  if (!isAnswer && !isMoved && !isMarked && !isNear) return {};
  if (value < (/\d/.test(groups.an ?? "") ? MOVED_MIN : WORDS_MIN)) return {};
  return { maxPrice: value, ...(currency !== undefined && { currency }) };
}

/** The first amount that is no measure. */
function movedAmount(text: string): Groups | undefined {
  anyAmount ??= new RegExp(`(?<![a-z0-9.,])${amountPattern("a")}`, "gi");
  return [...text.matchAll(anyAmount)].find(
    ({ 0: found, index }) =>
      !UNIT_AFTER.test(text.slice(index + found.length).toLowerCase()) && !isYearAt(text, index),
  )?.groups;
}
