import type { PostbackType } from "../../src/contract/enums.ts";

const EXACT = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});
const ROUNDED = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const DOLLARS = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
});
const COUNT = new Intl.NumberFormat("en-US");
const PERCENT = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 2 });
const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

const CREDITS_PER_USD = 100;

/** To the micro-credit. */
export function exactCredits(amountCredits: number): string {
  return `${EXACT.format(amountCredits).replace("-", "−")} cr`;
}

const SMALLEST_SHOWN = 0.005;

/** Two decimals; what is less than half a hundredth is not shown as nothing. */
export function credits(amountCredits: number): string {
  return `${shortly(amountCredits, ROUNDED)} cr`;
}

export function dollars(amountCredits: number): string {
  return shortly(amountCredits / CREDITS_PER_USD, DOLLARS);
}

function shortly(value: number, format: Intl.NumberFormat): string {
  const isTiny = value !== 0 && Math.abs(value) < SMALLEST_SHOWN;
  if (isTiny) return value > 0 ? `<${format.format(0.01)}` : `>−${format.format(0.01)}`;
  return format.format(value).replace("-", "−");
}

export function count(value: number): string {
  return COUNT.format(value);
}

/** A number with the noun that it counts: `1 delivery`, `2 deliveries`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

export function percent(share: number): string {
  return PERCENT.format(share);
}

const SPANS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago, or how soon. */
export function relative(iso: string, nowMs: number): string {
  const distanceMs = new Date(iso).getTime() - nowMs;
  for (const [unit, lengthMs] of SPANS) {
    if (Math.abs(distanceMs) >= lengthMs) {
      return RELATIVE.format(Math.trunc(distanceMs / lengthMs), unit);
    }
  }
  return RELATIVE.format(Math.trunc(distanceMs / 1_000), "second");
}

/** **Shape** `2026-11-20 18:05:12 UTC`. */
export function exactTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** `campaign_spend` as "campaign spend": the field's words, without its spelling. */
export function words(name: string): string {
  return name.replaceAll(/[._]/g, " ");
}

/** Two ids of one day differ at the end. */
export function shortId(id: string): string {
  const [prefix = "", rest = ""] = id.split("_");
  return `${prefix}_…${rest.slice(-6)}`;
}

const CONVERSIONS: Readonly<Record<string, string>> = {
  cpa: "purchase",
  cpl: "sign-up",
  cpi: "install",
};

/** A conversion type as people say it. */
export function conversionWords(type: string): string {
  return CONVERSIONS[type] ?? words(type);
}

/** The types of webhooks in the order of the contract. A test is sent to every webhook. */
export const POSTBACK_TYPES: Readonly<Record<Exclude<PostbackType, "postback.test">, string>> = {
  "campaign.booked": "campaign booked",
  "campaign.updated": "campaign updated",
  "campaign.exhausted": "campaign exhausted",
  "campaign.completed": "campaign completed",
  "creative.reviewed": "creative reviewed",
  "impression.batch": "impressions of a minute",
  "click.recorded": "click recorded",
  "conversion.recorded": "conversion recorded",
  "coupon.redeemed": "coupon redeemed",
  "unbilled.batch": "events that were not billed",
  "escrow.released": "escrow released",
  "refund.completed": "refund completed",
  "wallet.credited": "wallet credited",
  "cashout.updated": "cashout updated",
  "placement.reviewed": "placement reviewed",
  "message.created": "message received",
};

export function postbackWords(type: string): string {
  return Object.entries(POSTBACK_TYPES).find(([known]) => known === type)?.[1] ?? words(type);
}
