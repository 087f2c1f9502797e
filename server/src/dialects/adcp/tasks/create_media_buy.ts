import { z } from "zod";
import { base32FromUuid } from "../../../contract/ids.ts";
import type { Placement } from "../../../contract/resources/placement.ts";
import { accountOnWire, accountRefSchema, activeAccountOf, brandSchema } from "../accounts.ts";
import {
  bookDraft,
  type CheckedPackage,
  checkFlight,
  checkPackage,
  creativesOf,
  type PackageRequest,
  packageRequestSchema,
} from "../booking.ts";
import { type BookedPackage, buyOnWire, packageOnWire, statusOf } from "../buys.ts";
import { AdcpError, invalidRequest } from "../errors.ts";
import { microsFromUsd, sharesOf, usdFromMicros } from "../money.ts";
import { placementsOf, productsOfProposal } from "../products.ts";
import {
  type AccountRecord,
  type BuyRecord,
  insertBuy,
  type PackageRecord,
  savePackage,
} from "../queries.ts";
import { armedAnswerOf } from "../sandbox/directives.ts";
import { type AdcpCall, defineTask } from "../task.ts";

const request = z.looseObject({
  account: accountRefSchema,
  brand: brandSchema,
  start_time: z.string(),
  end_time: z.string(),
  packages: z.array(packageRequestSchema).max(50).optional(),
  proposal_id: z.string().optional(),
  total_budget: z.object({ amount: z.number(), currency: z.string() }).optional(),
  po_number: z.string().max(500).optional(),
  reporting_webhook: z.unknown().optional(),
});
type Request = z.output<typeof request>;

export const createMediaBuy = defineTask({
  name: "create_media_buy",
  request,
  description: "Books packages, all of them or none. A package without a creative holds no money.",
  mutates: true,
  async run(call, wanted) {
    const account = await activeAccountOf(call, wanted.account);
    const armed = await armedAnswerOf(call, account);
    if (armed !== undefined) return armed;
    const requests = await packagesOf(call, wanted);
    const placements = await placementsOf(
      call,
      requests.map(({ product_id: id }) => id),
    );
    const brand = wanted.brand.domain;
    const checked = checkPackages(call, requests, { placements, brand });
    const { startAt, endAt } = checkFlight(wanted, call.now);
    const buy = newBuy(call, { account, wanted, startAt, endAt: endAt ?? startAt });
    await insertBuy(call, buy);
    const packages: BookedPackage[] = [];
    for (const [number, one] of checked.entries()) {
      packages.push(await addPackage(call, buy, { ...one, number }));
    }
    return {
      ...buyOnWire({ record: buy, packages, status: statusOf(packages) }),
      account: accountOnWire(call, account),
      confirmed_at: call.now.toISOString(),
      packages: packages.map((one) => packageOnWire(buy, one)),
      ...(wanted.po_number !== undefined && { po_number: wanted.po_number }),
      ...(wanted.reporting_webhook !== undefined && { ext: { placard: WEBHOOK_NOTE } }),
    };
  },
});

const WEBHOOK_NOTE = { reporting_webhook: "ignored; use register_postback" };

/** The packages of a request, or those of a proposal of ours in equal shares. */
async function packagesOf(call: AdcpCall, wanted: Request): Promise<PackageRequest[]> {
  if (wanted.total_budget !== undefined && wanted.total_budget.currency !== "USD") {
    throw invalidRequest("Only USD is accepted.", "total_budget.currency");
  }
  if (wanted.packages !== undefined && wanted.packages.length > 0) return wanted.packages;
  const { proposal_id: id, total_budget: total } = wanted;
  if (id === undefined || total === undefined) {
    throw invalidRequest("packages or proposal_id is required.", "packages");
  }
  const productIds = productsOfProposal(id);
  if (productIds === undefined) {
    throw new AdcpError("PROPOSAL_EXPIRED", "There is no such proposal.", "proposal_id");
  }
  const placements = await placementsOf(call, productIds);
  const budget = microsFromUsd(total.amount, "total_budget.amount");
  const shares = sharesOf(budget, productIds.length);
  return productIds.map((product_id, place) => ({
    product_id,
    pricing_option_id: placements.get(product_id)?.adUnitType ?? "",
    budget: usdFromMicros(shares[place] ?? budget),
  }));
}

function newBuy(
  call: AdcpCall,
  of: { account: AccountRecord; wanted: Request; startAt: Date; endAt: Date },
): BuyRecord {
  const { account, wanted } = of;
  return {
    id: `mb_${base32FromUuid(call.deps.ids.uuid())}`,
    revision: 1,
    canceledAt: null,
    data: {
      accountId: account.id,
      brand: wanted.brand.domain,
      isSandbox: account.isSandbox,
      startAt: of.startAt.toISOString(),
      endAt: of.endAt.toISOString(),
      echo: wanted.po_number === undefined ? {} : { po_number: wanted.po_number },
    },
    createdAt: call.now,
    updatedAt: call.now,
    packages: [],
  };
}

/** Stores one package of a buy, and books it if it has a creative. */
export async function addPackage(
  call: AdcpCall,
  buy: BuyRecord,
  { request: wanted, placement, budget, echo, number }: CheckedPackage & { number: number },
): Promise<BookedPackage> {
  const creativeIds = await creativesOf(call, wanted, buy.data.brand);
  const draft: PackageRecord = {
    buyId: buy.id,
    number,
    id: `pkg_${base32FromUuid(call.deps.ids.uuid())}`,
    campaignId: null,
    budget,
    data: {
      productId: wanted.product_id,
      pricingOptionId: wanted.pricing_option_id,
      creativeIds,
      startAt: wanted.start_time,
      endAt: wanted.end_time,
      isPaused: wanted.paused,
      echo,
    },
  };
  const booked = await bookDraft(call, buy, draft, placement);
  await savePackage(call, booked.record);
  return booked;
}

/** **Errors** those of `checkPackage`, and INVALID_REQUEST for a package's own dates. */
export function checkPackages(
  call: AdcpCall,
  requests: readonly PackageRequest[],
  of: { placements: ReadonlyMap<string, Placement>; brand: string },
): CheckedPackage[] {
  return requests.map((one, place) => {
    const placement = of.placements.get(one.product_id);
    const checked = checkPackage(call, one, { placement, place, brand: of.brand });
    checkFlight(one, call.now, `packages[${place}].`);
    return checked;
  });
}
