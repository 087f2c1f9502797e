import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../core/db.ts";
import { type CampaignFacts, findFacts, findFactsByNumber } from "./queries.ts";

export interface FactsStore {
  /** Facts at most half a second old; undefined when there is no such campaign. */
  fresh(campaignId: string): Promise<CampaignFacts | undefined>;
  /** Facts of any age: for what never changes, such as the two sides, the unit and its price. */
  any(campaignId: string): Promise<CampaignFacts | undefined>;
  /** By the short number of a click token; served from memory while the database is down. */
  byNumber(number: bigint): Promise<CampaignFacts | undefined>;
  /** Called when settlement learned something newer. */
  forget(campaignId: string): void;
}

/** A budget that ended must stop deliveries within a second, in every process. */
const FRESH_FOR_MS = 500;
const KEPT_MAX = 20_000;

interface Kept {
  readonly facts: CampaignFacts;
  freshUntilMs: number;
}

export function createFactsStore(deps: { db: Database; clock: Clock }): FactsStore {
  const kept = new Map<string, Kept>();
  const idOfNumber = new Map<bigint, string>();
  const loading = new Map<string, Promise<CampaignFacts | undefined>>();

  const keep = (facts: CampaignFacts | undefined) => {
    if (facts === undefined) return undefined;
    kept.delete(facts.campaignId);
    kept.set(facts.campaignId, {
      facts,
      freshUntilMs: deps.clock.monotonicMs() + FRESH_FOR_MS,
    });
    idOfNumber.set(facts.number, facts.campaignId);
    for (const [oldest, entry] of kept) {
      if (kept.size <= KEPT_MAX) break;
      kept.delete(oldest);
      idOfNumber.delete(entry.facts.number);
    }
    return facts;
  };
  /** Many turns may ask for one campaign at once: they share one look-up. */
  const load = (campaignId: string) => {
    const running = loading.get(campaignId);
    if (running !== undefined) return running;
    const started = findFacts(deps.db, campaignId, deps.clock.now())
      .then(keep)
      .finally(() => loading.delete(campaignId));
    loading.set(campaignId, started);
    return started;
  };

  return {
    async fresh(campaignId) {
      const entry = kept.get(campaignId);
      if (entry !== undefined && entry.freshUntilMs > deps.clock.monotonicMs()) return entry.facts;
      return load(campaignId);
    },
    async any(campaignId) {
      return kept.get(campaignId)?.facts ?? load(campaignId);
    },
    async byNumber(number) {
      const campaignId = idOfNumber.get(number);
      const entry = campaignId === undefined ? undefined : kept.get(campaignId);
      if (entry === undefined) {
        return keep(await findFactsByNumber(deps.db, number, deps.clock.now()));
      }
      if (entry.freshUntilMs > deps.clock.monotonicMs()) return entry.facts;
      // A changed landing address should be seen, but a reader never waits for a database that
      // is gone.
      return load(entry.facts.campaignId).catch(() => entry.facts);
    },
    forget(campaignId) {
      const entry = kept.get(campaignId);
      if (entry !== undefined) entry.freshUntilMs = 0;
    },
  };
}
