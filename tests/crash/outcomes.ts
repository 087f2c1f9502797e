/**
 * The outside record, and the only judge: one byte for each event, kept by the process that sends
 * and that nobody kills. It holds what the clients did and were told, nothing that was asked from
 * the exchange. Five million events are five megabytes.
 *
 * The low four bits are the answer that decided the event, the others what else is known of it.
 */
export const FLAG = {
  /** At least one answer called it a duplicate. */
  repeated: 0x10,
  /** At least one sending of it was never answered: it may have counted unseen. */
  unknown: 0x20,
  sent: 0x40,
  /** Set by the judge: the database has it. */
  found: 0x80,
} as const;

const DECISION_MASK = 0x0f;

export const DECISION = { none: 0, full: 1, budget: 2, cap: 5 } as const;

/** An event is for at most three impressions, so a part of it is none, one or two. */
const PARTS = 3;

export interface Decision {
  readonly reason: "budget_exhausted" | "daily_cap" | null;
  readonly counted: number;
}

/** What an answer decided, as four bits; undefined when no such answer may be given. */
export function decisionCode(
  reason: string | undefined,
  counted: number,
  quantity: number,
): number | undefined {
  if (reason === undefined) return counted === quantity ? DECISION.full : undefined;
  if (counted >= quantity || counted < 0) return undefined;
  if (reason === "budget_exhausted") return DECISION.budget + counted;
  if (reason === "daily_cap") return DECISION.cap + counted;
  return undefined;
}

export function decisionOf(byte: number, quantity: number): Decision | null {
  const code = byte & DECISION_MASK;
  if (code === DECISION.none) return null;
  if (code === DECISION.full) return { reason: null, counted: quantity };
  if (code < DECISION.budget + PARTS) {
    return { reason: "budget_exhausted", counted: code - DECISION.budget };
  }
  return { reason: "daily_cap", counted: code - DECISION.cap };
}

export interface Outcomes {
  mark(first: number, count: number, flag: number): void;
  has(number: number, flag: number): boolean;
  /** False when the event had been decided already: it counted twice. */
  decide(number: number, code: number): boolean;
  /** **Shape** one byte for every number up to the highest that was sent. */
  bytes(): Uint8Array;
}

const FIRST_BYTES = 1 << 20;

export function createOutcomes(): Outcomes {
  let bytes = new Uint8Array(FIRST_BYTES);
  let end = 0;
  const reach = (until: number) => {
    end = Math.max(end, until);
    if (until <= bytes.length) return;
    const larger = new Uint8Array(Math.max(until, bytes.length * 2));
    larger.set(bytes);
    bytes = larger;
  };
  return {
    mark(first, count, flag) {
      reach(first + count);
      for (let number = first; number < first + count; number += 1) {
        bytes[number] = (bytes[number] ?? 0) | flag;
      }
    },
    has: (number, flag) => ((bytes[number] ?? 0) & flag) !== 0,
    decide(number, code) {
      const known = bytes[number] ?? 0;
      if ((known & DECISION_MASK) !== DECISION.none) return false;
      bytes[number] = known | code;
      return true;
    },
    bytes: () => bytes.subarray(0, end),
  };
}
