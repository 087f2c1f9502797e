import type { AdUnitType } from "../../contract/enums.ts";
import { ExchangeError } from "../../contract/errors.ts";
import { type Micros, microsFromCredits } from "../../contract/money.ts";
import type { Campaign } from "../../contract/resources/campaign.ts";
import type { Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import {
  type BrandRecord,
  brandNotFound,
  capOf,
  checkBrandCap,
  lockBrand,
} from "../brands/index.ts";
import { enqueuePostback } from "../outbox/index.ts";
import { lockAboveCaps } from "./change-queries.ts";
import { moveCampaign } from "./states.ts";

/**
 * The brand a booking is for, locked against a change of its cap; nothing for a direct booking.
 *
 * **Errors** `platform_wallet_only`, `not_found`.
 */
export async function lockBrandToBook(
  tx: Tx,
  input: { readonly brandId?: string | undefined; readonly isPlatformWallet?: boolean | undefined },
): Promise<BrandRecord | undefined> {
  if (input.brandId === undefined) return undefined;
  if (!input.isPlatformWallet) {
    throw new ExchangeError("platform_wallet_only", {
      field: "/arguments/brandId",
      suggestion: "Leave brandId out; book with your own creative.",
    });
  }
  const brand = await lockBrand(tx, input.brandId);
  if (brand === undefined) throw brandNotFound();
  return brand;
}

/** **Errors** `ad_unit_mismatch`, `rate_above_brand_cap`. */
export function checkBrandFits(
  brand: BrandRecord,
  booking: { adUnitType: AdUnitType; rate: Micros },
): void {
  if (!brand.adUnitTypes.includes(booking.adUnitType)) {
    throw new ExchangeError("ad_unit_mismatch", {
      field: "/arguments/brandId",
      message: `${brand.name} pays for ${brand.adUnitTypes.join(", ")}.`,
      details: { adUnitTypes: brand.adUnitTypes },
      suggestion: "Choose a placement that sells one of the brand's adUnitTypes.",
      nextTools: ["search_placements"],
    });
  }
  checkBrandCap(brand, booking.rate, "/arguments/brandId");
}

/**
 * Pauses every active campaign whose rate is above its brand's cap, in the transaction that changed
 * the brands. Answers which.
 */
export async function pauseAboveCaps(
  tx: Tx,
  deps: { ids: IdSource; now: Date },
): Promise<string[]> {
  const above = await lockAboveCaps(tx);
  for (const campaign of above) await pauseAboveCap(tx, campaign, deps);
  return above.map(({ campaignId }) => campaignId);
}

/**
 * Refuses to make a campaign active whose rate its brand does not pay any more.
 *
 * **Errors** `rate_above_brand_cap`.
 */
export function checkMayWake(brand: BrandRecord | undefined, campaign: Campaign): void {
  if (brand === undefined) return;
  checkBrandCap(brand, microsFromCredits(campaign.rateCredits), "/arguments/campaignId");
}

/** Pauses a campaign that has just become active, when its brand does not pay its rate any more. */
export async function pauseIfAboveCap(
  tx: Tx,
  brand: BrandRecord | undefined,
  campaign: Campaign,
  deps: { ids: IdSource; now: Date },
): Promise<void> {
  if (brand === undefined || microsFromCredits(campaign.rateCredits) <= capOf(brand)) return;
  await pauseAboveCap(tx, campaign, deps);
}

/** The caller holds the lock of its book. Both sides are told. */
async function pauseAboveCap(
  tx: Tx,
  campaign: Pick<Campaign, "campaignId" | "advertiserId" | "publisherId">,
  deps: { ids: IdSource; now: Date },
): Promise<void> {
  const { campaignId, advertiserId, publisherId } = campaign;
  await moveCampaign(tx, { campaignId, from: "active", to: "paused" }, deps.now);
  const reason = "The rate is above the brand's maxRateCredits.";
  const data = { campaignId, status: "paused", reason };
  for (const agentId of [advertiserId, publisherId]) {
    await enqueuePostback(tx, deps, { type: "campaign.updated", agentId, campaignId, data });
  }
}
