import type { BenchOptions, BenchResult } from "../bench.ts";
import { mean, median, quantile, rounded } from "../support/statistics.ts";
import { openRig, type Rig } from "./rig.ts";

const FULL = { rounds: 5, latencyMs: 6_000, settleMs: 3_000, warmUpMs: 1_000, shown: 200 };
/** Shows that it runs; supports no claim. */
const QUICK = { rounds: 1, latencyMs: 300, settleMs: 100, warmUpMs: 50, shown: 10 };
type Size = typeof FULL;
const PER_SECOND = 500;
/** Each click is sent to both sides of its campaign. */
const SIDES = 2;
/** An everyday share of clicks; each of them is two postbacks. */
const CLICKS_PER_THOUSAND = 5;

interface Round {
  /** From the commit of a click to its arrival at the later of both sides. **Units** ms. */
  readonly delaysMs: readonly number[];
  readonly postbacksPerSecond: number;
  readonly withPostbacks: number;
  /** Before and after. **Units** events per second. */
  readonly without: readonly number[];
  readonly sentDuring: number;
}

/** How soon postbacks leave after the commit, and what they cost settlement. */
export async function benchPostback(options: BenchOptions): Promise<BenchResult> {
  const size = options.isQuick ? QUICK : FULL;
  const rig = await openRig(size.shown);
  try {
    options.say("warming up");
    await rig.quiet();
    await latency(rig, size.warmUpMs);
    await settle(rig, false, size.warmUpMs);
    const rounds: Round[] = [];
    for (let number = 1; number <= size.rounds; number += 1) {
      const round = await runRound(rig, size);
      rounds.push(round);
      options.say(`round ${number}: ${JSON.stringify(ratiosOf(round))}`);
    }
    const ratios = rounds.map(ratiosOf);
    return {
      p99CommitToFirstAttemptMs: median(ratios.map((row) => row.p99CommitToFirstAttemptMs)),
      settleWithVsWithout: median(ratios.map((row) => row.settleWithVsWithout)),
      raw: rawOf(rounds),
      settings: {
        ...size,
        isQuick: options.isQuick,
        clicksPerSecond: PER_SECOND,
        sides: SIDES,
        clicksPerThousand: CLICKS_PER_THOUSAND,
        node: process.version,
      },
    };
  } finally {
    await rig.close();
  }
}

async function runRound(rig: Rig, { latencyMs, settleMs }: Size): Promise<Round> {
  const { delaysMs, postbacksPerSecond } = await latency(rig, latencyMs);
  const before = await settle(rig, false, settleMs);
  const between = await settle(rig, true, settleMs);
  const after = await settle(rig, false, settleMs);
  return {
    delaysMs,
    postbacksPerSecond,
    withPostbacks: between.eventsPerSecond,
    without: [before.eventsPerSecond, after.eventsPerSecond],
    sentDuring: between.sent,
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
    if (arrivedMs === undefined) throw new Error(`${eventId} was never sent.`);
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
  const { requests: sent } = await rig.receiver.ask({ ask: "arrivals" });
  await rig.quiet();
  return { eventsPerSecond, sent };
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
    sentWhileSettling: all((round) => round.sentDuring),
  };
}
