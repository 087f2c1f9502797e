import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The deterministic simulation over 200,000 seeds; `--seeds` and others are handed on. */
const program = fileURLToPath(new URL("../simulation/main.ts", import.meta.url));
const args = ["--seeds", "200000", "--agreements", "1000", ...process.argv.slice(2)];
const result = spawnSync(process.execPath, [program, ...args], { stdio: "inherit" });
process.exitCode = result.status ?? 1;
