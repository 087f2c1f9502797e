import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { freePort } from "../../../local/free-port.ts";
import { withDatabase } from "../../setup/global.ts";
import { execute } from "../../setup/postgres.ts";
import { codeBlocks, runShell, sectionOf } from "./shell.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const OPERATIONS = readFileSync(
  new URL("../../../server/docs/operations.md", import.meta.url),
  "utf8",
);
const name = `placard_docs_${randomBytes(6).toString("hex")}`;
const { adminUrl } = inject("postgres");

const [settings, commands] = codeBlocks(sectionOf(OPERATIONS, "Production"));
let variables: Record<string, string> = {};
const children: ChildProcess[] = [];

/** The variables that the document exports, with the addresses of this test. */
beforeAll(async () => {
  await execute(adminUrl, `create database ${name}`);
  const told = await runShell(`${settings?.code}\nenv -0`);
  expect(told.code, told.stderr).toBe(0);
  const port = String(await freePort());
  const exported = [...(settings?.code ?? "").matchAll(/^export (\w+)=/gm)].map(([, key]) => key);
  const lines = told.stdout.split("\0").map((line) => /^(\w+)=([\s\S]*)$/.exec(line));
  variables = {
    ...Object.fromEntries(
      lines.flatMap((line) => (line && exported.includes(line[1]) ? [[line[1], line[2]]] : [])),
    ),
    DATABASE_URL: withDatabase(adminUrl, name),
    PORT: port,
  };
});

afterAll(async () => {
  await Promise.all(children.map(stop));
  await execute(adminUrl, `drop database if exists ${name} with (force)`);
});

/** Ends npm and what it started, which share a process group. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once("close", resolve));
  process.kill(-child.pid, "SIGTERM");
  await ended;
}

function start(command: string): { child: ChildProcess; said: () => string } {
  const child = spawn("bash", ["-c", `exec ${command}`], {
    cwd: ROOT,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  children.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  }
  return { child, said: () => text };
}

async function statusOf(path: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${variables.PORT}${path}`).catch(() => undefined);
  return answer?.status ?? 0;
}

const patience = { timeout: 30_000, interval: 100 };

test("the commands for production bring up a migrated server and a worker", async () => {
  expect(commands?.code).toBe("npm run migrate\nnpm run serve\nnpm run work\n");
  const migrated = await runShell(`cd "${ROOT}"\nnpm run migrate`, variables);
  expect(migrated.code, migrated.stderr).toBe(0);
  expect(migrated.stdout).toMatch(/^[1-9]\d* migrations and [1-9]\d* functions applied$/m);

  const server = start("npm run serve");
  await vi
    .waitUntil(async () => (await statusOf("/readyz")) === 200, patience)
    .catch(() => {
      throw new Error(`The server did not become ready:\n${server.said()}`);
    });
  expect(await statusOf("/healthz")).toBe(200);
  const info = await fetch(`http://127.0.0.1:${variables.PORT}/api/public/info`);
  expect(await info.json()).toMatchObject({ links: { mcp: "https://ads.example.com/mcp" } });

  const worker = start("npm run work");
  await vi
    .waitUntil(() => worker.said().includes("working"), patience)
    .catch(() => {
      throw new Error(`The worker did not begin:\n${worker.said()}`);
    });
});

test("a missing variable stops the start with one line that names it", async () => {
  const told = await runShell(`cd "${ROOT}"\nnode server/src/serve.ts`, {
    ...variables,
    DATABASE_URL: "",
  });
  expect(told).toMatchObject({ code: 1, stdout: "" });
  expect(told.stderr).toMatch(/^DATABASE_URL: .+\n$/);
});

test("the operator's command line says what it can do", async () => {
  const told = await runShell(`cd "${ROOT}"\nnpm run operator -- help`, variables);
  expect(told.code, told.stderr).toBe(0);
  expect(told.stdout).toContain("feed import FILE");
});
