import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * `npm run prove -- looks`: the browser tests with every look that axe and the eye can judge, and a
 * picture of each under `tests/.artifacts`. `npm test` looks at each scheme and each width once.
 */
const root = fileURLToPath(new URL("../../", import.meta.url));
const args = [`${root}node_modules/vitest/vitest.mjs`, "run", "--config=tests/vitest.config.ts"];
const folders = ["console", "demo", "docs", "explore", "widget"];
const result = spawnSync(
  process.execPath,
  [...args, "--project=e2e", ...folders.map((folder) => `tests/e2e/${folder}/`)],
  { cwd: root, stdio: "inherit", env: { ...process.env, ALL_LOOKS: "1" } },
);
process.exitCode = result.status ?? 1;
