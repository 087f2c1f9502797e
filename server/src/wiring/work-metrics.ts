import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { Env } from "../core/env.ts";
import { createMetrics, type Metrics } from "../core/metrics.ts";
import { sha256 } from "../core/signing.ts";
import type { OnRun } from "../jobs/scheduled.ts";
import { observePools } from "./observe.ts";
import { StartError } from "./program.ts";

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
