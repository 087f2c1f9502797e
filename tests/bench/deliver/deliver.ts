import { setTimeout as sleep } from "node:timers/promises";
import type { BenchOptions, BenchResult } from "../bench.ts";
import { mean, median, rounded } from "../support/statistics.ts";
import type { LoadResult, PrepareLoad } from "./messages.ts";
import { openRig, type Rig, settingsOf } from "./rig.ts";

interface Size {
  readonly rounds: number;
  readonly oursMs: number;
  readonly baselineMs: number;
  readonly warmUpMs: number;
  readonly turns: number;
  /** More than any server here answers in the time. */
  readonly clicks: number;
}

const FULL: Size = {
  rounds: 5,
  oursMs: 2_500,
  baselineMs: 1_500,
  warmUpMs: 1_000,
  turns: 10_000,
  clicks: 120_000,
};
/** Shows that it runs; supports no claim. */
const QUICK: Size = {
  rounds: 1,
  oursMs: 150,
  baselineMs: 100,
  warmUpMs: 50,
  turns: 1_000,
  clicks: 12_000,
};
const CONNECTIONS = 64;
/** Latency is judged with as much again to spare, as a server is run. */
const LOAD_OF_LATENCY = 0.5;
const SETTLE_TIMEOUT_MS = 60_000;
const SETTLE_POLL_MS = 250;

interface Round {
  readonly deliver: LoadResult;
  readonly noop: readonly LoadResult[];
  readonly hop: LoadResult;
  readonly bare: readonly LoadResult[];
  readonly deliverAtHalf: LoadResult;
  readonly hopAtHalf: LoadResult;
}

/** `deliver_ad` against a route that does nothing, the click hop against a bare redirect. */
export async function benchDeliver(options: BenchOptions): Promise<BenchResult> {
  const rig = await openRig();
  const size = options.isQuick ? QUICK : FULL;
  try {
    options.say("warming up");
    for (const server of ["noop", "exchange"] as const) {
      for (const request of ["deliver", "click"] as const) {
        await measure(rig, { server, request, durationMs: size.warmUpMs, size });
      }
    }
    const rounds: Round[] = [];
    for (let number = 1; number <= size.rounds; number += 1) {
      const round = await runRound(rig, size);
      rounds.push(round);
      options.say(`round ${number}: ${JSON.stringify(ratiosOf(round))}`);
    }
    await checkBooks(rig);
    return { ...mediansOf(rounds), raw: rawOf(rounds), settings: await allSettings(rig, size) };
  } finally {
    await rig.close();
  }
}

async function runRound(rig: Rig, size: Size): Promise<Round> {
  const baseline = { server: "noop", durationMs: size.baselineMs, size } as const;
  const noop = () => measure(rig, { ...baseline, request: "deliver" });
  const bare = () => measure(rig, { ...baseline, request: "click" });
  const ours = (request: "deliver" | "click", ratePerSecond?: number) =>
    measure(rig, {
      server: "exchange",
      request,
      durationMs: size.oursMs,
      size,
      ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
    });
  const noopBefore = await noop();
  const deliver = await ours("deliver");
  const noopAfter = await noop();
  const deliverAtHalf = await ours("deliver", deliver.perSecond * LOAD_OF_LATENCY);
  const bareBefore = await bare();
  const hop = await ours("click");
  await settled(rig);
  const bareAfter = await bare();
  const hopAtHalf = await ours("click", hop.perSecond * LOAD_OF_LATENCY);
  await settled(rig);
  const baselines = { noop: [noopBefore, noopAfter], bare: [bareBefore, bareAfter] };
  return { deliver, hop, deliverAtHalf, hopAtHalf, ...baselines };
}

interface Measure {
  readonly server: "exchange" | "noop";
  readonly request: PrepareLoad["request"];
  readonly durationMs: number;
  readonly ratePerSecond?: number;
  readonly size: Size;
}

