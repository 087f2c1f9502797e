import { ExchangeError } from "../../contract/errors.ts";
import type { Database, Queryable } from "../../core/db.ts";
import type { Foundation } from "../../core/foundation.ts";
import { allowLongStatements, findRolledAt, rollReports } from "./queries.ts";

/** The roller writes every few seconds; a replica that shows an older time lags or is cut off. */
const LAG_MAX_MS = 15_000;
/** A replica that failed is left alone for a while. */
const AGAIN_AFTER_MS = 10_000;

/**
 * Where reports are read. The time of the roller's last run travels to the replica like any other
 * row, so that it says how old the replica's data is, whatever kind of replica it is.
 */
export function createReportDatabase({
  db,
  replica,
  clock,
  logger,
}: Omit<Foundation, "ids"> & { readonly replica: Database | undefined }) {
  let triedAgainAtMs = Number.NEGATIVE_INFINITY;
  const leave = (why: object) => {
    triedAgainAtMs = clock.monotonicMs() + AGAIN_AFTER_MS;
    logger.warn(why, "report_replica_skipped");
  };
  const lagOf = async (candidate: Database) => {
    const rolledAt = await findRolledAt(candidate);
    return clock.now().getTime() - (rolledAt?.getTime() ?? 0);
  };
  const keepsUp = async (candidate: Database) => {
    const lagMs = await lagOf(candidate);
    if (lagMs > LAG_MAX_MS) leave({ lagMs });
    return lagMs <= LAG_MAX_MS;
  };
  return {
    lagMs: async () => (replica === undefined ? undefined : lagOf(replica)),
    /** Runs reads that see one moment: on the replica while it keeps up, else on the primary. */
    async snapshot<T>(run: (db: Queryable) => Promise<T>): Promise<T> {
      if (replica === undefined || clock.monotonicMs() < triedAgainAtMs) return db.snapshot(run);
      const isUsable = await keepsUp(replica).catch((error: unknown) => {
        leave({ err: String(error) });
        return false;
      });
      if (!isUsable) return db.snapshot(run);
      // It may break off in the middle, or not have heard of a campaign yet: the primary decides.
      return replica.snapshot(run).catch((error: unknown) => {
        const isAnswer = error instanceof ExchangeError && error.code !== "unavailable";
        if (!isAnswer) leave({ err: String(error) });
        return db.snapshot(run);
      });
    },
  };
}

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
