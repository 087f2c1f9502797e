import type { ExchangeClient } from "../seed/exchange-client.ts";
import { ToolError } from "../seed/exchange-client.ts";
import { type Json, numberOf, textOf } from "../seed/json.ts";
import type { Booking } from "../seed/market.ts";
import type { Purchase, PurchaseOutcome } from "../shop/types.ts";

/** The live campaign and the ones before it: a click may be older than the booking. */
const CAMPAIGNS_MAX = 3;

/**
 * What the advertiser's own server does after a sale: it tells the exchange, with the click id the
 * landing page was opened with and the advertiser's key.
 */
export async function reportSale(
  client: ExchangeClient,
  bookings: readonly Booking[],
  purchase: Purchase,
): Promise<PurchaseOutcome> {
  const { clickId } = purchase;
  if (clickId === undefined) {
    return { reported: false, message: "Nobody came by an ad, so nobody is paid for it." };
  }
  const booking = bookingOf(bookings, purchase);
  if (booking === undefined) {
    return { reported: false, message: "This product was found by search; no campaign pays." };
  }
  const { advertiser, name } = booking.agent;
  if (advertiser.adUnitType !== "cpa") {
    const message = `${name} pays for ${PAYS_FOR[advertiser.adUnitType]}, not for orders.`;
    return { reported: false, message };
  }
  const answer = await report(client, booking, purchase, clickId);
  return { reported: true, message: outcomeText(name, answer) };
}

const PAYS_FOR = {
  cpm: "views",
  cpc: "clicks",
  cpia: "places in the model's context",
  cpr: "recommendations",
  cpd: "decisions",
  cpa: "orders",
} as const;

/** The campaign named by the landing page, else the one that offers the product. */
function bookingOf(bookings: readonly Booking[], purchase: Purchase): Booking | undefined {
  const { campaignSlug, productId } = purchase;
  return bookings.find(({ agent: { advertiser } }) =>
    campaignSlug === undefined
      ? advertiser.productIds.includes(productId)
      : advertiser.slug === campaignSlug,
  );
}

async function report(
  client: ExchangeClient,
  { agent, campaignIds }: Booking,
  { orderId, valueUsd }: Purchase,
  clickId: string,
): Promise<Json> {
  let answer: Json = {};
  for (const campaignId of campaignIds.slice(0, CAMPAIGNS_MAX)) {
    const args = { campaignId, conversionType: "cpa", clickId, orderId, valueUsd };
    answer = await client.call("report_conversion", args, agent.apiKey).catch(refusalOf);
    if (answer.billable === true) return answer;
  }
  return answer;
}

/** A refusal is an answer too; only an exchange that is gone is not. */
function refusalOf(error: unknown): Json {
  if (error instanceof ToolError) return { reason: error.code };
  throw error;
}

function outcomeText(name: string, answer: Json): string {
  const charged = numberOf(answer.chargedCredits);
  if (charged === 0) {
    const reason = textOf(answer.reason) ?? "no reason given";
    return `${name} was not charged: ${reason.replaceAll("_", " ")}.`;
  }
  const earned = numberOf(answer.earnedCredits);
  const share = `of which ${earned.toFixed(2)} cr went to the chat`;
  return `${name} paid ${charged.toFixed(2)} cr, ${share}.`;
}
