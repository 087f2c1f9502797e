declare const microsBrand: unique symbol;

/**
 * Money inside the exchange: whole micro-credits. 1 credit = 1,000,000 micro-credits = 1 US cent.
 * A branded bigint, so that a plain number or an unlabelled bigint can never be added to it.
 */
export type Micros = bigint & { readonly [microsBrand]: true };

export const CREDITS_PER_USD = 100;

/** No amount on the wire may exceed this; it keeps every sum exact in a double. */
export const CREDITS_MAX = 1_000_000_000;

/** Brands a bigint that is already in micro-credits, such as a column read from PostgreSQL. */
export function micros(value: bigint | string | number): Micros {
  return BigInt(value) as Micros;
}

export const ZERO_MICROS = micros(0n);

/** What an amount of each item is worth together. */
export function sumMicros<Item>(items: readonly Item[], of: (item: Item) => bigint): Micros {
  return micros(items.reduce((sum, item) => sum + of(item), 0n));
}

/**
 * Converts a wire amount.
 *
 * **Units** credits with at most six decimals in, micro-credits out.
 * **Errors** throws a RangeError when the number has more decimals: a schema let it through.
 */
export function microsFromCredits(credits: number): Micros {
  const scaled = credits * 1_000_000;
  const rounded = Math.round(scaled);
  if (!hasAtMostDecimals(credits, 6)) throw new RangeError("More than six decimals in an amount.");
  return micros(BigInt(rounded));
}

/** Converts to the wire: a JSON number of credits with at most six decimals. */
export function creditsFromMicros(value: Micros): number {
  return Number(value) / 1_000_000;
}

/** Whether a number is written with at most `decimals` decimals in its shortest decimal form. */
export function hasAtMostDecimals(value: number, decimals: number): boolean {
  return Number.isFinite(value) && Number(value.toFixed(decimals)) === value;
}
