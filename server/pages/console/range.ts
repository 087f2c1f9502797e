/** Days in a time zone, as the reports take them. **Units** `to` is exclusive. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

export const RANGES = [
  ["7", "last 7 days"],
  ["30", "last 30 days"],
  ["90", "last 90 days"],
  ["365", "last 365 days"],
] as const;

const DAYS_DEFAULT = 30;
/** A report has no more days. */
const DAYS_MAX = 400;
const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * What the address says: `from` and `to` (the last day), else the last `days` with today. A longer
 * time than a report takes ends earlier.
 */
export function rangeOf(
  options: Readonly<Record<string, string>>,
  timezone: string,
  nowMs: number,
): Range {
  const { from = "", to = "" } = options;
  if (isDay(from) && isDay(to) && FIRST_DAY <= from && from <= to) {
    const [end, latest] = [plus(to, 1), plus(from, DAYS_MAX)];
    return { from, to: end < latest ? end : latest };
  }
  const days = RANGES.some(([known]) => known === options.days)
    ? Number(options.days)
    : DAYS_DEFAULT;
  const end = plus(today(timezone, nowMs), 1);
  return { from: plus(end, -days), to: end };
}

/** Reports begin here. */
export const FIRST_DAY = "2020-01-01";

/** As many days right before it, if reports reach so far. */
export function rangeBefore(range: Range): Range | undefined {
  const from = plus(range.from, -daysOf(range));
  return from < FIRST_DAY ? undefined : { from, to: range.from };
}

export function daysOf({ from, to }: Range): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The last day of a range, for people, who read "to" as inclusive. */
export function lastDayOf({ to }: Range): string {
  return plus(to, -1);
}

function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(Date.parse(text));
}

function plus(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Canada writes days as ISO 8601 does. */
function today(timeZone: string, nowMs: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(nowMs);
}
