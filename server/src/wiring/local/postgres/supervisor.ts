import { setTimeout as sleep } from "node:timers/promises";
import { reasonOf } from "./error.ts";
import { launch, type Postmaster, stopPostmaster } from "./postmaster.ts";
import type { Place, Settings, StartLogger } from "./types.ts";

/** After `kill -9` of PostgreSQL its workers need some tens of milliseconds to let go. */
const RESTART_DELAY_MIN_MS = 50;
const RESTART_DELAY_MAX_MS = 5_000;
/** A server that ran this long was well: the next end starts counting again. */
const STABLE_MS = 30_000;

export interface Supervised {
  /** Null between an unexpected end and the restart. */
  processId(): number | null;
  stop(): Promise<void>;
}

export interface SuperviseOptions {
  readonly place: Place;
  readonly port: number;
  readonly settings: Settings;
  readonly logger: StartLogger;
  readonly first: Postmaster;
  /** Told the new process number after every restart, and null after every unexpected end. */
  readonly onChange: (processId: number | null) => Promise<void>;
}

/** Keeps PostgreSQL running on its port until `stop` is called. */
export function supervise(options: SuperviseOptions): Supervised {
  const { logger } = options;
  const stopping = new AbortController();
  let current: Postmaster | null = options.first;
  let startedAt = performance.now();
  let delayMs = RESTART_DELAY_MIN_MS;

  // A full disk under the state file, or an error in the owner, must not end the watch.
  const notify = async (processId: number | null): Promise<void> => {
    try {
      await options.onChange(processId);
    } catch (cause) {
      logger.error({ reason: reasonOf(cause) }, "postgres_state_not_saved");
    }
  };

  const restart = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const pause = sleep(delayMs, undefined, { signal: stopping.signal });
      await pause.catch(() => undefined);
      if (stopping.signal.aborted) return;
      delayMs = Math.min(delayMs * 2, RESTART_DELAY_MAX_MS);
      try {
        current = await launch(options.place, options.port, options.settings);
        startedAt = performance.now();
      } catch (cause) {
        logger.error({ reason: reasonOf(cause), nextTryMs: delayMs }, "postgres_restart_failed");
        continue;
      }
      logger.info({ port: options.port, pid: current.pid }, "postgres_restarted");
      await notify(current.pid);
      return;
    }
  };

  const watch = async (): Promise<void> => {
    while (current && !stopping.signal.aborted) {
      await current.ended;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > STABLE_MS) delayMs = RESTART_DELAY_MIN_MS;
      logger.error({ pid: current.pid }, "postgres_exited");
      current = null;
      await notify(null);
      await restart();
    }
  };

  const watching = watch();
  return {
    processId: () => current?.pid ?? null,
    stop: async () => {
      stopping.abort();
      if (current) await stopPostmaster(current);
      // A restart under way when we were told to stop has made a new server.
      await watching;
      if (current) await stopPostmaster(current);
      current = null;
    },
  };
}
