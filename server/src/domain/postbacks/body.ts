import type { PostbackType } from "../../contract/enums.ts";
import { EVENT_REASONS } from "../../contract/enums.ts";
import { idFromUuid } from "../../contract/ids.ts";
import { creditsFromMicros, micros } from "../../contract/money.ts";
import { conversionTypeOf, KIND } from "../../contract/units.ts";
import { API_VERSION } from "../../contract/version.ts";
import type { TakenMinute, ToldCampaign, ToldEvent } from "./event-queries.ts";

/** The exact bytes of a message: made once, sent on every attempt. */
export function bodyOf(message: {
  eventUuid: string;
  type: PostbackType;
  createdAt: Date;
  data: object;
}): string {
  return JSON.stringify({
    id: idFromUuid("evt", message.eventUuid),
    type: message.type,
    createdAt: message.createdAt.toISOString(),
    apiVersion: API_VERSION,
    data: message.data,
  });
}

const NOT_BILLING_UNIT = EVENT_REASONS.indexOf("not_billing_unit") + 1;

/** What was taken, billed or not; repeats and invalid traffic are no news to anybody. */
export function isTold(event: ToldEvent): boolean {
  return event.counted > 0 || event.reason === 0 || event.reason === NOT_BILLING_UNIT;
}

export function typeOf(event: ToldEvent): PostbackType {
  if (event.kind === KIND.click) return "click.recorded";
  return event.kind === KIND.coupon_redeemed ? "coupon.redeemed" : "conversion.recorded";
}

/** What the publisher gets of a charge: it is a whole number of units. */
function earnedOf(charged: bigint, campaign: ToldCampaign): bigint {
  return (charged / campaign.unitPrice) * (campaign.unitPrice - campaign.unitFee);
}

/** `data` of a click, a conversion or a redeemed coupon. */
export function eventData(event: ToldEvent, campaign: ToldCampaign, settledAt: Date): object {
  const { detail, reason } = event;
  const conversionType = conversionTypeOf(event.kind);
  const reasonName = reason === 0 ? undefined : EVENT_REASONS[reason - 1];
  return {
    ...placeOf(campaign),
    eventId: idFromUuid("evt", event.uuid),
    ...(conversionType === undefined ? {} : { conversionType }),
    ...(event.deliveryUuid === null ? {} : { clickId: idFromUuid("clk", event.deliveryUuid) }),
    ...taken(detail, ["orderId", "valueUsd", "couponCode"]),
    billable: event.charged > 0n,
    ...(reasonName === undefined ? {} : { reason: reasonName }),
    verified: event.isVerified,
    ...moneyOf(event.charged, earnedOf(event.charged, campaign)),
    ...(event.occurredAt === null ? {} : { occurredAt: event.occurredAt.toISOString() }),
    settledAt: settledAt.toISOString(),
  };
}

const MINUTE_MS = 60_000;

/** `data` of the impressions of one minute. */
export function impressionData(sum: TakenMinute): object {
  return {
    ...placeOf(sum.campaign),
    from: sum.minute.toISOString(),
    to: new Date(sum.minute.getTime() + MINUTE_MS).toISOString(),
    reports: Number(sum.reports),
    impressions: Number(sum.impressions),
    billedImpressions: Number(sum.billed),
    ...moneyOf(sum.charged, sum.earned),
  };
}

function placeOf(campaign: ToldCampaign): object {
  return {
    campaignId: idFromUuid("cmp", campaign.uuid),
    placementId: idFromUuid("plc", campaign.placementUuid),
  };
}

function moneyOf(charged: bigint, earned: bigint): object {
  return {
    chargedCredits: creditsFromMicros(micros(charged)),
    earnedCredits: creditsFromMicros(micros(earned)),
  };
}

function taken(detail: ToldEvent["detail"], names: readonly string[]): object {
  const found = names.flatMap((name) => {
    const value = detail?.[name];
    return value === undefined || value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(found);
}
