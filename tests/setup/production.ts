import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../local/free-port.ts";
import { codeBlocks, runShell, sectionOf } from "../e2e/docs/shell.ts";
import { withDatabase } from "./global.ts";
import { execute } from "./postgres.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OPERATIONS = readFileSync(`${ROOT}server/docs/operations.md`, "utf8");
const README = readFileSync(`${ROOT}README.md`, "utf8");
const [sql, settings, commands] = codeBlocks(sectionOf(OPERATIONS, "Production"));
const campaign = codeBlocks(sectionOf(README, "A first campaign of your own"));

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

export interface Production {
  readonly baseUrl: string;
  readonly variables: Readonly<Record<string, string>>;
  /** A program of the document, in a process group of its own. */
  start(command: string): Started;
  /** Runs a command to its end, with the variables. */
  run(command: string): ReturnType<typeof runShell>;
  /** Serves, works and waits until both are ready. */
  bringUp(): Promise<void>;
  /** The first campaign of the README. */
  runCampaign(): Promise<void>;
  /** Ends all that was started; the exit codes in the order of the starts. */
  stop(): Promise<(number | null)[]>;
}

export interface Started {
  readonly child: ChildProcess;
  said(): string;
}

/**
 * Follows the section "Production" word by word on a server of PostgreSQL, with its address in the
 * place of the document's.
 */
export async function prepareProduction(
  adminUrl: string,
  extra: Readonly<Record<string, string>> = {},
  { isPrepared = false }: { isPrepared?: boolean } = {},
): Promise<Production> {
  if (!isPrepared) {
    // An embedded server comes with an empty one of that name.
    await execute(adminUrl, "drop database if exists placard");
    const statements = (sql?.code ?? "").split(";").filter((part) => part.trim() !== "");
    for (const statement of statements) await execute(adminUrl, statement);
  }
  const port = String(await freePort());
  const exported = await readExports();
  const variables = { ...withServer(exported, adminUrl), PORT: port, ...extra };
  const started: Started[] = [];
  const baseUrl = `http://127.0.0.1:${port}`;
  const production: Production = {
    baseUrl,
    variables,
    start(command) {
      const one = startIn(command, variables);
      started.push(one);
      return one;
    },
    run: (command) => runShell(`cd "${ROOT}"\n${command}`, variables),
    async bringUp() {
      if (commands?.code !== "npm run migrate\nnpm run serve\nnpm run work\n") {
        throw new Error(`Other commands than known: ${commands?.code}`);
      }
      const migrated = await production.run("npm run migrate");
      if (migrated.code !== 0) throw new Error(`migrate failed: ${migrated.stderr}`);
      const server = production.start("npm run serve");
      await until(
        () => isOk(`${baseUrl}/readyz`),
        () => server.said(),
      );
      const worker = production.start("npm run work");
      await until(
        async () => worker.said().includes("worker_started"),
        () => worker.said(),
      );
    },
    async runCampaign() {
      const script = campaign.map(({ code }) => code).join("\n");
      // There is no TLS in front of it here.
      const local = script
        .replace(/^BASE=.*$/m, `BASE=${baseUrl}`)
        .replace("$CHECKOUT_URL/pay", `$BASE\${CHECKOUT_URL#${variables.PUBLIC_BASE_URL}}/pay`);
      const done = await runShell(local);
      if (done.code !== 0) throw new Error(`The campaign failed: ${done.stdout}${done.stderr}`);
      const last = done.stdout.trim().split("\n").at(-1);
      if (last !== "4") throw new Error(`The publisher earned ${last} credits instead of 4.`);
    },
    stop: () => Promise.all(started.map(stopGroup)),
  };
  return production;
}

async function readExports(): Promise<Record<string, string>> {
  const told = await runShell(`${settings?.code}\nenv -0`);
  const names = [...(settings?.code ?? "").matchAll(/^export (\w+)=/gm)].map(([, name]) => name);
  const lines = told.stdout.split("\0").map((line) => /^(\w+)=([\s\S]*)$/.exec(line));
  return Object.fromEntries(
    lines.flatMap((line) => (line && names.includes(line[1]) ? [[line[1], line[2]]] : [])),
  );
}

/** The document's logins and database at the address of a server. */
function withServer(variables: Record<string, string>, adminUrl: string) {
  const { host } = new URL(adminUrl);
  const moved = Object.entries(variables).map(([name, value]) => [
    name,
    name.startsWith("DATABASE_") ? value.replace("db.example.com", host) : value,
  ]);
  return Object.fromEntries(moved);
}

function startIn(command: string, variables: Readonly<Record<string, string>>): Started {
  const child = spawn("bash", ["-c", `exec ${command}`], {
    cwd: ROOT,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  }
  return { child, said: () => text };
}

/** Ends npm and what it started, which share a process group. */
async function stopGroup({ child }: Started): Promise<number | null> {
  if (child.exitCode !== null || child.pid === undefined) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  process.kill(-child.pid, "SIGTERM");
  return ended;
}

export async function isOk(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

export async function until(check: () => Promise<boolean>, said: () => string): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`Not in time:\n${said()}`);
    await sleep(POLL_MS);
  }
}

/** The address of the production's database as the superuser. */
export function asAdmin(adminUrl: string): string {
  return withDatabase(adminUrl, "placard");
}
