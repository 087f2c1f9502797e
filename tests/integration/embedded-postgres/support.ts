import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { startEmbeddedPostgres } from "../../../local/postgres/start.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import { stopLeftovers, waitUntil } from "../../setup/processes.ts";

const ownerSchema = z.object({
  url: z.string(),
  error: z.string().nullable(),
});

export const nobody = { uid: 65_534, gid: 65_534 };
/** A killed process loses nothing without fsync, only a machine does; and the disk is shared. */
export const fast = { fsync: "off" };
export const isRoot = process.getuid?.() === 0;

/** A data folder that is removed after the test, with whatever still runs in it. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await makeTestFolder();
  onTestFinished(() => clean(dataDir));
  return dataDir;
}

let template: Promise<string> | null = null;

/** Like `makeDataDir`, with a stopped database in it: a copy, which takes no half second. */
export async function makeUsedDataDir(): Promise<string> {
  template ??= makeTemplate();
  const dataDir = await makeDataDir();
  // With owners, which Node's own copying leaves out.
  await promisify(execFile)("cp", ["-a", join(await template, "postgres"), dataDir]);
  return dataDir;
}

async function makeTemplate(): Promise<string> {
  const dataDir = await makeTestFolder();
  const server = await startEmbeddedPostgres({ dataDir, logger: silentLogger, settings: fast });
  await server.stop();
  return dataDir;
}

/** Removes what `makeUsedDataDir` copies from; for `afterAll`. */
export async function removeTemplate(): Promise<void> {
  if (template) await removeTestFolder(await template);
  template = null;
}

/** Where a data folder's database really lies, when that is elsewhere. */
export function movedHome(dataDir: string): Promise<string | null> {
  return readlink(join(dataDir, "postgres")).catch(() => null);
}

export async function clean(dataDir: string): Promise<void> {
  const moved = await movedHome(dataDir);
  await stopLeftovers(dataDir);
  if (moved) await rm(moved, { recursive: true });
  await removeTestFolder(dataDir);
}

export interface Owner extends z.infer<typeof ownerSchema> {
  readonly child: ChildProcess;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a database in a process of its own and waits for what it says. */
export async function startOwner(
  dataDir: string,
  identity: { uid?: number; gid?: number } = {},
): Promise<Owner> {
  const script = fileURLToPath(new URL("owner.ts", import.meta.url));
  const child = spawn(process.execPath, [script, dataDir], {
    ...identity,
    cwd: "/",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = async (name: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill(name);
    await exit;
  };
  onTestFinished(() => end("SIGKILL"));
  for await (const line of createInterface({ input: child.stdout })) {
    const said = ownerSchema.parse(JSON.parse(line));
    return { ...said, child, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
  }
  throw new Error("The owner process ended without a word.");
}

/** Runs one statement on a fresh connection and gives back the first column of its rows. */
export async function ask(databaseUrl: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const result = await client.query<unknown[]>({ text, rowMode: "array" });
    return result.rows.map((row) => row[0]);
  } finally {
    await client.end();
  }
}

export function canConnect(databaseUrl: string): Promise<boolean> {
  return ask(databaseUrl, "select 1").then(
    () => true,
    () => false,
  );
}

export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await waitUntil(condition, 20_000))) throw new Error("It did not happen in 20 s.");
}
