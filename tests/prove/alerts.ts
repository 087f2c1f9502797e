import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { requireProgram } from "./databases/debian.ts";

/** `npm run prove -- alerts`: promtool accepts the alerts, and each fires on its cause alone. */
requireProgram("promtool", "prometheus");
const cwd = fileURLToPath(new URL("../../server/ops/", import.meta.url));
const runs = [
  ["check", "rules", "alerts.yml"],
  ["test", "rules", "alerts.test.yml"],
].map((args) => spawnSync("promtool", args, { cwd, stdio: "inherit" }).status === 0);
process.exitCode = runs.includes(false) ? 1 : 0;
