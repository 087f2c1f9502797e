import type { RateLimiterRes } from "rate-limiter-flexible";
import { ExchangeError } from "../contract/errors.ts";
import { createBoundedMap } from "../core/bounded-map.ts";
import type { Clock } from "../core/clock.ts";
import type { RedisStore } from "../core/redis-store.ts";
import type { Authenticator, KeyOrigin } from "../domain/identity/index.ts";
import { type Budget, createBudget } from "./budget.ts";

/** Wrong keys that one address may try in a minute. */
const TRIES = 10;
const WINDOW_SECONDS = 60;

/** What other processes counted is asked for once a second and address, not for every call. */
const KNOWN_FOR_MS = 1_000;
const KNOWN_MAX = 10_000;

export interface KeyGuardOptions {
  readonly limitsLoopback: boolean;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly store: RedisStore | undefined;
}

/**
 * An authenticator that stops an address from guessing: after ten wrong keys in a minute it is
 * refused before its next key is looked at, also a right one. The same for HTTP and MCP, and for
 * all processes: every wrong key is counted where all see it, so that no more than ten are called
 * wrong, and a process that saw none of them refuses a right one within a second.
 *
 * **Errors** those of authentication, and `rate_limited`.
 */
export function guardKeys(authenticator: Authenticator, options: KeyGuardOptions): Authenticator {
  const failures = remembered(
    createBudget({
      name: "failed_key",
      points: TRIES,
      windowSeconds: WINDOW_SECONDS,
      store: options.store,
    }),
    options.clock,
  );
  return {
    async authenticate(key, from) {
      const who = addressOf(from, options);
      if (who === undefined) return authenticator.authenticate(key);
      const known = await failures.read(who);
      if (known !== null && known.consumedPoints >= TRIES) throw tooMany(known.msBeforeNext);
      try {
        return await authenticator.authenticate(key);
      } catch (error) {
        const isWrong = error instanceof ExchangeError && error.code === "invalid_key";
        const spent = isWrong ? await failures.add(who) : null;
        if (spent !== null && spent.consumedPoints > TRIES) throw tooMany(spent.msBeforeNext);
        throw error;
      }
    },
  };
}

/** Counts of addresses, as they were up to a second ago or at the last wrong key seen here. */
function remembered(budget: Budget, clock: KeyGuardOptions["clock"]) {
  const known = createBoundedMap<string, { spent: RateLimiterRes | null; untilMs: number }>(
    KNOWN_MAX,
  );
  const remember = (who: string, spent: RateLimiterRes | null) => {
    known.set(who, { spent, untilMs: clock.monotonicMs() + KNOWN_FOR_MS });
    return spent;
  };
  return {
    async read(who: string): Promise<RateLimiterRes | null> {
      const found = known.get(who);
      if (found !== undefined && found.untilMs > clock.monotonicMs()) return found.spent;
      return remember(who, await budget.get(who));
    },
    async add(who: string): Promise<RateLimiterRes | null> {
      return remember(who, await budget.penalty(who));
    },
  };
}

function addressOf(
  from: KeyOrigin | undefined,
  options: { limitsLoopback: boolean },
): string | undefined {
  return from?.isLoopback === true && !options.limitsLoopback ? undefined : from?.address;
}

function tooMany(msBeforeNext: number): ExchangeError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new ExchangeError("rate_limited", {
    message: "Too many wrong keys came from this address.",
    retryAfterSeconds,
    details: { policy: "failed_key", quota: TRIES, windowSeconds: WINDOW_SECONDS },
    suggestion: `Wait ${retryAfterSeconds} s, then send the key that register returned.`,
    nextTools: ["whoami"],
  });
}
