import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** `npm run prove -- benches`: each quick benchmark fills the fields of the contract. */
const vitest = createRequire(import.meta.url).resolve("vitest/vitest.mjs");
const config = fileURLToPath(new URL("../vitest.config.ts", import.meta.url));
const file = fileURLToPath(new URL("../e2e/bench/quick.test.ts", import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, "run", "--config", config, file], {
  stdio: "inherit",
  env: { ...process.env, BENCHES: "all" },
});
process.exitCode = status ?? 1;
