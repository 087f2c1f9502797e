import { randomFillSync } from "node:crypto";
import { type IdPrefix, idFromUuid, uuidV7 } from "../contract/ids.ts";

/** Random bytes are drawn in blocks: one system call for 256 ids. */
const POOL_IDS = 256;
const UUID_BYTES = 16;

export type IdSource = ReturnType<typeof createIdSource>;

/** Twelve bits count within a millisecond; a start in the lower half leaves room to count. */
const COUNTER_MAX = 0xfff;
const COUNTER_START_MASK = 0x7ff;

/**
 * Makes UUIDv7 ids from an injected time source. Ids of one source grow strictly, also within a
 * millisecond, so that what was made later is listed later.
 *
 * **Source** RFC 9562, section 6.2, method 1.
 */
export function createIdSource(clock: { now(): Date }) {
  const pool = new Uint8Array(POOL_IDS * UUID_BYTES);
  let used = pool.length;
  let lastMs = 0;
  let counter = 0;
  const uuid = () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const random = pool.subarray(used, used + UUID_BYTES);
    used += UUID_BYTES;
    const nowMs = clock.now().getTime();
    // A clock that steps back, or a full millisecond, borrows from the time to come.
    if (nowMs > lastMs) {
      lastMs = nowMs;
      counter = (((random[6] ?? 0) << 8) | (random[7] ?? 0)) & COUNTER_START_MASK;
    } else if (counter === COUNTER_MAX) {
      lastMs += 1;
      counter = 0;
    } else {
      counter += 1;
    }
    random[6] = counter >> 8;
    random[7] = counter & 0xff;
    return uuidV7(lastMs, random);
  };
  return { uuid, id: (prefix: IdPrefix) => idFromUuid(prefix, uuid()) };
}
