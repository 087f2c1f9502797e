import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import type { RedisStore } from "../core/redis-store.ts";

export interface BudgetOptions {
  readonly name: string;
  /** Calls of one caller in one window. */
  readonly points: number;
  readonly windowSeconds: number;
  /** What the processes of one exchange count in together; absent: each counts by itself. */
  readonly store: RedisStore | undefined;
}

/** Points that callers use up, each its own; the promises reject with what is left when over. */
export interface Budget {
  consume(who: string, points: number): Promise<RateLimiterRes>;
  penalty(who: string): Promise<RateLimiterRes>;
  get(who: string): Promise<RateLimiterRes | null>;
}

/**
 * Counts and starts the window in one step. The library's own script counts windows in whole
 * seconds, which would let a window of 1.5 s pass half as much again.
 */
const COUNT_SCRIPT = `
redis.call('set', KEYS[1], 0, 'PX', math.ceil(tonumber(ARGV[4]) * 1000), 'NX')
local consumed = redis.call('incrby', KEYS[1], ARGV[1])
return { consumed, redis.call('pttl', KEYS[1]) }`;

/**
 * A budget shared through Redis, where there is one. While Redis is lost or slow each process
 * counts by itself: calls go on, with the full budget in every process.
 */
export function createBudget({ name, points, windowSeconds, store }: BudgetOptions): Budget {
  const limit = { points, duration: windowSeconds };
  const own = new RateLimiterMemory({ ...limit, keyPrefix: name });
  if (store === undefined) return own;
  return new RateLimiterRedis({
    ...limit,
    keyPrefix: `placard:limit:${name}`,
    storeClient: store,
    useRedisPackage: true,
    customIncrTtlLuaScript: COUNT_SCRIPT,
    insuranceLimiter: own,
    // Whoever has nothing left is refused without a question until its window ends.
    inMemoryBlockOnConsumed: points,
  });
}
