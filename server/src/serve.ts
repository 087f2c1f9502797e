import cluster from "node:cluster";
import { APP_PAGE, ensureBundles, PAGES } from "./bundles.ts";
import { type Env, EnvError, readEnv } from "./core/env.ts";
import { createLogger } from "./core/log.ts";
import { answerForWorkers } from "./core/metrics-cluster.ts";
import { startTracing } from "./core/tracing.ts";
import { createExchange } from "./main.ts";

/** A worker that keeps dying must not be started in a tight loop. */
const RESTART_AFTER_MS = 1_000;

/** `npm run serve`: the HTTP processes alone, for production. */
try {
  const env = readEnv(process.env);
  const { DATABASE_URL: databaseUrl } = env;
  if (databaseUrl === undefined) throw new EnvError("DATABASE_URL", "required by `serve`");
  // Once, before there are several processes.
  if (cluster.isPrimary) await ensureBundles([PAGES, APP_PAGE], () => undefined);
  if (env.WEB_CONCURRENCY > 1 && cluster.isPrimary) superviseWorkers(env);
  else await serve(env, databaseUrl);
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

async function serve(env: Env, databaseUrl: string): Promise<void> {
  const logger = createLogger({ level: env.LOG_LEVEL });
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const stopTracing = await startTracing({ endpoint, service: "placard" });
  const exchange = await createExchange({ env, databaseUrl, logger });
  const port = await exchange.listen();
  logger.info({ port }, "listening");
  const stop = () =>
    void exchange
      .close()
      .then(stopTracing)
      .then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

/** Starts WEB_CONCURRENCY workers on one port and replaces those that end unexpectedly. */
function superviseWorkers(env: Env): void {
  let isStopping = false;
  answerForWorkers();
  for (let count = 0; count < env.WEB_CONCURRENCY; count += 1) cluster.fork();
  cluster.on("exit", () => {
    if (!isStopping) setTimeout(() => isStopping || cluster.fork(), RESTART_AFTER_MS);
  });
  const stop = () => {
    isStopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}
