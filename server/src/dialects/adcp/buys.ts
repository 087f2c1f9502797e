import type { CampaignStatus } from "../../contract/enums.ts";
import { creditsFromMicros } from "../../contract/money.ts";
import { type Campaign, campaignSchema } from "../../contract/resources/campaign.ts";
import { AdcpError } from "./errors.ts";
import { usdFromCredits, usdFromMicros } from "./money.ts";
import { type BuyRecord, findBuys, type PackageRecord } from "./queries.ts";
import { type AdcpCall, callTool } from "./task.ts";

export type BuyStatus =
  | "pending_creatives"
  | "pending_start"
  | "active"
  | "paused"
  | "completed"
  | "rejected"
  | "canceled";

const STATUSES: Readonly<Record<CampaignStatus, BuyStatus>> = {
  pending_review: "pending_creatives",
  pending_start: "pending_start",
  active: "active",
  paused: "paused",
  exhausted: "active",
  completing: "completed",
  completed: "completed",
  rejected: "rejected",
  refunding: "canceled",
  canceled: "canceled",
};

/** The most alive first: it decides about the whole buy. */
const ALIVE: readonly BuyStatus[] = [
  "active",
  "pending_start",
  "paused",
  "pending_creatives",
  "completed",
  "rejected",
  "canceled",
];

export const ENDED: readonly string[] = ["completed", "rejected", "canceled"];

const OPEN_ACTIONS = ["cancel", "update_budget", "update_dates", "update_packages", "add_packages"];
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  pending_creatives: ["sync_creatives", "pause", ...OPEN_ACTIONS],
  pending_start: ["sync_creatives", "pause", ...OPEN_ACTIONS],
  active: ["sync_creatives", "pause", ...OPEN_ACTIONS],
  paused: ["sync_creatives", "resume", ...OPEN_ACTIONS],
};

/** A package with its campaign, which a draft does not have. */
export interface BookedPackage {
  readonly record: PackageRecord;
  readonly campaign: Campaign | undefined;
}

/** A buy with the campaigns of its packages. */
export interface Buy {
  readonly record: BuyRecord;
  readonly packages: readonly BookedPackage[];
  readonly status: string;
}

export async function readBuy(call: AdcpCall, record: BuyRecord): Promise<Buy> {
  const packages: BookedPackage[] = [];
  for (const one of record.packages) {
    packages.push({ record: one, campaign: await campaignOf(call, one) });
  }
  return { record, packages, status: record.data.forcedStatus ?? statusOf(packages) };
}

async function campaignOf(call: AdcpCall, { campaignId }: PackageRecord) {
  if (campaignId === null) return undefined;
  return callTool(call, { tool: "get_campaign", args: { campaignId } }, campaignSchema);
}

/** **Errors** MEDIA_BUY_NOT_FOUND, also for a buy of another agent. */
export async function requireBuy(call: AdcpCall, id: string): Promise<Buy> {
  const [record] = await findBuys(call, [id]);
  if (record === undefined) {
    throw new AdcpError("MEDIA_BUY_NOT_FOUND", "There is no such media buy.", "media_buy_id");
  }
  return readBuy(call, record);
}

export function statusOf(packages: readonly BookedPackage[]): BuyStatus {
  const found = new Set(packages.map(packageStatusOf));
  return ALIVE.find((status) => found.has(status)) ?? "canceled";
}

export function packageStatusOf({ record, campaign }: BookedPackage): BuyStatus {
  const { isPaused, wasResumed, canceledAt } = record.data;
  if (canceledAt !== undefined) return "canceled";
  const status = campaign === undefined ? undefined : STATUSES[campaign.status];
  if (status !== undefined && ENDED.includes(status)) return status;
  if (isPaused === true) return "paused";
  // The protocol has no way from paused back to a waiting state.
  if (wasResumed === true) return "active";
  return status ?? "pending_creatives";
}

export function validActionsOf({ status }: Pick<Buy, "status">): readonly string[] {
  return ACTIONS[status] ?? [];
}

/** **Units** US dollars: the campaign's budget, or what a draft will have. */
export function budgetOf({ record, campaign }: BookedPackage): number {
  return campaign === undefined
    ? usdFromMicros(record.budget)
    : usdFromCredits(campaign.budgetCredits);
}

export function totalBudgetOf({ packages }: Buy): number {
  const sum = packages.reduce((total, { record, campaign }) => {
    const credits = campaign?.budgetCredits ?? creditsFromMicros(record.budget);
    return total + BigInt(Math.round(credits * 1_000_000));
  }, 0n);
  return Number(sum) / 100_000_000;
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
    budget: budgetOf(one),
    currency: "USD",
    start_time: campaign?.startAt ?? data.startAt ?? buy.data.startAt,
    end_time: campaign?.endAt ?? data.endAt ?? buy.data.endAt,
    paused: status === "paused",
    canceled: status === "canceled",
    ...(data.canceledAt !== undefined && { cancellation: cancellationOf(data) }),
    creative_assignments: data.creativeIds.map((creative_id) => ({ creative_id })),
    ...data.echo,
    ...(campaign !== undefined && { ext: { placard: { campaign_id: campaign.campaignId } } }),
  };
}

function cancellationOf({ canceledAt, cancelReason: reason }: PackageRecord["data"]): object {
  return { canceled_at: canceledAt, canceled_by: "buyer", ...(reason !== undefined && { reason }) };
}

export function buyOnWire({ record, status }: Buy): object {
  const { data, canceledAt } = record;
  const { cancelReason: reason } = data;
  return {
    media_buy_id: record.id,
    status,
    revision: record.revision,
    valid_actions: validActionsOf({ status }),
    ...(canceledAt !== null && {
      cancellation: {
        canceled_at: canceledAt.toISOString(),
        canceled_by: "buyer",
        ...(reason !== undefined && { reason }),
      },
    }),
    ...(data.isSandbox && { sandbox: true }),
  };
}
