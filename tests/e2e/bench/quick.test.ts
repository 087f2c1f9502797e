import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const contract = readFileSync(`${root}server/docs/contract.md`, "utf8");
const [, table = ""] = contract.split("| `npm run bench -- ...` | fields |");
const TIMEOUT_MS = 90_000;
/** `npm run prove -- benches` runs them all; one that starts a server stands for them here. */
const SHORT = ["mcp"];
const isWhole = process.env.BENCHES === "all";
const hasPgbench = spawnSync("pgbench", ["--version"]).status === 0;

/** The table of benchmarks and their fields. */
const benches = [...table.matchAll(/^\| `(\w+)` \| (`\w+`.*) \|$/gm)]
  .map(([, name = "", cell = ""]) => ({
    name,
    fields: [...cell.matchAll(/`([a-z]\w*[A-Z]\w*)`/g)].map(([, field = ""]) => field),
  }))
  .filter(({ fields }) => fields.length > 0);

test("the contract lists the fields of every benchmark", () => {
  const main = readFileSync(`${root}tests/bench/main.ts`, "utf8");
  const names = [...main.matchAll(/^ {2}(\w+): async/gm)].map(([, name]) => name);
  expect(benches.map(({ name }) => name).sort()).toEqual(names.sort());
});

describe("the quick form of a benchmark runs and fills the fields of the contract", () => {
  const chosen = benches.filter(({ name }) => isWhole || SHORT.includes(name));
  test.each(chosen)("$name", { timeout: TIMEOUT_MS }, async ({ name, fields }) => {
    // Debian's package `postgresql` brings the baseline of `settle`.
    if (name === "settle" && !hasPgbench) return;
    const args = ["tests/bench/main.ts", name, "--quick", "--json"];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
    const result: Record<string, unknown> = JSON.parse(stdout);
    expect(fields.filter((field) => !Number.isFinite(result[field]))).toEqual([]);
    expect(result).toMatchObject({ raw: expect.any(Object), settings: expect.any(Object) });
  });
});
