import { LRUCache } from "lru-cache";

/**
 * A map of what may be deleted at any time: beyond `entriesMax` it drops the least recently used
 * entry. Entries that expire carry their time, since the library cannot use the injected clock.
 */
export function createBoundedMap<
  Key extends string | number | bigint,
  Value extends NonNullable<unknown>,
>(entriesMax: number): LRUCache<Key, Value> {
  return new LRUCache({ max: entriesMax });
}
