import { ExchangeError } from "../../contract/errors.ts";
import type { Clock } from "../../core/clock.ts";
import type { Database, Queryable } from "../../core/db.ts";
import type { Logger } from "../../core/log.ts";
import { findRolledAt } from "./queries.ts";

/** The roller writes every few seconds; a replica that shows an older time lags or is cut off. */
const LAG_MAX_MS = 15_000;
/** A replica that failed is left alone for a while. */
const AGAIN_AFTER_MS = 10_000;

export interface ReportDatabase {
  /** Runs reads that all see one moment: on the replica while it keeps up, else on the primary. */
  snapshot<T>(run: (db: Queryable) => Promise<T>): Promise<T>;
  lagMs(): Promise<number | undefined>;
}

/**
 * Where reports are read. The time of the roller's last run travels to the replica like any other
 * row, so that it says how old the replica's data is, whatever kind of replica it is.
 */
export function createReportDatabase(deps: {
  db: Database;
  replica: Database | undefined;
  clock: Clock;
  logger: Logger;
}): ReportDatabase {
  const { db, replica, clock, logger } = deps;
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
    async snapshot(run) {
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
