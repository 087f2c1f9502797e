import {
  CREDITS_MAX,
  CREDITS_PER_USD,
  hasAtMostDecimals,
  type Micros,
  micros,
  microsFromCredits,
} from "../../contract/money.ts";
import { AdcpError } from "./errors.ts";

const DECIMALS = 6;

/** **Units** US dollars in, micro-credits out. **Errors** VALIDATION_ERROR beyond our limits. */
export function microsFromUsd(usd: number, field: string): Micros {
  if (!hasAtMostDecimals(usd, DECIMALS) || usd * CREDITS_PER_USD > CREDITS_MAX) {
    const limits = `at most ${DECIMALS} decimals and be at most 10,000,000 USD`;
    throw new AdcpError("VALIDATION_ERROR", `${field} must have ${limits}.`, field);
  }
  return micros(BigInt(Math.round(usd * 10 ** DECIMALS)) * BigInt(CREDITS_PER_USD));
}

/** **Units** micro-credits in, US dollars out. */
export function usdFromMicros(value: Micros): number {
  return Number(value) / (1_000_000 * CREDITS_PER_USD);
}

/** Credits of our own answers; exact, as they have at most six decimals. */
export function usdFromCredits(credits: number): number {
  return usdFromMicros(microsFromCredits(credits));
}

/** Equal parts of an amount in millionths of a dollar; odd ones go to the first. */
export function sharesOf(amount: Micros, count: number): Micros[] {
  const step = BigInt(CREDITS_PER_USD);
  const share = (amount / step / BigInt(count)) * step;
  const odd = amount - share * BigInt(count);
  return Array.from({ length: count }, (_, place) => micros(place === 0 ? share + odd : share));
}
