import { ExchangeError } from "../contract/errors.ts";
import { reasonOfCode } from "../contract/reasons.ts";
import type { Cache } from "../core/cache.ts";
import type { Clock } from "../core/clock.ts";
import type { PoolUse } from "../core/db.ts";
import { DURATION_BUCKETS, type Metrics, single } from "../core/metrics.ts";
import type { RedisObserver } from "../core/redis.ts";
import { currentTraceparent, isTracing, withSpan } from "../core/tracing.ts";
import type { Catalog } from "../domain/catalog/index.ts";
import type { BatchObserver, ClickRedirect, Settlement } from "../domain/events/index.ts";
import type { Reports } from "../domain/reports/index.ts";
import { resolveTool } from "../tools/catalogue.ts";
import type { Dispatch, ToolAnswer, ToolCall } from "../tools/dispatch.ts";

/** Searching takes well below a millisecond; what matters is how far its tail is from that. */
const SEARCH_BUCKETS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1,
];
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192];

/** Wraps the parts of an exchange in metrics; no result changes. */
export function createObserver(metrics: Metrics, clock: Clock) {
  const sources = new WeakMap<object, string>();
  return {
    cache: observeCache(metrics),
    catalog: observeCatalog(metrics, clock),
    dispatch: observeDispatch(metrics, clock),
    clickRedirect: observeClicks(metrics),
    settlement: observeSettlement(metrics, clock, sources),
    batch: observeBatches(metrics, clock, sources),
  };
}

function observeCache(metrics: Metrics) {
  const reads = metrics.counter({
    name: "placard_cache_reads_total",
    help: "Reads of the shared cache, by result.",
    labels: ["result"],
  });
  const counted = <T>(value: T): T => {
    reads.add(1, value === null ? "miss" : "hit");
    return value;
  };
  return (cache: Cache): Cache => ({
    ...cache,
    get: (key) => cache.get(key).then(counted),
    getBuffer: (key) => cache.getBuffer(key).then(counted),
  });
}

function observeCatalog(metrics: Metrics, clock: Clock) {
  const durations = metrics.histogram({
    name: "placard_search_duration_seconds",
    help: "Product searches, from the query to the finished list.",
    buckets: SEARCH_BUCKETS,
  });
  return (catalog: Catalog): Catalog => {
    metrics.gauge({
      name: "placard_search_products",
      help: "Products that can be found.",
      together: "max",
      read: () => single(catalog.size()),
    });
    return {
      ...catalog,
      async search(search) {
        const startedMs = clock.monotonicMs();
        const list = await catalog.search(search);
        durations.observe((clock.monotonicMs() - startedMs) / 1_000);
        return list;
      },
    };
  };
}

function observeDispatch(metrics: Metrics, clock: Clock) {
  const calls = metrics.counter({
    name: "placard_tool_calls_total",
    help: "Calls of tools over HTTP and MCP; the outcome is ok, replayed or a code of an error.",
    labels: ["tool", "outcome"],
  });
  const durations = metrics.histogram({
    name: "placard_tool_duration_seconds",
    help: "Calls of tools, by tool.",
    labels: ["tool"],
    buckets: DURATION_BUCKETS,
  });
  const countDelivery = deliveryCounter(metrics);
  const count = (tool: string, outcome: string, startedMs: number) => {
    calls.add(1, tool, outcome);
    durations.observe((clock.monotonicMs() - startedMs) / 1_000, tool);
  };
  const outcomeOf = (tool: string, answer: ToolAnswer) => {
    if (answer.isReplayed) return "replayed";
    if (tool === "deliver_ad") countDelivery(answer);
    return "ok";
  };
  const measured = async (dispatch: Dispatch, call: ToolCall) => {
    const called = typeof call.tool === "string" ? resolveTool(call.tool, clock.now()) : call.tool;
    const tool = called?.name ?? "unknown";
    const startedMs = clock.monotonicMs();
    try {
      const answer = await withSpan(`tool ${tool}`, {}, () => dispatch(call));
      count(tool, outcomeOf(tool, answer), startedMs);
      return answer;
    } catch (error) {
      count(tool, error instanceof ExchangeError ? error.code : "internal", startedMs);
      throw error;
    }
  };
  return (dispatch: Dispatch): Dispatch =>
    (call) =>
      measured(dispatch, call);
}

