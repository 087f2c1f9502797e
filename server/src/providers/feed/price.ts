/** An amount as a feed writes it: still text, checked where all prices are. */
export interface WrittenPrice {
  readonly amount: string;
  readonly currency: string | undefined;
}

const PRICE = /^(-?\d+(?:\.\d+)?)\s*([A-Za-z]{3})?$|^([A-Za-z]{3})\s+(-?\d+(?:\.\d+)?)$/;

/**
 * Reads `15.00 USD`, also `USD 15.00` and a bare `15.00`. Nothing else is guessed at: `1,299.00`
 * could be a little over one or a thousand.
 *
 * **Shape** `null` when it is no such text.
 * **Source** Google Merchant Center, "Price [price]" (answer 6324371); Agentic Commerce product
 * feed, `price`.
 */
export function readPrice(text: string): WrittenPrice | null {
  const [, amount, currency, currencyFirst, amountLast] = PRICE.exec(text.trim()) ?? [];
  const found = amount ?? amountLast;
  return found === undefined ? null : { amount: found, currency: currency ?? currencyFirst };
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:?\d\d)?)?$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Whether a sale price holds at a moment: `start/end`, ISO 8601; no dates hold always. A date
 * without a time begins at its midnight and ends with its day, one without a zone is UTC. Dates
 * that cannot be read never hold: the card then shows the higher price.
 *
 * **Source** Google Merchant Center, "sale_price_effective_date" (answer 6324460).
 */
export function isSaleOn(dates: string | undefined, now: Date): boolean {
  if (dates === undefined || dates.trim() === "") return true;
  const [start, end, ...more] = dates.split("/").map((part) => part.trim());
  if (start === undefined || end === undefined || more.length > 0) return false;
  const from = timeOf(start, 0);
  const to = timeOf(end, DAY_MS);
  // A comparison with NaN is false, so an unreadable date never holds.
  return from <= now.getTime() && now.getTime() < to;
}

function timeOf(text: string, wholeDayMs: number): number {
  const [, date, time, zone = "Z"] = TIME.exec(text) ?? [];
  if (date === undefined) return Number.NaN;
  if (time === undefined) return Date.parse(`${date}T00:00:00Z`) + wholeDayMs;
  const withColon = zone.replace(/^([+-]\d\d)(\d\d)$/, "$1:$2");
  return Date.parse(`${date}T${time}${withColon}`);
}
