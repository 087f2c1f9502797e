import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const TOOLS = new URL("../tools/", import.meta.url);
const SUITE = new URL("node_modules/@modelcontextprotocol/conformance/", TOOLS);
/** A scenario that waits for a message that cannot come gives up after this. */
const SCENARIO_TIMEOUT_MS = 3_000;

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of the programs of `tests/tools` with the Node that runs the tests. */
export async function runTool(path: string, args: readonly string[]): Promise<Ended> {
  const program = fileURLToPath(new URL(path, TOOLS));
  const child = spawn(process.execPath, [program, ...args], {
    cwd: fileURLToPath(TOOLS),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("close", resolve);
    child.once("error", reject);
  });
  return { exitCode, ...output };
}

/** What one scenario of the suite counted. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** All that was printed, to be read when it failed. */
  readonly report: string;
}

/** Runs the conformance suite with these options; by scenario. */
export async function runSuite(url: string, options: string[]): Promise<Map<string, Outcome>> {
  const timeout = ["--timeout", String(SCENARIO_TIMEOUT_MS)];
  const path = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
  const { stdout } = await runTool(path, ["server", "--url", url, ...timeout, ...options]);
  const lines = stdout.matchAll(/^[✓✗] ([a-z0-9-]+): (\d+) passed, (\d+) failed/gmu);
  return new Map(
    [...lines].map(([, name = "", passed, failed]) => [
      name,
      { passed: Number(passed), failed: Number(failed), report: stdout },
    ]),
  );
}

/** The server scenarios that a revision requires, as the suite froze them at its release. */
export function requiredScenarios(revision: string): string[] {
  const text = readFileSync(new URL(`requirements/${revision}.yaml`, SUITE), "utf8");
  const section = /^server:\n((?: {2}- .*\n)+)/m.exec(text)?.[1] ?? "";
  return [...section.matchAll(/- ([a-z0-9-]+)/g)].map(([, name = ""]) => name);
}
