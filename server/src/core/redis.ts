import { setTimeout as delay } from "node:timers/promises";
import { createClient, createSentinel } from "redis";
import type { Clock } from "./clock.ts";
import type { Logger } from "./log.ts";

/** A chat waits 800 ms in all; a Redis that takes a sixteenth of it is as good as gone. */
export const COMMAND_TIMEOUT_MS = 50;
const CONNECT_TIMEOUT_MS = 1_000;
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
}

/** The password or user of `REDIS_URL` is wrong. */
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
  const { clock, logger } = options;
  const client = clientOf(options.url);
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
  await within(
    connect(client, () => isClosed || refusal !== undefined),
    CONNECT_TIMEOUT_MS,
  );
  if (refusal !== undefined) {
    close();
    throw new RedisLoginError(refusal);
  }

  const isResting = () => !client.isReady || clock.monotonicMs() < restUntilMs;
  const attempt = async <T>(command: () => Promise<T>, timeoutMs: number) => {
    if (isResting()) return unreachable;
    try {
      const answer = await within(command(), timeoutMs);
      // A Redis that hangs keeps its connection; without the rest every caller would wait.
      if (answer === unreachable) restUntilMs = clock.monotonicMs() + REST_MS;
      return answer;
    } catch (error) {
      // A broken connection has its own event; here Redis refuses, for instance out of memory.
      if (client.isReady && error instanceof Error) {
        logger.warn({ reason: error.message }, "redis_command_refused");
        restUntilMs = clock.monotonicMs() + REST_MS;
      }
      return unreachable;
    }
  };
  return { client, attempt, isResting, close };
}

type Client = ReturnType<typeof clientOf>;

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
