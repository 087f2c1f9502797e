import cluster from "node:cluster";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from "prom-client";
import { systemClock } from "./clock.ts";

/** How the processes of one exchange become one number. */
type Together = "sum" | "max";

/** Values of a metric at this moment, by the values of its labels in their order. */
export type Readings = Iterable<readonly [labels: readonly string[], value: number]>;

interface Described {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

interface Bucketed extends Described {
  readonly buckets: readonly number[];
}

interface Gauged extends Described {
  readonly together: Together;
  read(): Readings | Promise<Readings>;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** **Units** seconds: from what a chat does not notice to what it has given up on. */
export const DURATION_BUCKETS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/**
 * Counting costs additions in this process and nothing else. Labels are what the caller gives, so
 * that the caller has to take them from a closed list.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  const metrics = {
    registry,
    counter: ({ name, help, labels = [] }: Described) => {
      const sums = new Map<string, { readonly labels: readonly string[]; value: number }>();
      new Counter({
        name,
        help,
        labelNames: [...labels],
        registers,
        collect() {
          this.reset();
          for (const sum of sums.values()) this.inc(named(labels, sum.labels), sum.value);
        },
      });
      return {
        /** **Shape** the labels' values in their order. */
        add(by: number, ...values: string[]): void {
          const key = values.join("\u0000");
          const sum = sums.get(key);
          if (sum === undefined) sums.set(key, { labels: values, value: by });
          else sum.value += by;
        },
      };
    },
    histogram: ({ name, help, labels = [], buckets }: Bucketed) => {
      const labelNames = [...labels];
      const histogram = new Histogram({ name, help, labelNames, buckets: [...buckets], registers });
      const known = new Map<string, { observe(value: number): void }>();
      return {
        observe(value: number, ...values: string[]): void {
          const key = values.join("\u0000");
          let child = known.get(key);
          if (child === undefined) {
            child = histogram.labels(...values);
            known.set(key, child);
          }
          child.observe(value);
        },
      };
    },
    /** Read only when the metrics are requested. */
    gauge: ({ name, help, labels = [], together, read }: Gauged) => {
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        aggregator: together,
        async collect() {
          const readings = await read();
          this.reset();
          for (const [values, value] of readings) this.set(named(labels, values), value);
        },
      });
    },
    text: () => registry.metrics(),
    close: () => loop.disable(),
  };
  addProcess(metrics, loop);
  return metrics;
}

function named(labels: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ""]));
}

/** A gauge without labels. */
export function single(value: number): Readings {
  return [[[], value]];
}

type LoopDelay = ReturnType<typeof monitorEventLoopDelay>;

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** The process itself, under the names that dashboards for Node know. */
function addProcess(metrics: Metrics, loop: LoopDelay): void {
  const startedAt = systemClock.now().getTime() / 1_000 - process.uptime();
  const cpuSeconds = ({ user, system } = process.cpuUsage()) => (user + system) / MICROSECONDS;
  const gauges = [
    ["process_start_time_seconds", STARTED, "max", () => startedAt],
    ["process_cpu_seconds_total", "Processor time used.", "sum", () => cpuSeconds()],
    ["process_resident_memory_bytes", "Memory held.", "sum", () => process.memoryUsage.rss()],
    ["nodejs_heap_size_used_bytes", HEAP, "sum", () => process.memoryUsage().heapUsed],
  ] as const;
  for (const [name, help, together, read] of gauges) {
    metrics.gauge({ name, help, together, read: () => single(read()) });
  }
  metrics.gauge({
    name: "nodejs_eventloop_lag_seconds",
    help: "How late timers ran since the last look, of the process that was worst.",
    labels: ["quantile"],
    together: "max",
    read: () => {
      const readings: Readings = [
        [["0.5"], loop.percentile(50) / NANOSECONDS],
        [["0.99"], loop.percentile(99) / NANOSECONDS],
        [["1"], Math.max(0, loop.max) / NANOSECONDS],
      ];
      loop.reset();
      return readings;
    },
  });
}

const STARTED = "When the oldest process started, in seconds since 1970.";
const HEAP = "JavaScript heap in use.";

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
    if (!isMessage(message, ASK)) return;
    const { id } = message;
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
        if (isMessage(message, ANSWER) && message.id === id) done(message.text ?? "");
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

function isMessage(message: unknown, type: string): message is { id: number; text?: string } {
  return typeof message === "object" && message !== null && Object(message).type === type;
}
