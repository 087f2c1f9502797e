import type { Db, PgBoss } from "pg-boss";
import { systemClock } from "../core/clock.ts";
import { type DatabaseOptions, openDatabase, type Queryable } from "../core/db.ts";
import { APP_ROLE } from "../core/db-session.ts";
import { createIdSource } from "../core/ids.ts";
import type { Logger } from "../core/log.ts";
import type { SecretBox } from "../core/signing.ts";
import {
  type AttemptJob,
  type AttemptQueue,
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
import type { ScheduledJob } from "./scheduled.ts";

export interface PostbackJobOptions {
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly sender: PostbackSender;
  readonly secrets: SecretBox;
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
  const settings = { ...BY_INDEX, synchronous_commit: "off" };
  const deliveryDb = openDatabase({ ...named, connections: DELIVERY_CONNECTIONS, settings });
  const clock = systemClock;
  if (await createAttemptQueue(boss, times.leaseMs)) await releaseQueued(db);
  const queue = await openAttemptQueue(boss, (jobs) => releaseExpired(db, jobs, clock.now()));
  const shared = { clock, ids: createIdSource(clock), logger, queue };
  const admit = (targets: readonly string[]) =>
    reserveRequest(db, targets, { now: clock.now(), perHour: unprovenPerHour });
  const attempts = { sender, secrets, admit, times, random: Math.random };
  const worker = createDeliveryWorker({ ...shared, ...attempts, db: deliveryDb });
  const dispatcher = createDispatcher({ ...shared, db, onQueued: () => worker.wake() });
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

const QUEUE = "postbacks";
/** Where pg-boss copies jobs whose lease ended: the worker died during the attempt. */
const EXPIRED_QUEUE = "postbacks-expired";
/** As long as messages are kept; pg-boss deletes jobs that no worker claimed for this long. */
const RETENTION_SECONDS = 30 * 86_400;
const DELETE_AFTER_SECONDS = 3_600;

/**
 * Creates the queue with a table of its own and lets the application use it, unless it exists. True
 * if it is new: no message has a job. The login must own the schema of pg-boss or may create it.
 *
 * **Units** `leaseMs` milliseconds, rounded up to seconds.
 */
export async function createAttemptQueue(boss: PgBoss, leaseMs: number): Promise<boolean> {
  if ((await boss.getQueue(QUEUE)) !== null) return false;
  await boss.createQueue(EXPIRED_QUEUE, {
    retryLimit: 3,
    deleteAfterSeconds: DELETE_AFTER_SECONDS,
  });
  await boss.createQueue(QUEUE, {
    partition: true,
    retryLimit: 0,
    expireInSeconds: Math.ceil(leaseMs / 1_000),
    retentionSeconds: RETENTION_SECONDS,
    deleteAfterSeconds: DELETE_AFTER_SECONDS,
    deadLetter: EXPIRED_QUEUE,
  });
  await boss.getDb().executeSql(`grant usage on schema pgboss to placard_app;
    grant select, insert, update, delete on all tables in schema pgboss to placard_app;
    grant usage on all sequences in schema pgboss to placard_app`);
  return true;
}

/**
 * The queue of attempts in pg-boss. Its tables belong to the login that starts pg-boss; the role of
 * the domain gets the rights to add, claim and remove jobs of this queue in its own transactions.
 */
export async function openAttemptQueue(
  boss: PgBoss,
  onExpired: (jobs: readonly AttemptJob[]) => Promise<void>,
): Promise<AttemptQueue> {
  await boss.work<AttemptJob>(EXPIRED_QUEUE, (jobs) => onExpired(jobs.map(({ data }) => data)));
  return {
    async send(tx, jobs) {
      const inserted = jobs.map(({ jobUuid, endpointUuid, eventUuid, startAfter }) => ({
        id: jobUuid,
        data: { jobUuid, endpointUuid, eventUuid },
        // A tier of its own, so that a claim can name the limit of a single endpoint.
        group: { id: endpointUuid, tier: endpointUuid },
        ...(startAfter === null ? {} : { startAfter }),
      }));
      await boss.insert(QUEUE, inserted, { db: sqlOf(tx) });
    },
    async claim(db, { jobsMax, limit, limits }) {
      const groupConcurrency = { default: limit, tiers: Object.fromEntries(limits) };
      const options = { db: sqlOf(db), batchSize: jobsMax, groupConcurrency };
      const jobs = await boss.fetch<AttemptJob>(QUEUE, options);
      return jobs.map((job) => job.data);
    },
    async settle(tx, jobs) {
      // Without retries of pg-boss, every claim is its job's first.
      const claims = jobs.map(({ jobUuid }) => ({ id: jobUuid, retryCount: 0 }));
      await boss.deleteJob(QUEUE, claims, { db: sqlOf(tx) });
    },
  };
}

/** Unnamed statements: a claim is planned for its limits, and jobs are few and change fast. */
function sqlOf(db: Queryable): Db {
  return {
    executeSql: async (text, values) => ({ rows: await db.query({ name: "", text }, values) }),
  };
}
