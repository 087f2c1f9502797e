import { setTimeout as delay } from "node:timers/promises";
import { createClient, createSentinel, RESP_TYPES } from "redis";
import { type Cache, createMemoryCache } from "./cache.ts";
import type { Clock } from "./clock.ts";
import type { Logger } from "./log.ts";

/** A chat waits 800 ms in all; a Redis that takes a sixteenth of it is as good as gone. */
export const COMMAND_TIMEOUT_MS = 50;
const CONNECT_TIMEOUT_MS = 1_000;
const LOGIN_TIMEOUT_MS = 4_000;
/** After a timeout no call waits for Redis until this has passed. */
const REST_MS = 1_000;
const RECONNECT_MIN_MS = 50;
const RECONNECT_MAX_MS = 1_000;
const QUEUE_MAX = 10_000;
const SENTINEL_PORT = 26_379;
const SENTINEL_SCAN_MS = 1_000;
/** A wrong password will not become right by waiting. */
const REFUSED = /\b(?:WRONGPASS|NOAUTH|NOPERM)\b|invalid username-password|without any password/i;

export interface RedisOptions {
  readonly url: string;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly logger: Pick<Logger, "info" | "warn">;
  readonly commandTimeoutMs?: number | undefined;
  readonly observer?: RedisObserver | undefined;
}

export type RedisResult = "answered" | "timeout" | "refused" | "skipped";

/** Receives what the connections of a process do, for its metrics. */
export interface RedisObserver {
  onOpen(isReady: () => boolean): void;
  /** `skipped`: Redis was away, and the process went on without sending the command. */
  onCommand(result: RedisResult, durationMs: number): void;
  /** Sentinel named another primary. */
  onSwitch(): void;
}

export class RedisLoginError extends Error {
  override readonly name = "RedisLoginError";

  constructor(reason: string) {
    super(`REDIS_URL: Redis refuses the login: ${reason}`);
  }
}

/** What a command answers that Redis did not answer in time, or refused. */
export const unreachable = Symbol("unreachable");

/**
 * Opens a connection that reconnects after a failure. Each command has a timeout, and a timeout is
 * followed by a pause. Resolves also when Redis does not answer at first.
 *
 * **Errors** `RedisLoginError` when Redis refuses the login.
 */
export async function openRedis(options: RedisOptions) {
  const { clock, logger, observer } = options;
  const client = clientOf(options.url);
  observer?.onOpen(() => client.isReady);
  onSwitch(client, () => observer?.onSwitch());
  let isLost = false;
  let restUntilMs = Number.NEGATIVE_INFINITY;
  // The client reports every attempt to reconnect; the log gets the first and the end.
  let refusal: string | undefined;
  client.on("error", (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    if (REFUSED.test(reason)) refusal = reason;
    if (!isLost) logger.warn({ reason }, "redis_lost");
    isLost = true;
  });
  client.on("ready", () => {
    if (isLost) logger.info({}, "redis_recovered");
    isLost = false;
    restUntilMs = Number.NEGATIVE_INFINITY;
  });
  let isClosed = false;
  const close = () => {
    isClosed = true;
    void client.destroy();
  };
  const connected = connect(client, () => isClosed || refusal !== undefined);
  await within(connected, CONNECT_TIMEOUT_MS);
  // Neither connected nor refused: on a busy machine a wrong password is noticed late.
  if (!client.isReady && !isLost) await within(connected, LOGIN_TIMEOUT_MS);
  if (refusal !== undefined) {
    close();
    throw new RedisLoginError(refusal);
  }

  const isResting = () => !client.isReady || clock.monotonicMs() < restUntilMs;
  const run = async <T>(
    command: () => Promise<T>,
    timeoutMs: number,
  ): Promise<[RedisResult, T | typeof unreachable]> => {
    if (isResting()) return ["skipped", unreachable];
    try {
      const answer = await within(command(), timeoutMs);
      if (answer !== unreachable) return ["answered", answer];
      // A Redis that hangs keeps its connection; without the rest every caller would wait.
      restUntilMs = clock.monotonicMs() + REST_MS;
      return ["timeout", unreachable];
    } catch (error) {
      // A broken connection has its own event; here Redis refuses, for instance out of memory.
      if (!client.isReady || !(error instanceof Error)) return ["skipped", unreachable];
      logger.warn({ reason: error.message }, "redis_command_refused");
      restUntilMs = clock.monotonicMs() + REST_MS;
      return ["refused", unreachable];
    }
  };
  const attempt = async <T>(command: () => Promise<T>, timeoutMs: number) => {
    const startedMs = clock.monotonicMs();
    const [result, answer] = await run(command, timeoutMs);
    observer?.onCommand(result, clock.monotonicMs() - startedMs);
    return answer;
  };
  return { client, attempt, isResting, close };
}

