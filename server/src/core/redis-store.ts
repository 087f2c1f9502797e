import { COMMAND_TIMEOUT_MS, openRedis, type RedisOptions, unreachable } from "./redis.ts";

/** The two readings of one batch: a value and its remaining time to live in milliseconds. */
interface Reading {
  get(key: string): Reading;
  pTTL(key: string): Reading;
  exec(): Promise<unknown[]>;
}

/**
 * What a rate limiter asks of Redis, under the names of the client it was written for. Where the
 * cache falls back, these throw, at once or within the timeout: the limiter has its own fallback.
 */
export interface RedisStore {
  eval(script: string, call: { keys: string[]; arguments: string[] }): Promise<unknown>;
  multi(): Reading;
  close(): void;
}

/**
 * A connection for the limits alone: behind a snapshot of the index, which takes seconds on the
 * cache's, every call would run into its timeout. Resolves also when Redis does not answer.
 */
export async function createRedisStore(options: RedisOptions): Promise<RedisStore> {
  const { commandTimeoutMs = COMMAND_TIMEOUT_MS } = options;
  const { client, attempt, close } = await openRedis(options);
  const reach = async <T>(command: () => Promise<T>): Promise<T> => {
    const answer = await attempt(command, commandTimeoutMs);
    if (answer === unreachable) throw new Error("Redis is out of reach.");
    return answer;
  };
  return {
    eval: (script, call) => reach<unknown>(() => client.eval(script, call)),
    multi() {
      const batch = client.multi();
      const reading: Reading = {
        get(key) {
          batch.get(key);
          return reading;
        },
        pTTL(key) {
          batch.pTTL(key);
          return reading;
        },
        exec: () => reach<unknown[]>(() => batch.exec()),
      };
      return reading;
    },
    close,
  };
}
