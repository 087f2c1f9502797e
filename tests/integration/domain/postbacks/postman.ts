import { PgBoss } from "pg-boss";
import { openDatabase } from "../../../../server/src/core/db.ts";
import { createIdSource } from "../../../../server/src/core/ids.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import type { SecretBox } from "../../../../server/src/core/signing.ts";
import {
  createDeliveryWorker,
  createDispatcher,
  POSTBACK_TIMES,
  type PostbackSender,
  releaseExpired,
  releaseQueued,
  reserveRequest,
} from "../../../../server/src/domain/postbacks/index.ts";
import { createAttemptQueue, openAttemptQueue } from "../../../../server/src/jobs/postbacks.ts";
import { createPostbackSender } from "../../../../server/src/providers/postback/sender.ts";
import type { Market } from "../../tools/market.ts";

export interface PostmanOptions {
  readonly timeoutMs?: number;
  readonly sender?: PostbackSender;
  readonly secrets?: SecretBox;
}

export type Postman = Awaited<ReturnType<typeof startPostman>>;

/** Dispatcher and delivery worker with pg-boss, all on the market's clock; they act when called. */
export async function startPostman(market: Market, options: PostmanOptions = {}) {
  const { clock } = market;
  const times = POSTBACK_TIMES;
  const connectionString = market.databaseUrl;
  const quiet = { schedule: false, supervise: false, monitorIntervalSeconds: 1 };
  const boss = new PgBoss({ connectionString, ...quiet });
  boss.on("error", (error) => {
    throw error;
  });
  await boss.start();
  const login = { connectionString, logger: silentLogger, role: "placard_app" };
  const db = openDatabase({ ...login, connections: 4 });
  if (await createAttemptQueue(boss, times.leaseMs)) await releaseQueued(db);
  const queue = await openAttemptQueue(boss, (jobs) => releaseExpired(db, jobs, clock.now()));
  const sender =
    options.sender ??
    createPostbackSender({
      clock,
      allowedHosts: new Set(["127.0.0.1"]),
      timeoutMs: options.timeoutMs ?? 5_000,
    });
  const { secrets = market.exchange.services.postbacks.secrets } = options;
  const admit = (targets: readonly string[]) =>
    reserveRequest(db, targets, { now: clock.now(), perHour: 60 });
  const deps = { db, clock, ids: createIdSource(clock), logger: silentLogger, queue };
  const worker = createDeliveryWorker({
    ...deps,
    sender,
    secrets,
    admit,
    times,
    random: () => 0.5,
  });
  const dispatcher = createDispatcher({ ...deps, onQueued: () => undefined });
  /** The time that pg-boss reads in the database. */
  const setJobClock = () =>
    market.sql(`create or replace function pgboss.job_now() returns timestamptz language sql stable
      as $$ select '${clock.now().toISOString()}'::timestamptz $$`);
  return {
    db,
    boss,
    worker,
    dispatcher,
    setJobClock,
    /** Sends whatever is due now, and waits until the attempts are recorded. */
    async run(): Promise<void> {
      await setJobClock();
      await dispatcher.runOnce();
      worker.wake();
      await worker.idle();
    },
    async close(): Promise<void> {
      await worker.stop(0);
      await boss.stop({ graceful: false });
      sender.close();
      await db.close();
    },
  };
}
