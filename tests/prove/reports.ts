import { parseArgs } from "node:util";
import { migrate } from "../../server/src/core/migrate.ts";
import { rollUp } from "../../server/src/domain/reports/index.ts";
import {
  attributionDifferences,
  differencesOf,
  questionsOf,
} from "../integration/domain/reports/differences.ts";
import { openRandomMarket } from "../integration/domain/reports/random-market.ts";
import { execute, followCallers, startTestPostgres } from "../setup/postgres.ts";
import { type LargeMarket, openLargeMarket } from "./reports/large-market.ts";

/**
 * `npm run prove -- reports`: a million random events, settled for real, against every report tool
 * and period; then how long a report over five and ten million events takes, and after two years of
 * empty days.
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    events: { type: "string", default: "1000000" },
    large: { type: "string", default: "10000000" },
  },
});
const CAMPAIGNS = 40;
const DAY_MS = 86_400_000;
/** Over 8 March (New York) and 29 March (Berlin); Kathmandu is 5:45 hours ahead all year. */
const START = new Date("2026-03-01T03:15:00.000Z");
const DAYS = 33;
const HISTORY_END = new Date("2026-01-31T00:00:00.000Z");
const ZONES = ["America/New_York", "Europe/Berlin", "Asia/Kathmandu"];
const BATCH = 2_000;
const LIMIT_MS = 300;
const RUNS = 21;
/** Twice the events may cost no more than what two measurements of the same thing differ by. */
const RATIO_MAX = 1.25;
/** Two years of empty days before the events may cost little more. */
const HISTORY_DAYS = 770;
const HISTORY_RATIO_MAX = 1.3;
/** So many days back `ensure_partitions` reaches. */
const HISTORY_STEP = 10;

const results: boolean[] = [];
const postgres = await startTestPostgres();
try {
  await proveExact(Number(values.seed), Number(values.events));
  await proveFast(Number(values.large));
} finally {
  await postgres.stop();
}
const failed = results.filter((holds) => !holds).length;
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

function check(what: string, holds: boolean): void {
  results.push(holds);
  process.stdout.write(`${holds ? "ok  " : "FAIL"} ${what}\n`);
}

async function newDatabase(name: string): Promise<string> {
  await execute(postgres.adminUrl, `create database ${name}`);
  const url = new URL(postgres.adminUrl);
  url.pathname = `/${name}`;
  await migrate({ databaseUrl: url.href });
  await followCallers(url.href);
  return url.href;
}

async function proveExact(seed: number, events: number): Promise<void> {
  const databaseUrl = await newDatabase("exact");
  const market = await openRandomMarket({ databaseUrl, campaigns: CAMPAIGNS, start: START, seed });
  const { random, clock, db } = market;
  const rounds = Math.ceil(events / BATCH);
  for (let round = 0; round < rounds; round += 1) {
    await market.settle(Math.min(BATCH, events - round * BATCH));
    await market.travel(random.between(1, ((2 * DAYS) / rounds) * DAY_MS));
    // What follows the last time stays unfolded, so that reports read both.
    if (random.isOneIn(8) && round < rounds - 3) await rollUp(db, clock.now(), 500);
  }
  const settled = `${events} events of ${CAMPAIGNS} campaigns (seed ${seed})`;
  const questions = questionsOf(ZONES, START, clock.now());
  const { differences, compared } = await differencesOf(market, questions);
  for (const difference of differences.slice(0, 10)) process.stdout.write(`     ${difference}\n`);
  check(`${settled}: ${compared} numbers, ${differences.length} differ`, differences.length === 0);
  const window = { from: START, to: new Date(clock.now().getTime() + 1) };
  const attributed = await attributionDifferences(market, window);
  check(`attribution: ${attributed.length} numbers differ`, attributed.length === 0);
  await market.close();
}

/** Half of the events, all of them, and half after a long history: three databases. */
async function proveFast(events: number): Promise<void> {
  const half = await largeMarket("half", events / 2);
  const all = await largeMarket("whole", events);
  const history = await largeMarket("history", events / 2, HISTORY_DAYS);
  try {
    await compare([half, all], `${events} events instead of ${events / 2}`, RATIO_MAX);
    await compare([half, history], `${HISTORY_DAYS} empty days before`, HISTORY_RATIO_MAX);
  } finally {
    for (const market of [half, all, history]) await market.close();
  }
}

/** Two markets, asked the same in turns. */
async function compare(
  [less, more]: readonly [LargeMarket, LargeMarket],
  what: string,
  ratioMax: number,
): Promise<void> {
  const [lessSpent, moreSpent] = [await less.spentByJournal(), await more.spentByJournal()];
  for (const [name, ask] of more.questions) {
    const askLess = less.questions.get(name) ?? ask;
    const timesMs: { less: number; more: number }[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      timesMs.push({ less: await timed(askLess, lessSpent), more: await timed(ask, moreSpent) });
    }
    const lessMs = median(timesMs.map((times) => times.less));
    const moreMs = median(timesMs.map((times) => times.more));
    const ratio = moreMs / lessMs;
    const figures = `${moreMs.toFixed(1)} ms instead of ${lessMs.toFixed(1)} ms`;
    const line = `${name}, ${what}: ${figures}, ratio ${ratio.toFixed(2)}`;
    check(line, moreMs <= LIMIT_MS && ratio <= ratioMax);
  }
}

async function largeMarket(name: string, events: number, emptyDays = 0): Promise<LargeMarket> {
  const databaseUrl = await newDatabase(name);
  for (let day = 0; day < emptyDays; day += HISTORY_STEP) {
    const at = new Date(HISTORY_END.getTime() - day * DAY_MS).toISOString();
    await execute(databaseUrl, `select ensure_partitions('${at}', 0)`);
  }
  const market = await openLargeMarket({ databaseUrl, campaigns: CAMPAIGNS });
  await market.addEvents(events);
  return market;
}

/** How long a report took, whose total must be what the journal says. **Units** ms. */
async function timed(ask: () => Promise<bigint>, spent: bigint): Promise<number> {
  const startedMs = performance.now();
  const found = await ask();
  const tookMs = performance.now() - startedMs;
  if (found !== spent) check(`a report says ${found}, the journal ${spent}`, false);
  return tookMs;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
