import type { PgbenchResult } from "../support/pgbench.ts";
import { mean } from "../support/statistics.ts";
import type { CallerResult } from "./batcher.ts";
import type { LoadResult, Shape } from "./messages.ts";
import type { Rig } from "./rig.ts";

/** How long each measurement of a round runs. **Units** milliseconds. */
export interface Times {
  readonly oursMs: number;
  readonly baselineMs: number;
}

export const MANY: Shape = {
  tool: "report_events",
  connections: 8,
  eventsPerRequest: 1_000,
  eventsPerDelivery: 1_000,
};
export const SINGLE: Shape = {
  tool: "report_impression",
  connections: 64,
  eventsPerRequest: 1,
  eventsPerDelivery: 1_000,
};

export interface HttpFigures extends LoadResult {
  readonly walBytesPerEvent: number;
}

/** One round: each of ours between two runs of its baseline. */
export interface Round {
  readonly pgbench: readonly PgbenchResult[];
  readonly hot: HttpFigures;
  readonly uniform: HttpFigures;
  readonly noop: readonly LoadResult[];
  readonly single: HttpFigures;
  readonly naive: readonly CallerResult[];
  readonly batcher: CallerResult;
}

/** The requests of a run are written before it; this is how many it may need a second. */
interface Pace {
  hot: number;
  uniform: number;
  single: number;
  noop: number;
}

export const firstPace: Pace = { hot: 120, uniform: 90, single: 12_000, noop: 15_000 };
const PACE_MARGIN = 1.6;

/** **Shape** baselines in the order they ran: before, (between,) after. */
export async function runRound(rig: Rig, times: Times, pace: Pace): Promise<Round> {
  const pgbench = () => rig.pgbench.run(times.baselineMs);
  const callers = (kind: "batcher" | "naive", durationMs: number) =>
    rig.callers.ask({
      kind,
      databaseUrl: rig.databaseUrl,
      facts: rig.callersCampaign,
      durationMs,
    });
  const before = await pgbench();
  const hot = await overHttp(rig, "hot", times.oursMs, pace);
  const between = await pgbench();
  const batcher = await callers("batcher", times.oursMs);
  const afterBatcher = await pgbench();
  const uniform = await overHttp(rig, "uniform", times.oursMs, pace);
  const after = await pgbench();
  const noopBefore = await overHttp(rig, "noop", times.baselineMs, pace);
  const single = await overHttp(rig, "single", times.oursMs, pace);
  const noopAfter = await overHttp(rig, "noop", times.baselineMs, pace);
  const naiveBefore = await callers("naive", times.baselineMs);
  const batcherAgain = await callers("batcher", times.oursMs);
  const naiveAfter = await callers("naive", times.baselineMs);
  return {
    pgbench: [before, between, afterBatcher, after],
    hot,
    uniform,
    noop: [noopBefore, noopAfter],
    single,
    naive: [naiveBefore, naiveAfter],
    batcher: {
      eventsPerSecond: batcherAgain.eventsPerSecond,
      p50Ms: batcher.p50Ms,
      p99Ms: batcher.p99Ms,
    },
  };
}

async function overHttp(
  rig: Rig,
  kind: keyof Pace,
  durationMs: number,
  pace: Pace,
): Promise<HttpFigures> {
  const shape = kind === "hot" || kind === "uniform" ? MANY : SINGLE;
  const server = kind === "noop" ? rig.noop : rig.exchange;
  await rig.load.ask({
    kind: "prepare",
    port: Number(new URL(server.baseUrl).port),
    key: rig.publisherKey,
    shape,
    campaigns: kind === "uniform" ? rig.uniform : rig.hot,
    requests: Math.ceil(pace[kind] * PACE_MARGIN * (durationMs / 1_000)),
  });
  const walBefore = await walPosition(rig);
  const result = await rig.load.ask({ kind: "run", durationMs });
  if (result === null) throw new Error("The load had nothing to tell.");
  const walBytes = (await walPosition(rig)) - walBefore;
  pace[kind] = Math.max(pace[kind] / 2, result.eventsPerSecond / shape.eventsPerRequest);
  return { ...result, walBytesPerEvent: walBytes / result.events };
}

async function walPosition(rig: Rig): Promise<number> {
  const { rows } = await rig.client.query<{ bytes: string }>(
    "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes",
  );
  return Number(rows[0]?.bytes);
}

/** The fields of the contract for one round. */
export function ratiosOf(round: Round): Record<string, number> {
  const [before, between, afterBatcher, after] = round.pgbench;
  const tps = (...runs: (PgbenchResult | undefined)[]) => mean(runs.map((run) => run?.tps ?? 0));
  const averageMs = mean([between?.averageMs ?? 0, afterBatcher?.averageMs ?? 0]);
  const noop = mean(round.noop.map((run) => run.eventsPerSecond));
  const naive = mean(round.naive.map((run) => run.eventsPerSecond));
  return {
    hotVsPgbench: round.hot.eventsPerSecond / tps(before, between),
    uniformVsPgbench: round.uniform.eventsPerSecond / tps(afterBatcher, after),
    singleVsNoop: round.single.eventsPerSecond / noop,
    hotVsNaive: round.batcher.eventsPerSecond / naive,
    p99AckVsPgbenchAverage: round.batcher.p99Ms / averageMs,
    walBytesPerEventHot: round.hot.walBytesPerEvent,
    walBytesPerEventUniform: round.uniform.walBytesPerEvent,
  };
}
