import type { ToolModule } from "../contract/define-tool.ts";
import { lazily } from "../contract/lazily.ts";
import { keysOf } from "../contract/records.ts";
import { canonicalJson } from "../core/canonical.ts";
import { editsBetween } from "../core/edits.ts";
import { sha256 } from "../core/signing.ts";
import { buyCampaign } from "./buy/buy_campaign.ts";
import { buyPlacement } from "./buy/buy_placement.ts";
import { confirmDelivery } from "./buy/confirm_delivery.ts";
import { createCampaign } from "./buy/create_campaign.ts";
import { createCoupon } from "./buy/create_coupon.ts";
import { deletePostback } from "./buy/delete_postback.ts";
import { disputeEvents } from "./buy/dispute_events.ts";
import { getAdvertiserReport } from "./buy/get_advertiser_report.ts";
import { getAdvertiserReportByCampaign } from "./buy/get_advertiser_report_by_campaign.ts";
import { getAdvertiserReportByPlacement } from "./buy/get_advertiser_report_by_placement.ts";
import { getAttribution } from "./buy/get_attribution.ts";
import { getCampaign } from "./buy/get_campaign.ts";
import { listCampaigns } from "./buy/list_campaigns.ts";
import { listCoupons } from "./buy/list_coupons.ts";
import { listMessages } from "./buy/list_messages.ts";
import { listPostbacks } from "./buy/list_postbacks.ts";
import { registerPostback } from "./buy/register_postback.ts";
import { replayPostback } from "./buy/replay_postback.ts";
import { requestRefund } from "./buy/request_refund.ts";
import { searchPlacements } from "./buy/search_placements.ts";
import { sendMessage } from "./buy/send_message.ts";
import { testPostback } from "./buy/test_postback.ts";
import { updateCampaign } from "./buy/update_campaign.ts";
import { updateCoupon } from "./buy/update_coupon.ts";
import { getShopfeedProduct } from "./feed/get_shopfeed_product.ts";
import { searchShopfeedProducts } from "./feed/search_shopfeed_products.ts";
import { createHelpSearch } from "./help/documents.ts";
import { schemasOf } from "./schemas.ts";
import { cancelCashout } from "./sell/cancel_cashout.ts";
import { deliverAd } from "./sell/deliver_ad.ts";
import { getPublisherActivation } from "./sell/get_publisher_activation.ts";
import { getPublisherReport } from "./sell/get_publisher_report.ts";
import { getPublisherReportByCampaign } from "./sell/get_publisher_report_by_campaign.ts";
import { getPublisherReportByPlacement } from "./sell/get_publisher_report_by_placement.ts";
import { listCashouts } from "./sell/list_cashouts.ts";
import { listPlacement } from "./sell/list_placement.ts";
import { listPlacements } from "./sell/list_placements.ts";
import { reportClick } from "./sell/report_click.ts";
import { reportConversion } from "./sell/report_conversion.ts";
import { reportEvents } from "./sell/report_events.ts";
import { reportImpression } from "./sell/report_impression.ts";
import { requestCashout } from "./sell/request_cashout.ts";
import { requestPlatformDemand } from "./sell/request_platform_demand.ts";
import { searchAffiliateOffers } from "./sell/search_affiliate_offers.ts";
import { updatePlacement } from "./sell/update_placement.ts";
import { wallet } from "./sell/wallet.ts";
import { whoami } from "./sell/whoami.ts";
import { defineAskHelp } from "./shared/ask_help.ts";
import { buyCredits } from "./shared/buy_credits.ts";
import { createKey } from "./shared/create_key.ts";
import { listKeys } from "./shared/list_keys.ts";
import { register } from "./shared/register.ts";
import { reportBug } from "./shared/report_bug.ts";
import { reportExperience } from "./shared/report_experience.ts";
import { revokeKey } from "./shared/revoke_key.ts";
import { rotateKey } from "./shared/rotate_key.ts";
import type { Tool } from "./tool.ts";

const findSections = createHelpSearch(() => CATALOGUE);

/**
 * The tools of each module, in the order in which lists show them. Adding a tool is adding its line
 * here.
 */
