import { type Database, openDatabase } from "../core/db.ts";
import type { Logger } from "../core/log.ts";
import { RETENTION_LANE, type RetentionDeps, runRetention } from "../domain/retention/index.ts";
import type { ScheduledJob } from "./scheduled.ts";

export type RetentionSettings = Pick<RetentionDeps, "directory" | "days">;

/** Opens a connection with the rights of the login, which must own the tables. */
export async function asOwner<T>(
  { databaseUrl, logger }: { databaseUrl: string; logger: Logger },
  use: (db: Database) => Promise<T>,
): Promise<T> {
  const options = { connectionString: databaseUrl, connections: 1, logger };
  const db = openDatabase({ ...options, ...RETENTION_LANE, applicationName: "placard-retention" });
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}

/** Archives what is older than its age, every day. */
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
      ),
  };
}
