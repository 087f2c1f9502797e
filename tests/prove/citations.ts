import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/**
 * `npm run prove -- citations [--answers 10000] [--seed N]`: the property tests of the citation
 * reader on as many answers, hostile ones among them, as the issue of citations asks for.
 */
const { values } = parseArgs({
  options: {
    answers: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
  },
});
const root = fileURLToPath(new URL("../../", import.meta.url));
const program = `${root}node_modules/vitest/vitest.mjs`;
const args = ["run", "--config=tests/vitest.config.ts", "tests/kit/citations"];
const result = spawnSync(process.execPath, [program, ...args], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, CITATION_ANSWERS: values.answers, CITATION_SEED: values.seed },
});
process.exitCode = result.status ?? 1;
