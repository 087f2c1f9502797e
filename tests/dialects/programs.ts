import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const ADCP = path("../tools/node_modules/@adcp/sdk/bin/adcp.js");
export const UCP = path("../tools/node_modules/@shopify/ucp-cli/dist/bin.js");
const COARSE_CLOCK = ["--import", path("coarse-clock.mjs")];

/** Runs a program with a home of its own; answers what it printed. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const home = mkdtempSync(join(tmpdir(), "placard-dialects-"));
  const child = spawn(process.execPath, args, {
    cwd: path("../tools"),
    env: { ...process.env, HOME: home, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  }
  const exitCode = await new Promise((resolve) => child.once("close", resolve));
  rmSync(home, { recursive: true, force: true });
  return { exitCode, text };
}

const storyboardSchema = z.object({
  id: z.string(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.array(z.string()),
  failures: z.array(z.string()),
});
export type Storyboard = z.infer<typeof storyboardSchema>;

/** The storyboards of the SDK, each with a fresh key. */
export async function runStoryboards(baseUrl: string, ids?: readonly string[]) {
  const only = ids === undefined ? [] : [ids.join(",")];
  const program = path("adcp-storyboards.mjs");
  const { text } = await run([...COARSE_CLOCK, program, baseUrl, ...only]);
  const lines = text.split("\n").filter((line) => line.startsWith('{"id"'));
  return lines.map((line) => storyboardSchema.parse(JSON.parse(line)));
}

const skipsSchema = z.record(z.string(), z.record(z.string(), z.string()));

/** Steps that may be skipped, by storyboard, each with its reason. */
export function listedSkips() {
  return skipsSchema.parse(JSON.parse(readFileSync(path("skips.json"), "utf8")));
}

/** Skipped steps without a reason in the list. */
export function unlistedSkips(storyboards: readonly Storyboard[]): string[] {
  const listed = listedSkips();
  return storyboards.flatMap(({ id, skipped }) =>
    skipped.filter((step) => listed[id]?.[step] === undefined).map((step) => `${id}: ${step}`),
  );
}

export function sumOf(storyboards: readonly Storyboard[]) {
  const sum = (of: (one: Storyboard) => number) =>
    storyboards.reduce((all, one) => all + of(one), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped.length),
  };
}

/** The SDK's own command line, with one key for all steps. */
export async function runAdcpCli(baseUrl: string, key: string) {
  const url = `${baseUrl}/adcp/mcp`;
  const args = ["storyboard", "run", url, "sales-non-guaranteed", "--protocol", "mcp"];
  const { text } = await run([...COARSE_CLOCK, ADCP, ...args, "--allow-http", "--auth", key]);
  const [, passed, failed, skipped] =
    /Steps:\s+(\d+) passed, (\d+) failed, (\d+) skipped/.exec(text) ?? [];
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped), text };
}

/** Random requests, and answers that tell two tenants apart. */
export async function runAdcpFuzz(
  baseUrl: string,
  keys: { own: string; other: string },
  options: { seed: number; turns: number },
) {
  const url = `${baseUrl}/adcp/mcp`;
  const settings = ["--seed", String(options.seed), "--turn-budget", String(options.turns)];
  const tokens = ["--auth-token", keys.own, "--auth-token-cross-tenant", keys.other];
  const { exitCode, text } = await run([ADCP, "fuzz", url, ...settings, "--auto-seed", ...tokens]);
  const [, runs, failures] = /Runs: (\d+)\s+Failures: (\d+)/.exec(text) ?? [];
  const uniform = text.split("Uniform error response")[1] ?? "";
  const verdicts = [...uniform.matchAll(/^ {2}(\w+)\s+(PASS|FAIL|SKIP)/gm)].map(
    ([, tool, verdict]) => `${tool} ${verdict}`,
  );
  return { exitCode, runs: Number(runs), failures: Number(failures), verdicts, text };
}
