import { spawnSync } from "node:child_process";

/**
 * `npm run prove -- contributing`: the recipes of CONTRIBUTING.md in a copy, also with the tests of
 * everything in a list. `npm test` runs the tests that each recipe lists.
 */
const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config=tests/vitest.config.ts",
    "--project=e2e",
    "tests/e2e/contributing/",
  ],
  { stdio: "inherit", env: { ...process.env, RECIPES: "whole" } },
);
process.exitCode = status ?? 1;
