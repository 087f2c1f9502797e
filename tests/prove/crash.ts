import { parseArgs } from "node:util";
import { FAULT_KINDS } from "../crash/faults.ts";
import type { ToldFault } from "../crash/inject.ts";
import { checkReplays } from "../crash/replay.ts";
import { runCrash } from "../crash/run.ts";

/**
 * `npm run prove -- crash [--minutes 10] [--seed N]`: five million events and sixty faults of all
 * kinds in ten minutes, scaled by the minutes; 0 lost, 0 doubled, 0 overspent. The full disk needs
 * root, which mounts a small one.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    clients: { type: "string", default: "16" },
    seed: { type: "string" },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const EVENTS_WANTED = Math.round(500_000 * minutes);
const FAULTS_WANTED = Math.round(6 * minutes);
const KINDS_WANTED = 6;
/** Somewhat more than is wanted, so that the time after the last outage is not needed. */
const EVENTS_PER_SECOND = (500_000 * 1.25) / 60;

let failures = 0;
line(`seed ${seed}, ${minutes} minutes, at most ${Math.round(EVENTS_PER_SECOND)} events/s`);
const report = await runCrash({
  seconds: minutes * 60,
  clients: Number(values.clients),
  seed,
  kinds: FAULT_KINDS,
  eventsPerSecond: EVENTS_PER_SECOND,
  oddOneIn: 200,
  stretchBits: 17,
  pauseMaxMs: 6_500,
  tell,
}).catch((error: unknown) => {
  line(`FAIL the proof runs to its end: ${error}`);
  process.exit(1);
});
const { verdict, load, faults } = report;
const findings = [...report.findings, await checkReplays()];
for (const { name, problem } of findings) check(name, problem === null, problem);
const total = [...faults.values()].reduce((sum, times) => sum + times, 0);
line("");
line(`sent            ${load.sent} events`);
line(`acknowledged    ${load.answered} (${load.duplicates} as duplicates, none twice)`);
line(`refused         ${load.refused} requests, each repeated until it was answered`);
line(`ended           ${verdict.emptied} campaigns, each with an escrow of exactly 0`);
for (const [kind, times] of faults) line(`fault           ${String(times).padStart(3)} ${kind}`);
for (const kind of report.leftOut) line(`fault             - ${kind}: not run, it needs root`);
line(`lost            ${verdict.lost}`);
line(`doubled         ${verdict.doubled}`);
line(`overspent       ${verdict.overspent}`);
line(`ledger verify   ${report.differences} differences, ${report.verifySeconds.toFixed(1)} s`);
check(`at least ${EVENTS_WANTED} events`, load.sent >= EVENTS_WANTED, load.sent);
check(`at least ${FAULTS_WANTED} faults`, total >= FAULTS_WANTED, total);
check(`at least ${KINDS_WANTED} kinds of faults`, faults.size >= KINDS_WANTED, faults.size);
check("0 lost, doubled or overspent", verdict.lost + verdict.doubled + verdict.overspent === 0, "");
line(failures === 0 ? "passed" : `${failures} failed`);
process.exit(failures === 0 ? 0 : 1);

function tell({ kind, atMs, tookMs, isDone }: ToldFault): void {
  const at = (atMs / 1_000).toFixed(1).padStart(6);
  line(`${at} s  ${kind}${isDone ? "" : " (met nothing)"}, ${(tookMs / 1_000).toFixed(1)} s`);
}

function check(name: string, holds: boolean, problem: string | number | null): void {
  if (!holds) failures += 1;
  line(holds ? `ok   ${name}` : `FAIL ${name}: ${problem}`);
}

function line(text: string): void {
  process.stdout.write(`${text}\n`);
}
