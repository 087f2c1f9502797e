import { randomFillSync } from "node:crypto";
import { type IdPrefix, idFromUuid, uuidV7 } from "../contract/ids.ts";

/** Random bytes are drawn in blocks: one system call for 256 ids. */
const POOL_IDS = 256;
const UUID_BYTES = 16;

export interface IdSource {
  uuid(): string;
  id(prefix: IdPrefix): string;
}

/** Makes UUIDv7 ids from an injected time source. */
export function createIdSource(clock: { now(): Date }): IdSource {
  const pool = new Uint8Array(POOL_IDS * UUID_BYTES);
  let used = pool.length;
  const uuid = () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const random = pool.subarray(used, used + UUID_BYTES);
    used += UUID_BYTES;
    return uuidV7(clock.now().getTime(), random);
  };
  return { uuid, id: (prefix) => idFromUuid(prefix, uuid()) };
}
