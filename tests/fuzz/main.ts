import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { CATALOGUE } from "../../server/src/tools/catalogue.ts";
import { RULES } from "./judge.ts";
import { unseenByJudge } from "./planted.ts";
import { type FuzzReport, runFuzz } from "./run.ts";
import { openWorld } from "./world.ts";

/**
 * Random calls of all tools against a running exchange, judged by the published contract. A seed
 * repeats the calls; with `--in-flight 1` also their order.
 */
const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "10000" },
    seed: { type: "string", default: String(randomInt(2 ** 31)) },
    "in-flight": { type: "string", default: "16" },
  },
});

const options = {
  calls: Number(values.calls),
  seed: Number(values.seed),
  inFlight: Number(values["in-flight"]),
};
/** Fewer calls need not reach every tool. */
const ALL_TOOLS_FROM = 10_000;
const hasAllTools = options.calls >= ALL_TOOLS_FROM;
/** Calls go on until every tool has succeeded, at most so many times as many. */
const LONGER_MAX = 4;
const TOOLS = CATALOGUE.map(({ name }) => name);

let passed = 0;
let failed = 0;

const unseen = unseenByJudge();
check("the judge sees every planted mistake", unseen.length === 0 ? null : unseen.join(", "));
process.stdout.write(`     (seed ${options.seed}: ${options.calls} calls)\n`);
const world = await openWorld();
try {
  const startedAt = performance.now();
  const callsMax = hasAllTools ? options.calls * LONGER_MAX : options.calls;
  const report = await runFuzz(world, { ...options, callsMax, tools: TOOLS });
  const seconds = (performance.now() - startedAt) / 1_000;
  judge(report);
  const wrong = await world.problems();
  check("the books add up afterwards", wrong.length === 0 ? null : wrong.join("\n"));
  tell(report, seconds);
} finally {
  await world.close();
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

function judge({ found, successes, calls }: FuzzReport): void {
  for (const [rule, name] of Object.entries(RULES)) {
    const broken = found.filter((one) => one.rule === rule);
    const lines = broken.map(
      ({ number, problem, call }) => `${number}. ${problem}\n       ${call}`,
    );
    check(name, lines.length === 0 ? null : `\n     ${lines.slice(0, 8).join("\n     ")}`);
  }
  if (!hasAllTools) return;
  const never = TOOLS.filter((name) => !successes.has(name));
  check("every tool also succeeds", never.length === 0 ? null : `${never.join(", ")} never does`);
  const successful = [...successes.values()].reduce((sum, times) => sum + times, 0);
  const share = successful / calls;
  check("a tenth of the calls succeeds", share > 0.1 ? null : `${(100 * share).toFixed(1)} %`);
}

function tell({ calls, overMcp, outcomes, successes }: FuzzReport, seconds: number): void {
  const codes = [...outcomes].sort(([, left], [, right]) => right - left);
  const rarest = [...successes].sort(([, left], [, right]) => left - right).slice(0, 5);
  const rate = (calls / seconds).toFixed(0);
  const listed = (counts: readonly [string, number][]) =>
    counts.map(([name, times]) => `${name} ${times}`).join(", ");
  process.stdout.write(
    `     (${calls} calls in ${seconds.toFixed(1)} s, ${rate}/s, ${overMcp} of them over MCP, ` +
      `seed ${options.seed}: ${listed(codes)})\n     (least often: ${listed(rarest)})\n`,
  );
}

function check(name: string, problem: string | null): void {
  if (problem === null) passed += 1;
  else failed += 1;
  process.stdout.write(problem === null ? `ok   ${name}\n` : `FAIL ${name}: ${problem}\n`);
}
