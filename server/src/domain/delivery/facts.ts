import type { Micros } from "../../contract/money.ts";
import { createBoundedMap } from "../../core/cache.ts";
import type { Clock } from "../../core/clock.ts";
import type { Database, Queryable } from "../../core/db.ts";
import { type CampaignFacts, findFacts, findFactsByNumber, findFactsOf } from "./queries.ts";

export type FactsStore = ReturnType<typeof createFactsStore>;

/** A budget that ended must stop deliveries within a second, in every process. */
const FRESH_FOR_MS = 500;
const KEPT_MAX = 20_000;
/** The exchange makes the ids of campaigns, so an unknown one hardly ever becomes known. */
const UNKNOWN_FOR_MS = 60_000;
const UNKNOWN_MAX = 10_000;
const CHANGING_FOR_MS = 1_000;
const CHANGING_MAX = 1_000;

interface Kept {
  readonly facts: CampaignFacts;
  /** Until when they are recent, and until when their money is, which settlement moves. */
  readonly recentUntilMs: number;
  freshUntilMs: number;
}

/** Keeps facts of campaigns for half a second, so that deliveries and reports skip a query. */
export function createFactsStore({ db, clock }: { db: Database; clock: Clock }) {
  const unknown = createUnknown(clock);
  const loading = new Map<string, Promise<CampaignFacts | undefined>>();
  const changes = createChanges(clock);
  const { kept, idOfNumber, keep } = createKept(clock, changes);
  const read = (campaignId: string) => findFacts(db, campaignId, clock.now());
  /** Many turns may ask for one campaign at once: they share one look-up. */
  const load = (campaignId: string) => {
    const running = loading.get(campaignId);
    if (running !== undefined) return running;
    const started = read(campaignId)
      .then(keep)
      .finally(() => loading.delete(campaignId));
    loading.set(campaignId, started);
    return started;
  };

  return {
    /** Facts at most half a second old; undefined when there is no such campaign. */
    async fresh(campaignId: string): Promise<CampaignFacts | undefined> {
      const entry = kept.get(campaignId);
      if (changes.touch(entry?.facts)) return keep(await read(campaignId));
      if (entry !== undefined && entry.freshUntilMs > clock.monotonicMs()) return entry.facts;
      return load(campaignId);
    },
    /**
     * Facts of any age: for what never changes, such as the two sides, the unit and its price.
     * Unknown campaigns are left out. A call inside a transaction passes it, to wait for no other
     * connection.
     */
    async anyOf(campaignIds: readonly string[], tx: Queryable = db) {
      const ids = [...new Set(campaignIds)];
      const found = ids.flatMap((id) => kept.get(id)?.facts ?? []);
      const missing = ids.filter((id) => !kept.has(id) && !unknown.has(id));
      if (missing.length > 0) {
        const read = await findFactsOf(tx, missing, clock.now());
        unknown.note(missing, read);
        found.push(...read.flatMap((facts) => keep(facts) ?? []));
      }
      return new Map(found.map((facts) => [facts.campaignId, facts]));
    },
    /** By the short number of a click token; served from memory while the database is down. */
    async byNumber(number: bigint): Promise<CampaignFacts | undefined> {
      const campaignId = idOfNumber.get(number);
      const entry = campaignId === undefined ? undefined : kept.get(campaignId);
      if (entry === undefined) return keep(await findFactsByNumber(db, number, clock.now()));
      const isRecent = entry.recentUntilMs > clock.monotonicMs();
      if (isRecent && !changes.touch(entry.facts)) return entry.facts;
      // A changed landing address should be seen, but a reader never waits for a database that
      // is gone.
      return load(entry.facts.campaignId).catch(() => entry.facts);
    },
    /** Called when settlement learned something newer. */
    forget(campaignId: string) {
      const entry = kept.get(campaignId);
      if (entry !== undefined) entry.freshUntilMs = 0;
    },
    forgetBrands() {
      for (const entry of kept.values()) {
        if (entry.facts.brand !== null) entry.freshUntilMs = 0;
      }
    },
    /**
     * Called inside the transaction that changes a campaign or a placement. Its commit follows, so
     * for a second nothing that was read before is believed: what was paused is not delivered, from
     * the answer on. Other processes notice when their facts are half a second old.
     */
    changing: changes.note,
  };
}

function createKept(clock: Clock, changes: ReturnType<typeof createChanges>) {
  const kept = new Map<string, Kept>();
  const idOfNumber = new Map<bigint, string>();
  const keep = (facts: CampaignFacts | undefined) => {
    if (facts === undefined) return undefined;
    const untilMs = changes.touch(facts) ? 0 : clock.monotonicMs() + FRESH_FOR_MS;
    kept.delete(facts.campaignId);
    kept.set(facts.campaignId, { facts, recentUntilMs: untilMs, freshUntilMs: untilMs });
    idOfNumber.set(facts.number, facts.campaignId);
    for (const [oldest, entry] of kept) {
      if (kept.size <= KEPT_MAX) break;
      kept.delete(oldest);
      idOfNumber.delete(entry.facts.number);
    }
    return facts;
  };
  return { kept, idOfNumber, keep };
}

