import type { Database } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { invariant } from "../../core/invariant.ts";
import type { Logger } from "../../core/log.ts";
import { type Scheduler, systemScheduler } from "../../core/scheduler.ts";
import { type Batcher, createBatcher } from "./batcher.ts";
import { createDoubts, type Doubts } from "./doubts.ts";
import { newBatch, type PathDeps, settleExactly } from "./exact-path.ts";
import { isPlainImpression } from "./set.ts";
import { settleAsSet } from "./set-path.ts";
import type { SettlementEvent, SettlementResult } from "./settlement-event.ts";

export interface Settlement {
  /**
   * Resolves after COMMIT. An event that PostgreSQL cannot take has a `fault`, and it alone.
   *
   * **Errors** `unavailable`: outcome unknown, repeat by event id.
   */
  settle(events: readonly SettlementEvent[]): Promise<SettlementResult[]>;
  depth(): number;
  drain(): Promise<void>;
}

export interface SettlementDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly clock: { now(): Date };
  readonly logger: Logger;
  readonly scheduler?: Scheduler;
  /** Room for the ids of recent events, as a power of two; absent: half a million of them. */
  readonly recentIdsBits?: number;
  /** Told about every campaign a batch touched: its money moved. */
  onSettled?(campaignIds: ReadonlySet<string>): void;
  readonly observe?: BatchObserver | undefined;
}

/** Runs around each batch, to count and to trace it; answers or throws what the run does. */
export type BatchObserver = (
  batch: readonly SettlementEvent[],
  run: () => Promise<SettlementResult[]>,
) => Promise<SettlementResult[]>;

/** Four full requests: while they commit, the next four are read, checked and answered. */
const SET_BATCH_MAX = 4_096;
const EXACT_BATCH_MAX = 512;
const WAITING_MAX = 200_000;

/**
 * Settles events in micro-batches over two connections of its own: one for plain impressions,
 * which settle as a set, one for everything that is decided event by event.
 */
export function createSettlement(options: SettlementDeps): Settlement {
  const { db, ids, clock, logger, onSettled, observe = (_batch, run) => run() } = options;
  const scheduler = options.scheduler ?? systemScheduler;
  const doubts = createDoubts(options.recentIdsBits);
  const shared = { ids, clock, logger, scheduler, doubts };
  const batcherOver = (
    batchMax: number,
    settle: (events: readonly SettlementEvent[], deps: PathDeps) => Promise<SettlementResult[]>,
  ) => {
    const deps = { ...shared, db: db.lane(1) };
    return createBatcher<SettlementEvent, SettlementResult>({
      batchMax,
      waitingMax: WAITING_MAX,
      scheduler,
      async run(events) {
        const results = await observe(events, () => settle(events, deps));
        onSettled?.(new Set(events.map((event) => event.facts.campaignId)));
        return results;
      },
    });
  };
  const set = batcherOver(SET_BATCH_MAX, settleAsSet);
  const exact = batcherOver(EXACT_BATCH_MAX, (events, deps) =>
    settleExactly(events, newBatch(deps), deps),
  );
  return {
    settle: (events) => route(events, { set, exact, doubts }),
    depth: () => set.depth() + exact.depth(),
    async drain() {
      await Promise.all([set.drain(), exact.drain()]);
    },
  };
}

interface Paths {
  readonly set: Batcher<SettlementEvent, SettlementResult>;
  readonly exact: Batcher<SettlementEvent, SettlementResult>;
  readonly doubts: Doubts;
}

/** Sends plain impressions one way and the rest the other; results come back in order. */
function route(
  events: readonly SettlementEvent[],
  { set, exact, doubts }: Paths,
): Promise<SettlementResult[]> {
  const isPlain = events.map((event) => isPlainImpression(event) && !doubts.has(event));
  if (!isPlain.includes(false)) return set.submit(events);
  if (!isPlain.includes(true)) return exact.submit(events);
  return joined(
    isPlain,
    set.submit(events.filter((_, index) => isPlain[index])),
    exact.submit(events.filter((_, index) => !isPlain[index])),
  );
}

/** The answers of both paths, in the order of the events. */
async function joined(
  isPlain: readonly boolean[],
  set: Promise<SettlementResult[]>,
  exact: Promise<SettlementResult[]>,
): Promise<SettlementResult[]> {
  const [ofSet, ofExact] = await Promise.all([set, exact]);
  let nextOfSet = 0;
  let nextOfExact = 0;
  return isPlain.map((is) => {
    const result = is ? ofSet[nextOfSet++] : ofExact[nextOfExact++];
    invariant(result !== undefined, "every event has a result");
    return result;
  });
}
