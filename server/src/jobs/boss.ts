import { PgBoss } from "pg-boss";
import { type DatabaseOptions, openDatabase } from "../core/db.ts";
import { poolOptionsOf } from "../core/db-session.ts";
import type { Logger } from "../core/log.ts";
import type { CampaignSettings } from "../domain/campaigns/index.ts";
import { forgetOldCalls } from "../domain/idempotency/index.ts";
import { forgetOldRuns, verifyAll, verifyNew } from "../domain/ledger/index.ts";
import { DEMAND_EVERY_MINUTES, runDemand } from "../domain/platform/index.ts";
import { deleteOldPostbacks, POSTBACK_TIMES, releaseQueued } from "../domain/postbacks/index.ts";
import { CITATION_RATES } from "./citation-rates.ts";
import {
  createAttemptQueue,
  type PostbackJobOptions,
  postbackReseal,
  registerPostbacks,
} from "./postbacks.ts";
import { type RetentionSettings, retention } from "./retention.ts";
import { type OnRun, registerScheduled, type ScheduledJob } from "./scheduled.ts";

export interface Jobs {
  stop(): Promise<void>;
}

const CONNECTIONS = 3;
/** How often expired jobs are looked for during a lease. */
const LEASE_CHECKS = 4;
const STOP_TIMEOUT_MS = 5_000;

/** Installs pg-boss in the schema `pgboss`, or brings it up to date, as the owner of the tables. */
export async function installQueue(databaseUrl: string, logger: Logger): Promise<void> {
  const boss = new PgBoss({ ...(await poolOptionsOf(databaseUrl)), max: 2, supervise: false });
  boss.on("error", (error) => logger.warn({ err: String(error) }, "job_queue_error"));
  const db = openDatabase({ connectionString: databaseUrl, connections: 1, logger });
  try {
    await boss.start();
    if (await createAttemptQueue(boss, POSTBACK_TIMES.leaseMs)) await releaseQueued(db);
  } finally {
    await boss.stop({ graceful: false });
    await db.close();
  }
}

export async function startJobs(options: {
  databaseUrl: string;
  logger: Logger;
  postbacks: Omit<PostbackJobOptions, "databaseUrl" | "logger">;
  /** How platform demand is booked; absent only where a test needs none. */
  campaigns?: CampaignSettings;
  /** How long rows are kept; absent only where a test needs none. */
  retention?: RetentionSettings;
  /** The login that owns the tables, if it is another one. */
  ownerUrl?: string | undefined;
  /** Not in a demo, whose scripted answers cite far more than a model does. */
  checksCitationRates?: boolean;
  onRun?: OnRun;
  /** Given the pools that live as long as the jobs. */
  onPool?: DatabaseOptions["onPool"];
}): Promise<Jobs> {
  const { leaseMs } = options.postbacks.times ?? POSTBACK_TIMES;
  const superviseSeconds = Math.max(1, Math.round(leaseMs / LEASE_CHECKS / 1_000));
  const boss = new PgBoss({
    ...(await poolOptionsOf(options.databaseUrl)),
    max: CONNECTIONS,
    application_name: "placard-jobs",
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  boss.on("error", (error) => options.logger.warn({ err: String(error) }, "job_queue_error"));
  await boss.start();
  const { campaigns, checksCitationRates = false } = options;
  const scheduled = [
    ...HOUSEKEEPING,
    ...VERIFICATION,
    postbackReseal(options.postbacks),
    ...(options.retention
      ? [retention(options.retention, options.ownerUrl ?? options.databaseUrl)]
      : []),
    ...(checksCitationRates ? [CITATION_RATES] : []),
    ...(campaigns === undefined ? [] : [platformDemand(campaigns)]),
  ];
  await registerScheduled(boss, scheduled, options);
  const postbacks = await registerPostbacks(boss, { ...options, ...options.postbacks });
  return {
    async stop() {
      await postbacks.stop();
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}

/** Delete expired data. */
export const HOUSEKEEPING: readonly ScheduledJob[] = [
  {
    queue: "housekeeping",
    cron: "7 * * * *",
    retryLimit: 3,
    expireInSeconds: 900,
    run: ({ db }) => forgetOldCalls(db),
  },
  {
    queue: "postback-retention",
    cron: "23 3 * * *",
    retryLimit: 3,
    expireInSeconds: 3_600,
    run: ({ db, clock }) => deleteOldPostbacks(db, clock.now()),
  },
];

/** Verify the ledger: every minute what is new, every night everything. */
export const VERIFICATION: readonly ScheduledJob[] = [
  { queue: "verify-new", cron: "* * * * *", expireInSeconds: 600, run: verifyNew },
  {
    queue: "verify-all",
    // When the fewest chats run in Europe and America, and a few minutes off the full hour.
    cron: "23 3 * * *",
    retryLimit: 1,
    expireInSeconds: 6 * 3_600,
    async run(deps) {
      await verifyAll(deps);
      await forgetOldRuns(deps.db, deps.clock.now());
    },
  },
];

/** Books platform demand every few minutes, by the same rules as the servers. */
export function platformDemand(campaigns: CampaignSettings): ScheduledJob {
  return {
    queue: "platform-demand",
    cron: `*/${DEMAND_EVERY_MINUTES} * * * *`,
    expireInSeconds: 600,
    // One holds the lock of the pass while the other books.
    connections: 2,
    async run({ db, ids, clock, logger }) {
      const { booked, withdrawn } = await runDemand(db, { ...campaigns, ids, now: clock.now() });
      if (booked.length === 0 && withdrawn.length === 0) return;
      logger.info({ booked: booked.length, withdrawn: withdrawn.length }, "platform_demand_booked");
    },
  };
}
