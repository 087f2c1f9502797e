import { ExchangeError } from "../../contract/errors.ts";
import { ZERO_MICROS } from "../../contract/money.ts";
import { sqlStateOf } from "../../core/db.ts";
import type { Foundation } from "../../core/foundation.ts";
import type { Scheduler } from "../../core/scheduler.ts";
import type { ConflictCache } from "./conflict-cache.ts";
import { mergeResults } from "./impression-set.ts";
import { findUnlocked, settleEvents } from "./queries.ts";
import { type Batch, isUnavailable, LOCK_TIMEOUT, withRetry } from "./retry-queue.ts";
import type { SettlementEvent, SettlementResult } from "./settlement-event.ts";

export interface PathDeps extends Foundation {
  readonly scheduler: Scheduler;
  readonly conflicts: ConflictCache;
}

/** A batch that failed with no outcome open is tried whole this often before it is divided. */
const WHOLE_TRIES = 2;
/** Failed statements that one reporter may cost a batch: enough to find a handful of bad events. */
const FAILURES_MAX = 10;

export function newBatch(deps: Pick<PathDeps, "ids" | "clock">): Batch {
  return { uuid: deps.ids.uuid(), now: deps.clock.now() };
}

/**
 * Settles events one by one in one transaction. If PostgreSQL cannot take the batch, it is divided
 * by reporter, then in halves until each event that it cannot take is alone: that one has a
 * `fault`. Events of locked campaigns, and those not reached within the limit, name their `next`
 * queue.
 *
 * **Errors** `unavailable`.
 */
export async function settleSlow(
  events: readonly SettlementEvent[],
  batch: Batch,
  deps: PathDeps,
): Promise<SettlementResult[]> {
  const results = await attempt(events, batch, { deps, failures: 0 });
  deps.conflicts.decided(events, results);
  return results;
}

interface Bisection {
  readonly deps: PathDeps;
  failures: number;
}

async function attempt(events: readonly SettlementEvent[], batch: Batch, state: Bisection) {
  const { deps } = state;
  try {
    return await withRetry(batch, deps, () => settleEvents(deps.db, batch, events));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    state.failures += 1;
    return afterFailure(error, events, batch, state);
  }
}

async function afterFailure(
  error: unknown,
  events: readonly SettlementEvent[],
  batch: Batch,
  state: Bisection,
): Promise<SettlementResult[]> {
  const { deps } = state;
  if (sqlStateOf(error) === LOCK_TIMEOUT && state.failures < FAILURES_MAX) {
    return besideLocked(events, deps, (free) => attempt(free, newBatch(deps), state));
  }
  const isTooSlow = error instanceof ExchangeError && error.code === "deadline_exceeded";
  if (state.failures < WHOLE_TRIES && !isTooSlow) return attempt(events, batch, state);
  const reporters = Map.groupBy(events.keys(), (index) => events[index]?.reporterId);
  if (reporters.size > 1) return divided(events, [...reporters.values()], deps);
  if (isTooSlow) return unsettled(events, TOO_SLOW);
  if (events.length === 1) return faulty(events, deps, error);
  if (state.failures >= FAILURES_MAX) return unsettled(events, UNREACHED);
  const middle = events.length >> 1;
  // One after the other: events of one campaign keep their order.
  const left = await attempt(events.slice(0, middle), newBatch(deps), state);
  return [...left, ...(await attempt(events.slice(middle), newBatch(deps), state))];
}

/** Settles the events of campaigns that are not locked; the others are queued apart. */
export async function besideLocked(
  events: readonly SettlementEvent[],
  deps: Pick<PathDeps, "db">,
  settle: (free: readonly SettlementEvent[]) => Promise<SettlementResult[]>,
): Promise<SettlementResult[]> {
  const campaigns = [...new Set(events.map((event) => event.facts.uuid))];
  const unlocked = await findUnlocked(deps.db, campaigns);
  const isFree = events.map((event) => unlocked.has(event.facts.uuid));
  const free = events.filter((_, index) => isFree[index]);
  const locked = events.filter((_, index) => !isFree[index]);
  const settled = free.length === 0 ? [] : await settle(free);
  return mergeResults(isFree, settled, unsettled(locked, LOCKED));
}

/** Each reporter's events by themselves, so that none pays for the events of another. */
async function divided(
  events: readonly SettlementEvent[],
  reporters: readonly (readonly number[])[],
  deps: PathDeps,
): Promise<SettlementResult[]> {
  const results = new Array<SettlementResult>(events.length);
  for (const places of reporters) {
    const own = places.flatMap((place) => events[place] ?? []);
    const settled = await attempt(own, newBatch(deps), { deps, failures: WHOLE_TRIES - 1 });
    settled.forEach((result, index) => {
      results[places[index] ?? 0] = result;
    });
  }
  return results;
}

const REPEAT = { retryAfterSeconds: 1, suggestion: "Repeat the event with the same eventId." };
const TOO_SLOW = { fault: new ExchangeError("unavailable", REPEAT) };
const UNREACHED = { ...TOO_SLOW, next: "slow" } as const;
const LOCKED = { ...TOO_SLOW, next: "locked" } as const;

function unsettled(
  events: readonly SettlementEvent[],
  why: Pick<SettlementResult, "fault" | "next">,
): SettlementResult[] {
  return events.map((event) => ({
    reason: 0,
    isConflict: false,
    counted: 0,
    charged: ZERO_MICROS,
    deliveryUuid: event.deliveryUuid,
    isVerified: false,
    escrow: event.facts.escrow,
    status: event.facts.status,
    ...why,
  }));
}

function faulty(events: readonly SettlementEvent[], { logger }: PathDeps, cause: unknown) {
  const [event] = events;
  logger.error({ err: cause, event: event?.uuid }, "settlement_failed");
  const fault = new ExchangeError("internal", {
    suggestion: "Report what is wrong with report_bug; the other events were settled.",
    nextTools: ["report_bug"],
    cause,
  });
  return unsettled(events, { fault });
}
