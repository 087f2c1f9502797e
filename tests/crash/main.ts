import { parseArgs } from "node:util";
import type { Finding } from "./books.ts";
import type { FaultKind } from "./faults.ts";
import { type CrashOptions, type CrashReport, foundDoubles, foundLoss, runCrash } from "./run.ts";

/**
 * `npm run test:crash`: load from outside, faults at random, and an outside record as the judge;
 * then the same with two servers that are wrong on purpose, which it has to notice.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "15" },
    clients: { type: "string", default: "12" },
    seed: { type: "string" },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const seconds = Number(values.seconds);
const clients = Number(values.clients);
/** Long enough for some faults of a kind while events are under way. */
const WRONG_SECONDS = 7;
const EVENTS_PER_SECOND = 4_000;
/** A server that is wrong shows it the more, the more it has to do. */
const WRONG_EVENTS_PER_SECOND = 15_000;
const KINDS: readonly FaultKind[] = [
  "exchange killed",
  "PostgreSQL killed",
  "connections terminated",
  "answer to a commit lost",
  "clients cut",
];

let passed = 0;
let failed = 0;
const common = {
  clients,
  seed,
  eventsPerSecond: EVENTS_PER_SECOND,
  oddOneIn: 20,
  stretchBits: 14,
  pauseMaxMs: 2_000,
  tell: () => undefined,
};
try {
  const report = await runCrash({ ...common, seconds, kinds: KINDS });
  for (const finding of report.findings) check(finding);
  for (const kind of KINDS) {
    check({ name: `fault: ${kind}`, problem: report.faults.has(kind) ? null : "never happened" });
  }
  tell(report);
  // Starting databases and waiting for faults leaves a core idle: both at the same time.
  const judged = await Promise.allSettled([
    checkWrong("acknowledgements are sent before COMMIT", foundLoss, {
      server: "early-ack",
      kinds: ["exchange killed", "PostgreSQL killed"],
    }),
    checkWrong("a settlement is repeated under new ids", foundDoubles, {
      server: "doubling",
      kinds: ["answer to a commit lost"],
    }),
  ]);
  for (const run of judged) if (run.status === "rejected") throw run.reason;
} catch (error) {
  check({ name: "the crash test runs to its end", problem: String(error) });
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

async function checkWrong(
  what: string,
  isFound: (report: CrashReport) => boolean,
  wrong: Pick<CrashOptions, "server" | "kinds">,
): Promise<void> {
  const eventsPerSecond = WRONG_EVENTS_PER_SECOND;
  const report = await runCrash({ ...common, ...wrong, eventsPerSecond, seconds: WRONG_SECONDS });
  check({
    name: `the same test fails when ${what}`,
    problem: isFound(report) ? null : "the judge saw nothing",
  });
  tell(report);
}

function tell({ load, verdict, faults }: CrashReport): void {
  const kinds = [...faults].map(([kind, times]) => `${kind} ${times}`);
  process.stdout.write(
    `     (${load.sent} events sent, ${load.answered} acknowledgements; ${kinds.join(", ")}; ` +
      `${verdict.lost} lost, ${verdict.doubled} doubled, ${verdict.overspent} overspent, ` +
      `seed ${seed})\n`,
  );
}

function check({ name, problem }: Finding): void {
  if (problem === null) passed += 1;
  else failed += 1;
  process.stdout.write(problem === null ? `ok   ${name}\n` : `FAIL ${name}: ${problem}\n`);
}
