import { z } from "zod";
import { creditsFromMicros, type Micros, microsFromCredits } from "../../contract/money.ts";
import { campaignSchema } from "../../contract/resources/campaign.ts";
import type { Placement } from "../../contract/resources/placement.ts";
import { isSandbox } from "./accounts.ts";
import type { BookedPackage } from "./buys.ts";
import { creativeAssetSchema, creativeOf, landingOf } from "./creatives.ts";
import { AdcpError, invalidRequest, unsupported } from "./errors.ts";
import { microsFromUsd, usdFromCredits, usdFromMicros } from "./money.ts";
import { isFixture, placementsOf } from "./products.ts";
import {
  type BuyRecord,
  type CreativeRecord,
  findCreatives,
  type PackageRecord,
  saveCreative,
  savePackage,
} from "./queries.ts";
import { type AdcpCall, callTool, txOf } from "./task.ts";

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
  measurement_terms: z.unknown().optional(),
  performance_standards: z.unknown().optional(),
});
export type PackageRequest = z.output<typeof packageRequestSchema>;

/** What a package may carry that nothing here can promise. */
const UNSUPPORTED = ["targeting_overlay", "optimization_goals", "catalogs"];
/** Shown again as they were sent. */
const ECHOED = ["pacing", "impressions", "format_ids", "agency_estimate_number", "context", "ext"];

const termsSchema = z.looseObject({
  billing_measurement: z
    .looseObject({
      max_variance_percent: z.number().optional(),
      measurement_window: z.string().optional(),
    })
    .optional(),
});
const VARIANCE_MIN = 10;
const WINDOW_MAX_DAYS = 7;
const HOUR_MS = 3_600_000;

export interface Flight {
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
}

/** **Errors** INVALID_REQUEST for a start over an hour ago, or an end that is not after it. */
export function checkFlight(
  flight: Flight,
  now: Date,
  field = "",
): { startAt: Date; endAt: Date | undefined } {
  const { start_time: start = "asap", end_time: end } = flight;
  const startAt = start === "asap" ? now : new Date(start);
  const endAt = end === undefined ? undefined : new Date(end);
  if (startAt.getTime() < now.getTime() - HOUR_MS) {
    throw invalidRequest("start_time lies in the past.", `${field}start_time`);
  }
  if (endAt !== undefined && (endAt <= startAt || endAt <= now)) {
    throw invalidRequest("end_time must be after start_time.", `${field}end_time`);
  }
  return { startAt, endAt };
}

export interface CheckedPackage {
  readonly request: PackageRequest;
  readonly placement: Placement;
  readonly budget: Micros;
  readonly echo: Readonly<Record<string, unknown>>;
}

/** The checks of one package that no booking makes. **Errors** `AdcpError` with the field. */
export function checkPackage(
  call: AdcpCall,
  request: PackageRequest,
  of: { placement: Placement | undefined; place: number; brand: string },
): CheckedPackage {
  const field = (name: string) => `packages[${of.place}].${name}`;
  const { placement } = of;
  if (placement === undefined) {
    const message = `There is no product ${request.product_id.slice(0, 80)}.`;
    throw new AdcpError("PRODUCT_NOT_FOUND", message, field("product_id"));
  }
  if (!isFixture(request.product_id)) checkPrice(request, placement, field);
  const budget = microsFromUsd(request.budget, field("budget"));
  checkMinimum(budget, placement, field("budget"));
  checkTerms(request, field);
  return { request, placement, budget, echo: echoOf(call, request, { field, brand: of.brand }) };
}

/** **Errors** BUDGET_TOO_LOW. */
export function checkMinimum(budget: Micros, placement: Placement, field: string): void {
  const minimum_usd = usdFromCredits(placement.minBudgetCredits);
  if (usdFromMicros(budget) >= minimum_usd) return;
  const message = `The smallest budget of this product is ${minimum_usd} USD.`;
  throw new AdcpError("BUDGET_TOO_LOW", message, field, { details: { minimum_usd } });
}

/** **Errors** INVALID_REQUEST for another option, or a ceiling below the listed rate. */
function checkPrice(
  { pricing_option_id: option, bid_price: ceiling }: PackageRequest,
  { adUnitType, rateCredits }: Placement,
  field: (name: string) => string,
): void {
  if (option !== adUnitType) {
    const message = `The product has only the pricing option ${adUnitType}.`;
    throw invalidRequest(message, field("pricing_option_id"));
  }
  const bid = ceiling === undefined ? undefined : microsFromUsd(ceiling, field("bid_price"));
  if (bid !== undefined && bid < microsFromCredits(rateCredits)) {
    const message = `bid_price is below ${usdFromCredits(rateCredits)} USD.`;
    throw invalidRequest(message, field("bid_price"));
  }
}

