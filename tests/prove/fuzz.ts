import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** 100,000 random calls of all tools; `--seed N` and others are handed on. */
const program = fileURLToPath(new URL("../fuzz/main.ts", import.meta.url));
const args = ["--calls", "100000", ...process.argv.slice(2)];
const result = spawnSync(process.execPath, [program, ...args], { stdio: "inherit" });
process.exitCode = result.status ?? 1;
