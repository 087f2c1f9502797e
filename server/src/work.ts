import { EnvError, readEnv } from "./core/env.ts";
import { createLogger } from "./core/log.ts";
import { startJobs } from "./jobs/boss.ts";

/** `npm run work`: the job worker alone, for production. */
try {
  const env = readEnv(process.env);
  if (env.DATABASE_URL === undefined) throw new EnvError("DATABASE_URL", "required by `work`");
  const logger = createLogger({ level: env.LOG_LEVEL });
  const jobs = await startJobs({ databaseUrl: env.DATABASE_URL, logger });
  logger.info("working");
  const stop = () => void jobs.stop().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
