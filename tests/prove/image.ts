import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../local/free-port.ts";
import { makeTestFolder, removeTestFolder, startTestPostgres } from "../setup/postgres.ts";
import { isOk, until } from "../setup/production.ts";
import { databaseAccount } from "./databases/cluster.ts";

/**
 * `npm run prove -- image`: the steps of the Dockerfile without a container engine. Each stage is a
 * folder; the last one is made read-only, and its command runs as an ordinary user.
 */
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const lines = readFileSync(`${ROOT}Dockerfile`, "utf8").replaceAll("\\\n", " ").split("\n");
const EXCLUDED = /(?:^|\/)(?:node_modules|dist|\.data|\.git)(?:\/|$)/;

interface Stage {
  readonly folder: string;
  readonly environment: Record<string, string>;
  health: string[];
  command: string[];
}

const folder = await makeTestFolder({ isOnDisk: true });
const stages = new Map<string, Stage>();
let current: Stage | undefined;

function openStage(rest: string): Stage {
  const [base = "", , name = "image"] = rest.split(/\s+/);
  const stage = { folder: join(folder, name), environment: {}, health: [], command: [] };
  const from = stages.get(base);
  if (from === undefined) mkdirSync(stage.folder);
  else cpSync(from.folder, stage.folder, { recursive: true, verbatimSymlinks: true });
  stages.set(name, stage);
  return stage;
}

function copy(stage: Stage, rest: string): void {
  const words = rest.trim().split(/\s+/);
  const from = /^--from=(.+)$/.exec(words[0] ?? "")?.[1];
  const source = from === undefined ? ROOT : (stages.get(from)?.folder ?? "");
  const paths = from === undefined ? words : words.slice(1);
  const to = paths.pop() ?? "";
  for (const path of paths) {
    const origin = join(source, path.replace(/^\/app\/?/, ""));
    // Of a folder its content is copied, as Docker does.
    const isInto = to.endsWith("/") && !statSync(origin).isDirectory();
    const target = join(stage.folder, isInto ? join(to, path.split("/").at(-1) ?? "") : to);
    mkdirSync(dirname(target), { recursive: true });
    const filter = (at: string) =>
      from !== undefined || !EXCLUDED.test(at.slice(ROOT.length).replace(/^\//, ""));
    cpSync(origin, target, { recursive: true, verbatimSymlinks: true, filter });
  }
}

function perform(line: string): void {
  const [, instruction = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
  if (instruction === "FROM") current = openStage(rest);
  if (current === undefined) return;
  const { folder: cwd } = current;
  if (instruction === "COPY") copy(current, rest);
  // Users belong to the container; here an existing one takes their place.
  if (instruction === "RUN" && !rest.includes("useradd")) {
    execFileSync("sh", ["-c", rest], { cwd, stdio: "inherit" });
  }
  if (instruction === "ENV") {
    for (const [, name = "", value = ""] of rest.matchAll(/(\w+)=(\S+)/g)) {
      current.environment[name] = value;
    }
  }
  if (instruction === "CMD") current.command = JSON.parse(rest);
  if (instruction === "HEALTHCHECK")
    current.health = JSON.parse(/CMD (\[.*\])/.exec(rest)?.[1] ?? "");
}

let server: ChildProcess | undefined;
const postgres = await startTestPostgres();
try {
  for (const line of lines) perform(line);
  const image = stages.get("image");
  if (image === undefined) throw new Error("The Dockerfile has no last stage.");
  const account = databaseAccount();
  const data = join(folder, "data");
  mkdirSync(data);
  if (account) chownSync(data, account.uid, account.gid);
  execFileSync("chmod", ["-R", "a+rX,a-w", image.folder]);
  execFileSync("chmod", ["755", folder]);
  const port = String(await freePort());
  const env = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    ...image.environment,
    HOST: "127.0.0.1",
    PORT: port,
    DATA_DIR: data,
    DEMO: "1",
    DATABASE_URL: postgres.adminUrl.replace(/[^/]*$/, "placard"),
  };
  const options = { cwd: image.folder, env, ...account };
  const run = ([file = "", ...args]: readonly string[]) =>
    spawnSync(file, args, { ...options, stdio: "inherit" }).status;
  const migrated = run(["node", "server/src/migrate.ts"]);
  if (migrated !== 0) throw new Error(`migrate ended with ${migrated}`);
  const [file = "", ...args] = image.command;
  server = spawn(file, args, { ...options, stdio: "inherit" });
  await until(
    () => isOk(`http://127.0.0.1:${port}/readyz`),
    () => "the image is not ready",
  );
  for (const path of ["/docs", "/console", "/explore"]) {
    if (!(await isOk(`http://127.0.0.1:${port}${path}`))) throw new Error(`no ${path}`);
  }
  if (run(image.health) !== 0) throw new Error("the health check fails");
  const ended = new Promise((resolve) => server?.once("close", resolve));
  server.kill("SIGTERM");
  if ((await ended) !== 0) throw new Error("SIGTERM did not end it well");
  process.stdout.write("ok     the image's steps, read-only, as an ordinary user\n");
} catch (error) {
  process.stdout.write(`FAILED ${String(error)}\n`);
  process.exitCode = 1;
} finally {
  server?.kill("SIGKILL");
  await postgres.stop();
  await removeTestFolder(folder);
}
