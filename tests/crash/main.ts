import { parseArgs } from "node:util";
import type { Finding } from "./books.ts";
import { type CrashReport, foundLoss, runCrash } from "./run.ts";

/**
 * `npm run test:crash`: load from outside, `kill -9` at random, and an outside log as the judge.
 * With `--ack-before-commit` the server lies on purpose, and this program has to fail.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    clients: { type: "string", default: "12" },
    seed: { type: "string" },
    "ack-before-commit": { type: "boolean", default: false },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const clients = Number(values.clients);
const isEarly = values["ack-before-commit"];
/** Long enough for a kill of each kind while events are under way. */
const PROOF_SECONDS = 10;

let passed = 0;
let failed = 0;
try {
  const report = await runCrash({ seconds: Number(values.seconds), clients, seed, isEarly });
  tell(report);
  if (!isEarly) {
    const lie = await runCrash({ seconds: PROOF_SECONDS, clients, seed, isEarly: true });
    check({
      name: "the same test fails when acknowledgements are sent before COMMIT",
      problem: foundLoss(lie) ? null : "the judge saw no loss",
    });
    const lost = lie.findings.find(({ problem }) => problem !== null);
    process.stdout.write(`     (${lie.summary}; ${lost?.name}: ${lost?.problem})\n`);
  }
} catch (error) {
  check({ name: "the crash test runs to its end", problem: String(error) });
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

function tell(report: CrashReport): void {
  for (const finding of report.findings) check(finding);
  process.stdout.write(`     (${report.summary})\n`);
}

function check({ name, problem }: Finding): void {
  if (problem === null) passed += 1;
  else failed += 1;
  process.stdout.write(problem === null ? `ok   ${name}\n` : `FAIL ${name}: ${problem}\n`);
}
