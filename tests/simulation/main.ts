import { parseArgs } from "node:util";
import { runAgreement } from "./agreement.ts";
import { COMMANDS } from "./commands.ts";
import { PLANTED } from "./planted.ts";
import { checkRebatching } from "./rebatching.ts";
import { type Failure, searchSeeds, seedsFrom } from "./search.ts";
import { searchInThreads } from "./threads.ts";
import { runWorld } from "./world.ts";

/**
 * The deterministic simulation. Without arguments all of it, over fewer seeds than
 * `npm run prove -- simulation`; with `--seed N` one world, and a trace
 * of everything that happens in it.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "600" },
    first: { type: "string", default: "1" },
    threads: { type: "string", default: "2" },
    agreements: { type: "string", default: "60" },
    seed: { type: "string" },
    length: { type: "string" },
  },
});

const REPEATED_SEEDS = 20;
/** Each planted fault has to show within so many seeds; most do within ten. */
const PLANTED_SEEDS = 500;
const REBATCHED_SEEDS = 150;
const PROGRESS_SEEDS = 20_000;

let passed = 0;
let failed = 0;

if (values.seed === undefined) await runAll();
else await replay(Number(values.seed), Number(values.length ?? COMMANDS));

async function runAll(): Promise<void> {
  const first = Number(values.first);
  const count = Number(values.seeds);
  const startedAt = performance.now();
  // First of all, so that no core is idle while this thread checks everything else.
  const search = searchInThreads({ first, count, threads: Number(values.threads) }, progress);
  await checkRepeats(first);
  await checkPlanted();
  const rebatched = await checkRebatching(REBATCHED_SEEDS);
  check("any re-batching of the same events leaves identical books", rebatched);
  const agreements = Number(values.agreements);
  for (const finding of await runAgreement(agreements)) check(finding.name, finding.problem);
  const tally = await search;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  check(
    `${count} seeds agree with the reference ledger`,
    tally.seeds === count && tally.failures.length === 0
      ? null
      : `${tally.seeds} seeds run:\n${tally.failures.map(described).join("\n")}`,
  );
  const waits = Object.values(tally.deadlocks).reduce((sum, one) => sum + one, 0);
  process.stdout.write(
    `     (seeds ${first} to ${first + tally.seeds - 1} in ${seconds} s: ${tally.events} events, ` +
      `${tally.steps} steps, ${waits} deadlocks not made by a fault)\n`,
  );
  for (const [what, times] of Object.entries(tally.deadlocks)) {
    process.stdout.write(`     (${times} x ${what})\n`);
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** The same seed is the same world, step by step. */
async function checkRepeats(first: number): Promise<void> {
  const hashes = async () => {
    const all: string[] = [];
    for (const seed of seedsFrom(first, REPEATED_SEEDS)) all.push((await runWorld({ seed })).hash);
    return all;
  };
  const [once, again] = [await hashes(), await hashes()];
  const differing = once.filter((hash, index) => hash !== again[index]).length;
  check(
    "the same seed gives the same trace, another seed another one",
    differing === 0 && new Set(once).size === once.length ? null : `${differing} differ`,
  );
}

async function checkPlanted(): Promise<void> {
  for (const { name, options } of PLANTED) {
    let found: Failure | undefined;
    let tried = 0;
    for (const seed of seedsFrom(1, PLANTED_SEEDS)) {
      tried += 1;
      [found] = (await searchSeeds([seed], options)).failures;
      if (found !== undefined) break;
    }
    check(`the simulation finds ${name}`, await whyNotFound(found, tried));
    if (found === undefined) continue;
    process.stdout.write(
      `     (seed ${found.seed}, the ${tried}. tried, ${found.length} commands: ` +
        `${found.problems[0]?.slice(0, 160)})\n`,
    );
  }
}

/** A world that fails without the fault as well has found something else. */
async function whyNotFound(found: Failure | undefined, tried: number): Promise<string | null> {
  if (found === undefined) return `${tried} seeds passed`;
  const { problems } = await runWorld({ seed: found.seed, length: found.length });
  return problems.length === 0 ? null : `without the fault too: ${problems[0]}`;
}

async function replay(seed: number, length: number): Promise<void> {
  const onTrace = (line: string) => void process.stdout.write(`${line}\n`);
  const { problems, hash } = await runWorld({ seed, length, onTrace });
  process.stdout.write(`seed ${seed}, ${length} commands, trace ${hash}\n`);
  for (const problem of problems) process.stdout.write(`FAIL ${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function described({ seed, length, problems }: Failure): string {
  return [
    `seed ${seed} after ${length} of ${COMMANDS} commands:`,
    ...problems.map((problem) => `  ${problem}`),
    `  node tests/simulation/main.ts --seed ${seed} --length ${length}`,
  ].join("\n");
}

function progress(done: number): void {
  if (done % PROGRESS_SEEDS === 0) process.stdout.write(`     (${done} seeds)\n`);
}

function check(name: string, problem: string | null): void {
  if (problem === null) passed += 1;
  else failed += 1;
  process.stdout.write(problem === null ? `ok   ${name}\n` : `FAIL ${name}: ${problem}\n`);
}
