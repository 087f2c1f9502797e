import { z } from "zod";
import { accountOf, accountOnWire, accountRefSchema } from "../accounts.ts";
import {
  type BookedPackage,
  type Buy,
  buyOnWire,
  packageOnWire,
  packageStatusOf,
  readBuy,
  totalBudgetOf,
} from "../buys.ts";
import { usdFromCredits } from "../money.ts";
import { offsetOf, pageOf, paginationSchema } from "../paging.ts";
import {
  type BuyRecord,
  type CreativeRecord,
  findAccounts,
  findBuys,
  findCreatives,
} from "../queries.ts";
import { type AdcpCall, type AdcpTask, readRequest } from "../task.ts";

const statusFilter = z.union([z.string(), z.array(z.string())]).optional();

/** Which buys a request is about; all of them without these. */
export const chosenBuys = {
  account: accountRefSchema.optional(),
  media_buy_ids: z.array(z.string().max(255)).max(500).optional(),
  status_filter: statusFilter,
};
const request = z.looseObject({
  ...chosenBuys,
  include_snapshot: z.boolean().default(false),
  include_history: z.number().default(0),
  pagination: paginationSchema,
});

export const getMediaBuys: AdcpTask = {
  name: "get_media_buys",
  description: "Media buys of this key with their packages.",
  access: "advertiser",
  mutates: false,
  async run(call, given) {
    const wanted = readRequest(request, given);
    const records = await buysOf(call, wanted);
    const statuses = statusesOf(wanted.status_filter);
    const end = offsetOf(wanted.pagination.cursor) + wanted.pagination.max_results;
    const found: Buy[] = [];
    // One more than the page shows says whether there is another.
    for (const record of records) {
      if (found.length > end) break;
      const buy = await readBuy(call, record);
      if (statuses === undefined || statuses.includes(buy.status)) found.push(buy);
    }
    const { shown, pagination } = pageOf(found, wanted.pagination);
    const accounts = await findAccounts(call);
    const creatives = await creativesOf(call, shown);
    return {
      media_buys: shown.map((buy) => {
        const account = accounts.find(({ id }) => id === buy.record.data.accountId);
        return {
          ...(account !== undefined && { account: accountOnWire(call, account) }),
          ...wholeOnWire(call, buy, { creatives, hasSnapshot: wanted.include_snapshot }),
          ...(wanted.include_history > 0 && { history: historyOf(buy.record) }),
        };
      }),
      pagination,
    };
  },
};

export function statusesOf(filter: z.output<typeof statusFilter>): string[] | undefined {
  return typeof filter === "string" ? [filter] : filter;
}

/** The buys that a request names; others' ids are simply not among them. */
export async function buysOf(
  call: AdcpCall,
  wanted: {
    account?: z.output<typeof accountRefSchema> | undefined;
    media_buy_ids?: string[] | undefined;
  },
): Promise<BuyRecord[]> {
  const records = await findBuys(call, wanted.media_buy_ids ?? null);
  if (wanted.account === undefined) return records;
  const { id } = await accountOf(call, wanted.account);
  // Fixtures of the test controller belong to no account.
  return records.filter(({ data }) => data.accountId === id || data.accountId === "");
}

async function creativesOf(call: AdcpCall, buys: readonly Buy[]) {
  const ids = buys.flatMap(({ packages }) =>
    packages.flatMap((one) => one.record.data.creativeIds),
  );
  const found = await findCreatives(call, [...new Set(ids)]);
  return new Map(found.map((one) => [one.id, one]));
}

interface Shown {
  readonly creatives: ReadonlyMap<string, CreativeRecord>;
  readonly hasSnapshot: boolean;
}

function wholeOnWire(call: AdcpCall, buy: Buy, shown: Shown): object {
  const { record } = buy;
  return {
    ...buyOnWire(buy),
    currency: "USD",
    total_budget: totalBudgetOf(buy),
    start_time: record.data.startAt,
    end_time: record.data.endAt,
    confirmed_at: record.createdAt.toISOString(),
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
    ...record.data.echo,
    packages: buy.packages.map((one) => ({
      ...packageOnWire(record, one),
      creative_approvals: one.record.data.creativeIds.flatMap((id) => approvalOf(id, one, shown)),
      ...(shown.hasSnapshot && { snapshot: snapshotOf(call, one) }),
    })),
  };
}

function approvalOf(id: string, { campaign }: BookedPackage, { creatives }: Shown): object[] {
  const creative = creatives.get(id);
  if (creative === undefined) return [];
  // A reviewer judges the creative of a campaign.
  const isJudged = creative.status === "pending_review" && campaign !== undefined;
  const status = isJudged ? campaign.creative.reviewStatus : creative.status;
  const approval_status = ["approved", "rejected"].includes(status) ? status : "pending_review";
  return [{ creative_id: id, approval_status }];
}

function snapshotOf(call: AdcpCall, one: BookedPackage): object {
  const { campaign } = one;
  const isDelivering = packageStatusOf(one) === "active" && campaign?.status === "active";
  const isExhausted = campaign?.status === "exhausted";
  return {
    as_of: call.now.toISOString(),
    staleness_seconds: 0,
    impressions: 0,
    spend: usdFromCredits(campaign?.spentCredits ?? 0),
    currency: "USD",
    delivery_status: isExhausted
      ? "budget_exhausted"
      : isDelivering
        ? "delivering"
        : "not_delivering",
  };
}

function historyOf({ revision, createdAt, updatedAt }: BuyRecord): object[] {
  const created = { revision: 1, timestamp: createdAt.toISOString(), action: "created" };
  if (revision === 1) return [created];
  return [{ revision, timestamp: updatedAt.toISOString(), action: "updated" }, created];
}
