import { createClient } from "redis";
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
/** A wrong password will not become right by waiting. */
const REFUSED = /^(?:WRONGPASS|NOAUTH|NOPERM)|invalid username-password|without any password/i;

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
  let refusal: string | undefined;
  client.on("error", (error: Error) => {
    if (REFUSED.test(error.message)) refusal = error.message;
    if (!isLost) logger.warn({ reason: error.message }, "redis_lost");
    isLost = true;
  });
  client.on("ready", () => {
    if (isLost) logger.info({}, "redis_recovered");
    isLost = false;
    restUntilMs = Number.NEGATIVE_INFINITY;
  });
  const connecting = client.connect().catch(() => undefined);
  await within(connecting, CONNECT_TIMEOUT_MS);
  if (refusal !== undefined) {
    client.destroy();
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
  return { client, attempt, isResting, close: () => client.destroy() };
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
