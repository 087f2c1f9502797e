import { campaignSettingsOf } from "./cli/settings.ts";
import { systemClock } from "./core/clock.ts";
import { EnvError, readEnv } from "./core/env.ts";
import { createLogger } from "./core/log.ts";
import { startTracing } from "./core/tracing.ts";
import { startJobs } from "./jobs/boss.ts";
import { parseAllowedHosts } from "./providers/postback/address.ts";
import { createPostbackSender } from "./providers/postback/sender.ts";

/** `npm run work`: the job worker alone, for production. */
try {
  const env = readEnv(process.env);
  if (env.DATABASE_URL === undefined) throw new EnvError("DATABASE_URL", "required by `work`");
  const logger = createLogger({ level: env.LOG_LEVEL });
  const allowedHosts = parseAllowedHosts(env.POSTBACK_ALLOW_HOSTS);
  const sender = createPostbackSender({ clock: systemClock, allowedHosts });
  const databaseUrl = env.DATABASE_URL;
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const stopTracing = await startTracing({ endpoint, service: "placard-worker" });
  const jobs = await startJobs({
    databaseUrl,
    logger,
    postbacks: { sender },
    campaigns: campaignSettingsOf(env),
    checksCitationRates: !env.DEMO,
  });
  logger.info("working");
  const stop = () =>
    void jobs
      .stop()
      .then(stopTracing)
      .then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
