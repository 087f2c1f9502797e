import type { KitEvent, KitLogger } from "../types.ts";
import { guarded } from "./guards.ts";

/** Calls the host's `onEvent` and logger. Errors that they throw are discarded. */
export type Host = {
  emit(event: KitEvent): void;
  /** Logs an event by its stable name in snake_case. */
  warn(event: string, fields?: Record<string, unknown>): void;
  /**
   * Logs once what the host must change in its configuration. `about` distinguishes lines of one
   * event.
   */
  advise(event: string, fields: { help: string } & Record<string, unknown>, about?: string): void;
};

/** A browser that sends a new origin with each request must not fill the log. */
const ADVICE_MAX = 50;

export function createHost(
  onEvent: ((event: KitEvent) => void) | undefined,
  logger: KitLogger = adviceOnConsole(),
): Host {
  const advised = new Set<string>();
  return {
    advise: (event, fields, about = "") => {
      const key = `${event} ${about}`;
      if (advised.has(key) || advised.size >= ADVICE_MAX) return;
      advised.add(key);
      guarded(() => logger.warn?.(event, fields));
    },
    emit: (event) => {
      guarded(() => onEvent?.(event));
    },
    warn: (event, fields) => {
      guarded(() => logger.warn?.(event, fields));
    },
  };
}

/** Without a logger, what the developer has to change appears on the console, each advice once. */
function adviceOnConsole(): KitLogger {
  const given = new Set<unknown>();
  return {
    warn(event, fields) {
      const help = fields?.help;
      if (typeof help !== "string" || given.has(help)) return;
      given.add(help);
      console.warn(`[placard] ${event}`, fields);
    },
  };
}
