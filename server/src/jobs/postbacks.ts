import type { PgBoss } from "pg-boss";
import { systemClock } from "../core/clock.ts";
import { openDatabase } from "../core/db.ts";
import { createIdSource } from "../core/ids.ts";
import type { Logger } from "../core/log.ts";
import { withSpan } from "../core/tracing.ts";
import {
  type Courier,
  createCourier,
  createDispatcher,
  forgetOldPostbacks,
  POSTBACK_TIMES,
  type PostbackSender,
  type PostbackTimes,
} from "../domain/postbacks/index.ts";

export interface PostbackJobOptions {
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly sender: PostbackSender;
  /** Replaced only by tests, which cannot wait for days. */
  readonly times?: PostbackTimes;
}

const QUEUE = "postbacks";
const RETENTION_QUEUE = "postback-retention";
const EVERY_NIGHT = "23 3 * * *";

const DISPATCH_CONNECTIONS = 2;
const COURIER_CONNECTIONS = 3;
const BATCH_SIZE = 200;
/** A job only says where to look, and the dispatcher looks every second: it is soon worthless. */
const JOB_SECONDS = 60;
const POLL_SECONDS = 0.5;
/** A message that is cut off comes back when its lease ends. */
const STOP_GRACE_MS = 3_000;

/**
 * Dispatcher and courier of this process. A job of the queue is an endpoint that has something due:
 * one at most waits for each, so however much there is to send, the queue stays short.
 */
export async function registerPostbacks(
  boss: PgBoss,
  options: PostbackJobOptions,
): Promise<{ stop(): Promise<void> }> {
  const { logger, sender, times = POSTBACK_TIMES } = options;
  const { db, courierDb } = openDatabases(options);
  const clock = systemClock;
  const shared = { db, clock, ids: createIdSource(clock), logger };
  const random = Math.random;
  const courier = createCourier({ ...shared, db: courierDb, sender, times, random });
  await makeQueue(boss, courier);
  const jobs = createJobWriter(boss, logger);
  const dispatcher = createDispatcher({
    ...shared,
    queue: {
      enqueue(endpointUuids) {
        // This process begins at once; the jobs are for the others, and for what goes beyond it.
        courier.wake(endpointUuids);
        jobs.add(endpointUuids);
      },
    },
  });
  await boss.createQueue(RETENTION_QUEUE, { policy: "short", retryLimit: 3 });
  await boss.schedule(RETENTION_QUEUE, EVERY_NIGHT);
  await boss.work(RETENTION_QUEUE, () =>
    withSpan("job postback-retention", {}, () => forgetOldPostbacks(db, clock.now())),
  );
  dispatcher.start();
  return {
    async stop() {
      await dispatcher.stop();
      await jobs.idle();
      await courier.stop(STOP_GRACE_MS);
      sender.close();
      await Promise.all([db.close(), courierDb.close()]);
    },
  };
}

function openDatabases({ databaseUrl, logger }: PostbackJobOptions) {
  const shared = {
    connectionString: databaseUrl,
    logger,
    role: "placard_app",
    applicationName: "placard-postbacks",
  };
  return {
    db: openDatabase({ ...shared, connections: DISPATCH_CONNECTIONS }),
    // A claim or a record that a crash undoes only means that a message is sent once more.
    courierDb: openDatabase({ ...shared, connections: COURIER_CONNECTIONS, mayForget: true }),
  };
}

async function makeQueue(boss: PgBoss, courier: Courier): Promise<void> {
  await boss.createQueue(QUEUE, {
    policy: "short",
    retryLimit: 0,
    expireInSeconds: JOB_SECONDS,
    retentionSeconds: JOB_SECONDS,
    deleteAfterSeconds: 1,
    notify: true,
  });
  await boss.work<{ uuid: string }>(
    QUEUE,
    { batchSize: BATCH_SIZE, pollingIntervalSeconds: POLL_SECONDS, burstWhenBatchFull: true },
    (fetched) =>
      withSpan("job postbacks", { "placard.endpoints": fetched.length }, () => {
        courier.wake(fetched.map((job) => job.data.uuid));
        return Promise.resolve();
      }),
  );
}

/**
 * Inserts jobs in bulk: whatever gathered while the last insert ran. One that fails is no loss, as
 * the dispatcher finds the endpoint again within a second.
 */
function createJobWriter(boss: PgBoss, logger: Logger) {
  const waiting = new Set<string>();
  let running: Promise<void> | undefined;
  const write = async () => {
    while (waiting.size > 0) {
      const jobs = [...waiting].map((uuid) => ({ singletonKey: uuid, data: { uuid } }));
      waiting.clear();
      await boss.insert(QUEUE, jobs).catch((error: unknown) => {
        logger.warn({ err: String(error) }, "postback_jobs_failed");
      });
    }
    running = undefined;
  };
  return {
    add(uuids: readonly string[]) {
      for (const uuid of uuids) waiting.add(uuid);
      running ??= write();
    },
    idle: async () => running,
  };
}
