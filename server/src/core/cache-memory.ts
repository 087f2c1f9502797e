import { LRUCache } from "lru-cache";
import type { Cache, SlidingLimit } from "./cache.ts";
import type { Clock } from "./clock.ts";

const ENTRIES_MAX = 100_000;
const BYTES_MAX = 64 * 1024 * 1024;
/** Map slot, entry object and string headers, measured at 150 to 180 bytes on Node 24. */
const ENTRY_OVERHEAD_BYTES = 200;

interface Entry {
  readonly value: string | Buffer;
  readonly expiresAtMs: number;
}

export interface MemoryCacheOptions {
  readonly clock: Clock;
  readonly entriesMax?: number;
  readonly bytesMax?: number;
}

/**
 * A cache inside this process, bounded in entries and bytes: the least recently used go first.
 * A single value larger than all the room is not kept.
 */
export function createMemoryCache(options: MemoryCacheOptions): Cache {
  const store = createStore(options);
  return {
    kind: "memory",
    get: async (key) => {
      const value = store.read(key)?.value;
      return value === undefined ? null : value.toString();
    },
    getBuffer: async (key) => {
      const value = store.read(key)?.value;
      return value === undefined ? null : Buffer.from(value);
    },
    set: async (key, value, ttlMs) => store.write(key, value, ttlMs),
    setBuffer: async (key, value, ttlMs) => store.write(key, Buffer.from(value), ttlMs),
    add: async (key, value, ttlMs) => {
      if (store.read(key)) return false;
      store.write(key, value, ttlMs);
      return true;
    },
    increment: async (key, ttlMs) => {
      const entry = store.read(key);
      const count = Number(entry?.value ?? 0) + 1;
      const remainingMs = entry ? entry.expiresAtMs - options.clock.monotonicMs() : ttlMs;
      store.write(key, String(count), remainingMs);
      return count;
    },
    take: async (key, limits) => {
      const times = timesIn(store.read(key));
      const nowMs = Math.floor(options.clock.monotonicMs());
      if (limits.some((limit) => isReached(limit, times, nowMs))) return false;
      const most = Math.max(...limits.map(({ max }) => max));
      const longestMs = Math.max(...limits.map(({ windowMs }) => windowMs));
      store.write(key, [nowMs, ...times].slice(0, most).join(), longestMs);
      return true;
    },
    append: async (key, value, { max, ttlMs }) => {
      const values = [...valuesIn(store.read(key)), value].slice(-max);
      store.write(key, JSON.stringify(values), ttlMs);
    },
    list: async (key) => valuesIn(store.read(key)),
    delete: async (key) => store.remove(key),
    ping: async () => true,
    close: async () => store.clear(),
  };
}

function valuesIn(entry: Entry | undefined): string[] {
  const values: unknown = entry === undefined ? [] : JSON.parse(entry.value.toString());
  return Array.isArray(values) ? values.map(String) : [];
}

/** When each was taken, the newest first. */
function timesIn(entry: Entry | undefined): number[] {
  return entry === undefined ? [] : entry.value.toString().split(",").map(Number);
}

/** With `max` taken, the oldest of them decides: while it lies inside the window, all do. */
function isReached(limit: SlidingLimit, times: readonly number[], nowMs: number): boolean {
  const takenAtMs = times[limit.max - 1];
  return takenAtMs !== undefined && nowMs - takenAtMs < limit.windowMs;
}

function createStore({
  clock,
  entriesMax = ENTRIES_MAX,
  bytesMax = BYTES_MAX,
}: MemoryCacheOptions) {
  const entries = new LRUCache<string, Entry>({ max: entriesMax, maxSize: bytesMax });
  return {
    read(key: string): Entry | undefined {
      const entry = entries.get(key);
      if (entry === undefined || entry.expiresAtMs > clock.monotonicMs()) return entry;
      entries.delete(key);
      return undefined;
    },
    write(key: string, value: string | Buffer, ttlMs: number): void {
      const size = Buffer.byteLength(key) + Buffer.byteLength(value) + ENTRY_OVERHEAD_BYTES;
      entries.set(key, { value, expiresAtMs: clock.monotonicMs() + ttlMs }, { size });
    },
    remove: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