const NO_FILL = /^\{"filled":false,"noFillReason":"([a-z_]+)"/;

/** The answer itself says what became of a delivery, whatever decided it. */
function deliveryCounter(metrics: Metrics): (answer: ToolAnswer) => void {
  const deliveries = metrics.counter({
    name: "placard_deliveries_total",
    help: "Answers of deliver_ad: filled, or the reason why not.",
    labels: ["result"],
  });
  return ({ text }) => deliveries.add(1, NO_FILL.exec(text)?.[1] ?? "filled");
}

const HOP_RESULTS = { 302: "redirected", 404: "unknown", 410: "expired" } as const;

function observeClicks(metrics: Metrics) {
  const clicks = metrics.counter({
    name: "placard_hop_requests_total",
    help: "Clicks on tracked links, by what became of the reader.",
    labels: ["result"],
  });
  return (clickRedirect: ClickRedirect): ClickRedirect => {
    metrics.gauge({
      name: "placard_hop_waiting_clicks",
      help: "Clicks whose reader has gone on and that wait to be settled.",
      together: "sum",
      read: () => single(clickRedirect.waiting()),
    });
    return {
      ...clickRedirect,
      async follow(request) {
        const answer = await clickRedirect.follow(request);
        clicks.add(1, HOP_RESULTS[answer.status]);
        return answer;
      },
    };
  };
}

function observeSettlement(metrics: Metrics, clock: Clock, sources: WeakMap<object, string>) {
  const lags = metrics.histogram({
    name: "placard_settlement_lag_seconds",
    help: "From a request's events to their commit.",
    buckets: DURATION_BUCKETS,
  });
  return (settlement: Settlement): Settlement => {
    metrics.gauge({
      name: "placard_settlement_waiting_events",
      help: "Events that wait for their batch or are in one.",
      together: "sum",
      read: () => single(settlement.depth()),
    });
    return {
      ...settlement,
      async settle(events) {
        const source = currentTraceparent();
        if (source !== undefined) for (const event of events) sources.set(event, source);
        const startedMs = clock.monotonicMs();
        const results = await settlement.settle(events);
        lags.observe((clock.monotonicMs() - startedMs) / 1_000);
        return results;
      },
    };
  };
}

function observeBatches(
  metrics: Metrics,
  clock: Clock,
  sources: WeakMap<object, string>,
): BatchObserver {
  const sizes = metrics.histogram({
    name: "placard_settlement_batch_events",
    help: "Events that were settled together.",
    buckets: BATCH_BUCKETS,
  });
  const durations = metrics.histogram({
    name: "placard_settlement_batch_duration_seconds",
    help: "Batches, from their first statement to their commit.",
    buckets: DURATION_BUCKETS,
  });
  const failures = metrics.counter({
    name: "placard_settlement_batch_failures_total",
    help: "Batches whose outcome is unknown, so that their callers have to repeat them.",
  });
  const events = metrics.counter({
    name: "placard_events_total",
    help: "Settled events: billed, or the reason why not; fault: not settled at all.",
    labels: ["reason"],
  });
  return async (batch, run) => {
    const startedMs = clock.monotonicMs();
    try {
      const results = await (isTracing() ? tracedBatch(batch, run, sources) : run());
      durations.observe((clock.monotonicMs() - startedMs) / 1_000);
      sizes.observe(batch.length);
      for (const [code, count] of countsOf(results)) {
        events.add(count, code === FAULT ? "fault" : (reasonOfCode(code) ?? "billed"));
      }
      return results;
    } catch (error) {
      failures.add(1);
      throw error;
    }
  };
}

/** What PostgreSQL could not take at all has no reason of the contract. */
const FAULT = -1;

/** Neighbours mostly have the same reason, so that this is one comparison for each event. */
function countsOf(results: readonly Outcome[]): Map<number, number> {
  const counts = new Map<number, number>();
  let last = 0;
  let count = 0;
  for (const { reason, fault } of results) {
    const code = fault === undefined ? reason : FAULT;
    if (code !== last) {
      counts.set(last, (counts.get(last) ?? 0) + count);
      last = code;
      count = 0;
    }
    count += 1;
  }
  return counts.set(last, (counts.get(last) ?? 0) + count);
}

interface Outcome {
  readonly reason: number;
  readonly fault?: unknown;
}

/** A batch serves many requests: its span has no parent, but links to their spans. */
function tracedBatch<T>(
  batch: readonly object[],
  run: () => Promise<T>,
  sources: WeakMap<object, string>,
): Promise<T> {
  const links = new Set<string>();
  for (const event of batch) {
    const source = sources.get(event);
    if (source !== undefined) links.add(source);
  }
  return withSpan("settle batch", { "placard.events": batch.length }, run, {
    isRoot: true,
    links: [...links],
  });
}

export function observePools(metrics: Metrics): (use: () => PoolUse) => void {
  const pools: (() => PoolUse)[] = [];
  const sum = (of: (use: PoolUse) => number) => pools.reduce((all, use) => all + of(use()), 0);
  metrics.gauge({
    name: "placard_db_connections",
    help: "Connections to PostgreSQL, by state.",
    labels: ["state"],
    together: "sum",
    read: () => [
      [["busy"], sum((use) => use.busy)],
      [["idle"], sum((use) => use.idle)],
    ],
  });
  metrics.gauge({
    name: "placard_db_waiting",
    help: "Queries that wait for a connection.",
    together: "sum",
    read: () => single(sum((use) => use.waiting)),
  });
  return (use) => pools.push(use);
}

export function observeRedis(metrics: Metrics): RedisObserver {
  const connections: (() => boolean)[] = [];
  metrics.gauge({
    name: "placard_redis_connections",
    help: "Connections to Redis, by state; none without REDIS_URL.",
    labels: ["state"],
    together: "sum",
    read: () => {
      const up = connections.filter((isReady) => isReady()).length;
      return [
        [["up"], up],
        [["down"], connections.length - up],
      ];
    },
  });
  const commands = metrics.counter({
    name: "placard_redis_commands_total",
    help: "Commands to Redis, by result: answered, timeout, refused, or skipped while it is away.",
    labels: ["result"],
  });
  const durations = metrics.histogram({
    name: "placard_redis_command_duration_seconds",
    help: "Commands that Redis answered.",
    buckets: DURATION_BUCKETS,
  });
  const switches = metrics.counter({
    name: "placard_redis_switches_total",
    help: "How often Sentinel named another primary, for each connection.",
  });
  return {
    onOpen: (isReady) => connections.push(isReady),
    onCommand(result, durationMs) {
      commands.add(1, result);
      if (result === "answered") durations.observe(durationMs / 1_000);
    },
    onSwitch: () => switches.add(1),
  };
}

export function observeReplica(metrics: Metrics, reports: Pick<Reports, "replicaLagMs">): void {
  metrics.gauge({
    name: "placard_replica_lag_seconds",
    help: "How old the data of the replica is; without one, or while it is down, no value.",
    together: "max",
    read: async () => {
      const lagMs = await reports.replicaLagMs().catch(() => undefined);
      return lagMs === undefined ? [] : single(lagMs / 1_000);
    },
  });
}
