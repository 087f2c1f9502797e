const CREDITS = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});
const SIGNED = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
  signDisplay: "exceptZero",
});
const DOLLARS = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
});
const CREDITS_PER_USD = 100;
const MICROS_PER_CREDIT = 1_000_000;

export function credits(amountCredits: number): string {
  return `${CREDITS.format(amountCredits)} cr`;
}

/** With its sign, for what changed; nothing has none. */
export function change(amountCredits: number): string {
  return `${SIGNED.format(amountCredits).replace("-", "−")} cr`;
}

export function dollars(amountCredits: number): string {
  const value = Math.abs(amountCredits) / CREDITS_PER_USD;
  // The exact amount is that in credits; a part of a cent is not shown as nothing.
  const text = value > 0 && value < 0.005 ? `<${DOLLARS.format(0.01)}` : DOLLARS.format(value);
  return amountCredits < 0 ? `−${text}` : text;
}

/** Adds as whole micro-credits: floating point would show a balance of 0.30000000000004. */
export function sumOf(amounts: readonly number[]): number {
  const micros = amounts.reduce((sum, one) => sum + Math.round(one * MICROS_PER_CREDIT), 0);
  return micros / MICROS_PER_CREDIT;
}

/** A time since the question: milliseconds while they matter, then seconds. */
export function elapsed(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

export function counted(value: number): string {
  return value.toLocaleString("en-US");
}

/** A moment as UTC with its second. **Units** epoch milliseconds. */
export function utc(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
