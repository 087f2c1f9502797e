import { sqlStateOf } from "../../core/db.ts";
import { gatherSet, mergeResults } from "./impression-set.ts";
import { eventKeyOf, findKnownEvents, type SettledBook, settleImpressions } from "./queries.ts";
import { type Batch, isUnavailable, LOCK_TIMEOUT, withRetry } from "./retry-queue.ts";
import type { SettlementEvent, SettlementResult } from "./settlement-event.ts";
import { besideLocked, newBatch, type PathDeps, settleSlow } from "./slow-path.ts";

/** How often what is left of a batch is tried as a set, before all of it is decided one by one. */
const SETS_MAX = 3;

/**
 * Settles plain impressions as a set: all or nothing. Events that do not fit are taken out and
 * decided one by one, and the others are settled as a set without them, so one event's
 * duplicate or empty budget does not affect the others.
 *
 * **Errors** `unavailable`.
 */
export async function settleFast(
  events: readonly SettlementEvent[],
  deps: PathDeps,
): Promise<SettlementResult[]> {
  if (!deps.conflicts.looksFirst()) return settleSet(events, deps, 1);
  const batch = newBatch(deps);
  return divided(events, await repeatedOf(events, batch, deps), { batch, deps, sets: 0 });
}

async function settleSet(
  events: readonly SettlementEvent[],
  deps: PathDeps,
  sets: number,
): Promise<SettlementResult[]> {
  const batch = newBatch(deps);
  const set = gatherSet(events);
  let books: ReadonlyMap<string, SettledBook>;
  try {
    books = await withRetry(batch, deps, () => settleImpressions(deps.db, batch, set.arrays));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (sqlStateOf(error) === LOCK_TIMEOUT) {
      const isLast = sets === SETS_MAX;
      return besideLocked(events, deps, (free) =>
        isLast ? settleSlow(free, newBatch(deps), deps) : settleSet(free, deps, sets + 1),
      );
    }
    const misfits = await misfitsOf(error, events, { batch, deps });
    if (misfits.size === 0 || sets === SETS_MAX) return settleSlow(events, batch, deps);
    return divided(events, misfits, { batch, deps, sets });
  }
  deps.conflicts.settled(events);
  return set.resultsOf(books);
}

interface Division {
  /** The batch that failed: what a lost try of it committed is recognised by its id. */
  readonly batch: Batch;
  readonly deps: PathDeps;
  readonly sets: number;
}

/** The misfits one by one, then the rest as a set; results in the order of the events. */
async function divided(
  events: readonly SettlementEvent[],
  misfits: ReadonlySet<SettlementEvent>,
  { batch, deps, sets }: Division,
): Promise<SettlementResult[]> {
  const isMisfit = events.map((event) => misfits.has(event));
  const misfit = events.filter((_, index) => isMisfit[index]);
  const rest = events.filter((_, index) => !isMisfit[index]);
  const ofMisfits = misfit.length === 0 ? [] : await settleSlow(misfit, batch, deps);
  const ofRest = rest.length === 0 ? [] : await settleSet(rest, deps, sets + 1);
  return mergeResults(isMisfit, ofMisfits, ofRest);
}

const UNIQUE_VIOLATION = "23505";
const NOT_SETTLED = "PL001";

/** Which events keep the set from being settled; none when PostgreSQL does not say. */
async function misfitsOf(
  error: unknown,
  events: readonly SettlementEvent[],
  { batch, deps }: { batch: Batch; deps: PathDeps },
): Promise<ReadonlySet<SettlementEvent>> {
  const code = sqlStateOf(error);
  if (code === UNIQUE_VIOLATION) {
    deps.conflicts.foundDuplicate();
    return repeatedOf(events, batch, deps);
  }
  const campaigns = new Set(code === NOT_SETTLED ? campaignsNamedIn(error) : []);
  deps.conflicts.refused(campaigns);
  return new Set(events.filter((event) => campaigns.has(event.facts.uuid)));
}

/** `settle_impressions` names the campaigns that could not take their sums, by commas. */
function campaignsNamedIn(error: unknown): string[] {
  if (typeof error !== "object" || error === null || !("detail" in error)) return [];
  return typeof error.detail === "string" ? error.detail.split(",") : [];
}

/**
 * Events that are in the books already, and all events of a campaign for which the batch itself
 * names an id twice: which of the two comes first may decide what the end of a budget pays.
 */
async function repeatedOf(
  events: readonly SettlementEvent[],
  batch: Batch,
  deps: PathDeps,
): Promise<ReadonlySet<SettlementEvent>> {
  const known = await withRetry(batch, deps, () => findKnownEvents(deps.db, events));
  const seen = new Set<string>();
  const campaigns = new Set<string>();
  for (const event of events) {
    const key = eventKeyOf(event);
    if (seen.has(key)) campaigns.add(event.facts.uuid);
    seen.add(key);
  }
  return new Set(
    events.filter((event) => known.has(eventKeyOf(event)) || campaigns.has(event.facts.uuid)),
  );
}
