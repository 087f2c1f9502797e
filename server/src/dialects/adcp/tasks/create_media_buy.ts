import { z } from "zod";
import { base32FromUuid } from "../../../contract/ids.ts";
import { accountOnWire, accountRefSchema, activeAccountOf, brandSchema } from "../accounts.ts";
import {
  addPackages,
  checkFlight,
  checkPackages,
  type PackageRequest,
  packageRequestSchema,
} from "../booking.ts";
import { buyOnWire, packageOnWire, statusOf } from "../buys.ts";
import { AdcpError, invalidRequest } from "../errors.ts";
import { microsFromUsd, sharesOf, usdFromMicros } from "../money.ts";
import { placementsOf, productsOfProposal } from "../products.ts";
import { stored } from "../queries.ts";
import { armedAnswerOf } from "../sandbox/directives.ts";
import { type AdcpCall, defineTask } from "../task.ts";

const request = z.looseObject({
  account: accountRefSchema,
  brand: brandSchema,
  start_time: z.string(),
  end_time: z.string(),
  packages: z.array(packageRequestSchema).max(50).default([]),
  proposal_id: z.string().optional(),
  total_budget: z.object({ amount: z.number(), currency: z.string() }).optional(),
  po_number: z.string().max(500).optional(),
  reporting_webhook: z.unknown().optional(),
});

const WEBHOOK_NOTE = { reporting_webhook: "ignored; use register_postback" };

export const createMediaBuy = defineTask({
  name: "create_media_buy",
  request,
  description: "Books packages, all of them or none. A package without a creative holds no money.",
  mutates: true,
  async run(call, wanted) {
    const account = await activeAccountOf(call, wanted.account);
    const armed = await armedAnswerOf(call, account);
    if (armed !== undefined) return armed;
    const { po_number } = wanted;
    const brand = wanted.brand.domain;
    const checked = await checkPackages(call, await packagesOf(call, wanted), brand);
    const { startAt, endAt } = checkFlight(wanted, call.now);
    const flight = { startAt: startAt.toISOString(), endAt: endAt.toISOString() };
    const { id: accountId, isSandbox } = account;
    const buy = await stored.buys.save(call, {
      id: `mb_${base32FromUuid(call.deps.ids.uuid())}`,
      canceledAt: null,
      data: { accountId, brand, isSandbox, ...flight, echo: { po_number } },
    });
    const packages = await addPackages(call, buy, { checked });
    return {
      ...buyOnWire(buy, statusOf(packages)),
      account: accountOnWire(call, account),
      confirmed_at: call.now.toISOString(),
      packages: packages.map((one) => packageOnWire(buy, one)),
      po_number,
      ...(wanted.reporting_webhook !== undefined && { ext: { placard: WEBHOOK_NOTE } }),
    };
  },
});

/** The packages of a request, or those of a proposal of ours in equal shares. */
async function packagesOf(
  call: AdcpCall,
  { packages, proposal_id: id, total_budget: total }: z.output<typeof request>,
): Promise<PackageRequest[]> {
  if (total !== undefined && total.currency !== "USD") {
    throw invalidRequest("Only USD is accepted.", "total_budget.currency");
  }
  if (packages.length > 0) return packages;
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
