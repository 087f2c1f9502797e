import type { PgBoss } from "pg-boss";
import { openDatabaseClock } from "../core/clock.ts";
import { openDatabase } from "../core/db.ts";
import { createIdSource } from "../core/ids.ts";
import type { Logger } from "../core/log.ts";
import { withSpan } from "../core/tracing.ts";
import type { CampaignDeps } from "../domain/campaigns/index.ts";
import { DEMAND_EVERY_MINUTES, runDemand } from "../domain/platform/index.ts";

const QUEUE = "platform-demand";
const SCHEDULE = `*/${DEMAND_EVERY_MINUTES} * * * *`;
const EXPIRES_SECONDS = 600;

/** One holds the lock of the pass while the other books. */
const CONNECTIONS = 2;

export interface PlatformJobOptions {
  readonly databaseUrl: string;
  readonly logger: Logger;
  /** How bookings are made; the same as of the servers. */
  readonly campaigns: Omit<CampaignDeps, "ids" | "now">;
}

/** Books platform demand every few minutes; what a pass misses is for the next. */
export async function registerPlatform(boss: PgBoss, options: PlatformJobOptions): Promise<void> {
  // One waits and one runs at most, however long a pass takes.
  const policy = "stately";
  await boss.createQueue(QUEUE, { policy, retryLimit: 0, expireInSeconds: EXPIRES_SECONDS });
  await boss.schedule(QUEUE, SCHEDULE);
  await boss.work(QUEUE, () => withSpan("job platform-demand", {}, () => runOnce(options)));
}

async function runOnce({ databaseUrl, logger, campaigns }: PlatformJobOptions): Promise<void> {
  const db = openDatabase({
    connectionString: databaseUrl,
    connections: CONNECTIONS,
    logger,
    role: "placard_app",
    applicationName: "placard-platform",
  });
  try {
    const clock = await openDatabaseClock(db);
    const ids = createIdSource(clock);
    const report = await runDemand(db, { ...campaigns, ids, now: clock.now() });
    const { booked, withdrawn } = report;
    if (booked.length === 0 && withdrawn.length === 0) return;
    logger.info({ booked: booked.length, withdrawn: withdrawn.length }, "platform_demand_booked");
  } finally {
    await db.close();
  }
}