const MODULES: Readonly<Record<ToolModule, readonly Tool[]>> = {
  shared: [
    register,
    buyCredits,
    rotateKey,
    createKey,
    listKeys,
    revokeKey,
    defineAskHelp(() => ({ tools: CATALOGUE, nearest: nearestTools, find: findSections })),
    reportBug,
    reportExperience,
  ],
  sell: [
    whoami,
    wallet,
    getPublisherActivation,
    listPlacement,
    listPlacements,
    updatePlacement,
    requestPlatformDemand,
    searchAffiliateOffers,
    searchShopfeedProducts,
    getShopfeedProduct,
    deliverAd,
    reportImpression,
    reportClick,
    reportConversion,
    reportEvents,
    getPublisherReport,
    getPublisherReportByPlacement,
    getPublisherReportByCampaign,
    requestCashout,
    listCashouts,
    cancelCashout,
  ],
  buy: [
    searchPlacements,
    createCampaign,
    buyPlacement,
    buyCampaign,
    listCampaigns,
    getCampaign,
    updateCampaign,
    createCoupon,
    listCoupons,
    updateCoupon,
    confirmDelivery,
    requestRefund,
    getAdvertiserReport,
    getAdvertiserReportByCampaign,
    getAdvertiserReportByPlacement,
    getAttribution,
    disputeEvents,
    sendMessage,
    listMessages,
    registerPostback,
    listPostbacks,
    deletePostback,
    testPostback,
    replayPostback,
  ],
};

export const CATALOGUE: readonly Tool[] = Object.values(MODULES).flat();

export function moduleOf(tool: Tool): ToolModule | undefined {
  return keysOf(MODULES).find((module) => MODULES[module].includes(tool));
}

const BY_NAME = new Map(CATALOGUE.map((tool) => [tool.name, tool]));

export function findTool(name: string): Tool | undefined {
  return BY_NAME.get(name);
}

/** The tool of a name or, for six months, of a former name. */
export function resolveTool(name: string, now: Date): Tool | undefined {
  return findTool(name) ?? findTool(aliasOf(name, now)?.name ?? "");
}

/** A hostile name costs nothing beyond this. */
const COMPARED_MAX = 64;

/** The names that resemble a wrong one most: by edit distance, then by shared words. */
export function nearestTools(name: string): string[] {
  const renamed = renamedTo(name);
  if (renamed !== undefined) return [renamed];
  const typed = name.slice(0, COMPARED_MAX).toLowerCase();
  const distanceOf = (tool: Tool) => editsBetween(typed, tool.name, COMPARED_MAX);
  return CATALOGUE.map((tool) => ({ name: tool.name, distance: distanceOf(tool) }))
    .filter(({ name: known, distance }) => distance <= Math.max(3, known.length / 2))
    .sort((left, right) => left.distance - right.distance || (left.name < right.name ? -1 : 1))
    .slice(0, 3)
    .map((candidate) => candidate.name);
}

/** Changes whenever any tool's schema does, so that clients know when to list tools again. */
export const catalogHash = lazily((): string => {
  const schemas = CATALOGUE.map((tool) => ({ name: tool.name, ...schemasOf(tool) }));
  return sha256(canonicalJson(schemas)).toString("hex");
});

/** A tool's former name, under which it still answers for six months. */
export interface ToolAlias {
  readonly name: string;
  readonly deprecatedAt: Date;
  readonly sunsetAt: Date;
}

/**
 * Former names of tools. A renamed tool gets its line here; lists show only the present name.
 *
 * **Source** server/docs/contract.md, versions.
 */
const ALIASES: ReadonlyMap<string, ToolAlias> = new Map([
  [
    "search_offers",
    {
      name: "search_affiliate_offers",
      deprecatedAt: new Date("2026-11-21T00:00:00Z"),
      sunsetAt: new Date("2027-05-21T00:00:00Z"),
    },
  ],
]);

/** What a former name stands for; nothing once its time is over, or for any other name. */
export function aliasOf(name: string, now: Date): ToolAlias | undefined {
  const alias = ALIASES.get(name);
  return alias !== undefined && now < alias.sunsetAt ? alias : undefined;
}

/** What a name was changed to, also long ago: for advice. */
export function renamedTo(name: string): string | undefined {
  return ALIASES.get(name)?.name;
}

/** **Source** RFC 9745 (a structured date, in seconds) and RFC 8594 (an HTTP date). */
export function deprecationHeaders(alias: ToolAlias): Readonly<Record<string, string>> {
  return {
    Deprecation: `@${Math.floor(alias.deprecatedAt.getTime() / 1000)}`,
    Sunset: alias.sunsetAt.toUTCString(),
  };
}
