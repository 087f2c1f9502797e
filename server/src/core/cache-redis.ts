import { RESP_TYPES } from "redis";
import type { Cache } from "./cache.ts";
import { createMemoryCache } from "./cache-memory.ts";
import type { Clock } from "./clock.ts";
import { COMMAND_TIMEOUT_MS, openRedis, type RedisOptions, unreachable } from "./redis.ts";

/** An index snapshot of some ten megabytes crosses a network, at start and not in a request. */
const BUFFER_TIMEOUT_MS = 5_000;

/** Counts and sets the time to live in one step: a process dying between two leaves no leak. */
const INCREMENT_SCRIPT =
  "local n = redis.call('INCR', KEYS[1]) " +
  "if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end return n";

/** In one step: what two processes append at the same moment is both there. */
const APPEND_SCRIPT =
  "redis.call('RPUSH', KEYS[1], ARGV[1]) redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1) " +
  "redis.call('PEXPIRE', KEYS[1], ARGV[3]) return 1";

/** The times of what was taken, newest first, by the one clock that all processes share. */
const TAKE_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local most, longest = 0, 0
for i = 1, #ARGV, 2 do
  local max, window = tonumber(ARGV[i]), tonumber(ARGV[i + 1])
  local taken = redis.call('LINDEX', KEYS[1], max - 1)
  if taken and now - taken < window then return 0 end
  most, longest = math.max(most, max), math.max(longest, window)
end
redis.call('LPUSH', KEYS[1], now)
redis.call('LTRIM', KEYS[1], 0, most - 1)
redis.call('PEXPIRE', KEYS[1], longest)
return 1`;

export interface RedisCacheOptions extends RedisOptions {
  readonly clock: Clock;
  /** Stands before every key, so that several exchanges can share one Redis. */
  readonly prefix?: string;
}

/**
 * A cache in Redis. No call ever throws or waits longer than its timeout: while Redis is gone,
 * reads miss, writes are dropped, `add`, `increment` and `take` count inside this process. The
 * connection is opened again automatically. Resolves also when Redis does not answer at first.
 */
export async function createRedisCache(options: RedisCacheOptions): Promise<Cache> {
  const { clock, prefix = "placard:", commandTimeoutMs = COMMAND_TIMEOUT_MS } = options;
  // Large values have a connection of their own: behind one, other calls would time out.
  const [connection, large] = await Promise.all([openRedis(options), openRedis(options)]);
  const { client } = connection;
  const buffers = large.client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  // What was added here while Redis was gone still counts as added when it is back.
  const fallback = createMemoryCache({ clock });

  const attempt = <T>(command: () => Promise<T>): Promise<T | typeof unreachable> =>
    connection.attempt(command, commandTimeoutMs);
  // A Redis that just let a small command wait is not waited for longer with a large one.
  const attemptLarge = async <T>(command: () => Promise<T>): Promise<T | typeof unreachable> =>
    connection.isResting() ? unreachable : large.attempt(command, BUFFER_TIMEOUT_MS);

  return {
    kind: "redis",
    get: async (key) => known(await attempt(() => client.get(prefix + key))),
    getBuffer: async (key) => known(await attemptLarge(() => buffers.get(prefix + key))),
    set: async (key, value, ttlMs) => {
      await attempt(() => client.set(prefix + key, value, expiry(ttlMs)));
    },
    setBuffer: async (key, value, ttlMs) => {
      await attemptLarge(() => large.client.set(prefix + key, value, expiry(ttlMs)));
    },
    add: async (key, value, ttlMs) => {
      if ((await fallback.get(key)) !== null) return false;
      const set = { ...expiry(ttlMs), condition: "NX" } as const;
      const answer = await attempt(() => client.set(prefix + key, value, set));
      return answer === unreachable ? fallback.add(key, value, ttlMs) : answer !== null;
    },
    increment: async (key, ttlMs) => {
      const call = { keys: [prefix + key], arguments: [String(wholeMs(ttlMs))] };
      const count = await attempt(() => client.eval(INCREMENT_SCRIPT, call));
      return typeof count === "number" ? count : fallback.increment(key, ttlMs);
    },
    take: async (key, limits) => {
      const call = {
        keys: [prefix + key],
        arguments: limits.flatMap(({ max, windowMs }) => [String(max), String(wholeMs(windowMs))]),
      };
      const answer = await attempt(() => client.eval(TAKE_SCRIPT, call));
      return answer === unreachable ? fallback.take(key, limits) : answer === 1;
    },
    append: async (key, value, { max, ttlMs }) => {
      const call = {
        keys: [prefix + key],
        arguments: [value, String(max), String(wholeMs(ttlMs))],
      };
      await attempt(() => client.eval(APPEND_SCRIPT, call));
    },
    list: async (key) => known(await attempt(() => client.lRange(prefix + key, 0, -1))) ?? [],
    delete: async (key) => {
      await fallback.delete(key);
      await attempt(() => client.del(prefix + key));
    },
    ping: async () => (await attempt(() => client.ping())) === "PONG",
    close: async () => {
      await fallback.close();
      connection.close();
      large.close();
    },
  };
}

function known<T>(answer: T | typeof unreachable): T | null {
  return answer === unreachable ? null : answer;
}

function wholeMs(ttlMs: number): number {
  return Math.max(1, Math.ceil(ttlMs));
}

function expiry(ttlMs: number) {
  return { expiration: { type: "PX", value: wholeMs(ttlMs) } } as const;
}
