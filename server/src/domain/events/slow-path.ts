import { ExchangeError } from "../../contract/errors.ts";
import { ZERO_MICROS } from "../../contract/money.ts";
import type { Database } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import type { Logger } from "../../core/log.ts";
import type { Scheduler } from "../../core/scheduler.ts";
import type { ConflictCache } from "./conflict-cache.ts";
import { settleEvents } from "./queries.ts";
import type { SettlementEvent, SettlementResult } from "./settlement-event.ts";
import { type Batch, isUnavailable, withRetry } from "./with-retry.ts";

/** What the paths need beside their own connection. */
export interface PathDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly clock: { now(): Date };
  readonly logger: Logger;
  readonly scheduler: Scheduler;
  readonly conflicts: ConflictCache;
}

/** A batch that failed with no outcome open is tried whole this often before it is cut. */
const WHOLE_TRIES = 2;
/** Failed statements that one batch may cost: enough to single out a handful of bad events. */
const FAILURES_MAX = 64;

export function newBatch(deps: Pick<PathDeps, "ids" | "clock">): Batch {
  return { uuid: deps.ids.uuid(), now: deps.clock.now() };
}

/**
 * Settles events one by one in one transaction. If PostgreSQL cannot take the batch, it is cut in
 * halves until the event stands alone that it cannot take: only that one has a `fault`.
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

async function attempt(
  events: readonly SettlementEvent[],
  batch: Batch,
  state: Bisection,
): Promise<SettlementResult[]> {
  const { deps } = state;
  try {
    return await withRetry(batch, deps, () => settleEvents(deps.db, batch, events));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    state.failures += 1;
    if (state.failures < WHOLE_TRIES) return attempt(events, batch, state);
    if (events.length === 1 || state.failures >= FAILURES_MAX) return faulty(events, deps, error);
    const middle = events.length >> 1;
    // One after the other: events of one campaign keep their order.
    const left = await attempt(events.slice(0, middle), newBatch(deps), state);
    return [...left, ...(await attempt(events.slice(middle), newBatch(deps), state))];
  }
}

function faulty(
  events: readonly SettlementEvent[],
  { logger }: PathDeps,
  cause: unknown,
): SettlementResult[] {
  const ids = events.map((event) => event.uuid);
  logger.error({ err: cause, events: ids.slice(0, 10), count: ids.length }, "settlement_failed");
  const fault = new ExchangeError("internal", {
    suggestion: "Report what is wrong with report_bug; the other events were settled.",
    nextTools: ["report_bug"],
    cause,
  });
  return events.map((event) => ({
    reason: 0,
    isConflict: false,
    counted: 0,
    charged: ZERO_MICROS,
    deliveryUuid: event.deliveryUuid,
    isVerified: false,
    escrow: event.facts.escrow,
    status: event.facts.status,
    fault,
  }));
}
