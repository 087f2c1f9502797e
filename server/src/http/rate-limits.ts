import { RateLimiterRes } from "rate-limiter-flexible";
import { ExchangeError } from "../contract/errors.ts";
import {
  RATE_CLASSES,
  type RateClass,
  type RateLimits,
  windowSecondsOf,
} from "../contract/rate-limits.ts";
import type { RedisStore } from "../core/redis-store.ts";
import type { RateLimiter } from "../tools/dispatch.ts";
import { type Budget, createBudget } from "./budget.ts";

export interface RateLimiterOptions {
  readonly limits: RateLimits;
  readonly limitsLoopback: boolean;
  readonly store: RedisStore | undefined;
}

/**
 * A bucket for each caller and class: `burst` calls at once, refilled at `perSecond`. Realised as a
 * window as long as the bucket takes to refill, which never lets more through than the contract.
 */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { limits, store } = options;
  const budgets = new Map<RateClass, Budget>(
    RATE_CLASSES.map((name) => {
      const limit = limits[name];
      const windowSeconds = windowSecondsOf(limit);
      return [name, createBudget({ name, points: limit.burst, windowSeconds, store })];
    }),
  );
  return {
    async take({ rateClass, who, isLoopback, cost }) {
      if (isLoopback && !options.limitsLoopback) return;
      try {
        await budgets.get(rateClass)?.consume(who, cost ?? 1);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        throw new ExchangeError("rate_limited", {
          retryAfterSeconds,
          details: policyOf(rateClass, limits),
          suggestion: `Wait ${retryAfterSeconds} s; join reports with report_events.`,
        });
      }
    },
  };
}

/** What the `RateLimit` headers of a refusal say; their window is in whole seconds. */
function policyOf(rateClass: RateClass, limits: RateLimits) {
  const limit = limits[rateClass];
  return {
    policy: rateClass,
    quota: limit.burst,
    windowSeconds: Math.ceil(windowSecondsOf(limit)),
  };
}