/** Ids that no campaign has. */
function createUnknown(clock: Clock) {
  const untilMs = createBoundedMap<string, number>(UNKNOWN_MAX);
  return {
    has: (id: string) => (untilMs.get(id) ?? 0) > clock.monotonicMs(),
    note(ids: readonly string[], found: readonly CampaignFacts[]): void {
      for (const id of ids) untilMs.set(id, clock.monotonicMs() + UNKNOWN_FOR_MS);
      for (const { campaignId } of found) untilMs.delete(campaignId);
    },
  };
}

/** The campaigns and placements whose change was announced and may not be committed yet. */
function createChanges(clock: Clock) {
  const untilMs = new Map<string, number>();
  return {
    note(id: string): void {
      const nowMs = clock.monotonicMs();
      for (const [known, endMs] of untilMs) {
        if (endMs <= nowMs || untilMs.size >= CHANGING_MAX) untilMs.delete(known);
      }
      untilMs.set(id, nowMs + CHANGING_FOR_MS);
    },
    touch(facts: CampaignFacts | undefined): boolean {
      if (facts === undefined || untilMs.size === 0) return false;
      const nowMs = clock.monotonicMs();
      return [facts.campaignId, facts.placementId].some((id) => (untilMs.get(id) ?? 0) > nowMs);
    },
  };
}

export interface Paced {
  readonly unitPrice: Micros;
  readonly escrow: Micros;
  /** In the UTC day of `readAt`. */
  readonly spentToday: Micros;
  readonly readAt: Date;
  readonly dailyCap: Micros | null;
  readonly startedAt: Date;
  readonly endAt: Date | null;
}

const DAY_MS = 86_400_000;

/**
 * How far spending may run ahead of its plan: a twentieth of the day's money. The plan is then
 * through 72 minutes before the day ends, which leaves room for reports that come late.
 */
const LEAD_DIVISOR = 20n;
/** Small campaigns are never paced: with a few dozen units a day there is nothing to spread. */
const LEAD_UNITS_MIN = 20n;

/** Whether the daily cap has no room for one more unit; settlement would refuse its report. */
export function isDaySpent(facts: Paced, now: Date): boolean {
  const { dailyCap, unitPrice } = facts;
  return dailyCap !== null && dailyCap - spentOn(facts, now) < unitPrice;
}

/**
 * Whether a campaign has spent more of today's money than the day has passed. Today's money is the
 * daily cap, or an even share of what was left this morning until `endAt`, whichever is less.
 *
 * What was not spent earlier may be spent later, without limit: pacing only ever holds back what
 * comes too early, so it strands no budget. It needs nothing but facts that are at hand, and the
 * first delivery of a day always passes.
 */
export function isAheadOfPlan(facts: Paced, now: Date): boolean {
  const day = windowOf(facts, now);
  const passedMs = BigInt(now.getTime() - day.fromMs);
  const lengthMs = BigInt(day.untilMs - day.fromMs);
  if (passedMs < 0n || lengthMs <= 0n) return false;
  const budget = budgetOf(facts, day);
  if (budget === null) return false;
  const planned = (budget * passedMs) / lengthMs;
  const shareLead = budget / LEAD_DIVISOR;
  const unitsLead = LEAD_UNITS_MIN * facts.unitPrice;
  return spentOn(facts, now) >= planned + (shareLead > unitsLead ? shareLead : unitsLead);
}

/** Facts read a moment before midnight tell of a day that is over. */
function spentOn({ spentToday, readAt }: Paced, now: Date): bigint {
  return dayOf(readAt) === dayOf(now) ? spentToday : 0n;
}

/** The UTC day, counted from 1970: daily caps know no other. */
function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS);
}

interface Window {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The part of this UTC day in which the campaign runs. */
function windowOf({ startedAt, endAt }: Paced, now: Date): Window {
  const dayMs = dayOf(now) * DAY_MS;
  return {
    fromMs: Math.max(dayMs, startedAt.getTime()),
    untilMs: Math.min(dayMs + DAY_MS, endAt?.getTime() ?? Number.POSITIVE_INFINITY),
  };
}

/** **Units** micro-credits; null when neither a cap nor an end asks for pacing. */
function budgetOf(facts: Paced, day: Window): bigint | null {
  const { dailyCap, endAt } = facts;
  if (endAt === null) return dailyCap;
  const atDawn = facts.escrow + facts.spentToday;
  const share = (atDawn * BigInt(day.untilMs - day.fromMs)) / BigInt(endAt.getTime() - day.fromMs);
  return dailyCap !== null && dailyCap < share ? dailyCap : share;
}
