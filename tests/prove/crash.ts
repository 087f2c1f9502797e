import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The crash test for ten minutes; other arguments are handed on. */
const program = fileURLToPath(new URL("../crash/main.ts", import.meta.url));
const args = ["--seconds", "600", ...process.argv.slice(2)];
const result = spawnSync(process.execPath, [program, ...args], { stdio: "inherit" });
process.exitCode = result.status ?? 1;
