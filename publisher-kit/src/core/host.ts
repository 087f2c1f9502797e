import type { KitEvent, KitLogger } from "../types.ts";
import { guarded } from "./guards.ts";

/** Calls the host's `onEvent` and logger. Errors that they throw are discarded. */
export type Host = {
  emit(event: KitEvent): void;
  /** Logs an event by its stable name in snake_case. */
  warn(event: string, fields?: Record<string, unknown>): void;
};

export function createHost(
  onEvent: ((event: KitEvent) => void) | undefined,
  logger: KitLogger | undefined,
): Host {
  return {
    emit: (event) => {
      guarded(() => onEvent?.(event));
    },
    warn: (event, fields) => {
      guarded(() => logger?.warn?.(event, fields));
    },
  };
}
