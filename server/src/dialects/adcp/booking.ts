import { z } from "zod";
import { base32FromUuid } from "../../contract/ids.ts";
import { creditsFromMicros, type Micros, microsFromCredits } from "../../contract/money.ts";
import { campaignSchema } from "../../contract/resources/campaign.ts";
import type { Placement } from "../../contract/resources/placement.ts";
import { isSandbox } from "./accounts.ts";
import type { BookedPackage } from "./buys.ts";
import { creativeAssetSchema, creativeOf, landingOf } from "./creatives.ts";
import { AdcpError, budgetTooLow, invalidRequest, notFound, unsupported } from "./errors.ts";
import { microsFromUsd, usdFromCredits, usdFromMicros } from "./money.ts";
import { isFixture, placementsOf } from "./products.ts";
import { type BuyRecord, type PackageRecord, stored } from "./queries.ts";
import { type AdcpCall, callTool } from "./task.ts";

const billingSchema = z.looseObject({
  max_variance_percent: z.number().optional(),
  measurement_window: z.string().optional(),
});

export const packageRequestSchema = z.looseObject({
  product_id: z.string(),
  pricing_option_id: z.string(),
  budget: z.number(),
  bid_price: z.number().optional(),
  start_time: z.string().optional(),
  end_time: z.string().optional(),
  paused: z.boolean().optional(),
  creative_assignments: z.array(z.looseObject({ creative_id: z.string() })).optional(),
  creatives: z.array(creativeAssetSchema).optional(),
  measurement_terms: z.looseObject({ billing_measurement: billingSchema.optional() }).optional(),
  performance_standards: z.unknown().optional(),
});
export type PackageRequest = z.output<typeof packageRequestSchema>;

/** What a package may carry that nothing here can promise. */
const UNSUPPORTED = ["targeting_overlay", "optimization_goals", "catalogs"];
/** Shown again as they were sent. */
const SENT = ["pacing", "impressions", "format_ids", "agency_estimate_number", "context", "ext"];

const VARIANCE_MIN = 10;
const WINDOW_MAX_DAYS = 7;
const HOUR_MS = 3_600_000;

type Flight = Pick<Partial<PackageRequest>, "start_time" | "end_time">;

/** **Errors** INVALID_REQUEST for a start over an hour ago, or an end that is not after it. */
export function checkFlight({ start_time: start, end_time: end }: Flight, now: Date, at = "") {
  const startAt = start === undefined || start === "asap" ? now : new Date(start);
  const endAt = end === undefined ? undefined : new Date(end);
  if (startAt.getTime() < now.getTime() - HOUR_MS) {
    throw invalidRequest("start_time lies in the past.", `${at}start_time`);
  }
  if (endAt !== undefined && (endAt <= startAt || endAt <= now)) {
    throw invalidRequest("end_time must be after start_time.", `${at}end_time`);
  }
  return { startAt, endAt: endAt ?? startAt };
}

type CheckedPackage = Awaited<ReturnType<typeof checkPackages>>[number];

/** The checks of packages that no booking makes. **Errors** `AdcpError` with the field. */
export async function checkPackages(
  call: AdcpCall,
  requests: readonly PackageRequest[],
  brand: string,
) {
  const ids = requests.map((one) => one.product_id);
  const placements = await placementsOf(call, ids);
  return requests.map((request, place) => {
    const at = `packages[${place}].`;
    const { product_id: id } = request;
    const placement = placements.get(id);
    if (placement === undefined) throw notFound("product", `${at}product_id`);
    if (!isFixture(id)) checkPrice(request, placement, at);
    const budget = budgetOf(request.budget, placement, `${at}budget`);
    checkTerms(request, at);
    const echo = echoOf(call, request, { at, brand });
    checkFlight(request, call.now, at);
    return { request, placement, budget, echo };
  });
}

/** **Errors** BUDGET_TOO_LOW, VALIDATION_ERROR. */
export function budgetOf(usd: number, { minBudgetCredits }: Placement, field: string): Micros {
  const budget = microsFromUsd(usd, field);
  if (budget >= microsFromCredits(minBudgetCredits)) return budget;
  throw budgetTooLow(usdFromCredits(minBudgetCredits), field);
}

/** **Errors** INVALID_REQUEST for another option, or a ceiling below the listed rate. */
function checkPrice(
  { pricing_option_id: option, bid_price: ceiling }: PackageRequest,
  { adUnitType, rateCredits }: Placement,
  at: string,
): void {
  if (option !== adUnitType) {
    throw invalidRequest(`The only pricing option is ${adUnitType}.`, `${at}pricing_option_id`);
  }
  const rate = usdFromCredits(rateCredits);
  if (ceiling === undefined || ceiling >= rate) return;
  throw invalidRequest(`bid_price is below ${rate} USD.`, `${at}bid_price`);
}

