import type { PgBoss } from "pg-boss";
import { openDatabaseClock } from "../core/clock.ts";
import { type Database, openDatabase } from "../core/db.ts";
import { createIdSource } from "../core/ids.ts";
import type { Logger } from "../core/log.ts";
import { withSpan } from "../core/tracing.ts";
import { forgetOldRuns, type VerifyDeps, verifyAll, verifyNew } from "../domain/ledger/index.ts";

const QUEUE_NEW = "verify-new";
const QUEUE_ALL = "verify-all";
const EVERY_MINUTE = "* * * * *";
/** When the fewest chats run in Europe and America, and a few minutes off the full hour. */
const EVERY_NIGHT = "23 3 * * *";

/** One waits and one runs; a minute that was missed is covered by the next. */
const POLICY = "stately";
const NEW_EXPIRES_SECONDS = 600;
const ALL_EXPIRES_SECONDS = 6 * 3_600;
/** How long one check of a large ledger may take. */
const CHECK_MS_MAX = 900_000;

/** Verifies the ledger: every minute what is new, every night everything. */
export async function registerVerification(
  boss: PgBoss,
  options: { databaseUrl: string; logger: Logger },
): Promise<void> {
  await boss.createQueue(QUEUE_NEW, {
    policy: POLICY,
    retryLimit: 0,
    expireInSeconds: NEW_EXPIRES_SECONDS,
  });
  await boss.createQueue(QUEUE_ALL, {
    policy: POLICY,
    retryLimit: 1,
    expireInSeconds: ALL_EXPIRES_SECONDS,
  });
  await boss.schedule(QUEUE_NEW, EVERY_MINUTE);
  await boss.schedule(QUEUE_ALL, EVERY_NIGHT);
  await boss.work(QUEUE_NEW, () => withDeps(options, "job verify-new", verifyNew));
  await boss.work(QUEUE_ALL, () =>
    withDeps(options, "job verify-all", async (deps) => {
      await verifyAll(deps);
      await forgetOldRuns(deps.db, deps.clock.now());
    }),
  );
}

function withDeps(
  options: { databaseUrl: string; logger: Logger },
  name: string,
  run: (deps: VerifyDeps) => Promise<unknown>,
): Promise<void> {
  return withSpan(name, {}, async () => {
    const db: Database = openDatabase({
      connectionString: options.databaseUrl,
      connections: 1,
      logger: options.logger,
      role: "placard_app",
      applicationName: "placard-verification",
      statementTimeoutMs: CHECK_MS_MAX,
    });
    try {
      const clock = await openDatabaseClock(db);
      await run({ db, ids: createIdSource(clock), clock, logger: options.logger });
    } finally {
      await db.close();
    }
  });
}
