import type { AdUnitType } from "../../contract/enums.ts";
import { idSchema, listOf } from "../../contract/fields.ts";
import { type Placement, placementSchema } from "../../contract/resources/placement.ts";
import { usdFromCredits } from "./money.ts";
import { stored } from "./queries.ts";
import { type AdcpCall, callTool } from "./task.ts";

export const FORMAT_ID = "placard_offer";

/** The events that have a unit of their own, and the names of what else is a custom event there. */
export const CONVERSIONS = { purchase: "cpa", lead: "cpl", app_install: "cpi" } as const;
const CUSTOM: Readonly<Partial<Record<AdUnitType, string>>> = {
  cppromo: "coupon_redeemed",
  cpr: "recommendation",
  cpd: "decision",
  cpia: "context_insertion",
};

export function pricingModelOf(unit: AdUnitType): string {
  return unit === "cpm" || unit === "cpc" ? unit : "cpa";
}

function pricingOf(unit: AdUnitType): object {
  const pricing_model = pricingModelOf(unit);
  if (pricing_model !== "cpa") return { pricing_model };
  const [event_type] = Object.entries(CONVERSIONS).find(([, own]) => own === unit) ?? [];
  if (event_type !== undefined) return { pricing_model, event_type };
  return { pricing_model, event_type: "custom", custom_event_name: CUSTOM[unit] ?? unit };
}

export function productOf(call: AdcpCall, placement: Placement): Record<string, unknown> {
  const { placementId, publisherId, adUnitType, contextUse, kind, topics } = placement;
  const { disclosureLabel } = placement;
  const { hostname: publisher_domain } = new URL(call.deps.baseUrl);
  const property = { publisher_domain, selection_type: "by_id", property_ids: [publisherId] };
  const option = {
    pricing_option_id: adUnitType,
    ...pricingOf(adUnitType),
    currency: "USD",
    fixed_price: usdFromCredits(placement.rateCredits),
    min_spend_per_package: usdFromCredits(placement.minBudgetCredits),
  };
  return {
    product_id: placementId,
    name: placement.title,
    description: placement.description,
    publisher_properties: [property],
    channels: ["sponsored_intelligence"],
    format_ids: [{ agent_url: call.agentUrl, id: FORMAT_ID }],
    delivery_type: "non_guaranteed",
    pricing_options: [option],
    delivery_measurement: { provider: "Placard" },
    reporting_capabilities: {
      available_reporting_frequencies: ["daily"],
      expected_delay_minutes: 1,
      timezone: "UTC",
      supports_webhooks: false,
      available_metrics: ["impressions", "spend", "clicks", "conversions"],
      date_range_support: "date_range",
    },
    ext: { placard: { adUnitType, contextUse, kind, topics, disclosureLabel } },
  };
}

const placementList = listOf(placementSchema);
const placementIdSchema = idSchema("plc");

export async function searchPlacements(call: AdcpCall, args: object): Promise<Placement[]> {
  return (await callTool(call, { tool: "search_placements", args }, placementList)).items;
}

export async function placementOf(call: AdcpCall, productId: string) {
  return (await placementsOf(call, [productId])).get(productId);
}

export async function placementsOf(call: AdcpCall, productIds: readonly string[]) {
  const wanted = [...new Set(productIds)];
  const placementIds = wanted.filter((id) => placementIdSchema.safeParse(id).success).slice(0, 100);
  const args = { placementIds, limit: 100 };
  const found = placementIds.length === 0 ? [] : await searchPlacements(call, args);
  const byId = new Map(found.map((placement) => [placement.placementId, placement]));
  if (call.deps.sandbox === undefined || wanted.every((id) => byId.has(id))) return byId;
  return new Map([...byId, ...(await fixturesAmong(call, wanted))]);
}

/** What the protocol's own fixtures call a product, in front of any of ours. */
const FIXTURE = "test-product";

/** Products that the test controller knows: each stands for a real placement. */
async function fixturesAmong(call: AdcpCall, wanted: readonly string[]) {
  const seeded = await stored.fixtures.find(call, ["product"]);
  const known = new Set([FIXTURE, ...seeded.map(({ id }) => id)]);
  const [real] = await searchPlacements(call, { limit: 1, sort: "newest" });
  return wanted.flatMap((id) => (real !== undefined && known.has(id) ? [[id, real] as const] : []));
}

/** Whether a product takes any pricing option: only a fixture does. */
export function isFixture(productId: string): boolean {
  return !placementIdSchema.safeParse(productId).success;
}

/** Four equal shares, named by their products so that nothing has to be stored. */
export function proposalOf(placements: readonly Placement[]): object[] {
  const best = placements.slice(0, 4);
  if (best.length === 0) return [];
  const share = Math.floor(100 / best.length);
  const min = best.reduce((sum, one) => sum + usdFromCredits(one.minBudgetCredits), 0);
  return [
    {
      proposal_id: `equal~${best.map(({ placementId }) => placementId).join("~")}`,
      name: "Equal shares of the best placements",
      allocations: best.map(({ placementId, adUnitType }, place) => ({
        product_id: placementId,
        // The first has what no equal share holds.
        allocation_percentage: place === 0 ? 100 - share * (best.length - 1) : share,
        pricing_option_id: adUnitType,
      })),
      proposal_status: "committed",
      total_budget_guidance: { min, currency: "USD" },
    },
  ];
}

/** The products of a proposal of ours; nothing for another's. */
export function productsOfProposal(proposalId: string): string[] | undefined {
  const [kind, ...productIds] = proposalId.split("~");
  const isOurs = kind === "equal" && productIds.length > 0 && productIds.length <= 4;
  return isOurs && !productIds.some(isFixture) ? productIds : undefined;
}
