import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { RateClass } from "../contract/define-tool.ts";
import { ExchangeError } from "../contract/errors.ts";
import type { RateLimiter } from "../tools/dispatch.ts";

/** Calls a second and the burst on top of them (CONTRACT section 2). */
export const RATE_LIMITS: Readonly<Record<RateClass, { perSecond: number; burst: number }>> = {
  read: { perSecond: 50, burst: 100 },
  write: { perSecond: 10, burst: 20 },
  report: { perSecond: 200, burst: 400 },
  search: { perSecond: 20, burst: 40 },
  register: { perSecond: 20 / 3600, burst: 20 },
};

const HOUR_SECONDS = 3_600;

/**
 * A bucket for each caller and class: `burst` calls at once, refilled at `perSecond`. Realised as a
 * window as long as the bucket takes to refill, which never lets more through than the contract.
 */
export function createRateLimiter(options: { limitsLoopback: boolean }): RateLimiter {
  const limiters = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([name, { perSecond, burst }]) => [
      name,
      new RateLimiterMemory({
        keyPrefix: name,
        points: burst,
        duration: windowSecondsOf(name, { perSecond, burst }),
      }),
    ]),
  );
  return {
    async take({ rateClass, who, isLoopback, cost }) {
      if (isLoopback && !options.limitsLoopback) return;
      try {
        await limiters[rateClass]?.consume(who, cost ?? 1);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        throw new ExchangeError("rate_limited", {
          retryAfterSeconds,
          details: policyOf(rateClass),
          suggestion: `Wait ${retryAfterSeconds} s; join reports with report_events.`,
        });
      }
    },
  };
}

function windowSecondsOf(name: string, limit: { perSecond: number; burst: number }): number {
  return name === "register" ? HOUR_SECONDS : limit.burst / limit.perSecond;
}

/** What the `RateLimit` headers of a refusal say. */
function policyOf(rateClass: RateClass) {
  const limit = RATE_LIMITS[rateClass];
  return {
    policy: rateClass,
    quota: limit.burst,
    windowSeconds: windowSecondsOf(rateClass, limit),
  };
}
