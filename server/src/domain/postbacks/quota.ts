import type { Database } from "../../core/db.ts";
import { countRequest, lockQuotas } from "./quota-queries.ts";

const HOUR_MS = 3_600_000;

/**
 * Counts a request to each of these targets, over all agents and processes. Returns when the next
 * one is possible if a target has had `perHour` requests in the last hour; then none is counted.
 */
export function reserveRequest(
  db: Database,
  targets: readonly string[],
  { now, perHour }: { now: Date; perHour: number },
): Promise<Date | undefined> {
  return db.tx(async (tx) => {
    const sent = await lockQuotas(tx, targets, new Date(now.getTime() - HOUR_MS));
    const freeAtMs = sent
      .filter((times) => times.length >= perHour)
      .map(([oldest = now]) => oldest.getTime() + HOUR_MS);
    if (freeAtMs.length > 0) return new Date(Math.max(...freeAtMs));
    await countRequest(tx, targets, now);
    return undefined;
  });
}
