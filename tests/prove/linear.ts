import { spawnSync } from "node:child_process";

/** `npm run prove -- linear`: every class of characters for every reader of foreign text. */
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--config=tests/vitest.config.ts", "linear"],
  { stdio: "inherit", env: { ...process.env, LINEAR: "whole" } },
);
process.exitCode = status ?? 1;
