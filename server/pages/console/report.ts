import type { Campaign } from "../../src/contract/resources/campaign.ts";
import type { PostbackLogEntry } from "../../src/contract/resources/postback.ts";
import type {
  AdvertiserMetrics,
  ConversionPath,
  PublisherMetrics,
  UnbilledEvent,
} from "../../src/contract/resources/report.ts";

export type Metrics = PublisherMetrics | AdvertiserMetrics;
export type Bucket = Metrics & { readonly from: string; readonly to: string };

/** What a report tool answers, as far as this page reads it. */
export interface Report {
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
  readonly isFinal: boolean;
  readonly totals: Metrics;
  readonly series: readonly Bucket[];
  /** Of a publisher's report of one campaign. */
  readonly unbilled?: readonly UnbilledEvent[];
}

/** The metrics of one campaign in a report. */
export type CampaignRow = Metrics & Pick<Campaign, "campaignId" | "adUnitType" | "status">;

export interface CampaignReport extends Report {
  readonly items: readonly CampaignRow[];
}

export interface Point {
  /** What the axis and the table call it. */
  readonly label: string;
  /** Seconds since 1970. */
  readonly at: number;
  readonly value: number;
}

export interface Attribution {
  readonly totals: AdvertiserMetrics;
  readonly series: readonly (AdvertiserMetrics & { from: string; to: string })[];
  readonly conversions: readonly ConversionPath[];
  readonly invalidTraffic: Readonly<Partial<Record<string, number>>>;
  readonly unbilled: readonly UnbilledEvent[];
  readonly postbackLog: readonly PostbackLogEntry[];
}

/** What one side looks at first: what it earned, or what it spent. */
export function moneyOf(metrics: Metrics): number {
  return "earnedCredits" in metrics ? metrics.earnedCredits : metrics.spendCredits;
}

/** One point for each bucket, named by its first day in the zone of the report. */
export function pointsOf(
  series: readonly { from: string }[],
  valueAt: (place: number) => number,
  timezone: string,
): Point[] {
  const day = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    timeZone: timezone,
  });
  return series.map(({ from }, place) => {
    const at = new Date(from);
    return { label: day.format(at), at: at.getTime() / 1_000, value: valueAt(place) };
  });
}

/** The bucket with the most, if there is anything at all. */
export function peakOf(points: readonly Point[]): Point | undefined {
  const peak = points.reduce<Point | undefined>(
    (best, point) => (best === undefined || point.value > best.value ? point : best),
    undefined,
  );
  return peak !== undefined && peak.value > 0 ? peak : undefined;
}
