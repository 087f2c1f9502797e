import { createClient, RESP_TYPES } from "redis";
import type { Cache } from "./cache.ts";
import { createMemoryCache } from "./cache-memory.ts";
import type { Clock } from "./clock.ts";
import type { Logger } from "./log.ts";

/** A chat waits 800 ms in all; a cache that takes a sixteenth of it is as good as gone. */
const COMMAND_TIMEOUT_MS = 50;
/** An index snapshot of some ten megabytes crosses a network, at start and not in a request. */
const BUFFER_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 1_000;
/** After a timeout nobody waits for Redis again until this has passed. */
const REST_MS = 1_000;
const RECONNECT_MIN_MS = 50;
const RECONNECT_MAX_MS = 1_000;
const QUEUE_MAX = 10_000;

/** Counts and sets the time to live in one step: a process dying between two leaves no leak. */
const INCREMENT_SCRIPT =
  "local n = redis.call('INCR', KEYS[1]) " +
  "if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end return n";

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

export interface RedisCacheOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "info" | "warn">;
  /** Stands before every key, so that several exchanges can share one Redis. */
  readonly prefix?: string;
  readonly commandTimeoutMs?: number;
}

/**
 * A cache in Redis. No call ever throws or waits longer than its timeout: while Redis is gone,
 * reads miss, writes are dropped, `add`, `increment` and `take` count inside this process. The
 * connection comes back by itself. Resolves also when Redis does not answer at first.
 */
export async function createRedisCache(options: RedisCacheOptions): Promise<Cache> {
  const { clock, prefix = "placard:", commandTimeoutMs = COMMAND_TIMEOUT_MS } = options;
  const connection = await connect(options);
  const { client } = connection;
  const buffers = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  // What was added here while Redis was gone still counts as added when it is back.
  const fallback = createMemoryCache({ clock });

  const attempt = <T>(command: () => Promise<T>): Promise<T | typeof unreachable> =>
    connection.attempt(command, commandTimeoutMs);
  const attemptLarge = <T>(command: () => Promise<T>): Promise<T | typeof unreachable> =>
    connection.attempt(command, BUFFER_TIMEOUT_MS);

  return {
    kind: "redis",
    get: async (key) => known(await attempt(() => client.get(prefix + key))),
    getBuffer: async (key) => known(await attemptLarge(() => buffers.get(prefix + key))),
    set: async (key, value, ttlMs) => {
      await attempt(() => client.set(prefix + key, value, expiry(ttlMs)));
    },
    setBuffer: async (key, value, ttlMs) => {
      await attemptLarge(() => client.set(prefix + key, value, expiry(ttlMs)));
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
    delete: async (key) => {
      await fallback.delete(key);
      await attempt(() => client.del(prefix + key));
    },
    ping: async () => (await attempt(() => client.ping())) === "PONG",
    close: async () => {
      await fallback.close();
      connection.close();
    },
  };
}

const unreachable = Symbol("unreachable");

function known<T>(answer: T | typeof unreachable): T | null {
  return answer === unreachable ? null : answer;
}

function wholeMs(ttlMs: number): number {
  return Math.max(1, Math.ceil(ttlMs));
}

function expiry(ttlMs: number) {
  return { expiration: { type: "PX", value: wholeMs(ttlMs) } } as const;
}

/** Opens the connection and guards every command with a timeout and a rest after a timeout. */
async function connect(options: RedisCacheOptions) {
  const { clock, logger } = options;
  const client = createClient({
    url: options.url,
    // Waiting for a connection is what the fallback is for.
    disableOfflineQueue: true,
    commandsQueueMaxLength: QUEUE_MAX,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries) =>
        Math.min(RECONNECT_MIN_MS * 2 ** Math.min(retries, 10), RECONNECT_MAX_MS),
    },
  });
  let isLost = false;
  let restUntilMs = Number.NEGATIVE_INFINITY;
  // The client reports every attempt to reconnect; the log gets the first and the end.
  client.on("error", (error: Error) => {
    if (!isLost) logger.warn({ reason: error.message }, "Redis is out of reach");
    isLost = true;
  });
  client.on("ready", () => {
    if (isLost) logger.info({}, "Redis is back");
    isLost = false;
    restUntilMs = Number.NEGATIVE_INFINITY;
  });
  const connecting = client.connect().catch(() => undefined);
  await within(connecting, CONNECT_TIMEOUT_MS);

  const attempt = async <T>(command: () => Promise<T>, timeoutMs: number) => {
    if (!client.isReady || clock.monotonicMs() < restUntilMs) return unreachable;
    try {
      const answer = await within(command(), timeoutMs);
      // A Redis that hangs keeps its connection; without the rest every caller would wait.
      if (answer === unreachable) restUntilMs = clock.monotonicMs() + REST_MS;
      return answer;
    } catch (error) {
      // A broken connection is told by its own event; this is Redis refusing, out of memory say.
      if (client.isReady && error instanceof Error) {
        logger.warn({ reason: error.message }, "Redis refuses commands");
        restUntilMs = clock.monotonicMs() + REST_MS;
      }
      return unreachable;
    }
  };
  return { client, attempt, close: () => client.destroy() };
}

function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | typeof unreachable> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(unreachable), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
