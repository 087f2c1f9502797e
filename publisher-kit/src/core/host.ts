import type { KitEvent, KitLogger } from "../types.ts";
import { guarded } from "./guards.ts";

/** The host's ears. Nothing it throws comes back into a turn. */
export type Host = {
  emit(event: KitEvent): void;
  warn(message: string, fields?: Record<string, unknown>): void;
};

export function createHost(
  onEvent: ((event: KitEvent) => void) | undefined,
  logger: KitLogger | undefined,
): Host {
  return {
    emit: (event) => {
      guarded(() => onEvent?.(event));
    },
    warn: (message, fields) => {
      guarded(() => logger?.warn?.(message, fields));
    },
  };
}
