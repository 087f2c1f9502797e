import { createBoundedMap } from "../../core/cache.ts";
import type { LaneOptions } from "../../core/db.ts";
import type { Foundation } from "../../core/foundation.ts";
import { type Scheduler, systemScheduler } from "../../core/scheduler.ts";
import { type Batcher, createBatcher } from "./batcher.ts";
import { type ConflictCache, createConflictCache } from "./conflict-cache.ts";
import { settleFast } from "./fast-path.ts";
import { isPlainImpression, mergeResults } from "./impression-set.ts";
import { REDIRECT, type SettlementEvent, type SettlementResult } from "./settlement-event.ts";
import { newBatch, type PathDeps, settleSlow } from "./slow-path.ts";

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

export interface SettlementDeps extends Foundation {
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
const FAST_BATCH_MAX = 4_096;
/** What an event of another reporter waits for: some 50 ms. */
const SLOW_BATCH_MAX = 128;
/** Calls are cut into parts, so that reporters with small calls are not behind a large one. */
const SLOW_PART_MAX = 64;
/**
 * The part of a reporter whose last events were mostly not billed: all that others wait for then.
 * With 16 events a batch takes under 10 ms.
 */
const UNBILLED_PART_MAX = 16;
const REPORTERS_MAX = 10_000;
/** How long one statement, or one locked row, may hold up the events of all reporters. */
const LIMITS: LaneOptions = { statementTimeoutMs: 3_000, settings: { lock_timeout: "50ms" } };
const WAITING_MAX = 200_000;
/** How often events are queued again that a failing batch did not reach. */
const REQUEUED_MAX = 2;

/**
 * Settles events in micro-batches over two connections of its own: one for plain impressions,
 * which settle as a set, one for everything that is decided event by event.
 */
export function createSettlement(options: SettlementDeps): Settlement {
  const { db, ids, clock, logger, onSettled, observe = (_batch, run) => run() } = options;
  const scheduler = options.scheduler ?? systemScheduler;
  const conflicts = createConflictCache(options.recentIdsBits);
  const unbilled = createBoundedMap<string, true>(REPORTERS_MAX);
  const partOf = (owner: string) => (unbilled.has(owner) ? UNBILLED_PART_MAX : SLOW_PART_MAX);
  const shared = { ids, clock, logger, scheduler, conflicts };
  const batcherOver = (
    { batchMax, ...limits }: { batchMax: number } & LaneOptions,
    settle: (events: readonly SettlementEvent[], deps: PathDeps) => Promise<SettlementResult[]>,
  ) => {
    const deps = { ...shared, db: db.lane(1, { ...limits, isReserved: true }) };
    return createBatcher<SettlementEvent, SettlementResult>({
      batchMax,
      waitingMax: WAITING_MAX,
      ownerOf,
      shareOf: (owner) => (unbilled.has(owner) ? UNBILLED_PART_MAX : batchMax),
      scheduler,
      async run(events) {
        const results = await observe(events, () => settle(events, deps));
        onSettled?.(new Set(events.map((event) => event.facts.campaignId)));
        return results;
      },
    });
  };
  const fast = batcherOver({ batchMax: FAST_BATCH_MAX, ...LIMITS }, settleFast);
  const settleOne = async (events: readonly SettlementEvent[], deps: PathDeps) => {
    const results = await settleSlow(events, newBatch(deps), deps);
    noteUnbilled(events, results, unbilled);
    return results;
  };
  const slow = inParts(batcherOver({ batchMax: SLOW_BATCH_MAX, ...LIMITS }, settleOne), partOf);
  const locked = inParts(batcherOver({ batchMax: SLOW_BATCH_MAX }, settleOne), partOf);
  return {
    async settle(events) {
      let results = await route(events, { fast, slow, conflicts });
      for (let round = 0; round < REQUEUED_MAX; round += 1) {
        for (const [next, queue] of [
          ["locked", locked],
          ["slow", slow],
        ] as const) {
          const isOpen = results.map((result) => result.next === next);
          if (!isOpen.includes(true)) continue;
          const open = await queue.submit(events.filter((_, index) => isOpen[index]));
          const rest = results.filter((_, index) => !isOpen[index]);
          results = mergeResults(isOpen, open, rest);
        }
      }
      return results;
    },
    depth: () => fast.depth() + slow.depth() + locked.depth(),
    async drain() {
      await Promise.all([fast.drain(), slow.drain(), locked.drain()]);
    },
  };
}

function ownerOf(event: SettlementEvent | undefined): string {
  return event?.reporterId ?? "";
}

/** Notes the reporters of whose events most were not billed. Redirected clicks are of many. */
function noteUnbilled(
  events: readonly SettlementEvent[],
  results: readonly SettlementResult[],
  unbilled: ReturnType<typeof createBoundedMap<string, true>>,
): void {
  const balances = new Map<string, number>();
  for (const [index, event] of events.entries()) {
    const result = results[index];
    if (result === undefined || result.fault !== undefined) continue;
    const change = result.charged > 0n ? 1 : -1;
    balances.set(event.reporterId, (balances.get(event.reporterId) ?? 0) + change);
  }
  for (const [reporter, balance] of balances) {
    if (balance < 0 && reporter !== REDIRECT) unbilled.set(reporter, true);
    else unbilled.delete(reporter);
  }
}

function inParts(
  batcher: Batcher<SettlementEvent, SettlementResult>,
  partOf: (owner: string) => number,
): Batcher<SettlementEvent, SettlementResult> {
  return {
    ...batcher,
    async submit(group) {
      const size = partOf(ownerOf(group[0]));
      const results = Array.from({ length: Math.ceil(group.length / size) }, (_, part) =>
        batcher.submit(group.slice(part * size, (part + 1) * size)),
      );
      return (await Promise.all(results)).flat();
    },
  };
}

interface Paths {
  readonly fast: Batcher<SettlementEvent, SettlementResult>;
  readonly slow: Batcher<SettlementEvent, SettlementResult>;
  readonly conflicts: ConflictCache;
}

/** Sends plain impressions one way and the rest the other; results come back in order. */
async function route(events: readonly SettlementEvent[], { fast, slow, conflicts }: Paths) {
  const isPlain = events.map((event) => isPlainImpression(event) && !conflicts.has(event));
  if (!isPlain.includes(false)) return fast.submit(events);
  if (!isPlain.includes(true)) return slow.submit(events);
  const [ofFast, ofSlow] = await Promise.all([
    fast.submit(events.filter((_, index) => isPlain[index])),
    slow.submit(events.filter((_, index) => !isPlain[index])),
  ]);
  return mergeResults(isPlain, ofFast, ofSlow);
}
