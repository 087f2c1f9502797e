import type { BenchOptions, BenchResult } from "../bench.ts";
import { median, rounded } from "../support/statistics.ts";
import { CALLERS } from "./batcher.ts";
import { openRig, type Rig, settingsOf } from "./rig.ts";
import { firstPace, MANY, type Round, ratiosOf, runRound, SINGLE, type Times } from "./round.ts";

interface Size {
  readonly rounds: number;
  readonly uniformCampaigns: number;
  readonly times: Times;
  readonly warmUp: Times | null;
}

const FULL: Size = {
  rounds: 5,
  uniformCampaigns: 1_000,
  times: { oursMs: 2_500, baselineMs: 2_000 },
  warmUp: { oursMs: 800, baselineMs: 1_000 },
};
/** Shows that it runs; supports no claim. */
const QUICK: Size = {
  rounds: 1,
  uniformCampaigns: 20,
  times: { oursMs: 300, baselineMs: 400 },
  warmUp: null,
};

/** Settlement against PostgreSQL's own pace, a server that does nothing, and the naive way. */
export async function benchSettle(options: BenchOptions): Promise<BenchResult> {
  const size = options.isQuick ? QUICK : FULL;
  const rig = await openRig(size.uniformCampaigns);
  try {
    const pace = { ...firstPace };
    options.say("warming up");
    if (size.warmUp !== null) await runRound(rig, size.warmUp, pace);
    const rounds: Round[] = [];
    for (let number = 1; number <= size.rounds; number += 1) {
      const round = await runRound(rig, size.times, pace);
      rounds.push(round);
      options.say(`round ${number}: ${JSON.stringify(shortened(ratiosOf(round)))}`);
    }
    await checkBooks(rig);
    return {
      ...medians(rounds.map(ratiosOf)),
      raw: rawOf(rounds),
      settings: {
        ...(await settingsOf(rig)),
        rounds: size.rounds,
        isQuick: options.isQuick,
        ...size.times,
        uniformCampaigns: rig.uniform.length,
        callers: CALLERS,
        many: MANY,
        single: SINGLE,
      },
    };
  } finally {
    await rig.close();
  }
}

function medians(rows: readonly Record<string, number>[]): Record<string, number> {
  const names = Object.keys(rows[0] ?? {});
  return shortened(
    Object.fromEntries(names.map((name) => [name, median(rows.map((row) => row[name] ?? 0))])),
  );
}

function shortened(row: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, rounded(value)]));
}

/** **Shape** one value for each round, in order; baselines one for each run. */
function rawOf(rounds: readonly Round[]): Record<string, readonly number[]> {
  const all = (pick: (round: Round) => number | readonly number[]) =>
    rounds.flatMap(pick).map((value) => rounded(value, 4));
  return {
    hotEventsPerSecond: all((round) => round.hot.eventsPerSecond),
    hotRequestP99Ms: all((round) => round.hot.p99Ms),
    uniformEventsPerSecond: all((round) => round.uniform.eventsPerSecond),
    uniformRequestP99Ms: all((round) => round.uniform.p99Ms),
    pgbenchTps: all((round) => round.pgbench.map((run) => run.tps)),
    pgbenchAverageMs: all((round) => round.pgbench.map((run) => run.averageMs)),
    singleEventsPerSecond: all((round) => round.single.eventsPerSecond),
    singleP99Ms: all((round) => round.single.p99Ms),
    noopEventsPerSecond: all((round) => round.noop.map((run) => run.eventsPerSecond)),
    batcherEventsPerSecond: all((round) => round.batcher.eventsPerSecond),
    batcherAckP50Ms: all((round) => round.batcher.p50Ms),
    batcherAckP99Ms: all((round) => round.batcher.p99Ms),
    naiveEventsPerSecond: all((round) => round.naive.map((run) => run.eventsPerSecond)),
  };
}

/** A fast ledger that is wrong is worth nothing: the books must add up after the last round. */
async function checkBooks(rig: Rig): Promise<void> {
  const { rows } = await rig.client.query<{ wrong: string; events: string }>(
    `select count(*) filter (
        where e.charged is distinct from b.earned + b.fee or e.events is distinct from b.events
      ) as wrong, sum(b.events) as events
      from campaign_book b
      left join lateral (
        select coalesce(sum(k.charged), 0) as charged, count(*) as events
        from event k
        where k.campaign_id = b.campaign_id
      ) e on true`,
  );
  if (rows[0]?.wrong !== "0") throw new Error(`${rows[0]?.wrong} campaigns have wrong books.`);
}
