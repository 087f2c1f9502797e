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
  return `${EXACT.format(amountCredits)} cr`;
}

const SMALLEST_SHOWN = 0.005;

/** Two decimals; what is less than half a hundredth is not shown as nothing. */
export function credits(amountCredits: number): string {
  const isTiny = amountCredits !== 0 && Math.abs(amountCredits) < SMALLEST_SHOWN;
  if (isTiny) return amountCredits > 0 ? "<0.01 cr" : ">−0.01 cr";
  return `${ROUNDED.format(amountCredits)} cr`;
}

export function dollars(amountCredits: number): string {
  return DOLLARS.format(amountCredits / CREDITS_PER_USD);
}

export function count(value: number): string {
  return COUNT.format(value);
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

/** The end of an id is what tells two of one day apart. */
export function shortId(id: string): string {
  const [prefix = "", rest = ""] = id.split("_");
  return `${prefix}_…${rest.slice(-6)}`;
}
