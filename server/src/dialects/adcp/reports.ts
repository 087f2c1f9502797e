import type { z } from "zod";
import { advertiserReportByCampaignSchema, BUCKETS_MAX } from "../../contract/resources/report.ts";
import type { BookedPackage } from "./buys.ts";
import { type AdcpCall, callTool } from "./task.ts";

export const DAY_MS = 86_400_000;

/** Whole days. */
export interface Window {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
}

export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export type Report = Pick<z.output<typeof advertiserReportByCampaignSchema>, "totals" | "series">;

/** What a package delivered; a draft did not. Reports have a first year and a longest range. */
export async function reportOf(
  call: AdcpCall,
  { campaign }: BookedPackage,
  { from, to }: Window,
): Promise<{ totals: Report["totals"] | undefined; series: Report["series"] }> {
  if (campaign === undefined) return { totals: undefined, series: [] };
  const earliest = dayOf(Date.parse(`${to}T00:00:00Z`) - (BUCKETS_MAX - 1) * DAY_MS);
  const [, , latest = from] = [from, earliest, "2020-01-01"].toSorted();
  const args = { period: "range", from: latest, to, campaignId: campaign.campaignId };
  const asked = { tool: "get_advertiser_report_by_campaign", args };
  return callTool(call, asked, advertiserReportByCampaignSchema);
}
