import { ExchangeError } from "../contract/errors.ts";
import { type Database, openDatabase } from "../core/db.ts";
import type { Logger } from "../core/log.ts";
import {
  ownsTables,
  RETENTION_LANE,
  type RetentionDeps,
  runRetention,
} from "../domain/retention/index.ts";
import type { ScheduledJob } from "./scheduled.ts";

export type RetentionSettings = Pick<RetentionDeps, "directory" | "days">;

/**
 * Opens a connection with the rights of the login.
 *
 * **Errors** `wrong_role` when the login does not own the tables.
 */
export async function asOwner<T>(
  { databaseUrl, logger }: { databaseUrl: string; logger: Logger },
  use: (db: Database) => Promise<T>,
): Promise<T> {
  const options = { connectionString: databaseUrl, connections: 1, logger };
  const db = openDatabase({ ...options, ...RETENTION_LANE, applicationName: "placard-retention" });
  try {
    if (!(await ownsTables(db))) throw new ExchangeError("wrong_role", { message: NO_OWNER });
    return await use(db);
  } finally {
    await db.close();
  }
}

const NO_OWNER = "DATABASE_OWNER_URL: required for retention, because this login owns no tables.";

/** Archives what is older than its age, every day. The login must own the tables. */
export function retention(settings: RetentionSettings, databaseUrl: string): ScheduledJob {
  return {
    queue: "retention",
    // Before the nightly verification, whose snapshots partitions would have to wait for.
    cron: "53 1 * * *",
    retryLimit: 3,
    expireInSeconds: 12 * 3_600,
    run: ({ clock, logger }) =>
      asOwner({ databaseUrl, logger }, (db) =>
        runRetention({ ...settings, db, now: clock.now(), logger }),
      ).catch((error: unknown) => {
        if (!(error instanceof ExchangeError && error.code === "wrong_role")) throw error;
        logger.warn({ reason: error.message }, "retention_skipped");
      }),
  };
}
