import { type Env, readEnv, requireDatabaseUrl } from "../core/env.ts";
import { createLogger, type Logger } from "../core/log.ts";
import { createSecretBox } from "../core/secret-box.ts";
import { startTracing } from "../core/tracing.ts";
import { SECRETS_PURPOSE } from "../domain/postbacks/index.ts";
import { type Jobs, startJobs } from "../jobs/boss.ts";
import { StartError, startErrorOf, stopOnSignal } from "./program.ts";
import { postbackSenderOf, signingKeysOf } from "./providers.ts";
import { checkDatabase } from "./readiness.ts";
import { campaignSettingsOf, retentionSettingsOf } from "./settings.ts";
import { openWorkMetrics } from "./work-metrics.ts";

/** `npm run work`: the job worker, for production. */
export async function work(source: NodeJS.ProcessEnv): Promise<number> {
  const env = readEnv(source);
  // The queue and LISTEN need sessions of their own.
  const databaseUrl = env.DATABASE_DIRECT_URL ?? requireDatabaseUrl(env, "npm run work");
  const logger = createLogger({ level: env.LOG_LEVEL });
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const stopTracing = await startTracing({ endpoint, service: "placard-worker" });
  // On an older schema it could fail halfway through a job.
  if ((await checkDatabase(databaseUrl, logger)).includes("schema")) {
    throw new StartError("The database lacks migrations of this version: run `npm run migrate`.");
  }
  const { close: closeMetrics, ...observers } = await openWorkMetrics(env);
  const jobs = await startWorker(env, databaseUrl, logger, observers).catch((error: unknown) => {
    throw startErrorOf(error);
  });
  logger.info({}, "worker_started");
  stopOnSignal(() => jobs.stop().then(closeMetrics).then(stopTracing));
  return 0;
}

/** Starts every job queue of an exchange. */
export async function startWorker(
  env: Env,
  databaseUrl: string,
  logger: Logger,
  observers: Pick<Parameters<typeof startJobs>[0], "onRun" | "onPool"> = {},
): Promise<Jobs> {
  return startJobs({
    ...observers,
    databaseUrl,
    ownerUrl: env.DATABASE_OWNER_URL,
    logger,
    postbacks: {
      sender: postbackSenderOf(env),
      secrets: createSecretBox(await signingKeysOf(env), SECRETS_PURPOSE),
      unprovenPerHour: env.POSTBACK_UNPROVEN_PER_HOUR,
    },
    campaigns: campaignSettingsOf(env),
    retention: retentionSettingsOf(env),
    // The demo's scripted answers cite far more than a model does.
    checksCitationRates: !env.DEMO,
  });
}
