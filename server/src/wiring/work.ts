import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type Env, readEnv, requireDatabaseUrl } from "../core/env.ts";
import { createLogger, type Logger } from "../core/log.ts";
import { createMetrics, type Metrics } from "../core/metrics.ts";
import { createSecretBox, sha256 } from "../core/signing.ts";
import { startTracing } from "../core/tracing.ts";
import { SECRETS_PURPOSE } from "../domain/postbacks/index.ts";
import { type Jobs, startJobs } from "../jobs/boss.ts";
import type { OnRun } from "../jobs/scheduled.ts";
import { observePools } from "./observe.ts";
import { StartError, startErrorOf, stopOnSignal } from "./program.ts";
import {
  campaignSettingsOf,
  postbackSenderOf,
  retentionSettingsOf,
  signingKeysOf,
} from "./providers.ts";
import { checkDatabase } from "./readiness.ts";

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

/** What the worker counts, answered at `WORK_METRICS_PORT`. */
export async function openWorkMetrics(env: Env) {
  const metrics = createMetrics();
  const runs = metrics.counter({
    name: "placard_job_runs_total",
    help: "Runs of scheduled jobs of this worker, by outcome.",
    labels: ["queue", "outcome"],
  });
  const onRun: OnRun = (queue, outcome) => runs.add(1, queue, outcome);
  const close = await serve(metrics, env);
  return { onRun, onPool: observePools(metrics), close };
}

/** With `METRICS_TOKEN` at `HOST`; without one only for this machine. */
async function serve(metrics: Metrics, env: Env): Promise<() => void> {
  const { WORK_METRICS_PORT: port, METRICS_TOKEN: token } = env;
  if (port === undefined) return metrics.close;
  const server = createServer(async (req, res) => {
    const isThere = req.method === "GET" && req.url === "/metrics" && isAllowed(req, token);
    res.writeHead(isThere ? 200 : 404, { "Content-Type": "text/plain; version=0.0.4" });
    res.end(isThere ? await metrics.text() : "");
  });
  server.listen(port, token === undefined ? "127.0.0.1" : env.HOST);
  await once(server, "listening").catch((error: Error) => {
    throw new StartError(`WORK_METRICS_PORT: ${error.message}`);
  });
  return () => {
    server.close();
    server.closeAllConnections();
    metrics.close();
  };
}

function isAllowed({ headers }: IncomingMessage, token: string | undefined): boolean {
  const given = headers.authorization ?? "";
  // Hashes have one length, which a comparison in constant time asks for.
  return token === undefined || timingSafeEqual(sha256(given), sha256(`Bearer ${token}`));
}
