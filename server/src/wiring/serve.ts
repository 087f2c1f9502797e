import cluster from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import { sharedVocabulary } from "@placard/vocabulary/files";
import { type Env, readEnv, requireDatabaseUrl } from "../core/env.ts";
import { createLogger } from "../core/log.ts";
import { answerForWorkers } from "../core/metrics.ts";
import { startTracing } from "../core/tracing.ts";
import { APP_PAGE, ensureBundles, PAGES } from "./bundles.ts";
import { createExchange } from "./exchange.ts";
import { stopOnSignal } from "./program.ts";
import { checkDatabase } from "./readiness.ts";

/** Bounds the restart rate of a worker that ends at once. */
const RESTART_AFTER_MS = 1_000;

/** `npm run serve`: the HTTP processes, for production. */
export async function serve(source: NodeJS.ProcessEnv): Promise<number> {
  const env = readEnv(source);
  const databaseUrl = requireDatabaseUrl(env, "npm run serve");
  // Once, before there are several processes.
  if (cluster.isPrimary) await ensureBundles([PAGES, APP_PAGE], () => undefined);
  if (env.WEB_CONCURRENCY > 1 && cluster.isPrimary) superviseWorkers(env);
  else await serveHere(env, databaseUrl);
  return 0;
}

async function serveHere(env: Env, databaseUrl: string): Promise<void> {
  const logger = createLogger({ level: env.LOG_LEVEL });
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const stopTracing = await startTracing({ endpoint, service: "placard" });
  await checkDatabase(env.DATABASE_DIRECT_URL ?? databaseUrl, logger);
  const exchange = await createExchange({ env, databaseUrl, logger });
  // Takes a third of a second, which no request should wait for.
  sharedVocabulary();
  const port = await exchange.listen();
  logger.info({ port }, "server_started");
  stopOnSignal(async () => {
    exchange.drain();
    await delay(env.DRAIN_SECONDS * 1_000);
    await exchange.close();
    await stopTracing();
  });
}

/** Starts WEB_CONCURRENCY workers on one port and replaces those that end unexpectedly. */
function superviseWorkers(env: Env): void {
  let isStopping = false;
  answerForWorkers();
  for (let count = 0; count < env.WEB_CONCURRENCY; count += 1) cluster.fork();
  let hasListened = false;
  cluster.once("listening", () => {
    hasListened = true;
  });
  cluster.on("exit", () => {
    // What no process could open at the start, such as a port, none will open by itself.
    if (!hasListened && !isStopping) {
      process.exitCode = 1;
      stop();
    }
    if (!isStopping) setTimeout(() => isStopping || cluster.fork(), RESTART_AFTER_MS);
  });
  const stop = () => {
    isStopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}
