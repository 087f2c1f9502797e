import type { SettlementEvent, SettlementResult } from "./settlement-event.ts";

export type ConflictCache = ReturnType<typeof createConflictCache>;

/** After an unforeseen duplicate, this many batches spend a look-up to be spared another. */
const CAUTIOUS_BATCHES = 64;
const CAMPAIGNS_MAX = 10_000;

/**
 * What this process remembers of events that would not settle as part of a set. One of them undoes
 * the set of everybody whose reports are in the same batch, so it is better recognised before. A
 * memory that is wrong costs time and never money: the database decides in any case.
 */
export function createConflictCache(recentIdsBits?: number) {
  const ids = createRecentIds(recentIdsBits);
  const campaigns = new Set<string>();
  let cautiousFor = 0;
  return {
    has: (event: SettlementEvent) => campaigns.has(event.facts.uuid) || ids.has(event.uuid),
    /** These were settled: their ids would be duplicates from now on. */
    settled(events: readonly SettlementEvent[]) {
      for (const event of events) ids.add(event.uuid);
    },
    /** These were decided one by one: their campaigns may take part in sets again, or not. */
    decided(events: readonly SettlementEvent[], results: readonly SettlementResult[]) {
      for (const event of events) ids.add(event.uuid);
      if (campaigns.size === 0) return;
      const isOdd = (result: SettlementResult | undefined) =>
        result?.reason !== 0 || result.status !== "active" || result.fault !== undefined;
      const odd = new Set(
        events.filter((_, index) => isOdd(results[index])).map((event) => event.facts.uuid),
      );
      for (const { facts } of events) if (!odd.has(facts.uuid)) campaigns.delete(facts.uuid);
    },
    /** These campaigns were in no state to take a set: paused, at the end of a budget or a cap. */
    refused(campaignUuids: Iterable<string>) {
      if (campaigns.size >= CAMPAIGNS_MAX) campaigns.clear();
      for (const uuid of campaignUuids) campaigns.add(uuid);
    },
    /** An id came again that was not remembered: for a while batches look before they insert. */
    foundDuplicate() {
      cautiousFor = CAUTIOUS_BATCHES;
    },
    /** Whether the next batch should look for known ids first; counts that batch. */
    looksFirst() {
      if (cautiousFor === 0) return false;
      cautiousFor -= 1;
      return true;
    },
  };
}

const SLOTS_BITS_DEFAULT = 19;
const WORDS_PER_SLOT = 2;

/**
 * A table of fingerprints in which a newer id takes the place of an older one: half a million ids
 * in 4 MB, outside the garbage collector's heap. It may be wrong either way.
 */
export function createRecentIds(slotsBits = SLOTS_BITS_DEFAULT) {
  const table = new Uint32Array(WORDS_PER_SLOT << slotsBits);
  const print = new Uint32Array(WORDS_PER_SLOT);
  const slotOf = (id: string) => {
    fingerprint(id, print);
    return ((print[0] ?? 0) >>> (32 - slotsBits)) * WORDS_PER_SLOT;
  };
  return {
    /** True: probably added. False: not added, or replaced since. */
    has(id: string) {
      const slot = slotOf(id);
      return table[slot] === print[0] && table[slot + 1] === print[1];
    },
    add(id: string) {
      const slot = slotOf(id);
      table[slot] = print[0] ?? 0;
      table[slot + 1] = print[1] ?? 0;
    },
  };
}

const FNV_PRIME = 0x0100_0193;
const FNV_START = 0x811c_9dc5;
const GOLDEN_RATIO = 0x9e37_79b1;

/** Two independent 32-bit hashes; 0 and 0 is an empty slot, so the second is never 0. */
function fingerprint(id: string, print: Uint32Array): void {
  let first = FNV_START;
  let second = id.length;
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    first = Math.imul(first ^ code, FNV_PRIME);
    second = Math.imul(second + code, GOLDEN_RATIO);
    second ^= second >>> 15;
  }
  // The slot is taken from the upper bits, which FNV leaves poorly mixed.
  print[0] = Math.imul(first ^ (first >>> 15), GOLDEN_RATIO);
  print[1] = second | 1;
}
