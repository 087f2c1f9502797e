import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processesOf } from "../../local/postgres/server.ts";

const POLL_MS = 20;
const QUIT_TIMEOUT_MS = 5_000;

/** Whether a process with this number exists, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM";
  }
}

/** Sends a signal to a process that may have ended already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone, which is what a signal to a server is sent for.
  }
}

/** Waits until a condition holds; false when it did not within the time. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() >= end) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** PostgreSQL's first process on a data folder, by its own file; null if it does not run. */
export async function postmasterOf(dataDir: string): Promise<number | null> {
  const path = join(dataDir, "postgres", "cluster", "postmaster.pid");
  const pid = Number.parseInt(await readFile(path, "utf8").catch(() => ""), 10);
  return Number.isNaN(pid) ? null : pid;
}

/** Ends what a run that was killed left on a data folder. */
export async function stopLeftovers(dataDir: string): Promise<void> {
  const cluster = await realpath(join(dataDir, "postgres", "cluster")).catch(() => null);
  if (cluster === null) return;
  const leftovers = await processesOf(cluster);
  const postmaster = await postmasterOf(dataDir);
  // Unlike a kill this removes its shared memory.
  if (postmaster !== null && leftovers.includes(postmaster)) signal(postmaster, "SIGQUIT");
  await waitUntil(async () => (await processesOf(cluster)).length === 0, QUIT_TIMEOUT_MS);
  for (const pid of await processesOf(cluster)) signal(pid, "SIGKILL");
}
