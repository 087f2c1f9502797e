import type { ChatTurn, FormulatedQuery } from "../../types.ts";
import { amountPattern, readAmount } from "./amount.ts";

export type Bounds = Pick<FormulatedQuery, "minPrice" | "maxPrice" | "currency">;

const ASKS_BUDGET = new RegExp(
  "\\b(?:budget|limit|spend|price (?:range|limit)|how much (?:would|do|can|are)" +
    "|price)\\b[^.!]{0,60}\\?",
  "i",
);
const RAISES = /\b(?:up|raise|increase|stretch|lower|drop|make it|go|say|bump|max|budget)\b/i;

/** The reader lets the limit go. */
const NO_LIMIT = new RegExp(
  "\\b(?:forget|ignore|never ?mind|drop|scrap|regardless of|no matter) (?:about )?(?:the " +
    "|my )?(?:price|budget|cost|limit|money)|\\b(?:price|money|cost|budget)(?: is| does" +
    "|'s)? ?(?:not|n't|no|isn't|doesn't|doesnt|isnt) ?(?:an? )?(?:matter|object|issue" +
    "|problem|important|concern)|\\b(?:any|whatever) (?:price|budget)\\b|\\bno (?:budget" +
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
const HALVED = /\bhalf (?:that|of that|the budget)\b/i;

const CHEAPER = /\b(?:cheaper|less expensive|lower[ -]priced)\b(?! than)/i;
const ANSWER_MAX = 1_000;

/** Fewer are counts: "actually two of them". */
const MOVED_MIN = 10;
/** "Actually six" are people. */
const WORDS_MIN = 20;

let anyAmount: RegExp | undefined;
let onlyAmount: RegExp | undefined;
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
  anyPrice ??= new RegExp(`(?<![a-z0-9.,])${amountPattern("a", true)}`, "gi");
  const told = [...answer.slice(0, ANSWER_MAX).matchAll(anyPrice)]
    .map(({ groups = {} }) => readAmount(groups, "a"))
    .filter(({ isMarked, value }) => isMarked && value > 1);
  const lowest = told.toSorted((left, right) => left.value - right.value)[0];
  if (lowest === undefined) return earlier;
  const maxPrice = Math.round((lowest.value - 0.01) * 100) / 100;
  if (earlier.maxPrice !== undefined && earlier.maxPrice <= maxPrice) return earlier;
  const { currency = earlier.currency } = lowest;
  return { maxPrice, ...(currency !== undefined && { currency }) };
}

/** The bounds alone, out of all that a turn says. */
export const boundsOf = ({ minPrice, maxPrice, currency }: Bounds): Bounds => ({
  ...(minPrice !== undefined && { minPrice }),
  ...(maxPrice !== undefined && { maxPrice }),
  ...(currency !== undefined && { currency }),
});

/** "35 euro" after "how much would you like to spend?", "raise it to 500, max", "double that". */
function answered(text: string, last: ChatTurn | undefined, earlier: Bounds): Bounds {
  const factor = DOUBLED.test(text) ? 2 : HALVED.test(text) ? 0.5 : undefined;
  if (earlier.maxPrice !== undefined && factor !== undefined) {
    return { ...earlier, maxPrice: earlier.maxPrice * factor };
  }
  return answeredAmount(text, last, hasBound(earlier));
}

function answeredAmount(text: string, last: ChatTurn | undefined, isBound: boolean): Bounds {
  if (/\b(?:around|about|roughly|approx\w*|sizes?|near)\b/i.test(text)) return {};
  const isAnswer = last?.role === "assistant" && ASKS_BUDGET.test(last.text);
  const isMoved = isBound && (CORRECTED.test(text) || RAISES.test(text));
  if (!isAnswer && !isMoved) return {};
  onlyAmount ??= new RegExp(
    `^(?:[a-z', ]{0,24}?)(?<![a-z])${amountPattern("a")}[ ,]*` +
      "(?:max(?:imum)?|tops|please|or so|then|thanks|at most)?[ .!]*$",
    "i",
  );
  anyAmount ??= new RegExp(`(?<![a-z0-9.,])${amountPattern("a")}`, "i");
  const groups = (isMoved ? anyAmount : onlyAmount).exec(text.trim())?.groups;
  if (groups === undefined) return {};
  const { value, currency } = readAmount(groups, "a");
  if (value < (/\d/.test(groups.an ?? "") ? MOVED_MIN : WORDS_MIN)) return {};
  return { maxPrice: value, ...(currency !== undefined && { currency }) };
}
