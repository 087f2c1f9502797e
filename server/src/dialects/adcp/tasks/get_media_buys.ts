import { z } from "zod";
import { accountOf, accountOnWire, accountRefSchema } from "../accounts.ts";
import {
  type BookedPackage,
  type Buy,
  buyOnWire,
  dayOf,
  packageOnWire,
  packageStatusOf,
  readBuy,
  reportOf,
  totalBudgetOf,
} from "../buys.ts";
import { usdFromCredits } from "../money.ts";
import { type CreativeRecord, findBuys, stored } from "../queries.ts";
import { type AdcpCall, defineTask, endOf, pageOf, paginationSchema } from "../task.ts";

/** Which buys a request is about; all of them without these. */
export const chosenBuys = {
  account: accountRefSchema.optional(),
  media_buy_ids: z.array(z.string().max(255)).max(500).optional(),
  status_filter: z.union([z.string(), z.array(z.string())]).optional(),
};

export const getMediaBuys = defineTask({
  name: "get_media_buys",
  request: z.looseObject({
    ...chosenBuys,
    include_snapshot: z.boolean().default(false),
    pagination: paginationSchema,
  }),
  description: "Media buys of this key with their packages.",
  async run(call, wanted) {
    // One more than the page shows says whether there is another.
    const found = await readBuys(call, wanted, endOf(wanted.pagination) + 1);
    const { shown, pagination } = pageOf(found, wanted.pagination);
    const accounts = await stored.accounts.find(call);
    const packages = shown.flatMap(({ record }) => record.packages);
    const ids = packages.flatMap((one) => one.data.creativeIds);
    const creatives = await stored.creatives.find(call, [...new Set(ids)]);
    const media_buys = await Array.fromAsync(shown, async (buy) => {
      const { data, createdAt, updatedAt } = buy.record;
      const account = accounts.find(({ id }) => id === data.accountId);
      const packages = await Array.fromAsync(buy.packages, async (one) => {
        const creative_approvals = approvalsOf(one, creatives);
        const snapshot = wanted.include_snapshot && (await snapshotOf(call, one, createdAt));
        const more = { creative_approvals, ...(snapshot && { snapshot }) };
        return { ...packageOnWire(buy.record, one), ...more };
      });
      return {
        ...(account !== undefined && { account: accountOnWire(call, account) }),
        ...buyOnWire(buy.record, buy.status),
        currency: "USD",
        total_budget: totalBudgetOf(buy),
        start_time: data.startAt,
        end_time: data.endAt,
        confirmed_at: createdAt.toISOString(),
        created_at: createdAt.toISOString(),
        updated_at: updatedAt.toISOString(),
        ...data.echo,
        packages,
      };
    });
    return { media_buys, pagination };
  },
});

/** The buys that a request names; others' ids are simply not among them. */
export async function readBuys(
  call: AdcpCall,
  wanted: z.output<z.ZodObject<typeof chosenBuys>>,
  limit: number,
): Promise<Buy[]> {
  const { account, media_buy_ids: ids = null, status_filter: filter } = wanted;
  const accountId = account && (await accountOf(call, account)).id;
  const statuses = typeof filter === "string" ? [filter] : filter;
  const found: Buy[] = [];
  for (const record of await findBuys(call, ids)) {
    if (found.length === limit) break;
    const { data } = record;
    // Fixtures of the test controller belong to no account.
    if (accountId !== undefined && ![accountId, ""].includes(data.accountId)) continue;
    const buy = await readBuy(call, record);
    if (statuses === undefined || statuses.includes(buy.status)) found.push(buy);
  }
  return found;
}

function approvalsOf({ record, campaign }: BookedPackage, creatives: readonly CreativeRecord[]) {
  const own = creatives.filter(({ id }) => record.data.creativeIds.includes(id));
  return own.map(({ id: creative_id, status: stored }) => {
    // A reviewer judges the creative of a campaign.
    const judged = stored === "pending_review" ? campaign?.creative.reviewStatus : undefined;
    const status = judged ?? stored;
    const approval_status = ["approved", "rejected"].includes(status) ? status : "pending_review";
    return { creative_id, approval_status };
  });
}

async function snapshotOf(call: AdcpCall, one: BookedPackage, since: Date): Promise<object> {
  const { campaign } = one;
  const days = { from: dayOf(since), to: dayOf(call.now, 1) };
  const totals = (await reportOf(call, one, days))?.totals;
  const isDelivering = packageStatusOf(one) === "active" && campaign?.status === "active";
  const status = isDelivering ? "delivering" : "not_delivering";
  return {
    as_of: call.now.toISOString(),
    staleness_seconds: 0,
    impressions: totals?.impressions ?? 0,
    clicks: totals?.clicks ?? 0,
    spend: usdFromCredits(campaign?.spentCredits ?? 0),
    currency: "USD",
    delivery_status: campaign?.status === "exhausted" ? "budget_exhausted" : status,
  };
}
