import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** `npm run check`: everything a machine can say about the code without running the product. */
const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name: string) => `${root}node_modules/.bin/${name}`;
const vitest = "node_modules/vitest/vitest.mjs";
const tidy = ["run", "--config=tests/vitest.config.ts", "--project=unit", "--reporter=dot"];

const steps = [
  { name: "format and lint", program: bin("biome"), args: ["check", "."] },
  { name: "types", program: bin("tsc"), args: ["--noEmit"] },
  { name: "tidy rules", program: process.execPath, args: [vitest, ...tidy, "tests/tidy"] },
  { name: "no unused files, exports or packages", program: bin("knip"), args: ["--no-progress"] },
  {
    name: "generated files up to date",
    program: process.execPath,
    args: ["server/src/render/write.ts", "--check"],
  },
] as const;

const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;
let failures = 0;
for (const step of steps) {
  const startedAt = performance.now();
  const result = spawnSync(step.program, step.args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const isOk = result.status === 0;
  process.stdout.write(`${isOk ? "ok    " : "FAILED"} ${step.name} (${seconds} s)\n`);
  if (isOk) continue;
  failures += 1;
  process.stdout.write(`${result.stdout}${result.stderr}${result.error?.message ?? ""}\n`);
}
process.exitCode = failures === 0 ? 0 : 1;
