import type { PublisherKit, Turn } from "../types.ts";
import { internalsOf } from "./internals.ts";

/**
 * Receives each turn that an adapter makes, also one without offers, and the call that it was made
 * for: the request of a route, or the call of a model. The adapter does not wait for it.
 */
export type OnTurn<Call> = (turn: Turn, call: Call) => void | Promise<void>;

/** Code of the host: what it throws is logged as `on_turn_failed`. */
export function callOnTurn<Call>(
  kit: PublisherKit,
  onTurn: OnTurn<Call> | undefined,
  turn: Turn,
  call: Call,
): void {
  const run = async () => onTurn?.(turn, call);
  run().catch((error: unknown) => {
    internalsOf(kit).warn("on_turn_failed", { error: String(error) });
  });
}
