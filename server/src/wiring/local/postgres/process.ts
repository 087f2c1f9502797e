import { execFile } from "node:child_process";
import { readdir, readlink } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "./types.ts";

/**
 * The environment of everything we start, written out rather than inherited: PGPORT, PGDATA or a
 * locale of the person's shell must not change what PostgreSQL does.
 */
export const childEnvironment = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/** initdb takes half a second here; a slow disk gets a hundred times that. */
const RUN_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

export interface RunResult {
  readonly exitCode: number;
  readonly stderr: string;
}

/** Runs one short program as the account and waits for it; never throws. */
export function run(
  file: string,
  args: readonly string[],
  account: Account | null,
): Promise<RunResult> {
  const identity = account ? { uid: account.uid, gid: account.gid } : {};
  // The working folder is one that every user can enter.
  const options = { ...identity, cwd: "/", env: childEnvironment, timeout: RUN_TIMEOUT_MS };
  return new Promise((resolve) => {
    execFile(file, args, options, (error, _stdout, stderr) => {
      if (!error) return resolve({ exitCode: 0, stderr });
      const exitCode = typeof error.code === "number" ? error.code : 127;
      resolve({ exitCode, stderr: stderr || error.message });
    });
  });
}

/** Whether the account may read (`-r`), write (`-w`) or enter (`-x`) a path, by trying as it. */
export async function canAct(
  test: "-r" | "-w" | "-x",
  path: string,
  account: Account | null,
): Promise<boolean> {
  const result = await run("/bin/sh", ["-c", `test ${test} "$1"`, "sh", path], account);
  return result.exitCode === 0;
}

/** Whether a process with this number exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM";
  }
}

/**
 * The processes of the PostgreSQL server on a cluster. Every one of them has the cluster as its
 * working folder, which tells them apart from a stranger that got the same number later.
 */
export async function processesOf(
  cluster: string,
  postmasterPid: number | null,
): Promise<number[]> {
  if (process.platform === "linux") {
    const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
    const folders = await Promise.all(
      pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => null)),
    );
    return pids.filter((_, index) => folders[index] === cluster);
  }
  if (postmasterPid === null || !isAlive(postmasterPid)) return [];
  const script = 'ps -o command= -p "$1" | grep -qF -- "$2"';
  const result = await run("/bin/sh", ["-c", script, "sh", String(postmasterPid), cluster], null);
  return result.exitCode === 0 ? [postmasterPid] : [];
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
