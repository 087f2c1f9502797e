import { createRandom, type Random } from "./random.ts";

/** Of 100 products this many carry a true higher price beside the current one. */
const DISCOUNTED_SHARE = 0.3;
const DISCOUNT_MIN = 0.08;
const DISCOUNT_SPAN = 0.4;

/**
 * Sets the price of one product: the model places itself between cheap and dear, its kind and size
 * multiply, and the result is rounded to an ending that shops use.
 *
 * Units: US dollars with two decimals.
 */
export function priceOf(
  [low, high]: readonly [number, number],
  factor: number,
  modelKey: number,
  random: Random,
): { price: number; compareAtPrice?: number } {
  const model = createRandom(modelKey, 4);
  // Between the bounds on a logarithmic scale: more cheap models than dear ones.
  const listed = low * (high / low) ** model.next() * factor;
  const ending = model.pick([0.99, 0.99, 0.95, 0]);
  const isDiscounted = random.next() < DISCOUNTED_SHARE;
  const share = DISCOUNT_MIN + DISCOUNT_SPAN * random.next();
  const regular = withEnding(listed, ending);
  if (!isDiscounted) return { price: regular };
  const price = Math.min(withEnding(listed * (1 - share), ending), cents(regular - 1));
  return price < 1 ? { price: regular } : { price, compareAtPrice: regular };
}

/** Rounds to the nearest price with the wanted cents, at least one dollar. */
function withEnding(dollars: number, ending: number): number {
  const whole = Math.max(1, Math.round(dollars - ending));
  return cents(whole + ending);
}

function cents(dollars: number): number {
  return Math.round(dollars * 100) / 100;
}
