import { createHmac } from "node:crypto";
import { AD_UNITS } from "@placard/publisher-kit/units";
import type { WireCall } from "../console/wire.ts";
import type { ExchangeClient } from "../goods/market/exchange-client.ts";
import { type Json, listOf, numberOf, recordOf, textOf } from "../goods/market/json.ts";
import type { Booking } from "../goods/market/market.ts";
import { whyNotBilled } from "../goods/market/reasons.ts";
import type { ActionOutcome, Advertising, CouponUse, CouponVerdict, ShopAction } from "./types.ts";

/** The live campaign and the ones before it: a click may be older than the booking. */
const CAMPAIGNS_MAX = 3;
const COUPONS_MAX = 100;

const NOT_FOR = { order: "orders", sign_up: "sign-ups", install: "installs" } as const;

/**
 * What the advertisers' own servers do: after an order, a sign-up or an install they report to the
 * exchange with the click id of their landing page. Only the publisher may report a redeemed code
 * (`cppromo`), so the shop sends it to the chat, which reports it.
 */
export function createAdvertising(
  client: ExchangeClient,
  bookings: () => readonly Booking[],
): Advertising {
  return {
    report: (action) => report(client, bookings(), action),
    checkCoupon: (code, use) => checkCoupon(client, bookings(), code, use),
  };
}

type Call = { tool: "report_conversion"; args: Json; apiKey: string };

async function report(
  client: ExchangeClient,
  bookings: readonly Booking[],
  action: ShopAction,
): Promise<ActionOutcome> {
  const booking = bookingOf(bookings, action);
  // A code identifies its coupon; everything else needs the click.
  const isRedeemed = booking?.agent.advertiser.adUnitType === "cppromo" && hasCode(action);
  if (action.clickId === undefined && !isRedeemed) {
    return { reported: false, message: "The visit did not come from an ad: no charge." };
  }
  if (booking === undefined) {
    return { reported: false, message: "This product was found by search; no campaign pays." };
  }
  const { advertiser, name } = booking.agent;
  const conversion = conversionOf(booking, action);
  if (conversion === undefined) {
    const why =
      advertiser.adUnitType === "cppromo" && action.kind === "order"
        ? "and no code was used"
        : `not for ${NOT_FOR[action.kind]}`;
    return {
      reported: false,
      message: `${name} pays for ${AD_UNITS[advertiser.adUnitType].noun}s, ${why}.`,
    };
  }
  const calls: WireCall[] = [];
  let answer: Json = {};
  for (const campaignId of booking.campaignIds.slice(0, CAMPAIGNS_MAX)) {
    answer = await send(client, conversion, campaignId, calls);
    if (answer.billable === true || answer.reason === "duplicate") break;
  }
  return { reported: true, message: outcomeText(name, answer), calls };
}

const hasCode = (action: ShopAction): boolean =>
  action.kind === "order" && action.couponCode !== undefined;

/** The campaign named by the landing page, else the one that offers the product. */
function bookingOf(
  bookings: readonly Booking[],
  { campaignSlug, ...use }: Pick<ShopAction, "campaignSlug"> & { productId?: string },
): Booking | undefined {
  return bookings.find(({ agent: { advertiser } }) =>
    campaignSlug === undefined
      ? advertiser.productIds.includes(use.productId ?? "")
      : advertiser.slug === campaignSlug,
  );
}

/** What to report about it and as whom; nothing when the advertiser pays for something else. */
function conversionOf({ agent, publisher }: Booking, action: ShopAction): Call | undefined {
  const { clickId, orderId } = action;
  const click = clickId === undefined ? {} : { clickId };
  const byAdvertiser = (args: Json): Call => ({
    tool: "report_conversion",
    args: { ...args, ...click },
    apiKey: agent.apiKey,
  });
  switch (`${agent.advertiser.adUnitType} ${action.kind}`) {
    case "cpa order":
      return byAdvertiser({ conversionType: "cpa", orderId, ...worthOf(action) });
    case "cpl sign_up":
      return byAdvertiser({ conversionType: "cpl", orderId: leadOf(action, agent.apiKey) });
    case "cpi install":
      return byAdvertiser({ conversionType: "cpi", orderId });
    case "cppromo order": {
      if (action.kind !== "order" || action.couponCode === undefined) return undefined;
      const { couponCode } = action;
      const redeemed = { conversionType: "coupon_redeemed", couponCode, orderId };
      const args = { ...redeemed, ...worthOf(action), ...click };
      return { tool: "report_conversion", args, apiKey: publisher.apiKey };
    }
    default:
      return undefined;
  }
}

const worthOf = (action: ShopAction): Json =>
  action.kind === "order" ? { valueUsd: action.valueUsd } : {};

/** One address is one lead, for ever; the exchange does not receive the address. */
function leadOf(action: ShopAction, apiKey: string): string {
  const lead = action.kind === "sign_up" ? action.email.toLowerCase() : action.orderId;
  return `lead-${createHmac("sha256", apiKey).update(lead).digest("hex").slice(0, 24)}`;
}

async function send(
  client: ExchangeClient,
  { tool, args, apiKey }: Call,
  campaignId: string,
  calls: WireCall[],
): Promise<Json> {
  const request = { campaignId, ...args };
  const { status, body, requestId, durationMs } = await client.send(tool, request, apiKey);
  calls.push({
    title: `POST /api/agent ${tool}`,
    status,
    durationMs,
    ...(requestId !== undefined && { requestId }),
    request: { tool, arguments: request },
    response: body,
  });
  return status === 200 ? body : { reason: textOf(recordOf(body.error)?.code) };
}

function outcomeText(name: string, answer: Json): string {
  const charged = numberOf(answer.chargedCredits);
  if (charged === 0) {
    const reason = textOf(answer.reason) ?? "no reason given";
    return `${name} was not charged: ${whyNotBilled(reason)}.`;
  }
  const earned = numberOf(answer.earnedCredits);
  const share = `of which ${earned.toFixed(2)} cr went to the chat`;
  return `${name} paid ${charged.toFixed(2)} cr, ${share}.`;
}

async function checkCoupon(
  client: ExchangeClient,
  bookings: readonly Booking[],
  code: string,
  use: CouponUse,
): Promise<CouponVerdict> {
  const booking = bookingOf(bookings, use);
  const [campaignId] = booking?.campaignIds ?? [];
  if (booking === undefined || campaignId === undefined) {
    return refusal("There are no codes for this product. Empty the field to order without one.");
  }
  const { name, apiKey } = booking.agent;
  const args = { campaignId, limit: COUPONS_MAX };
  const { items } = await client.call("list_coupons", args, apiKey);
  const isSame = (coupon: Json) => textOf(coupon.couponCode)?.toLowerCase() === code.toLowerCase();
  const coupon = listOf(items).find(isSame);
  if (coupon === undefined) {
    return refusal(`${name} has no code ${code}. Check how it is spelled, or empty the field.`);
  }
  if (coupon.status === "exhausted") {
    return refusal(`The code ${code} is used up. Take another one, or empty the field.`);
  }
  if (coupon.status !== "active") {
    return refusal(`The code ${code} is not valid now. Take another one, or empty the field.`);
  }
  const percentOff = coupon.discountType === "percent" ? numberOf(coupon.discountValue) : 0;
  return { ok: true, code: textOf(coupon.couponCode) ?? code, percentOff };
}

const refusal = (message: string): CouponVerdict => ({ ok: false, message });
