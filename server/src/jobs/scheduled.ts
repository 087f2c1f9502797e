import type { PgBoss } from "pg-boss";
import { openDatabaseClock } from "../core/clock.ts";
import { openDatabase } from "../core/db.ts";
import { APP_ROLE } from "../core/db-session.ts";
import type { Foundation } from "../core/foundation.ts";
import { createIdSource } from "../core/ids.ts";
import type { Logger } from "../core/log.ts";
import { withSpan } from "../core/tracing.ts";

/** Work that pg-boss starts at fixed times. */
export interface ScheduledJob {
  readonly queue: string;
  readonly cron: string;
  readonly retryLimit?: number;
  /** pg-boss takes a longer run for dead. */
  readonly expireInSeconds: number;
  /** 1 if absent. */
  readonly connections?: number;
  run(deps: Foundation): Promise<unknown>;
}

export type OnRun = (queue: string, outcome: "completed" | "failed") => void;

/** Registers jobs. Of each, at most one waits and one runs, with a database pool of its own. */
export async function registerScheduled(
  boss: PgBoss,
  jobs: readonly ScheduledJob[],
  { databaseUrl, logger, onRun }: { databaseUrl: string; logger: Logger; onRun?: OnRun },
): Promise<void> {
  for (const { queue, cron, retryLimit = 0, expireInSeconds, connections = 1, run } of jobs) {
    await boss.createQueue(queue, { policy: "stately", retryLimit, expireInSeconds });
    await boss.schedule(queue, cron);
    await boss.work(queue, () =>
      withSpan(`job ${queue}`, {}, async () => {
        const db = openDatabase({
          connectionString: databaseUrl,
          connections,
          logger,
          role: APP_ROLE,
          applicationName: `placard-${queue}`,
        });
        try {
          const clock = await openDatabaseClock(db);
          await run({ db, ids: createIdSource(clock), clock, logger });
          onRun?.(queue, "completed");
        } catch (error) {
          onRun?.(queue, "failed");
          throw error;
        } finally {
          await db.close();
        }
      }),
    );
  }
}