async function measure(rig: Rig, measure: Measure): Promise<LoadResult> {
  const { server, request, size, ...run } = measure;
  await rig.load.ask({
    kind: "prepare",
    port: Number(new URL(rig[server].baseUrl).port),
    request,
    key: rig.publisherKey,
    campaigns: rig.campaigns,
    requests: request === "deliver" ? size.turns : size.clicks,
  });
  const result = await rig.load.ask({ kind: "run", connections: CONNECTIONS, ...run });
  if (result === null) throw new Error("The load had nothing to tell.");
  return result;
}

/** Clicks are settled behind their redirects: they must not run into the next measurement. */
async function settled(rig: Rig): Promise<void> {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  let before = -1;
  for (;;) {
    const { rows } = await rig.client.query<{ events: string }>(
      "select sum(events) as events from campaign_book",
    );
    const events = Number(rows[0]?.events);
    if (events === before) return;
    if (performance.now() > deadline) throw new Error("Clicks were not settled in time.");
    before = events;
    await sleep(SETTLE_POLL_MS);
  }
}

/** The fields of the contract for one round. */
function ratiosOf(round: Round) {
  const perSecond = (runs: readonly LoadResult[]) => mean(runs.map((run) => run.perSecond));
  return {
    deliverVsNoop: rounded(round.deliver.perSecond / perSecond(round.noop)),
    hopVsBareRedirect: rounded(round.hop.perSecond / perSecond(round.bare)),
    p99Ms: round.deliverAtHalf.p99Ms,
  };
}

function mediansOf(rounds: readonly Round[]) {
  const rows = rounds.map(ratiosOf);
  return {
    deliverVsNoop: median(rows.map((row) => row.deliverVsNoop)),
    hopVsBareRedirect: median(rows.map((row) => row.hopVsBareRedirect)),
    p99Ms: median(rows.map((row) => row.p99Ms)),
  };
}

/** **Shape** one value for each round, in order; baselines one for each run. */
function rawOf(rounds: readonly Round[]): Record<string, readonly number[]> {
  const all = (pick: (round: Round) => number | readonly number[]) =>
    rounds.flatMap(pick).map((value) => rounded(value, 4));
  return {
    deliverPerSecond: all((round) => round.deliver.perSecond),
    deliverSaturatedP99Ms: all((round) => round.deliver.p99Ms),
    deliverHalfP50Ms: all((round) => round.deliverAtHalf.p50Ms),
    deliverHalfP99Ms: all((round) => round.deliverAtHalf.p99Ms),
    noopPerSecond: all((round) => round.noop.map((run) => run.perSecond)),
    hopPerSecond: all((round) => round.hop.perSecond),
    hopHalfP50Ms: all((round) => round.hopAtHalf.p50Ms),
    hopHalfP99Ms: all((round) => round.hopAtHalf.p99Ms),
    bareRedirectPerSecond: all((round) => round.bare.map((run) => run.perSecond)),
  };
}

async function allSettings(rig: Rig, { rounds, oursMs, baselineMs }: Size) {
  const times = { rounds, oursMs, baselineMs, connections: CONNECTIONS };
  return { ...(await settingsOf(rig)), ...times, loadOfLatency: LOAD_OF_LATENCY };
}

/** Fast redirects whose clicks are lost or doubled are worth nothing. */
async function checkBooks(rig: Rig): Promise<void> {
  const { rows } = await rig.client.query<{ wrong: string; clicks: string }>(
    `select count(*) filter (where e.charged <> b.earned + b.fee or e.events <> b.events) as wrong,
        sum(b.events) as clicks
      from campaign_book b
      join lateral (
        select coalesce(sum(k.charged), 0) as charged, count(*) as events
        from event k
        where k.campaign_id = b.campaign_id
      ) e on true`,
  );
  if (rows[0]?.wrong !== "0") throw new Error(`${rows[0]?.wrong} campaigns have wrong books.`);
  if (Number(rows[0]?.clicks) === 0) throw new Error("No click was counted.");
}
