import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { ExchangeError } from "../contract/errors.ts";
import {
  RATE_CLASSES,
  type RateClass,
  type RateLimits,
  windowSecondsOf,
} from "../contract/rate-limits.ts";
import { createBoundedMap } from "../core/cache.ts";
import type { Clock } from "../core/clock.ts";
import type { RedisStore } from "../core/redis.ts";
import { createTurns } from "../core/turns.ts";
import type { Authenticator, KeyOrigin } from "../domain/identity/index.ts";
import { holderOfIp } from "../domain/traffic/index.ts";
import type { RateLimiter } from "../tools/dispatch.ts";
import type { KeyGuard } from "./deps.ts";
import { createRefusalDelay, type DelayRefusal } from "./errors.ts";

export interface BudgetOptions {
  readonly name: string;
  readonly points: number;
  readonly windowSeconds: number;
  /** Shared by the processes of one exchange; absent: each process counts on its own. */
  readonly store: RedisStore | undefined;
}

/** Points of each caller in a window; `consume` rejects with what is left when none remain. */
export type Budget = Pick<RateLimiterMemory, "consume" | "penalty" | "get">;

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
 * counts alone: calls are answered, with the full budget in every process.
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
    // A caller without points is refused without a request to Redis until its window ends.
    inMemoryBlockOnConsumed: points,
  });
}

export interface LimiterOptions {
  readonly limits: RateLimits;
  readonly limitsLoopback: boolean;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly store: RedisStore | undefined;
  /** **Units** ms, the longest wait of a refusal. */
  readonly refusalDelayMs: number;
}

/** Wrong keys that one address may send in a minute before it is limited. */
const WRONG_KEYS = { policy: "failed_key", quota: 10, windowSeconds: 60 };
/** Wrong keys after which only keys that were right before are looked up for an address. */
const LOOK_UPS_MAX = 69;

/** Counts of other processes are read once per IP in this time, not for every call. */
const COUNT_TTL_MS = 1_000;
const COUNTS_MAX = 10_000;

/**
 * The one limiter of an exchange. `limitsOf` limits calls: a bucket for each caller and class of
 * `burst` calls, refilled at `perSecond`, realised as a window as long as the bucket takes to
 * refill, which never lets more through than the contract. `check` limits wrong keys, counted for
 * each address by all processes. A right key passes, so that others behind its address cannot lock
 * it out.
 */
export function createLimiter(options: LimiterOptions): RateLimiter & KeyGuard {
  const { limits, store, limitsLoopback } = options;
  const budgets = new Map<RateClass, Budget>(
    RATE_CLASSES.map((name) => {
      const windowSeconds = windowSecondsOf(limits[name]);
      return [name, createBudget({ name, points: limits[name].burst, windowSeconds, store })];
    }),
  );
  const inTurn = createTurns();
  const delay = createRefusalDelay(options.clock, options.refusalDelayMs);
  return {
    limitsOf(who, isLoopback) {
      if (isLoopback && !limitsLoopback) return undefined;
      return {
        async take(rateClass, cost) {
          try {
            await budgets.get(rateClass)?.consume(who, cost);
          } catch (refused) {
            if (!(refused instanceof RateLimiterRes)) throw refused;
            throw tooManyCalls(rateClass, limits, secondsOf(refused));
          }
        },
        async charge(rateClass, cost) {
          await budgets.get(rateClass)?.penalty(who, cost);
        },
        inTurn: (task) => inTurn(who, task),
        delayRefusal: () => delay(who),
      };
    },
    ...createKeyGuard(options, delay),
  };
}

export function guardKeys(authenticator: Authenticator, guard: KeyGuard): Authenticator {
  return {
    authenticate: (key, from) => guard.check(key, from, () => authenticator.authenticate(key)),
  };
}

function createKeyGuard(options: LimiterOptions, delay: DelayRefusal): KeyGuard {
  const wrongKeys = createWrongKeys(options);
  const wereRight = createBoundedMap<string, true>(COUNTS_MAX);
  return {
    async check(secret, from, check) {
      const holder = limitedHolderOf(from, options);
      if (holder === undefined) return check();
      const refuseBeyond = async (most: number, spent: RateLimiterRes | null) => {
        if (spent === null || spent.consumedPoints <= most) return;
        await delay(holder);
        throw tooManyWrongKeys(secondsOf(spent));
      };
      if (!wereRight.get(secret)) await refuseBeyond(LOOK_UPS_MAX, await wrongKeys.spent(holder));
      try {
        const result = await check();
        wereRight.set(secret, true);
        return result;
      } catch (error) {
        if (!(error instanceof ExchangeError) || error.code !== "invalid_key") throw error;
        await refuseBeyond(WRONG_KEYS.quota, await wrongKeys.add(holder));
        throw error;
      }
    },
  };
}

function limitedHolderOf(from: KeyOrigin | undefined, { limitsLoopback }: LimiterOptions) {
  const isExempt = from === undefined || (from.isLoopback && !limitsLoopback);
  return isExempt ? undefined : holderOfIp(from.ip);
}

/** Counts of wrong keys by address, at most a second old. */
function createWrongKeys({ store, clock }: LimiterOptions) {
  const { policy: name, quota: points, windowSeconds } = WRONG_KEYS;
  const budget = createBudget({ name, points, windowSeconds, store });
  const cache = createBoundedMap<string, { spent: RateLimiterRes | null; untilMs: number }>(
    COUNTS_MAX,
  );
  const keep = <Spent extends RateLimiterRes | null>(holder: string, spent: Spent): Spent => {
    cache.set(holder, { spent, untilMs: clock.monotonicMs() + COUNT_TTL_MS });
    return spent;
  };
  return {
    async spent(holder: string): Promise<RateLimiterRes | null> {
      const found = cache.get(holder);
      const isFresh = found !== undefined && found.untilMs > clock.monotonicMs();
      return isFresh ? found.spent : keep(holder, await budget.get(holder));
    },
    async add(holder: string): Promise<RateLimiterRes> {
      return keep(holder, await budget.penalty(holder));
    },
  };
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

/** `details` become the `RateLimit` headers of the answer; their window is in whole seconds. */
function tooManyCalls(policy: RateClass, limits: RateLimits, retryAfterSeconds: number) {
  const limit = limits[policy];
  return new ExchangeError("rate_limited", {
    retryAfterSeconds,
    details: { policy, quota: limit.burst, windowSeconds: Math.ceil(windowSecondsOf(limit)) },
    suggestion: `Wait ${retryAfterSeconds} s; join reports with report_events.`,
  });
}

function tooManyWrongKeys(retryAfterSeconds: number) {
  return new ExchangeError("rate_limited", {
    message: "Too many wrong keys came from this IP address.",
    retryAfterSeconds,
    details: WRONG_KEYS,
    suggestion: `Wait ${retryAfterSeconds} s, then send the key that register returned.`,
    nextTools: ["whoami"],
  });
}
