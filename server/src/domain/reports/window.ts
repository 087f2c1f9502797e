import { type ExchangeError, wrongAt } from "../../contract/errors.ts";
import { BUCKETS_MAX, type ReportPeriod } from "../../contract/resources/report.ts";
import { type Queryable, sqlStateOf } from "../../core/db.ts";
import { type BucketUnit, findWindow } from "./window-queries.ts";

/** What a caller asks for: bounds are moments or days, and may be left out. */
export interface WindowRequest {
  readonly unit: BucketUnit;
  /** Buckets of the default window, the present one included. */
  readonly buckets: number;
  readonly timezone: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Whether there is no default window. */
  readonly needsBounds?: boolean;
}

export interface Window {
  readonly from: Date;
  readonly to: Date;
  /**
   * Up to where is read. A window that ends now has no end: what another process settled a moment
   * later by its clock belongs to it, so that totals are the ledger's.
   */
  readonly readTo: Date;
  readonly buckets: readonly { readonly from: Date; readonly to: Date }[];
  readonly isFinal: boolean;
}

export const PERIODS: Readonly<
  Record<ReportPeriod, Pick<WindowRequest, "unit" | "buckets" | "needsBounds">>
> = {
  daily: { unit: "day", buckets: 30 },
  weekly: { unit: "week", buckets: 12 },
  monthly: { unit: "month", buckets: 12 },
  range: { unit: "day", buckets: 30, needsBounds: true },
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UNIT_MS: Readonly<Record<BucketUnit, number>> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 31 * DAY_MS,
};

/**
 * A batch is dated when it begins and may be tried for two minutes; a delivery is written within a
 * second. So five minutes later nothing can fall into a window any more.
 */
const FINAL_AFTER_MS = 5 * 60_000;

/**
 * The window of a report with its buckets.
 *
 * **Errors** `invalid_arguments`: it ends before it begins, has too many buckets, or PostgreSQL
 * does not know its zone.
 */
export async function windowOf(db: Queryable, request: WindowRequest, now: Date): Promise<Window> {
  checkBounds(request);
  checkLength(request, now);
  const unitsBack = request.buckets - 1;
  const found = await findWindow(db, { ...request, unitsBack, now }).catch((error: unknown) => {
    if (sqlStateOf(error) !== UNKNOWN_ZONE) throw error;
    throw wrong("timezone", "is not known here", "Send an IANA zone, such as Europe/Berlin.");
  });
  const { from, to, starts } = found;
  if (from >= to) throw wrong("to", "must lie after from", "Send a `to` later than `from`.");
  if (starts.length > BUCKETS_MAX) throw tooLong();
  const readTo = request.to === undefined ? openEnd(now) : to;
  const cuts = starts.map((start) => (start < from ? from : start));
  const buckets = cuts
    .map((start, index) => ({ from: start, to: cuts[index + 1] ?? to }))
    .filter((bucket) => bucket.from < bucket.to);
  const isFinal = to.getTime() + FINAL_AFTER_MS <= now.getTime();
  return { from, to, readTo, buckets, isFinal };
}

const UNKNOWN_ZONE = "22023";

/** Nothing is dated so far ahead; whole days, so that the rollups of days reach it. */
function openEnd(now: Date): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) + 2) * DAY_MS);
}

function checkBounds({ needsBounds, from, to }: WindowRequest): void {
  if (needsBounds !== true || (from !== undefined && to !== undefined)) return;
  const missing = from === undefined ? "from" : "to";
  throw wrong(missing, "is required here", "Send both `from` and `to`, or another period.");
}

/** Before the database makes a row for each bucket. */
function checkLength(request: WindowRequest, now: Date): void {
  if (request.from === undefined) return;
  const to = request.to === undefined ? now.getTime() : Date.parse(request.to);
  if ((to - Date.parse(request.from)) / UNIT_MS[request.unit] > BUCKETS_MAX + 2) throw tooLong();
}

function tooLong(): ExchangeError {
  return wrong(
    "from",
    `must not lie more than ${BUCKETS_MAX} buckets before the end`,
    "Shorten the window, or use a coarser period, such as monthly.",
  );
}

function wrong(field: string, message: string, suggestion: string): ExchangeError {
  return wrongAt(`/arguments/${field}`, "window", message, { suggestion });
}
