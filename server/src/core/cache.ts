import { LRUCache } from "lru-cache";
import type { Clock } from "./clock.ts";

/** At most `max` in any stretch of time this long, not in calendar hours or days. */
export interface SlidingLimit {
  readonly max: number;
  readonly windowMs: number;
}

/**
 * Short-lived facts shared by the processes of one exchange. A cache may forget anything at any
 * time, so money never depends on it: a caller that must not act twice asks the database.
 */
export interface Cache {
  readonly kind: "memory" | "redis";
  /** The value, or null when it is absent, expired or out of reach. */
  get(key: string): Promise<string | null>;
  getBuffer(key: string): Promise<Buffer | null>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  setBuffer(key: string, value: Buffer, ttlMs: number): Promise<void>;
  /** Stores the value unless there is one already; true when there was none. */
  add(key: string, value: string, ttlMs: number): Promise<boolean>;
  /**
   * Takes one more unless one of the limits is reached; true when it was taken. Refused calls are
   * not counted, so they do not extend the wait.
   */
  take(key: string, limits: readonly SlidingLimit[]): Promise<boolean>;
  /** Puts a value at the end of a list that keeps its last `max`; its time to live restarts. */
  append(key: string, value: string, list: { max: number; ttlMs: number }): Promise<void>;
  /** The values of a list, oldest first; none when it is absent, expired or out of reach. */
  list(key: string): Promise<string[]>;
  delete(key: string): Promise<void>;
  /** Whether values are really stored and shared right now. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

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
    get: async (key) => store.read(key)?.value.toString() ?? null,
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
