import { isIP } from "node:net";
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
import { enqueueUpdate } from "../outbox/index.ts";
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
export async function pauseAboveCaps(tx: Tx, deps: { ids: IdSource; now: Date }) {
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
  await enqueueUpdate(tx, deps, [advertiserId, publisherId], data);
}

/** Names that never leave this machine or its network. */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|home|lan|intranet|test|invalid)$/i;

/**
 * Checks a landing address: https on a public name, without credentials. `allowedOrigin` is the
 * demo shop's, whose address is this machine.
 *
 * **Errors** `destination_invalid`.
 */
export function checkDestination(url: string, allowedOrigin: string | undefined): string {
  const parsed = parseUrl(url);
  if (parsed === undefined) throw destinationInvalid("is not an address");
  if (parsed.origin === allowedOrigin) return url;
  if (parsed.protocol !== "https:") throw destinationInvalid("must begin with https://");
  if (parsed.username !== "" || parsed.password !== "") {
    throw destinationInvalid("must not carry credentials");
  }
  const host = parsed.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (isIP(host) !== 0 || !host.includes(".") || PRIVATE_NAMES.test(host)) {
    throw destinationInvalid("must name a public host");
  }
  return url;
}

/** Stand-ins for macros. What is checked is what a click will open, not the template of it. */
const SAMPLE_VALUES = { click_id: "clk", campaign_id: "cmp", placement_id: "plc" };

function parseUrl(url: string): URL | undefined {
  if (/[\r\n\t\\]/.test(url)) return undefined;
  const plain = expandMacros(url, SAMPLE_VALUES);
  return URL.canParse(plain) ? new URL(plain) : undefined;
}

function destinationInvalid(problem: string): ExchangeError {
  return new ExchangeError("destination_invalid", {
    field: "/arguments/creativeUrl",
    message: `creativeUrl ${problem}.`,
    issues: [{ pointer: "/arguments/creativeUrl", keyword: "destination", message: problem }],
    suggestion: "Send an https address on a public host name.",
  });
}

/**
 * Puts the click id into a landing address; macros we do not know become empty. The result fits a
 * header: characters outside ASCII are written the way browsers would send them.
 */
export function expandMacros(url: string, values: Readonly<Record<string, string>>): string {
  const expanded = url.replace(/\{([a-z_]+)\}/g, (_whole, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
  const isPlain = /^[\x21-\x7e]*$/.test(expanded);
  return isPlain || !URL.canParse(expanded) ? expanded : new URL(expanded).href;
}
