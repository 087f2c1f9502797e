import type { Micros } from "../../contract/money.ts";
import type { Foundation } from "../../core/foundation.ts";
import type { CashoutProvider } from "./port.ts";

export interface Quote {
  /** A decimal text with at most eight decimals. */
  readonly usdPerBtc: string;
  readonly expiresAt: Date;
}

/** A price older than this is never used to approve a cashout. */
const VALID_MS = 120_000;

/** Refreshed well before it is too old, so that one failed look-up does not stop approvals. */
const REFRESH_MS = 30_000;

/**
 * The lower the price, the more a cashout pays: one below this is taken for a fault of its source,
 * and approvals wait. Bitcoin last cost less in 2020. **Units** dollars for a bitcoin.
 */
const PLAUSIBLE_MIN_USD = 10_000n;

const HOUR_MS = 3_600_000;

const DECIMALS = 8;
const DECIMAL = /^(\d{1,12})(?:\.(\d+))?$/;

/**
 * A decimal price as a whole number of hundred-millionths. More decimals than that are rounded up,
 * because a higher price never pays out more.
 *
 * **Errors** throws a RangeError for anything but a positive decimal number.
 */
export function parsePrice(text: string): bigint {
  const [, whole, decimals = ""] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`Not a price: ${text.slice(0, 40)}`);
  const kept = BigInt(whole + decimals.slice(0, DECIMALS).padEnd(DECIMALS, "0"));
  const price = /[1-9]/.test(decimals.slice(DECIMALS)) ? kept + 1n : kept;
  if (price === 0n) throw new RangeError("A price of nothing.");
  return price;
}

function formatPrice(price: bigint): string {
  const digits = String(price).padStart(DECIMALS + 1, "0");
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}

/**
 * What an amount buys, rounded down. A micro-credit is a hundred-millionth of a dollar as a satoshi
 * is of a bitcoin, so the two factors cancel.
 *
 * **Units** micro-credits in, satoshis out.
 */
export function satoshisOf(amount: Micros, usdPerBtc: string): bigint {
  return (amount * 10n ** BigInt(DECIMALS)) / parsePrice(usdPerBtc);
}

export type QuoteBoard = ReturnType<typeof createQuoteBoard>;

export interface QuoteDeps extends Pick<Foundation, "clock" | "logger"> {
  readonly provider: CashoutProvider;
  readonly moveMaxPercent: number;
}

/** Keeps the price at hand, so that no transaction ever waits for the provider. */
export function createQuoteBoard({ provider, clock, logger, moveMaxPercent }: QuoteDeps) {
  let accepted: { price: bigint; atMs: number } | undefined;
  let known: Quote | undefined;
  return {
    /** The last price, while it is fresh. Never waits for the network. */
    latest: () => (known !== undefined && known.expiresAt > clock.now() ? known : undefined),
    /** Asks the provider if the price is old enough; a failure keeps the last one. */
    async refresh() {
      const askedAtMs = clock.now().getTime();
      const ageMs = askedAtMs - ((known?.expiresAt.getTime() ?? 0) - VALID_MS);
      if (known !== undefined && ageMs >= 0 && ageMs < REFRESH_MS) return;
      try {
        const { usdPerBtc } = await provider.quote();
        const price = parsePrice(usdPerBtc);
        if (price < PLAUSIBLE_MIN_USD * 10n ** BigInt(DECIMALS)) {
          throw new RangeError(`${formatPrice(price)} dollars for a bitcoin cannot be right.`);
        }
        if (
          accepted !== undefined &&
          isJump(accepted, { price, atMs: askedAtMs }, moveMaxPercent)
        ) {
          throw new RangeError(`${formatPrice(price)} is too far from the price before.`);
        }
        accepted = { price, atMs: askedAtMs };
        known = { usdPerBtc: formatPrice(price), expiresAt: new Date(askedAtMs + VALID_MS) };
      } catch (error) {
        logger.warn({ err: String(error) }, "cashout_price_unavailable");
      }
    },
  };
}

interface Accepted {
  readonly price: bigint;
  readonly atMs: number;
}

/** A price may move by so many percent in each hour since the last accepted one, at least once. */
function isJump(before: Accepted, next: Accepted, moveMaxPercent: number): boolean {
  const hours = Math.max(1, Math.floor((next.atMs - before.atMs) / HOUR_MS));
  const move = next.price > before.price ? next.price - before.price : before.price - next.price;
  return move * 100n > before.price * BigInt(moveMaxPercent) * BigInt(hours);
}