/** **Errors** TERMS_REJECTED for what is stricter than we measure. */
function checkTerms(request: PackageRequest, field: (name: string) => string): void {
  const rejected = (name: string, message: string) =>
    new AdcpError("TERMS_REJECTED", message, field(name));
  if (request.performance_standards !== undefined) {
    throw rejected("performance_standards", "No performance is guaranteed.");
  }
  const { max_variance_percent: variance = VARIANCE_MIN, measurement_window: window = "" } =
    termsSchema.safeParse(request.measurement_terms).data?.billing_measurement ?? {};
  if (variance < VARIANCE_MIN) {
    throw rejected("measurement_terms", `The variance must be at least ${VARIANCE_MIN} percent.`);
  }
  if (Number(/\d+/.exec(window)?.[0] ?? 0) > WINDOW_MAX_DAYS) {
    throw rejected("measurement_terms", `The window must be at most ${WINDOW_MAX_DAYS} days.`);
  }
}

/** **Errors** UNSUPPORTED_FEATURE. In the sandbox a targeting is shown again. */
export function echoOf(
  call: AdcpCall,
  request: Readonly<Record<string, unknown>>,
  { field, brand }: { field: (name: string) => string; brand: string },
): Record<string, unknown> {
  const isLenient = isSandbox(call, brand);
  const asked = UNSUPPORTED.find((name) => request[name] !== undefined);
  if (asked !== undefined && !isLenient) throw unsupported(field(asked));
  const names = [...ECHOED, "measurement_terms", ...(isLenient ? UNSUPPORTED : [])];
  return Object.fromEntries(
    names.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]])),
  );
}

/** Stores the creatives that came with a package, and names all that it has. */
export async function creativesOf(
  call: AdcpCall,
  { creatives = [], creative_assignments: assigned = [] }: Partial<PackageRequest>,
  brand: string,
): Promise<string[]> {
  for (const asset of creatives) await saveCreative(call, creativeOf(call, asset, brand));
  const ids = new Set([...assigned, ...creatives].map(({ creative_id: id }) => id));
  const known = new Set((await findCreatives(call, [...ids])).map(({ id }) => id));
  const missing = [...ids].find((id) => !known.has(id));
  // Fixtures name creatives that follow; their package is a draft until then.
  if (missing !== undefined && !isSandbox(call, brand)) {
    const message = `There is no creative ${missing.slice(0, 80)}.`;
    throw new AdcpError("CREATIVE_NOT_FOUND", message, "creative_assignments");
  }
  return [...ids];
}

/**
 * Makes a draft a campaign, if it has a creative that may be shown; else it stays a draft, which
 * holds no money.
 *
 * **Errors** those of `create_campaign`.
 */
export async function bookDraft(
  call: AdcpCall,
  buy: Pick<BuyRecord, "data">,
  draft: PackageRecord,
  placement: Placement,
): Promise<BookedPackage> {
  const { data, budget } = draft;
  const creative = await usableOf(call, data.creativeIds);
  const isOpen = draft.campaignId === null && data.canceledAt === undefined;
  if (creative === undefined || !isOpen) return { record: draft, campaign: undefined };
  const { sandbox } = call.deps;
  if (buy.data.isSandbox && sandbox !== undefined) {
    await sandbox.fund(txOf(call), call.agentId, Math.ceil(usdFromMicros(budget)));
  }
  const startAt = new Date(data.startAt ?? buy.data.startAt);
  const args = {
    placementId: placement.placementId,
    adUnitType: placement.adUnitType,
    budgetCredits: creditsFromMicros(budget),
    creativeText: creative.text,
    creativeUrl: creative.clickUrl ?? landingOf(buy.data.brand),
    ...(startAt > call.now && { startAt: startAt.toISOString() }),
    endAt: new Date(data.endAt ?? buy.data.endAt).toISOString(),
  };
  const field = `packages[${draft.number}]`;
  const booked = await callTool(call, { tool: "create_campaign", args, field }, campaignSchema);
  const { campaignId, status } = booked;
  const record = { ...draft, campaignId };
  const isToPause = data.isPaused === true && (status === "active" || status === "pending_start");
  if (!isToPause) return { record, campaign: booked };
  const paused = { campaignId, status: "paused" };
  const asked = { tool: "update_campaign", args: paused, field };
  return { record, campaign: await callTool(call, asked, campaignSchema) };
}

/** The first creative of a package that may be shown. */
export async function usableOf(
  call: AdcpCall,
  creativeIds: readonly string[],
): Promise<CreativeRecord | undefined> {
  if (creativeIds.length === 0) return undefined;
  const found = await findCreatives(call, creativeIds);
  const inOrder = creativeIds.flatMap((id) => found.filter((one) => one.id === id));
  return inOrder.find(({ status }) => status === "approved" || status === "pending_review");
}

/** Saves a package, as a campaign if it has become one. A product may have gone since. */
export async function saveDraft(call: AdcpCall, buy: BuyRecord, draft: PackageRecord) {
  const { productId } = draft.data;
  const placement = (await placementsOf(call, [productId])).get(productId);
  const booked = placement && (await bookDraft(call, buy, draft, placement));
  await savePackage(call, booked?.record ?? draft);
}
