import type { PostbackType } from "../../contract/enums.ts";
import { idFromUuid } from "../../contract/ids.ts";
import { creditsFromMicros, micros } from "../../contract/money.ts";
import { EVENT_REASONS } from "../../contract/reasons.ts";
import { conversionTypeOf, KIND } from "../../contract/units.ts";
import { API_VERSION } from "../../contract/version.ts";
import type {
  CampaignSides,
  ImpressionMinute,
  SettledEvent,
  UnbilledMinute,
} from "./event-queries.ts";

/** The exact bytes of a message: written once, sent on every attempt. */
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

/** Counted events, billed or not; not repeats and invalid traffic. */
export function isSent(event: SettledEvent): boolean {
  return event.counted > 0 || event.reason === 0 || event.reason === NOT_BILLING_UNIT;
}

export function typeOf(event: SettledEvent): PostbackType {
  if (event.kind === KIND.click) return "click.recorded";
  return event.kind === KIND.coupon_redeemed ? "coupon.redeemed" : "conversion.recorded";
}

/** The publisher's part of a charge, which is a whole number of units. */
function earnedOf(charged: bigint, campaign: CampaignSides): bigint {
  const [price, fee] = [BigInt(campaign.unitPrice), BigInt(campaign.unitFee)];
  return (charged / price) * (price - fee);
}

export function eventData(event: SettledEvent, campaign: CampaignSides, settledAt: Date): object {
  const { detail, reason } = event;
  const charged = BigInt(event.charged);
  const conversionType = conversionTypeOf(event.kind);
  const reasonName = reason === 0 ? undefined : EVENT_REASONS[reason - 1];
  return {
    ...placeOf(campaign),
    eventId: idFromUuid("evt", event.uuid),
    ...(conversionType === undefined ? {} : { conversionType }),
    ...(event.deliveryUuid === null ? {} : { clickId: idFromUuid("clk", event.deliveryUuid) }),
    ...taken(detail, ["orderId", "valueUsd", "couponCode"]),
    billable: charged > 0n,
    ...(reasonName === undefined ? {} : { reason: reasonName }),
    verified: event.isVerified,
    ...moneyOf(charged, earnedOf(charged, campaign)),
    ...(event.occurredAt === null ? {} : { occurredAt: event.occurredAt.toISOString() }),
    settledAt: settledAt.toISOString(),
  };
}

const MINUTE_MS = 60_000;

export function impressionData(sum: ImpressionMinute): object {
  return {
    ...placeOf(sum),
    ...boundsOf(sum),
    reports: Number(sum.reports),
    impressions: Number(sum.impressions),
    billedImpressions: Number(sum.billed),
    ...moneyOf(BigInt(sum.charged), BigInt(sum.earned)),
  };
}

export function unbilledData(minute: UnbilledMinute): object {
  return { ...placeOf(minute), ...boundsOf(minute), events: minute.events };
}

function boundsOf({ minute }: { readonly minute: Date }): object {
  const to = new Date(minute.getTime() + MINUTE_MS);
  return { from: minute.toISOString(), to: to.toISOString() };
}

function placeOf(campaign: CampaignSides): object {
  return {
    campaignId: idFromUuid("cmp", campaign.campaignUuid),
    placementId: idFromUuid("plc", campaign.placementUuid),
  };
}

function moneyOf(charged: bigint, earned: bigint): object {
  return {
    chargedCredits: creditsFromMicros(micros(charged)),
    earnedCredits: creditsFromMicros(micros(earned)),
  };
}

function taken(detail: SettledEvent["detail"], names: readonly string[]): object {
  const found = names.flatMap((name) => {
    const value = detail?.[name];
    return value === undefined || value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(found);
}