/** **Errors** TERMS_REJECTED for what is stricter than we measure. */
function checkTerms(request: PackageRequest, at: string): void {
  const reject = (name: string, message: string) => {
    throw new AdcpError("TERMS_REJECTED", message, at + name);
  };
  const standards = request.performance_standards;
  if (standards !== undefined) reject("performance_standards", "No performance is guaranteed.");
  const terms = request.measurement_terms?.billing_measurement;
  if (terms === undefined) return;
  const days = Number(/\d+/.exec(terms.measurement_window ?? "")?.[0] ?? 0);
  const { max_variance_percent: variance = VARIANCE_MIN } = terms;
  if (variance >= VARIANCE_MIN && days <= WINDOW_MAX_DAYS) return;
  const most = `a variance of ${VARIANCE_MIN} percent or more, a window of ${WINDOW_MAX_DAYS} days`;
  reject("measurement_terms", `The accepted terms are ${most} or less.`);
}

/** **Errors** UNSUPPORTED_FEATURE. In the sandbox a targeting is shown again. */
export function echoOf(
  call: AdcpCall,
  request: Readonly<Record<string, unknown>>,
  { at, brand }: { at: string; brand: string },
): Record<string, unknown> {
  const isLenient = isSandbox(call, brand);
  const asked = UNSUPPORTED.find((name) => request[name] !== undefined);
  if (asked !== undefined && !isLenient) throw unsupported(at + asked);
  const names = [...SENT, "measurement_terms", ...(isLenient ? UNSUPPORTED : [])];
  return Object.fromEntries(Object.entries(request).filter(([name]) => names.includes(name)));
}

/** Stores the creatives that came with a package, and names all that it has. */
export async function creativesOf(
  call: AdcpCall,
  { creatives = [], creative_assignments: assigned = [] }: Partial<PackageRequest>,
  brand: string,
): Promise<string[]> {
  for (const asset of creatives) await stored.creatives.save(call, creativeOf(call, asset, brand));
  const ids = new Set([...assigned, ...creatives].map(({ creative_id: id }) => id));
  const known = new Set((await stored.creatives.find(call, [...ids])).map(({ id }) => id));
  const missing = [...ids].find((id) => !known.has(id));
  // Fixtures name creatives that follow; their package is a draft until then.
  if (missing !== undefined && !isSandbox(call, brand)) {
    throw notFound("creative", "creative_assignments");
  }
  return [...ids];
}

/** Stores packages of a buy behind the `first` ones it has, and books those with a creative. */
export async function addPackages(
  call: AdcpCall,
  buy: Pick<BuyRecord, "id" | "data">,
  { checked, first = 0 }: { checked: readonly CheckedPackage[]; first?: number },
): Promise<BookedPackage[]> {
  return Array.fromAsync(checked, async ({ request, placement, budget, echo }, place) => {
    const data = {
      productId: request.product_id,
      pricingOptionId: request.pricing_option_id,
      creativeIds: await creativesOf(call, request, buy.data.brand),
      startAt: request.start_time,
      endAt: request.end_time,
      isPaused: request.paused,
      echo,
    };
    const id = `pkg_${base32FromUuid(call.deps.ids.uuid())}`;
    const draft = { buyId: buy.id, number: first + place, id, campaignId: null, budget, data };
    return saveDraft(call, buy, draft, placement);
  });
}

/** A draft that can be shown becomes a campaign; else it holds no money. */
export async function saveDraft(
  call: AdcpCall,
  buy: Pick<BuyRecord, "data">,
  draft: PackageRecord,
  placement: Placement | undefined,
): Promise<BookedPackage> {
  const { data, budget } = draft;
  const creative = await usableOf(call, data.creativeIds);
  const isOpen = draft.campaignId === null && data.canceledAt === undefined;
  if (creative === undefined || placement === undefined || !isOpen) {
    await stored.packages.save(call, draft);
    return { record: draft, campaign: undefined };
  }
  const { deps, tx, agentId, now } = call;
  if (buy.data.isSandbox && tx) {
    await deps.sandbox?.fund(tx, agentId, Math.ceil(usdFromMicros(budget)));
  }
  const use = (tool: string, args: object) =>
    callTool(call, { tool, args, field: `packages[${draft.number}]` }, campaignSchema);
  const startAt = new Date(data.startAt ?? buy.data.startAt);
  const { placementId, adUnitType } = placement;
  let campaign = await use("create_campaign", {
    placementId,
    adUnitType,
    budgetCredits: creditsFromMicros(budget),
    creativeText: creative.text,
    creativeUrl: creative.clickUrl ?? landingOf(buy.data.brand),
    ...(startAt > now && { startAt: startAt.toISOString() }),
    endAt: new Date(data.endAt ?? buy.data.endAt).toISOString(),
  });
  const { campaignId, status } = campaign;
  if (data.isPaused && (status === "active" || status === "pending_start")) {
    campaign = await use("update_campaign", { campaignId, status: "paused" });
  }
  const record = { ...draft, campaignId };
  await stored.packages.save(call, record);
  return { record, campaign };
}

/** The first creative of a package that may be shown. */
export async function usableOf(call: AdcpCall, creativeIds: readonly string[]) {
  if (creativeIds.length === 0) return undefined;
  const found = await stored.creatives.find(call, creativeIds);
  const usable = found.filter(({ status }) => ["approved", "pending_review"].includes(status));
  return creativeIds.flatMap((id) => usable.find((one) => one.id === id) ?? [])[0];
}
