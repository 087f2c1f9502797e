import type { Session } from "./claims.ts";
import type { EventsResponse, PublisherKit, Turn, TurnInput } from "./types.ts";
import type { Teller } from "./widget-events.ts";

/** What the routes need of a kit and a host does not. */
export type KitInternals = {
  readSession(token: string, origin: string): Promise<Session | undefined>;
  turnOf(session: Session, input: TurnInput, signal: AbortSignal | undefined): Promise<Turn>;
  record(session: Session, events: readonly unknown[], teller: Teller): Promise<EventsResponse>;
  warn(message: string, fields?: Record<string, unknown>): void;
};

const known = new WeakMap<PublisherKit, KitInternals>();

export function rememberInternals(kit: PublisherKit, internals: KitInternals): void {
  known.set(kit, internals);
}

/** Errors: `TypeError` for an object that `createPublisherKit` did not make. */
export function internalsOf(kit: PublisherKit): KitInternals {
  const internals = known.get(kit);
  if (internals === undefined) throw new TypeError("kit must come from createPublisherKit.");
  return internals;
}
