import type { Cache } from "./cache.ts";
import type { Clock } from "./clock.ts";

const ENTRIES_MAX = 100_000;
const BYTES_MAX = 64 * 1024 * 1024;
/** Map slot, entry object and string headers, measured at 150 to 180 bytes on Node 24. */
const ENTRY_OVERHEAD_BYTES = 200;

interface Entry {
  readonly value: string | Buffer;
  readonly expiresAtMs: number;
  readonly sizeBytes: number;
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
    delete: async (key) => store.remove(key),
    ping: async () => true,
    close: async () => store.clear(),
  };
}

interface Store {
  read(key: string): Entry | undefined;
  write(key: string, value: string | Buffer, ttlMs: number): void;
  remove(key: string): void;
  clear(): void;
}

function createStore(options: MemoryCacheOptions): Store {
  const { clock, entriesMax = ENTRIES_MAX, bytesMax = BYTES_MAX } = options;
  // A Map iterates in the order of insertion: reading an entry moves it to the end.
  const entries = new Map<string, Entry>();
  let totalBytes = 0;

  const remove = (key: string): void => {
    totalBytes -= entries.get(key)?.sizeBytes ?? 0;
    entries.delete(key);
  };
  const insert = (key: string, entry: Entry): void => {
    entries.set(key, entry);
    totalBytes += entry.sizeBytes;
  };
  return {
    remove,
    read: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      remove(key);
      if (entry.expiresAtMs <= clock.monotonicMs()) return undefined;
      insert(key, entry);
      return entry;
    },
    write: (key, value, ttlMs) => {
      remove(key);
      const sizeBytes = Buffer.byteLength(key) + Buffer.byteLength(value) + ENTRY_OVERHEAD_BYTES;
      if (sizeBytes > bytesMax) return;
      insert(key, { value, expiresAtMs: clock.monotonicMs() + ttlMs, sizeBytes });
      for (const oldest of entries.keys()) {
        if (entries.size <= entriesMax && totalBytes <= bytesMax) break;
        remove(oldest);
      }
    },
    clear: () => {
      entries.clear();
      totalBytes = 0;
    },
  };
}
