import type { Database } from "../../core/db.ts";
import { deleteOld } from "./log-queries.ts";
import { deleteOldQuotas } from "./quota-queries.ts";

const DAY_MS = 86_400_000;
/** Long enough to replay a bad week, and to look up a month in the log. */
const DELIVERED_DAYS = 7;
const KEPT_DAYS = 30;
const ROWS_MAX = 5_000;
const ROUNDS_MAX = 10_000;

/** Deletes delivered messages after 7 days, dead letters and the log after 30. */
export async function deleteOldPostbacks(db: Database, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await deleteOldQuotas(db, ago(1));
  const old = { deliveredBefore: ago(DELIVERED_DAYS), before: ago(KEPT_DAYS), limit: ROWS_MAX };
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (!(await deleteOld(db, old))) return;
  }
}