type Client = ReturnType<typeof clientOf>;

interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** The first primary that Sentinel names is no change. */
function onSwitch(client: Client, run: () => void): void {
  let primary: string | undefined;
  client.on("topology-change", ({ type, node }: { type: string; node?: RedisNode }) => {
    if (type !== "MASTER_CHANGE" || node === undefined) return;
    const named = `${node.host}:${node.port}`;
    if (primary !== undefined && primary !== named) run();
    primary = named;
  });
}

/** A client alone repeats it itself; one of Sentinel gives up when no Sentinel answers. */
async function connect(client: Client, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    );
    if (isOpen) return;
    await delay(RECONNECT_MAX_MS);
  }
}

/** `redis+sentinel://user:password@host:26379,host:26379/name`: the primary that Sentinel names. */
const SENTINEL = /^(rediss?)\+sentinel:\/\/(.*@)?([^/]+)\/(.+)$/;

function clientOf(url: string) {
  const settings = {
    // Waiting for a connection is what the fallback is for.
    disableOfflineQueue: true,
    commandsQueueMaxLength: QUEUE_MAX,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries: number) =>
        Math.min(RECONNECT_MIN_MS * 2 ** Math.min(retries, 10), RECONNECT_MAX_MS),
    },
  };
  const [, scheme, login = "", hosts = "", name = ""] = SENTINEL.exec(url) ?? [];
  if (scheme === undefined) return createClient({ url, ...settings });
  const { username, password } = new URL(`${scheme}://${login}host`);
  const tls = scheme === "rediss" ? { tls: true as const } : {};
  return createSentinel({
    name,
    sentinelRootNodes: hosts.split(",").map((host) => {
      const { hostname, port } = new URL(`redis://${host}`);
      return { host: hostname, port: Number(port || SENTINEL_PORT) };
    }),
    scanInterval: SENTINEL_SCAN_MS,
    passthroughClientErrorEvents: true,
    nodeClientOptions: {
      ...settings,
      ...(username === "" ? {} : { username: decodeURIComponent(username) }),
      ...(password === "" ? {} : { password: decodeURIComponent(password) }),
      socket: { ...settings.socket, ...tls },
    },
    sentinelClientOptions: { socket: { connectTimeout: CONNECT_TIMEOUT_MS, ...tls } },
  });
}

/**
 * Waits in two halves: a process that stalls sees that time is up before it reads the answers that
 * came meanwhile, or sends what it had to ask. Its stall uses up one half at most, and what has
 * arrived by the end of the other is read first; else our own stall would pass for one of Redis.
 */
function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | typeof unreachable> {
  return new Promise((resolve, reject) => {
    const giveUp = () => void setImmediate(() => resolve(unreachable));
    let timer = setTimeout(() => {
      timer = setTimeout(giveUp, timeoutMs / 2);
    }, timeoutMs / 2);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** An index snapshot of some ten megabytes crosses a network, at start and not in a request. */
const BUFFER_TIMEOUT_MS = 5_000;

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
 * reads miss, writes are dropped, `add` and `take` count inside this process. The connection is
 * opened again automatically. Resolves also when Redis does not answer at first.
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

export type RedisStore = Awaited<ReturnType<typeof createRedisStore>>;

/**
 * A connection for the limits alone: behind a snapshot of the index, which takes seconds on the
 * cache's, every call would run into its timeout. Resolves also when Redis does not answer.
 *
 * It has what the limiter asks of Redis, under the names of the client it was written for. Where
 * the cache falls back, these throw, at once or within the timeout: the limiter has its own
 * fallback.
 */
export async function createRedisStore(options: RedisOptions) {
  const { commandTimeoutMs = COMMAND_TIMEOUT_MS } = options;
  const { client, attempt, close } = await openRedis(options);
  const reach = async <T>(command: () => Promise<T>): Promise<T> => {
    const answer = await attempt(command, commandTimeoutMs);
    if (answer === unreachable) throw new Error("Redis is out of reach.");
    return answer;
  };
  return {
    eval: (script: string, call: { keys: string[]; arguments: string[] }) =>
      reach<unknown>(() => client.eval(script, call)),
    /** A batch of commands, which its `exec` sends. */
    multi(): object {
      const batch = client.multi();
      const exec = batch.exec.bind(batch);
      return Object.assign(batch, { exec: () => reach(() => exec()) });
    },
    close,
  };
}
