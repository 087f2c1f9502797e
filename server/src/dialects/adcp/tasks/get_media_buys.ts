import { z } from "zod";
import { accountOf, accountOnWire, accountRefSchema } from "../accounts.ts";
import {
  type BookedPackage,
  type Buy,
  buyOnWire,
  DAY_MS,
  dayOf,
  packageOnWire,
  packageStatusOf,
  readBuy,
  reportOf,
  totalBudgetOf,
} from "../buys.ts";
import { usdFromCredits } from "../money.ts";
import { type CreativeRecord, findAccounts, findBuys, findCreatives } from "../queries.ts";
import { type AdcpCall, defineTask, endOf, pageOf, paginationSchema } from "../task.ts";

/** Which buys a request is about; all of them without these. */
export const chosenBuys = {
  account: accountRefSchema.optional(),
  media_buy_ids: z.array(z.string().max(255)).max(500).optional(),
  status_filter: z.union([z.string(), z.array(z.string())]).optional(),
};
const chosenSchema = z.object(chosenBuys);

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
    const accounts = await findAccounts(call);
    const ids = shown.flatMap(({ record }) =>
      record.packages.flatMap((one) => one.data.creativeIds),
    );
    const creatives = await findCreatives(call, [...new Set(ids)]);
    const media_buys: object[] = [];
    for (const buy of shown) {
      const { data, createdAt, updatedAt } = buy.record;
      const account = accounts.find(({ id }) => id === data.accountId);
      const packages: object[] = [];
      for (const one of buy.packages) {
        const creative_approvals = approvalsOf(one, creatives);
        const snapshot = wanted.include_snapshot && (await snapshotOf(call, one, createdAt));
        const more = { creative_approvals, ...(snapshot && { snapshot }) };
        packages.push({ ...packageOnWire(buy.record, one), ...more });
      }
      media_buys.push({
        ...(account !== undefined && { account: accountOnWire(call, account) }),
        ...buyOnWire(buy),
        currency: "USD",
        total_budget: totalBudgetOf(buy),
        start_time: data.startAt,
        end_time: data.endAt,
        confirmed_at: createdAt.toISOString(),
        created_at: createdAt.toISOString(),
        updated_at: updatedAt.toISOString(),
        ...data.echo,
        packages,
      });
    }
    return { media_buys, pagination };
  },
});

/** The buys that a request names; others' ids are simply not among them. */
export async function readBuys(
  call: AdcpCall,
  wanted: z.output<typeof chosenSchema>,
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

function approvalsOf(
  { record, campaign }: BookedPackage,
  creatives: readonly CreativeRecord[],
): object[] {
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
  const from = dayOf(since.getTime());
  const to = dayOf(call.now.getTime() + DAY_MS);
  const { totals } = await reportOf(call, one, { from, to });
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
