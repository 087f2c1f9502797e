import cluster from "node:cluster";
import { answerForWorkers, createMetrics, joinCluster } from "../../../server/src/core/metrics.ts";

/** Two workers that count differently; whichever is asked, the answer goes to standard output. */
const COUNTS = [3, 4];

function main(): void {
  if (cluster.isPrimary) superviseTwo();
  else count();
}

function count(): void {
  const metrics = createMetrics();
  const own = Number(process.env.COUNT);
  metrics.counter({ name: "placard_test_total", help: "A count.", labels: ["of"] }).add(own, "a");
  const gauge = (name: string, together: "sum" | "max") =>
    metrics.gauge({ name, help: "A number.", together, read: () => [[[], own]] });
  gauge("placard_test_sum", "sum");
  gauge("placard_test_max", "max");
  const never = Number.POSITIVE_INFINITY;
  const ages = { name: "placard_test_age", help: "An age.", together: "max" as const };
  metrics.gauge({ ...ages, read: () => [[[], never]] });
  metrics.histogram({ name: "placard_test_seconds", help: "A time.", buckets: [1] }).observe(own);
  const text = joinCluster(metrics.registry);
  process.on("message", (message) => {
    if (message === "read") void text().then((all) => process.send?.({ read: all }));
  });
  process.send?.("ready");
}

function superviseTwo(): void {
  answerForWorkers();
  const workers = COUNTS.map((count) => cluster.fork({ COUNT: String(count) }));
  let ready = 0;
  cluster.on("message", (_worker, message) => {
    if (message === "ready") ready += 1;
    if (message === "ready" && ready === workers.length) workers[0]?.send("read");
    if (typeof message !== "object" || message === null || !("read" in message)) return;
    process.stdout.write(String(message.read), () => {
      for (const worker of workers) worker.kill();
    });
  });
}

main();
