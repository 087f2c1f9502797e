import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { keepCompiled } from "./setup/compiled.ts";
import { add, type Counts, none, runCounted, runVitest, runVitestTwice } from "./setup/parts.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** A part this many times slower than its budget hangs: it is ended and counts as failed. */
const HANG_FACTOR = 5;
/** A race in these folders may be one of money: what fails there is not run again. */
const MONEY = ["ledger", "events", "campaigns", "checkout", "cashout", "disputes", "platform"].map(
  (room) => `domain/${room}`,
);

interface PartOptions {
  readonly root: string;
  readonly filters: readonly string[];
  readonly timeoutMs: number;
  /** Where it writes; absent: to where this program does. */
  readonly say: ((text: string) => void) | undefined;
}

interface Part {
  /**
   * What the part may take on two cores; all parts together stay below ten minutes. Of those that
   * run side by side the longest counts.
   */
  readonly budgetMs: number;
  /**
   * It computes where the part before it waits: they run at the same time, this one with less
   * priority, so that it takes hardly more than the other leaves. Only for a part that judges no
   * time.
   */
  readonly isBeside?: boolean;
  run(options: PartOptions): Promise<Counts>;
}

const parts: Readonly<Record<string, Part>> = {
  unit: {
    budgetMs: 60_000,
    run: (options) => runVitest({ ...options, name: "unit", projects: ["unit", "widget"] }),
  },
  simulation: {
    budgetMs: 60_000,
    isBeside: true,
    run: (options) =>
      runCounted({ ...options, name: "simulation", args: ["tests/simulation/main.ts"] }),
  },
  integration: {
    budgetMs: 220_000,
    // They wait for processes and timers a third of the time, so three are done sooner than two.
    run: (options) =>
      runVitestTwice(
        { ...options, name: "integration", projects: ["integration"], workers: 3 },
        MONEY,
      ),
  },
  conformance: {
    budgetMs: 25_000,
    run: (options) => runVitest({ ...options, name: "conformance", projects: ["conformance"] }),
  },
  e2e: {
    budgetMs: 200_000,
    run: (options) => runVitestTwice({ ...options, name: "e2e", projects: ["e2e"] }),
  },
  crash: {
    budgetMs: 45_000,
    run: (options) => {
      if (!existsSync(new URL("crash/main.ts", import.meta.url))) return Promise.resolve(none);
      const args = ["tests/crash/main.ts", "--seconds", "15"];
      return runCounted({ ...options, name: "crash", args });
    },
  },
  fuzz: {
    budgetMs: 40_000,
    isBeside: true,
    run: (options) => runCounted({ ...options, name: "fuzz", args: ["tests/fuzz/main.ts"] }),
  },
};

const [wanted, ...filters] = process.argv.slice(2);
const unknown = wanted !== undefined && !(wanted in parts);
if (unknown) {
  const names = Object.keys(parts).join(", ");
  process.stderr.write(`No part is called ${wanted}; there are ${names}.\n`);
  process.exit(1);
}

interface Run {
  readonly counts: Counts;
  readonly line: string;
}

keepCompiled(root);
const runs: Promise<Run>[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (wanted !== undefined && wanted !== name) continue;
  const before = runs.at(-1);
  if (part.isBeside !== true) await Promise.all(runs);
  runs.push(runPart(name, part, part.isBeside === true ? before : undefined));
}
const ended = await Promise.all(runs);
const total = ended.reduce((sum, { counts }) => add(sum, counts), none);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
process.stdout.write(`\n${ended.map((run) => run.line).join("\n")}\n${line(total)}\n`);

async function runPart(name: string, part: Part, beside: Promise<Run> | undefined): Promise<Run> {
  const startedAt = performance.now();
  const timeoutMs = part.budgetMs * HANG_FACTOR;
  let held = "";
  const hold = (text: string) => {
    held += text;
  };
  const say = beside === undefined ? undefined : hold;
  const counts = await part.run({ root, filters, timeoutMs, say });
  const tookMs = performance.now() - startedAt;
  // Not between the lines of the other.
  await beside;
  process.stdout.write(held);
  const over = tookMs > part.budgetMs ? `, over its budget of ${part.budgetMs / 1_000} s` : "";
  return {
    counts,
    line: `${name.padEnd(12)} ${line(counts)} in ${(tookMs / 1_000).toFixed(1)} s${over}`,
  };
}

function line(counts: Counts): string {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`;
}
