import { reasonOfCode } from "../../../../server/src/contract/reasons.ts";
import type { ReportPeriod } from "../../../../server/src/contract/resources/report.ts";
import type { CampaignFacts } from "../../../../server/src/domain/delivery/index.ts";

/** One settled event, or with kind 0 one delivery. **Units** micro-credits, milliseconds. */
export interface Happened {
  readonly facts: CampaignFacts;
  readonly atMs: number;
  readonly kind: number;
  readonly reason: number;
  readonly quantity: number;
  readonly counted: number;
  readonly verified: number;
  readonly viewable: number;
  readonly cited: number;
  readonly charged: bigint;
  readonly fee: bigint;
}

/** What a report must show of some events. */
export interface Expected {
  readonly deliveries: number;
  readonly impressions: number;
  readonly viewable: number;
  readonly clicks: number;
  readonly conversions: Readonly<Record<string, number>>;
  readonly cited: number;
  readonly citedShare: number | null;
  readonly verified: number;
  readonly invalidByReason: Readonly<Record<string, number>>;
  readonly gross: bigint;
  readonly fee: bigint;
}

const CONVERSIONS = [
  ["recommendation", 3],
  ["decision", 4],
  ["coupon_redeemed", 5],
  ["cpa", 6],
  ["cpl", 7],
  ["cpi", 8],
] as const;

export function expectedOf(happened: readonly Happened[]): Expected {
  const counted = new Map<number, number>();
  const invalidByReason: Record<string, number> = {};
  let [viewable, cited, verified, gross, fee] = [0, 0, 0, 0n, 0n];
  for (const event of happened) {
    counted.set(event.kind, (counted.get(event.kind) ?? 0) + event.counted);
    viewable += event.viewable;
    cited += event.cited;
    verified += event.verified;
    gross += event.charged;
    fee += event.fee;
    const reason = reasonOfCode(event.reason);
    const left = event.quantity - event.counted;
    if (reason !== undefined && left > 0) {
      invalidByReason[reason] = (invalidByReason[reason] ?? 0) + left;
    }
  }
  const of = (kind: number) => counted.get(kind) ?? 0;
  const influence = of(3) + of(4);
  return {
    deliveries: of(0),
    impressions: of(1) + of(9),
    viewable,
    clicks: of(2),
    conversions: Object.fromEntries(CONVERSIONS.map(([type, kind]) => [type, of(kind)])),
    cited,
    citedShare: influence === 0 ? null : Math.round((cited / influence) * 1e6) / 1e6,
    verified,
    invalidByReason,
    gross,
    fee,
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, string>();

/** The local day of a moment, by another authority on time zones than the database. */
export function localDay(ms: number, timeZone: string): string {
  const key = `${timeZone} ${ms}`;
  let day = days.get(key);
  if (day === undefined) {
    const format =
      formats.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
    formats.set(timeZone, format);
    day = format.format(ms);
    // Events of a batch share their moment.
    days.set(key, day);
  }
  return day;
}

const DAY_MS = 86_400_000;

/** The name of the bucket that a moment falls into: a day, the Monday of its week, a month. */
export function bucketName(ms: number, timeZone: string, period: ReportPeriod): string {
  const day = localDay(ms, timeZone);
  if (period === "monthly") return day.slice(0, 7);
  if (period !== "weekly") return day;
  const date = new Date(`${day}T00:00:00Z`);
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return new Date(date.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}
