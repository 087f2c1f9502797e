import { ExchangeError, notFound } from "../../contract/errors.ts";
import { creditsFromMicros, type Micros, ZERO_MICROS } from "../../contract/money.ts";
import type { Brand } from "../../contract/resources/campaign.ts";
import type { BrandRecord } from "./queries.ts";

export { type BrandFile, type BrandFormat, readBrandFile } from "./file.ts";
export { type BrandImport, importBrands, importFirstBrands } from "./import.ts";
export {
  type BrandRecord,
  findBrand,
  findBrandNames,
  listAllBrands,
  listBrands,
  lockBrand,
  lockBrandOf,
} from "./queries.ts";

/** Notified, with nothing, whenever a brand is added or changed. */
export const BRANDS_CHANNEL = "brands";

/**
 * The highest rate at which a campaign of this brand may be booked and delivered.
 *
 * **Units** micro-credits, compared with the quoted rate.
 */
export function capOf(brand: Pick<BrandRecord, "isActive" | "maxRate">): Micros {
  return brand.isActive ? brand.maxRate : ZERO_MICROS;
}

/**
 * Refuses a rate above the brand's cap.
 *
 * **Errors** `rate_above_brand_cap`.
 */
export function checkBrandCap(brand: BrandRecord, rate: Micros, field: string): void {
  const cap = capOf(brand);
  if (rate <= cap) return;
  const maxRateCredits = creditsFromMicros(cap);
  throw new ExchangeError("rate_above_brand_cap", {
    field,
    message: brand.isActive
      ? `${brand.name} pays at most ${maxRateCredits} credits.`
      : `${brand.name} is retired and pays nothing.`,
    details: { maxRateCredits },
    suggestion: "Choose a cheaper placement, or another brand with search_affiliate_offers.",
    nextTools: ["search_affiliate_offers", "search_placements"],
  });
}

/** The error for an unknown brand, and for one that is not listed any more. */
export function brandNotFound(): ExchangeError {
  return notFound("brand", { nextTools: ["search_affiliate_offers"] });
}

/** A brand as tools and public pages show it. **Units** the highest rate in credits. */
export function brandOnWire(record: BrandRecord): Brand {
  const { maxRate, isActive: _listed, ...rest } = record;
  return { ...rest, maxRateCredits: creditsFromMicros(maxRate) };
}
