import cluster from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";

const ASK = "placard:metrics";
const ANSWER = "placard:metrics-text";
/** A worker that hangs must not take the others' numbers with it. */
const TIMEOUT_MS = 4_000;

/** In the primary process: adds up its workers' numbers for whichever of them is asked. */
export function answerForWorkers(): void {
  const aggregator = new AggregatorRegistry();
  // JSON, the default, has no infinity: an age of what never happened would be lost.
  cluster.setupPrimary({ serialization: "advanced" });
  cluster.on("message", (worker, message: unknown) => {
    const id = idOf(message, ASK);
    if (id === undefined) return;
    aggregator.clusterMetrics().then(
      (text) => void (worker.isConnected() && worker.send({ type: ANSWER, id, text })),
      // The requesting worker times out and answers with its own numbers.
      () => undefined,
    );
  });
}

/** In a worker: the numbers of all workers together, or its own when the primary is silent. */
export function joinCluster(registry: Registry): () => Promise<string> {
  const joined = new AggregatorRegistry();
  AggregatorRegistry.setRegistries([registry, joined]);
  let asked = 0;
  return () =>
    new Promise((resolve) => {
      asked += 1;
      const id = asked;
      const done = (text: string | Promise<string>) => {
        clearTimeout(timer);
        process.off("message", take);
        resolve(text);
      };
      const take = (message: unknown) => {
        if (idOf(message, ANSWER) === id) done(textOf(message));
      };
      const timer = setTimeout(() => done(registry.metrics()), TIMEOUT_MS);
      process.on("message", take);
      process.send?.({ type: ASK, id });
    });
}

/** Whether this process is one of several that answer on one port. */
export function isInCluster(): boolean {
  return cluster.isWorker;
}

function idOf(message: unknown, type: string): number | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  if (!("type" in message && "id" in message) || message.type !== type) return undefined;
  return typeof message.id === "number" ? message.id : undefined;
}

function textOf(message: unknown): string {
  const isText = typeof message === "object" && message !== null && "text" in message;
  return isText ? String(message.text) : "";
}
