import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

/** How many tests of a part ended how. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 };
const oneFailed: Counts = { passed: 0, failed: 1, skipped: 0 };

const KILL_DELAY_MS = 5_000;
/** What runs so gets a tenth of a core that another program wants as well; with 19, a 68th. */
const LESS_URGENT = ["nice", "-n", "10", process.execPath] as const;

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

export function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/** Runs projects of `vitest.config.ts` in a process of their own and counts their tests. */
export async function runVitest(options: {
  root: string;
  name: string;
  projects: readonly string[];
  filters: readonly string[];
  timeoutMs: number;
  /** Left out: as the configuration says. */
  workers?: number;
}): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), "placard-report-"));
  const report = join(folder, "report.json");
  const args = [
    join("node_modules", "vitest", "vitest.mjs"),
    "run",
    "--config=tests/vitest.config.ts",
    ...options.projects.map((project) => `--project=${project}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...(options.workers === undefined ? [] : [`--maxWorkers=${options.workers}`]),
    ...options.filters,
  ];
  try {
    const { exitCode } = await runPart({ ...options, args, isRead: false });
    const text = await readFile(report, "utf8").catch(() => null);
    return countReport(options.name, text, exitCode);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a program that prints its own `N passed, N failed` line and believes only that. With `say`
 * it runs on what other programs leave of the cores, and everything is told to `say`.
 */
export async function runCounted(options: {
  root: string;
  name: string;
  args: readonly string[];
  timeoutMs: number;
  say?: ((text: string) => void) | undefined;
}): Promise<Counts> {
  const { exitCode, output } = await runPart({ ...options, isRead: true });
  const match = [...output.matchAll(/^(\d+) passed, (\d+) failed/gm)].at(-1);
  if (!match) return oneFailed;
  const counts = { passed: Number(match[1]), failed: Number(match[2]), skipped: 0 };
  return exitCode !== 0 && counts.failed === 0 ? add(counts, oneFailed) : counts;
}

function countReport(name: string, text: string | null, exitCode: number | null): Counts {
  if (text === null) {
    process.stdout.write(`The part ${name} ended without a report (exit code ${exitCode}).\n`);
    return oneFailed;
  }
  const report = reportSchema.parse(JSON.parse(text));
  // A file that cannot even be imported has no tests to count, yet it failed.
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === "failed" &&
      !file.assertionResults.some((result) => result.status === "failed"),
  );
  const counts: Counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  // For instance an error outside every test, or no test file at all.
  return exitCode !== 0 && counts.failed === 0 ? add(counts, oneFailed) : counts;
}

interface Ended {
  readonly exitCode: number | null;
  readonly output: string;
}

async function runPart(options: {
  root: string;
  name: string;
  args: readonly string[];
  timeoutMs: number;
  isRead: boolean;
  say?: ((text: string) => void) | undefined;
}): Promise<Ended> {
  const say = options.say ?? ((text: string) => void process.stdout.write(text));
  say(`\n== ${options.name}\n`);
  const [file, ...first] = options.say ? LESS_URGENT : [process.execPath];
  const child = spawn(file, [...first, ...options.args], {
    cwd: options.root,
    // A log file wants no colours, which some programs use whenever CI is set.
    env: process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", options.isRead ? "pipe" : "inherit", options.say ? "pipe" : "inherit"],
    // A group of its own, so that a part that hangs is ended with all it started.
    detached: true,
  });
  const signalGroup = (name: NodeJS.Signals) => {
    if (child.pid === undefined || child.exitCode !== null) return;
    process.kill(-child.pid, name);
  };
  const interrupt = () => signalGroup("SIGINT");
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  const terminate = setTimeout(() => {
    say(`The part ${options.name} took longer than ${options.timeoutMs} ms.\n`);
    signalGroup("SIGTERM");
  }, options.timeoutMs);
  const kill = setTimeout(() => signalGroup("SIGKILL"), options.timeoutMs + KILL_DELAY_MS);
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    say(text);
  });
  child.stderr?.setEncoding("utf8").on("data", say);
  const exitCode = await new Promise<number | null>((resolve) => {
    child.once("close", resolve);
    child.once("error", () => resolve(null));
  });
  clearTimeout(terminate);
  clearTimeout(kill);
  process.off("SIGINT", interrupt);
  process.off("SIGTERM", interrupt);
  return { exitCode, output };
}
