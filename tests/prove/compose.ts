import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTestFolder, removeTestFolder } from "../setup/postgres.ts";
import { requireProgram } from "./databases/debian.ts";

/**
 * `npm run prove -- compose`: the files of compose.yaml without a container engine. docker-compose
 * accepts the file and refuses it without its secrets; HAProxy, promtool and bash accept theirs.
 */
requireProgram("docker-compose", "docker-compose");
requireProgram("haproxy", "haproxy");
requireProgram("promtool", "prometheus");
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OPS = join(ROOT, "server/ops");
const text = readFileSync(join(ROOT, "compose.yaml"), "utf8");
const required = [
  ...new Set([...text.matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name = ""]) => name)),
];
const secrets = Object.fromEntries(required.map((name) => [name, "secret"]));
const folder = await makeTestFolder();
// Paths in it are those of the container.
cpSync(join(OPS, "alerts.yml"), join(folder, "alerts.yml"));
const prometheus = readFileSync(join(OPS, "compose/prometheus.yml"), "utf8");
writeFileSync(join(folder, "token"), "secret");
writeFileSync(
  join(folder, "prometheus.yml"),
  prometheus.replaceAll("/run/secrets/metrics_token", join(folder, "token")),
);

const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  spawnSync(program, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "ignore", "inherit"],
  }).status === 0;
const config = ["-f", "compose.yaml", "config", "-q"];
const withSearch = [
  "-f",
  "compose.yaml",
  "-f",
  "server/ops/compose/opensearch.yaml",
  "config",
  "-q",
];
const results = {
  "docker-compose accepts compose.yaml": run("docker-compose", config, secrets),
  "docker-compose accepts opensearch.yaml": run("docker-compose", withSearch, secrets),
  "docker-compose refuses it without its secrets": required.every(
    (name) => !run("docker-compose", config, { ...secrets, [name]: "" }),
  ),
  "HAProxy accepts haproxy.cfg": run("haproxy", ["-c", "-q", "-f", `${OPS}/compose/haproxy.cfg`]),
  "promtool accepts prometheus.yml": run("promtool", [
    "check",
    "config",
    `${folder}/prometheus.yml`,
  ]),
  "bash accepts primary.sh": run("bash", ["-n", `${OPS}/compose/primary.sh`]),
  "bash accepts standby.sh": run("bash", ["-n", `${OPS}/compose/standby.sh`]),
};
await removeTestFolder(folder);
for (const [what, holds] of Object.entries(results)) {
  process.stdout.write(`${holds ? "ok  " : "FAIL"} ${what}\n`);
}
process.exitCode = Object.values(results).includes(false) ? 1 : 0;
