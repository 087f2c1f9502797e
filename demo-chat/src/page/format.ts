const CREDITS = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});
const DOLLARS = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const CREDITS_PER_USD = 100;

export function credits(amountCredits: number): string {
  return `${CREDITS.format(amountCredits)} cr`;
}

export function dollars(amountCredits: number): string {
  return DOLLARS.format(amountCredits / CREDITS_PER_USD);
}

/** A time since the question: milliseconds while they matter, then seconds. */
export function elapsed(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

export function counted(value: number): string {
  return value.toLocaleString("en-US");
}
