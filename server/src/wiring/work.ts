import { type Env, readEnv, requireDatabaseUrl } from "../core/env.ts";
import { createLogger, type Logger } from "../core/log.ts";
import { createSecretBox } from "../core/secret-box.ts";
import { startTracing } from "../core/tracing.ts";
import { SECRETS_PURPOSE } from "../domain/postbacks/index.ts";
import { type Jobs, startJobs } from "../jobs/boss.ts";
import { stopOnSignal } from "./program.ts";
import { postbackSenderOf, signingKeysOf } from "./providers.ts";
import { campaignSettingsOf, retentionSettingsOf } from "./settings.ts";

/** `npm run work`: the job worker, for production. */
export async function work(source: NodeJS.ProcessEnv): Promise<number> {
  const env = readEnv(source);
  const databaseUrl = requireDatabaseUrl(env, "npm run work");
  const logger = createLogger({ level: env.LOG_LEVEL });
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const stopTracing = await startTracing({ endpoint, service: "placard-worker" });
  const jobs = await startWorker(env, databaseUrl, logger);
  logger.info({}, "worker_started");
  stopOnSignal(() => jobs.stop().then(stopTracing));
  return 0;
}

/** Starts every job queue of an exchange. */
export async function startWorker(env: Env, databaseUrl: string, logger: Logger): Promise<Jobs> {
  return startJobs({
    databaseUrl,
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
