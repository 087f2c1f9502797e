import type { BenchOptions, BenchResult } from "../bench.ts";
import { mean, median, quantile, rounded } from "../support/statistics.ts";
import { openRig, type Rig } from "./rig.ts";

const ROUNDS = 5;
const QUICK_ROUNDS = 1;
const PER_SECOND = 500;
/** Each click is told to both sides of its campaign. */
const SIDES = 2;
const LATENCY_MS = 6_000;
const SETTLE_MS = 3_000;
const WARM_UP_MS = 1_000;
/** An everyday share of clicks; each of them is two postbacks. */
const CLICKS_PER_THOUSAND = 5;

interface Round {
  /** From the commit of a click to its arrival at the later of both sides. **Units** ms. */
  readonly delaysMs: readonly number[];
  readonly postbacksPerSecond: number;
  readonly withPostbacks: number;
  /** Before and after. **Units** events per second. */
  readonly without: readonly number[];
  readonly toldDuring: number;
}

/** How soon postbacks leave after the commit, and what they cost settlement. */
export async function benchPostback(options: BenchOptions): Promise<BenchResult> {
  const rig = await openRig();
  try {
    options.say("warming up");
    await rig.quiet();
    await latency(rig, WARM_UP_MS);
    await settle(rig, false, WARM_UP_MS);
    const wanted = options.isQuick ? QUICK_ROUNDS : ROUNDS;
    const rounds: Round[] = [];
    for (let number = 1; number <= wanted; number += 1) {
      const round = await runRound(rig);
      rounds.push(round);
      options.say(`round ${number}: ${JSON.stringify(ratiosOf(round))}`);
    }
    const ratios = rounds.map(ratiosOf);
    return {
      p99CommitToFirstAttemptMs: median(ratios.map((row) => row.p99CommitToFirstAttemptMs)),
      settleWithVsWithout: median(ratios.map((row) => row.settleWithVsWithout)),
      raw: rawOf(rounds),
      settings: {
        rounds: wanted,
        isQuick: options.isQuick,
        clicksPerSecond: PER_SECOND,
        sides: SIDES,
        clicksPerThousand: CLICKS_PER_THOUSAND,
        latencyMs: LATENCY_MS,
        settleMs: SETTLE_MS,
        campaigns: rig.shown.length,
        node: process.version,
      },
    };
  } finally {
    await rig.close();
  }
}

async function runRound(rig: Rig): Promise<Round> {
  const { delaysMs, postbacksPerSecond } = await latency(rig, LATENCY_MS);
  const before = await settle(rig, false, SETTLE_MS);
  const between = await settle(rig, true, SETTLE_MS);
  const after = await settle(rig, false, SETTLE_MS);
  return {
    delaysMs,
    postbacksPerSecond,
    withPostbacks: between.eventsPerSecond,
    without: [before.eventsPerSecond, after.eventsPerSecond],
    toldDuring: between.told,
  };
}

async function latency(rig: Rig, durationMs: number) {
  const { databaseUrl, clicked: campaigns } = rig;
  await rig.listen(true);
  await rig.receiver.ask({ ask: "reset" });
  const load = { kind: "clicks", perSecond: PER_SECOND } as const;
  const { committedAtMs } = await rig.settler.ask({ databaseUrl, campaigns, durationMs, load });
  await rig.quiet();
  const { atMs, requests } = await rig.receiver.ask({ ask: "arrivals" });
  const delaysMs = [...committedAtMs].map(([eventId, committedMs]) => {
    const arrivedMs = atMs.get(eventId);
    if (arrivedMs === undefined) throw new Error(`${eventId} was never told.`);
    return Math.max(0, arrivedMs - committedMs);
  });
  return { delaysMs, postbacksPerSecond: (requests * 1_000) / durationMs };
}

async function settle(rig: Rig, isListening: boolean, durationMs: number) {
  const { databaseUrl, shown: campaigns } = rig;
  await rig.listen(isListening);
  await rig.receiver.ask({ ask: "reset" });
  const load = { kind: "traffic", clicksPerThousand: CLICKS_PER_THOUSAND } as const;
  const { eventsPerSecond } = await rig.settler.ask({ databaseUrl, campaigns, durationMs, load });
  const { requests: told } = await rig.receiver.ask({ ask: "arrivals" });
  await rig.quiet();
  return { eventsPerSecond, told };
}

function ratiosOf(round: Round) {
  return {
    p99CommitToFirstAttemptMs: rounded(quantile(round.delaysMs, 0.99)),
    settleWithVsWithout: rounded(round.withPostbacks / mean(round.without)),
  };
}

function rawOf(rounds: readonly Round[]): Record<string, readonly number[]> {
  const all = (pick: (round: Round) => number | readonly number[]) =>
    rounds.flatMap(pick).map((value) => rounded(value, 4));
  return {
    p50Ms: all((round) => quantile(round.delaysMs, 0.5)),
    p99Ms: all((round) => quantile(round.delaysMs, 0.99)),
    maxMs: all((round) => Math.max(...round.delaysMs)),
    postbacksPerSecond: all((round) => round.postbacksPerSecond),
    settledWithPerSecond: all((round) => round.withPostbacks),
    settledWithoutPerSecond: all((round) => round.without),
    toldWhileSettling: all((round) => round.toldDuring),
  };
}
