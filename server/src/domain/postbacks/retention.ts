import type { Database } from "../../core/db.ts";
import { purge } from "../../core/purge.ts";
import { deleteDelivered } from "./log-queries.ts";
import { deleteOldQuotas } from "./quota-queries.ts";

const DAY_MS = 86_400_000;
/** The log of attempts is kept longer, and so are dead letters. */
const DELIVERED_DAYS = 7;

/** Deletes delivered messages after 7 days. */
export async function deleteOldPostbacks(db: Database, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await deleteOldQuotas(db, ago(1));
  await purge((limit) => deleteDelivered(db, ago(DELIVERED_DAYS), limit));
}
