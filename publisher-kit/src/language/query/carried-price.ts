import type { ChatTurn, FormulatedQuery } from "../../types.ts";
import { amountPattern, readAmount } from "./amount.ts";
import { pointsBack } from "./follow-up.ts";
import { isAboutNoProduct } from "./no-product.ts";
import { bareWord, isProductWord, wordsOf } from "./words.ts";

type Filters = Omit<FormulatedQuery, "q">;
type Talk = {
  text: string;
  previous: readonly ChatTurn[];
  read: (text: string) => FormulatedQuery;
};

const ASKS_BUDGET = new RegExp(
  "\\b(?:budget|limit|spend|price (?:range|limit)|how much (?:would|do|can|are)" +
    "|price)\\b[^.!]{0,60}\\?",
  "i",
);
const RAISES = /\b(?:up|raise|increase|stretch|lower|drop|make it|go|say|bump)\b/i;

/** The reader lets the limit go. */
const NO_LIMIT = new RegExp(
  "\\b(?:forget|ignore|never ?mind|drop|regardless of|no matter) (?:about )?(?:the " +
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

let anyAmount: RegExp | undefined;
let onlyAmount: RegExp | undefined;

/**
 * The bounds of a follow-up: its own, else those of the talk while it stays with the same product.
 * A bare "80" after "under $120" is meant in dollars; a bare amount answers a question for one.
 */
export function withCarriedPrice(own: Filters, { text, previous, read }: Talk): Filters {
  const earlier = boundsBefore(previous, read);
  const stated = hasBound(own) ? own : { ...own, ...answered(text, previous, hasBound(earlier)) };
  if (NO_LIMIT.test(text) || isAboutNoProduct(text)) return stated;
  const changesProduct = namesProduct(read(text).q) && !pointsBack(text);
  if (hasBound(stated)) {
    const { currency = earlier.currency } = stated;
    return { ...stated, ...(currency === undefined ? {} : { currency }) };
  }
  if (changesProduct && !sharesProduct(read(text).q, previous)) return stated;
  return { ...earlier, ...stated };
}

const hasBound = ({ minPrice, maxPrice }: Filters): boolean =>
  minPrice !== undefined || maxPrice !== undefined;

const namesProduct = (q: string): boolean => wordsOf(q).some(isProductWord);

/** What the reader's earlier turns bound, the latest counting. */
function boundsBefore(previous: readonly ChatTurn[], read: Talk["read"]): Filters {
  let found: Filters = {};
  for (const { role, text } of previous) {
    if (role !== "user") continue;
    const { q, minPrice, maxPrice, currency = found.currency } = read(text);
    const bounds = {
      ...(minPrice !== undefined && { minPrice }),
      ...(maxPrice !== undefined && { maxPrice }),
    };
    if (hasBound(bounds)) found = { ...bounds, ...(currency !== undefined && { currency }) };
    else if (namesProduct(q) && !pointsBack(text)) found = {};
  }
  return found;
}

function sharesProduct(q: string, previous: readonly ChatTurn[]): boolean {
  const said = new Set(
    previous.flatMap(({ role, text }) => (role === "user" ? wordsOf(text).map(bareWord) : [])),
  );
  return wordsOf(q).some((word) => isProductWord(word) && said.has(bareWord(word)));
}

/** "35 euro" after "how much would you like to spend?", "let's raise it to 500, max". */
function answered(text: string, previous: readonly ChatTurn[], hasEarlier: boolean): Filters {
  if (/\b(?:around|about|roughly|approx\w*|sizes?|near)\b/i.test(text)) return {};
  const question = previous.at(-1);
  const isAnswer = question?.role === "assistant" && ASKS_BUDGET.test(question.text);
  const isMoved = hasEarlier && (CORRECTED.test(text) || RAISES.test(text));
  if (!isAnswer && !isMoved) return {};
  onlyAmount ??= new RegExp(
    `^(?:[a-z', ]{0,24}?)(?<![a-z])${amountPattern("a")}[ ,]*` +
      "(?:max(?:imum)?|tops|please|or so|then|thanks|at most)?[ .!]*$",
    "i",
  );
  anyAmount ??= new RegExp(`(?<![a-z0-9.,])${amountPattern("a")}`, "i");
  const pattern = isMoved ? anyAmount : onlyAmount;
  const groups = pattern.exec(text.trim())?.groups;
  if (groups === undefined) return {};
  const { value, currency } = readAmount(groups, "a");
  if (value < MOVED_MIN) return {};
  return { maxPrice: value, ...(currency !== undefined && { currency }) };
}

/** Fewer are counts: "actually two of them". */
const MOVED_MIN = 5;
