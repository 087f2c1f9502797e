import type { z } from "zod";
import { microsFromCredits, sumMicros } from "../../contract/money.ts";
import { type Campaign, campaignSchema } from "../../contract/resources/campaign.ts";
import { advertiserReportByCampaignSchema, BUCKETS_MAX } from "../../contract/resources/report.ts";
import { notFound } from "./errors.ts";
import { usdFromMicros } from "./money.ts";
import { type BuyRecord, findBuys, type PackageRecord } from "./queries.ts";
import { type AdcpCall, callTool } from "./task.ts";

/** What the states of a campaign are called there, where it is not the same. */
const STATUSES: Readonly<Record<string, string>> = {
  pending_review: "pending_creatives",
  exhausted: "active",
  completing: "completed",
  refunding: "canceled",
};

/** The most alive first: it decides about the whole buy. */
const ALIVE = ["active", "pending_start", "paused", "pending_creatives"];
export const ENDED = ["completed", "rejected", "canceled"];

const ACTIONS = ["cancel", "update_budget", "update_dates", "update_packages", "add_packages"];

/** A package with its campaign, which a draft does not have. */
export type BookedPackage = {
  readonly record: PackageRecord;
  readonly campaign?: Campaign | undefined;
};

export type Buy = Awaited<ReturnType<typeof readBuy>>;

export async function readBuy(call: AdcpCall, record: BuyRecord) {
  const packages: BookedPackage[] = await Array.fromAsync(record.packages, async (one) => {
    return { record: one, campaign: await campaignOf(call, one) };
  });
  return { record, packages, status: record.data.forcedStatus ?? statusOf(packages) };
}

export async function campaignOf(call: AdcpCall, { campaignId }: PackageRecord) {
  if (campaignId === null) return undefined;
  return callTool(call, { tool: "get_campaign", args: { campaignId } }, campaignSchema);
}

/** **Errors** MEDIA_BUY_NOT_FOUND, also for a buy of another agent. */
export async function requireBuy(call: AdcpCall, id: string): Promise<Buy> {
  const [record] = await findBuys(call, [id]);
  if (record !== undefined) return readBuy(call, record);
  throw notFound("media buy", "media_buy_id");
}

export function statusOf(packages: readonly BookedPackage[]): string {
  const found = new Set(packages.map(packageStatusOf));
  return [...ALIVE, ...ENDED].find((status) => found.has(status)) ?? "canceled";
}

export function packageStatusOf({ record, campaign }: BookedPackage): string {
  const { isPaused, wasResumed, canceledAt } = record.data;
  if (canceledAt !== undefined) return "canceled";
  const status = campaign && (STATUSES[campaign.status] ?? campaign.status);
  if (status !== undefined && ENDED.includes(status)) return status;
  if (isPaused === true) return "paused";
  // The protocol has no way from paused back to a waiting state.
  if (wasResumed === true) return "active";
  return status ?? "pending_creatives";
}

/** The campaign's budget, or what a draft will have. */
const budgetOf = ({ record, campaign }: BookedPackage) =>
  campaign === undefined ? record.budget : microsFromCredits(campaign.budgetCredits);

/** **Units** US dollars. */
export function totalBudgetOf({ packages }: Buy): number {
  return usdFromMicros(sumMicros(packages, budgetOf));
}

/** A package as `create_media_buy`, `update_media_buy` and `get_media_buys` show it. */
export function packageOnWire(buy: Pick<BuyRecord, "data">, one: BookedPackage): object {
  const { record, campaign } = one;
  const { data } = record;
  const status = packageStatusOf(one);
  return {
    package_id: record.id,
    product_id: data.productId,
    pricing_option_id: data.pricingOptionId,
    budget: usdFromMicros(budgetOf(one)),
    currency: "USD",
    start_time: campaign?.startAt ?? data.startAt ?? buy.data.startAt,
    end_time: campaign?.endAt ?? data.endAt ?? buy.data.endAt,
    paused: status === "paused",
    canceled: status === "canceled",
    ...cancellationOf(data, data.canceledAt),
    creative_assignments: data.creativeIds.map((creative_id) => ({ creative_id })),
    ...data.echo,
    ...(campaign !== undefined && { ext: { placard: { campaign_id: campaign.campaignId } } }),
  };
}

function cancellationOf(
  { cancelReason: reason }: { cancelReason?: string | undefined },
  canceled_at?: string,
) {
  return canceled_at && { cancellation: { canceled_at, canceled_by: "buyer", reason } };
}

export function buyOnWire(record: Omit<BuyRecord, "packages">, status: string): object {
  const { id, data, canceledAt, revision } = record;
  const isAlive = ALIVE.includes(status);
  const own = ["sync_creatives", status === "paused" ? "resume" : "pause"];
  return {
    media_buy_id: id,
    status,
    revision,
    valid_actions: isAlive ? [...own, ...ACTIONS] : [],
    ...cancellationOf(data, canceledAt?.toISOString()),
    ...(data.isSandbox && { sandbox: true }),
  };
}

const DAY_MS = 86_400_000;

/** Whole days, `to` exclusive. */
export type Window = { readonly from: string; readonly to: string };

/** The day of a time, or one that many days later. */
export const dayOf = (at: Date | string, later = 0) =>
  new Date(new Date(at).getTime() + later * DAY_MS).toISOString().slice(0, 10);

export type Report = Pick<z.output<typeof advertiserReportByCampaignSchema>, "totals" | "series">;

/** What a package delivered; a draft did not. Reports have a first year and a longest range. */
export async function reportOf(call: AdcpCall, { campaign }: BookedPackage, { from, to }: Window) {
  if (campaign === undefined) return undefined;
  const earliest = dayOf(to, 1 - BUCKETS_MAX);
  const [, , latest = from] = [from, earliest, "2020-01-01"].toSorted();
  const args = { period: "range", from: latest, to, campaignId: campaign.campaignId };
  const asked = { tool: "get_advertiser_report_by_campaign", args };
  return callTool(call, asked, advertiserReportByCampaignSchema);
}
