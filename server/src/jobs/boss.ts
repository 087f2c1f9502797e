import { PgBoss } from "pg-boss";
import type { Logger } from "../core/log.ts";
import { registerHousekeeping } from "./housekeeping.ts";

export interface Jobs {
  stop(): Promise<void>;
}

const CONNECTIONS = 3;
const STOP_TIMEOUT_MS = 5_000;

/** Starts pg-boss, which makes its own tables in the schema `pgboss`, and registers every queue. */
export async function startJobs(options: { databaseUrl: string; logger: Logger }): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    max: CONNECTIONS,
    application_name: "placard-jobs",
  });
  boss.on("error", (error) => options.logger.warn({ err: String(error) }, "job queue"));
  await boss.start();
  await registerHousekeeping(boss, options);
  return {
    stop: () => boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }),
  };
}
