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
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});
type Report = z.infer<typeof reportSchema>;

/** More files than this do not fail by chance. */
const SECOND_TRY_FILES_MAX = 2;

export function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

interface VitestOptions {
  readonly root: string;
  readonly name: string;
  readonly projects: readonly string[];
  readonly filters: readonly string[];
  readonly timeoutMs: number;
  /** Left out: as the configuration says. */
  readonly workers?: number;
}

/** Runs projects of `vitest.config.ts` in a process of their own and counts their tests. */
export async function runVitest(options: VitestOptions): Promise<Counts> {
  const { report, exitCode } = await reportOf(options);
  return countReport(options.name, report, exitCode);
}

/**
 * As `runVitest`, but a file or two that failed are run once more, whole, with a browser and an
 * exchange of their own. What passes then counts as passed and is named: on a machine under load a
 * browser now and then loses an input, or a test looks a moment too early, and a fault of ours
 * fails twice. `once` names the folders whose files have one try only.
 */
export async function runVitestTwice(
  options: VitestOptions,
  once: readonly string[] = [],
): Promise<Counts> {
  const { report, exitCode } = await reportOf(options);
  const first = countReport(options.name, report, exitCode);
  const failed = report?.testResults.filter(({ status }) => status === "failed") ?? [];
  if (failed.length === 0 || failed.length > SECOND_TRY_FILES_MAX) return first;
  if (failed.some(({ name }) => once.some((folder) => name.includes(`/${folder}/`)))) return first;
  const again = await reportOf({ ...options, filters: failed.map(({ name }) => name) });
  const second = countReport(options.name, again.report, again.exitCode);
  if (second.failed > 0 || second.passed === 0) return first;
  for (const { name, assertionResults } of failed) {
    const names = assertionResults.filter(({ status }) => status === "failed");
    const said = names.map(({ fullName }) => fullName).join("; ") || "the file";
    process.stdout.write(`Passed at the second try only: ${name}: ${said}\n`);
  }
  return { ...first, passed: first.passed + first.failed, failed: 0 };
}

async function reportOf(
  options: VitestOptions,
): Promise<{ report: Report | null; exitCode: number | null }> {
  const folder = await mkdtemp(join(tmpdir(), "placard-report-"));
  const path = join(folder, "report.json");
  const args = [
    join("node_modules", "vitest", "vitest.mjs"),
    "run",
    "--config=tests/vitest.config.ts",
    ...options.projects.map((project) => `--project=${project}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${path}`,
    ...(options.workers === undefined ? [] : [`--maxWorkers=${options.workers}`]),
    ...options.filters,
  ];
  try {
    const { exitCode } = await runPart({ ...options, args, isRead: false });
    const text = await readFile(path, "utf8").catch(() => null);
    return { report: text === null ? null : reportSchema.parse(JSON.parse(text)), exitCode };
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

function countReport(name: string, report: Report | null, exitCode: number | null): Counts {
  if (report === null) {
    process.stdout.write(`The part ${name} ended without a report (exit code ${exitCode}).\n`);
    return oneFailed;
  }
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
