import type { CitedOffer } from "../cards/offers.ts";
import type { CitedCard, TurnPrompt } from "../types.ts";
import type { Delivery } from "./ask.ts";

/** A chat server keeps its last turns for the answer that follows; older ones are over. */
const TURNS_MAX = 5_000;
const SESSIONS_MAX = 20_000;
const EVENTS_MAX = 200_000;

export type TurnRecord = {
  turnId: string;
  /** The pseudonymous session as the exchange may know it; absent where it may not. */
  sessionKey: string | undefined;
  /** What its cards are bound to, as in their tokens. */
  binding: string;
  prompt: TurnPrompt;
  /** The bookings that the prompt shows to the model. */
  inContext: readonly Delivery[];
  /** What the answer may cite; empty where it does not pass through the kit. */
  offers: readonly CitedOffer[];
  /** The card of each offer, by the offer's tag. */
  cardTokens: ReadonlyMap<string, string>;
  contextUsed: boolean;
  /** Whether its answer is being read, or was. */
  isAnswered: boolean;
  reported: Set<string>;
  /** The cards that the answer cites, once it has ended. */
  cited: CitedCard[] | undefined;
  /** Called when the answer has ended. */
  waiting: Set<() => void>;
};

/** The oldest key of a store that has grown beyond a size: maps and sets keep their order. */
export function oldestBeyond(
  store: { size: number; keys(): Iterator<string> },
  max: number,
): string {
  if (store.size <= max) return "";
  const oldest = store.keys().next();
  return oldest.done === true ? "" : oldest.value;
}

export type Memory = {
  keepTurn(record: TurnRecord): void;
  turn(turnId: string): TurnRecord | undefined;
  /** How many filled turns a session has had. */
  filledTurns(sid: string): number;
  countFilled(sid: string): void;
  /** True the first time a key is seen. */
  isFirst(key: string): boolean;
};

export function createMemory(): Memory {
  const turns = new Map<string, TurnRecord>();
  const sessions = new Map<string, number>();
  const events = new Set<string>();
  return {
    keepTurn(record) {
      turns.set(record.turnId, record);
      turns.delete(oldestBeyond(turns, TURNS_MAX));
    },
    turn: (turnId) => turns.get(turnId),
    filledTurns: (sid) => sessions.get(sid) ?? 0,
    countFilled(sid) {
      if (sid === "") return;
      const count = (sessions.get(sid) ?? 0) + 1;
      sessions.delete(sid);
      sessions.set(sid, count);
      sessions.delete(oldestBeyond(sessions, SESSIONS_MAX));
    },
    isFirst(key) {
      if (events.has(key)) return false;
      events.add(key);
      events.delete(oldestBeyond(events, EVENTS_MAX));
      return true;
    },
  };
}
