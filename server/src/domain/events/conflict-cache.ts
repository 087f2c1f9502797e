import { createRecentIds } from "./recent.ts";
import type { SettlementEvent, SettlementResult } from "./settlement-event.ts";

/**
 * What this process remembers of events that would not settle as part of a set. One of them undoes
 * the set of everybody whose reports are in the same batch, so it is better recognised before. A
 * memory that is wrong costs time and never money: the database decides in any case.
 */
export interface ConflictCache {
  has(event: SettlementEvent): boolean;
  /** These were settled: their ids would be duplicates from now on. */
  settled(events: readonly SettlementEvent[]): void;
  /** These were decided one by one: their campaigns may take part in sets again, or not. */
  decided(events: readonly SettlementEvent[], results: readonly SettlementResult[]): void;
  /** These campaigns were in no state to take a set: paused, at the end of a budget or a cap. */
  refused(campaignUuids: Iterable<string>): void;
  /** An id came again that was not remembered: for a while batches look before they insert. */
  foundDuplicate(): void;
  /** Whether the next batch should look for known ids first; counts that batch. */
  looksFirst(): boolean;
}

/** After an unforeseen duplicate, this many batches spend a look-up to be spared another. */
const CAUTIOUS_BATCHES = 64;
const CAMPAIGNS_MAX = 10_000;

export function createConflictCache(recentIdsBits?: number): ConflictCache {
  const ids = createRecentIds(recentIdsBits);
  const campaigns = new Set<string>();
  let cautiousFor = 0;
  return {
    has: (event) => campaigns.has(event.facts.uuid) || ids.has(event.uuid),
    settled(events) {
      for (const event of events) ids.add(event.uuid);
    },
    decided(events, results) {
      for (const event of events) ids.add(event.uuid);
      if (campaigns.size === 0) return;
      const isOdd = (result: SettlementResult | undefined) =>
        result?.reason !== 0 || result.status !== "active" || result.fault !== undefined;
      const odd = new Set(
        events.filter((_, index) => isOdd(results[index])).map((event) => event.facts.uuid),
      );
      for (const { facts } of events) if (!odd.has(facts.uuid)) campaigns.delete(facts.uuid);
    },
    refused(campaignUuids) {
      if (campaigns.size >= CAMPAIGNS_MAX) campaigns.clear();
      for (const uuid of campaignUuids) campaigns.add(uuid);
    },
    foundDuplicate() {
      cautiousFor = CAUTIOUS_BATCHES;
    },
    looksFirst() {
      if (cautiousFor === 0) return false;
      cautiousFor -= 1;
      return true;
    },
  };
}
