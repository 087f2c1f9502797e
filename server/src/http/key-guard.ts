import { RateLimiterMemory } from "rate-limiter-flexible";
import { ExchangeError } from "../contract/errors.ts";
import type { Authenticator, KeyOrigin } from "../domain/identity/index.ts";

/** Wrong keys that one address may try in a minute (CONTRACT section 2). */
const TRIES = 10;
const WINDOW_SECONDS = 60;

/**
 * An authenticator that stops an address from guessing: after ten wrong keys in a minute it is
 * refused before its next key is looked at, also a right one. The same for HTTP and MCP.
 *
 * **Errors** those of authentication, and `rate_limited`.
 */
export function guardKeys(
  authenticator: Authenticator,
  options: { limitsLoopback: boolean },
): Authenticator {
  const failures = new RateLimiterMemory({
    keyPrefix: "failed_key",
    points: TRIES,
    duration: WINDOW_SECONDS,
  });
  return {
    async authenticate(key, from) {
      const who = addressOf(from, options);
      if (who === undefined) return authenticator.authenticate(key);
      const known = await failures.get(who);
      if (known !== null && known.consumedPoints >= TRIES) throw tooMany(known.msBeforeNext);
      try {
        return await authenticator.authenticate(key);
      } catch (error) {
        const isWrong = error instanceof ExchangeError && error.code === "invalid_key";
        if (isWrong) await failures.penalty(who);
        throw error;
      }
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
  });
}
