import type { PgBoss } from "pg-boss";
import { systemClock } from "../core/clock.ts";
import { type DatabaseOptions, openDatabase } from "../core/db.ts";
import { APP_ROLE } from "../core/db-session.ts";
import { createIdSource } from "../core/ids.ts";
import type { Logger } from "../core/log.ts";
import type { SecretBox } from "../core/secret-box.ts";
import {
  createDeliveryWorker,
  createDispatcher,
  POSTBACK_TIMES,
  type PostbackSender,
  type PostbackTimes,
  releaseExpired,
  releaseQueued,
  resealSecrets,
  reserveRequest,
} from "../domain/postbacks/index.ts";
import { createAttemptQueue, openAttemptQueue } from "./postback-queue.ts";
import type { ScheduledJob } from "./scheduled.ts";

export interface PostbackJobOptions {
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly sender: PostbackSender;
  readonly secrets: SecretBox;
  /** Requests to one unproven host or address. */
  readonly unprovenPerHour: number;
  /** Replaced only by tests, which cannot wait for days. */
  readonly times?: PostbackTimes;
  readonly onPool?: DatabaseOptions["onPool"];
}

const DISPATCH_CONNECTIONS = 2;
const DELIVERY_CONNECTIONS = 3;
/**
 * The tables of messages and jobs change faster than their statistics: a plan that was made while
 * they were empty would read them whole. Index scans also mark dead entries, bitmap scans do not.
 */
const BY_INDEX = {
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
};
/** An attempt that does not end in time is repeated when its job expires. */
const STOP_GRACE_MS = 3_000;

/** For secrets of servers that restarted with new signing keys later than the worker. */
export function postbackReseal({ secrets }: Pick<PostbackJobOptions, "secrets">): ScheduledJob {
  return {
    queue: "postback-reseal",
    cron: "41 * * * *",
    expireInSeconds: 900,
    run: ({ db, logger }) => resealSecrets(db, { secrets, logger }),
  };
}

/** Starts the dispatcher and the delivery worker of this process. */
export async function registerPostbacks(
  boss: PgBoss,
  options: PostbackJobOptions,
): Promise<{ stop(): Promise<void> }> {
  const { databaseUrl, logger, sender, secrets, unprovenPerHour, onPool } = options;
  const { times = POSTBACK_TIMES } = options;
  const named = {
    connectionString: databaseUrl,
    logger,
    role: APP_ROLE,
    applicationName: "placard-postbacks",
    settings: BY_INDEX,
    ...(onPool === undefined ? {} : { onPool }),
  };
  const db = openDatabase({ ...named, connections: DISPATCH_CONNECTIONS });
  // If a crash of PostgreSQL undoes a claim or a record, the attempt is repeated.
  const deliveryDb = openDatabase({ ...named, connections: DELIVERY_CONNECTIONS, mayForget: true });
  const clock = systemClock;
  if (await createAttemptQueue(boss, times.leaseMs)) await releaseQueued(db);
  const queue = await openAttemptQueue(boss, {
    leaseMs: times.leaseMs,
    onExpired: (jobs) => releaseExpired(db, jobs, clock.now()),
  });
  const shared = { clock, ids: createIdSource(clock), logger, queue };
  const admit = (targets: readonly string[]) =>
    reserveRequest(db, targets, { now: clock.now(), perHour: unprovenPerHour });
  const attempts = { sender, secrets, admit, times, random: Math.random };
  const worker = createDeliveryWorker({ ...shared, ...attempts, db: deliveryDb });
  const dispatcher = createDispatcher({ ...shared, db, onQueued: worker.wake });
  await resealSecrets(db, { secrets, logger });
  dispatcher.start();
  worker.start();
  return {
    async stop() {
      await dispatcher.stop();
      await worker.stop(STOP_GRACE_MS);
      sender.close();
      await Promise.all([db.close(), deliveryDb.close()]);
    },
  };
}
