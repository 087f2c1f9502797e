import type { PgBoss } from "pg-boss";
import { openDatabase } from "../core/db.ts";
import type { Logger } from "../core/log.ts";
import { withSpan } from "../core/tracing.ts";
import { forgetOldCalls } from "../domain/idempotency/index.ts";

const QUEUE = "housekeeping";
const EVERY_HOUR = "7 * * * *";

/** Hourly: idempotency records past their 30 days are dropped. */
export async function registerHousekeeping(
  boss: PgBoss,
  options: { databaseUrl: string; logger: Logger },
): Promise<void> {
  await boss.createQueue(QUEUE, { policy: "short", retryLimit: 3 });
  await boss.schedule(QUEUE, EVERY_HOUR);
  await boss.work(QUEUE, async () => {
    const db = openDatabase({
      connectionString: options.databaseUrl,
      connections: 1,
      logger: options.logger,
      role: "placard_app",
    });
    try {
      await withSpan("job housekeeping", {}, () => forgetOldCalls(db));
    } finally {
      await db.close();
    }
  });
}
