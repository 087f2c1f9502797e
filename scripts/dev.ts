import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** `npm run dev`: `npm start` that begins again whenever a source file it uses changes. */
const start = fileURLToPath(new URL("../demo-chat/console/start.ts", import.meta.url));
const child = spawn(process.execPath, ["--watch", "--watch-preserve-output", start], {
  stdio: ["ignore", "inherit", "inherit"],
  // Apart from the terminal's group: Ctrl-C would reach the server twice, directly and by way of
  // the watcher, and a second one cuts the orderly stop short.
  detached: true,
});
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(name, () => child.kill("SIGTERM"));
}
child.on("exit", (code) => {
  process.exitCode = code ?? 0;
});
