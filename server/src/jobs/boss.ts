import { PgBoss } from "pg-boss";
import { type DatabaseOptions, openDatabase } from "../core/db.ts";
import { poolOptionsOf } from "../core/db-session.ts";
import type { Logger } from "../core/log.ts";
import type { CampaignDeps } from "../domain/campaigns/index.ts";
import { POSTBACK_TIMES, releaseQueued } from "../domain/postbacks/index.ts";
import { CITATION_RATES } from "./citation-rates.ts";
import { HOUSEKEEPING } from "./housekeeping.ts";
import { platformDemand } from "./platform.ts";
import { createAttemptQueue } from "./postback-queue.ts";
import { type PostbackJobOptions, postbackReseal, registerPostbacks } from "./postbacks.ts";
import { type RetentionSettings, retention } from "./retention.ts";
import { type OnRun, registerScheduled } from "./scheduled.ts";
import { VERIFICATION } from "./verification.ts";

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

/** Starts pg-boss and registers every queue. */
export async function startJobs(options: {
  databaseUrl: string;
  logger: Logger;
  postbacks: Omit<PostbackJobOptions, "databaseUrl" | "logger">;
  /** How platform demand is booked; absent only where a test needs none. */
  campaigns?: Omit<CampaignDeps, "ids" | "now">;
  /** How long rows are kept; absent only where a test needs none. */
  retention?: RetentionSettings;
  /** The login that owns the tables, if it is another one. */
  ownerUrl?: string | undefined;
  /** Not in a demo, whose scripted answers cite far more than a model does. */
  checksCitationRates?: boolean;
  /** Called after each run of a scheduled job. */
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
