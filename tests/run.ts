import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { add, type Counts, none, runCounted, runVitest } from "./setup/parts.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** A part this many times slower than its budget hangs: it is ended and counts as failed. */
const HANG_FACTOR = 3;

interface Part {
  /** What the part may take on two cores; all parts together stay below ten minutes. */
  readonly budgetMs: number;
  run(options: { root: string; filters: string[]; timeoutMs: number }): Promise<Counts>;
}

const parts: Readonly<Record<string, Part>> = {
  unit: {
    budgetMs: 30_000,
    run: (options) => runVitest({ ...options, name: "unit", projects: ["unit", "widget"] }),
  },
  integration: {
    budgetMs: 150_000,
    // They wait for processes and timers a third of the time: 179 s with three, 225 s with two.
    run: (options) =>
      runVitest({ ...options, name: "integration", projects: ["integration"], workers: 3 }),
  },
  conformance: {
    budgetMs: 40_000,
    run: (options) => runVitest({ ...options, name: "conformance", projects: ["conformance"] }),
  },
  e2e: {
    budgetMs: 210_000,
    run: (options) => runVitest({ ...options, name: "e2e", projects: ["e2e"] }),
  },
  simulation: {
    budgetMs: 45_000,
    run: (options) =>
      runCounted({ ...options, name: "simulation", args: ["tests/simulation/main.ts"] }),
  },
  fuzz: {
    budgetMs: 45_000,
    run: (options) => runCounted({ ...options, name: "fuzz", args: ["tests/fuzz/main.ts"] }),
  },
  crash: {
    budgetMs: 65_000,
    run: (options) => {
      if (!existsSync(new URL("crash/main.ts", import.meta.url))) return Promise.resolve(none);
      const args = ["tests/crash/main.ts", "--seconds", "22"];
      return runCounted({ ...options, name: "crash", args });
    },
  },
};

const [wanted, ...filters] = process.argv.slice(2);
const unknown = wanted !== undefined && !(wanted in parts);
if (unknown) {
  const names = Object.keys(parts).join(", ");
  process.stderr.write(`No part is called ${wanted}; there are ${names}.\n`);
  process.exit(1);
}

let total = none;
const summary: string[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (wanted !== undefined && wanted !== name) continue;
  const startedAt = performance.now();
  const timeoutMs = part.budgetMs * HANG_FACTOR;
  const counts = await part.run({ root, filters, timeoutMs });
  const tookMs = performance.now() - startedAt;
  const over = tookMs > part.budgetMs ? `, over its budget of ${part.budgetMs / 1_000} s` : "";
  summary.push(`${name.padEnd(12)} ${line(counts)} in ${(tookMs / 1_000).toFixed(1)} s${over}`);
  total = add(total, counts);
}
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
process.stdout.write(`\n${summary.join("\n")}\n${line(total)}\n`);

function line(counts: Counts): string {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`;
}
