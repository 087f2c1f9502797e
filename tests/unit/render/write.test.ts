import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("../../../server/src/render/write.ts", import.meta.url));
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Each run of the program is a second of a core, on a busy machine three. */
const TIMEOUT_MS = 30_000;
const folder = mkdtempSync(join(tmpdir(), "placard-gen-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(...args: string[]) {
  const result = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: "utf8" });
  return { status: result.status, said: `${result.stdout}${result.stderr}` };
}

test("the generated files in the repository are up to date", () => {
  expect(write("--check")).toEqual({ status: 0, said: "" });
});

test("the check names every file that is missing or stale, and writes nothing", {
  timeout: TIMEOUT_MS,
}, () => {
  const files = [
    ".env.example",
    "server/generated/openapi.json",
    "publisher-kit/src/generated/citation.ts",
    "publisher-kit/src/generated/contract.ts",
    "publisher-kit/src/generated/ad-units.ts",
    "publisher-kit/src/generated/sidecar.ts",
    "publisher-kit/src/generated/wire.ts",
    "server/generated/recipes.arazzo.json",
    "server/generated/llms.txt",
    "server/generated/llms-full.txt",
    "server/generated/mcp-tools.json",
  ];
  const missing = write("--check", "--into", folder);
  expect(missing.status).toBe(1);
  for (const file of files) expect(missing.said).toContain(`${file} is stale`);

  expect(write("--into", folder).status).toBe(0);
  for (const file of files) {
    expect(readFileSync(join(folder, file), "utf8")).toBe(readFileSync(join(ROOT, file), "utf8"));
  }

  appendFileSync(join(folder, "server/generated/llms.txt"), "more\n");
  expect(write("--check", "--into", folder)).toEqual({
    status: 1,
    said: "server/generated/llms.txt is stale: run `npm run gen`.\n",
  });
});
