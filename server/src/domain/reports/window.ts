import { type ExchangeError, wrongAt } from "../../contract/errors.ts";
import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
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

/** A stretch of time, half-open. **Units** milliseconds since 1970. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface Run extends Stretch {
  readonly grain: Grain;
}

export const GRAIN = { quarter: 1, hour: 2, day: 3 } as const;
export type Grain = (typeof GRAIN)[keyof typeof GRAIN];

const QUARTER_MS = 15 * 60_000;

const SIZES: readonly { grain: Grain; ms: number }[] = [
  { grain: GRAIN.day, ms: DAY_MS },
  { grain: GRAIN.hour, ms: HOUR_MS },
  { grain: GRAIN.quarter, ms: QUARTER_MS },
];

export interface Segments {
  /** What the rollups cover, each part in the coarsest grain that fits into its bucket. */
  readonly runs: readonly Run[];
  /** The whole of the runs: beginning and end of a window seldom fall on a quarter of an hour. */
  readonly cover: Stretch;
  /** What is left at both ends, always less than a quarter of an hour. */
  readonly edges: readonly Stretch[];
}

/**
 * Divides the buckets of a window among the grains of the rollups, so that whole days are read as
 * days although local midnights lie elsewhere.
 *
 * **Shape** `bounds` grow: the beginning of each bucket, then the end of the last. All but the
 * first and the last are multiples of a quarter of an hour, as every zone's midnight is.
 */
export function segmentsOf(bounds: readonly number[]): Segments {
  const first = bounds[0] ?? 0;
  const last = bounds.at(-1) ?? first;
  const from = ceil(first, QUARTER_MS);
  const to = Math.max(from, floor(last, QUARTER_MS));
  const inner = bounds.slice(1, -1).filter((bound) => bound > from && bound < to);
  const parts: Run[] = [];
  let start = from;
  for (const end of [...inner, to]) {
    parts.push(...runsOf({ from: start, to: end }, SIZES));
    start = end;
  }
  const edges =
    last < from
      ? [{ from: first, to: last }]
      : [
          { from: first, to: from },
          { from: to, to: last },
        ];
  return {
    runs: joined(parts),
    cover: { from, to },
    edges: edges.filter((edge) => edge.from < edge.to),
  };
}

/** The whole units of the coarsest size in a stretch, and the rest around them in finer ones. */
function runsOf(stretch: Stretch, [size, ...finer]: typeof SIZES): Run[] {
  if (size === undefined || stretch.from >= stretch.to) return [];
  const from = ceil(stretch.from, size.ms);
  const to = floor(stretch.to, size.ms);
  if (from >= to) return runsOf(stretch, finer);
  return [
    ...runsOf({ from: stretch.from, to: from }, finer),
    { grain: size.grain, from, to },
    ...runsOf({ from: to, to: stretch.to }, finer),
  ];
}

/** Neighbours of one grain become one run: the database finds each run once for each campaign. */
function joined(parts: readonly Run[]): Run[] {
  const open = new Map<Grain, Run>();
  const runs: Run[] = [];
  for (const part of parts) {
    const before = open.get(part.grain);
    if (before !== undefined && before.to === part.from) {
      open.set(part.grain, { ...before, to: part.to });
      continue;
    }
    if (before !== undefined) runs.push(before);
    open.set(part.grain, part);
  }
  return [...runs, ...open.values()];
}

const floor = (ms: number, size: number) => Math.floor(ms / size) * size;
const ceil = (ms: number, size: number) => Math.ceil(ms / size) * size;

export type Side = "publisher" | "advertiser";
export type Grouping = "none" | "campaign" | "placement";

export interface Scope {
  readonly agentId: string;
  readonly side: Side;
  readonly campaignId?: string | undefined;
  readonly placementId?: string | undefined;
}

/** The first four parameters of every statement about a scope. */
export function scopeValues(scope: Scope): unknown[] {
  const { agentId, side, campaignId, placementId } = scope;
  return [uuidFromId(agentId), side, uuidOrNull(campaignId), uuidOrNull(placementId)];
}

/** The agent is on its side of campaign book `b`, which is of what the scope names. */
export const IN_SCOPE = `((b.publisher_id = $1 and $2 = 'publisher')
        or (b.advertiser_id = $1 and $2 = 'advertiser'))
      and ($3::uuid is null or b.campaign_id = $3)
      and ($4::uuid is null or b.placement_id = $4)`;
