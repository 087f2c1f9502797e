import { ExchangeError } from "../contract/errors.ts";
import type { RateClass } from "../contract/rate-limits.ts";
import type { Caller } from "../domain/identity/index.ts";
import { holderOfIp } from "../domain/traffic/index.ts";
import type { DispatchDeps, ToolCall } from "./dispatch.ts";

/** Who calls, as far as the request shows. */
export type Origin = Pick<ToolCall, "key" | "ip" | "isLoopback" | "requestId">;

export type Gate = ReturnType<typeof createGate>;

/** What another protocol's call needs before it calls tools. */
export function createGate({
  authenticator,
  limiter,
}: Pick<DispatchDeps, "authenticator" | "limiter">) {
  return {
    /**
     * The caller of a key; null without one.
     *
     * **Errors** `invalid_key`, `revoked_key`, `rate_limited`.
     */
    async callerOf(origin: Origin) {
      return origin.key === undefined ? null : authenticator.authenticate(origin.key, origin);
    },
    /** Counts one call of a class against the limits that tools have. **Errors** `rate_limited`. */
    async take(origin: Origin, caller: Caller | null, rateClass: RateClass) {
      const limits = limiter.limitsOf(caller?.agentId ?? holderOfIp(origin.ip), origin.isLoopback);
      try {
        await limits?.take(rateClass, 1);
      } catch (error) {
        if (error instanceof ExchangeError) await limits?.delayRefusal();
        throw error;
      }
    },
  };
}
