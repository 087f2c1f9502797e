import type { Database } from "../../core/db.ts";
import { allowLongStatements, rollReports } from "./queries.ts";

/** Journal rows of one transaction: about a second of work. */
const ROWS_PER_ROLL = 200_000;
/** A backlog of 40 million rows; what is left waits for the next tick. */
const ROLLS_MAX = 200;

/**
 * Folds what was settled since the last time into the rollups. Any number of processes may call it:
 * one works, the others find it locked and go. Reports are right without it, only slower.
 */
export async function rollUp(db: Database, now: Date, rowsPerRoll = ROWS_PER_ROLL): Promise<void> {
  for (let roll = 0; roll < ROLLS_MAX; roll += 1) {
    const hasMore = await db.tx(async (tx) => {
      // After a restored dump everything is folded again, which takes as long as it takes.
      await allowLongStatements(tx);
      return rollReports(tx, now, rowsPerRoll);
    });
    if (!hasMore) return;
  }
}
