import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, renameSync, statSync } from "node:fs";
import { open, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedPostgresError } from "./error.ts";
import { childEnvironment, isAlive, processesOf, signal, waitUntil } from "./process.ts";
import type { Place, Settings } from "./types.ts";

/** Replaying 4 GB of log after a crash takes minutes on a slow disk; a hang is longer. */
const READY_TIMEOUT_MS = 300_000;
const READY_POLL_MS = 10;
/** A fast shutdown writes out the shared buffers: 256 MB, even on the slowest disk. */
const FAST_STOP_TIMEOUT_MS = 30_000;
const IMMEDIATE_STOP_TIMEOUT_MS = 5_000;
const LOG_BYTES_MAX = 10 * 1024 * 1024;
const LOG_TAIL_BYTES = 4_096;

/** A machine with 2 cores and 4 GB, money in the tables: nothing here trades safety for speed. */
const defaultSettings: Settings = {
  listen_addresses: "127.0.0.1",
  // A socket's path has a limit of 107 bytes, which a deep data folder exceeds; TCP has none.
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "256MB",
  wal_level: "replica",
  max_wal_size: "4GB",
  fsync: "on",
  synchronous_commit: "on",
  // Compiling a query costs more than any of our short statements takes.
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // Statements may carry what people wrote; the log keeps the error alone.
  log_min_error_statement: "panic",
};

export interface Postmaster {
  readonly pid: number;
  /** Resolves when the process ended, for whatever reason. */
  readonly ended: Promise<void>;
}

/** The port itself if it is free, or a free one for 0; rejects with the error of the system. */
export function freePort(port = 0, host = "127.0.0.1"): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === "object") resolve(address.port);
        else reject(new Error("no port"));
      });
    });
  });
}

/**
 * Starts PostgreSQL on a cluster and waits until it accepts connections.
 *
 * Errors: `EmbeddedPostgresError` with PostgreSQL's own last words when it ends instead.
 */
export async function launch(place: Place, port: number, settings: Settings): Promise<Postmaster> {
  const log = openLog(place);
  const child = spawnPostmaster(place, log.descriptor, { ...settings, port: String(port) });
  closeSync(log.descriptor);
  const { pid } = child;
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isEnded = true;
      resolve();
    };
    child.once("exit", end);
    child.once("error", end);
  });
  if (pid === undefined) {
    await ended;
    throw new EmbeddedPostgresError(`PostgreSQL in ${place.runtime.folder} could not be run.`);
  }
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!isEnded && performance.now() < deadline) {
    if (await isReady(place.cluster, pid)) return { pid, ended };
    await sleep(READY_POLL_MS);
  }
  if (!isEnded) await stopPostmaster({ pid, ended });
  throw new EmbeddedPostgresError(
    `PostgreSQL did not start: ${await lastWords(place, log.startBytes)}`,
  );
}

/** Stops PostgreSQL: open transactions end, everything is written out, within a time. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  let isEnded = false;
  const ended = postmaster.ended.then(() => {
    isEnded = true;
  });
  const endsWithin = async (timeoutMs: number) => {
    const controller = new AbortController();
    const options = { signal: controller.signal };
    await Promise.race([ended, sleep(timeoutMs, undefined, options).catch(() => undefined)]);
    controller.abort();
    return isEnded;
  };
  signal(postmaster.pid, "SIGINT");
  if (await endsWithin(FAST_STOP_TIMEOUT_MS)) return;
  // Without a checkpoint; the next start replays the log.
  signal(postmaster.pid, "SIGQUIT");
  if (await endsWithin(IMMEDIATE_STOP_TIMEOUT_MS)) return;
  signal(postmaster.pid, "SIGKILL");
  await ended;
}

/**
 * Ends what an owner that was killed left running on a cluster. Call it only with the lock held.
 * A leftover server is stopped rather than adopted: it may run with other settings, and only a
 * child of ours tells us reliably that it ended.
 */
export async function stopLeftovers(cluster: string): Promise<number> {
  const pidFile = join(cluster, "postmaster.pid");
  const recorded = await readPid(pidFile);
  const leftovers = await processesOf(cluster, recorded);
  const isGone = async () => (await processesOf(cluster, recorded)).length === 0;
  if (recorded !== null && leftovers.includes(recorded)) {
    signal(recorded, "SIGINT");
    await waitUntil(isGone, FAST_STOP_TIMEOUT_MS);
  }
  // Workers whose postmaster was killed notice by themselves, a busy one only after its query.
  for (const pid of await processesOf(cluster, recorded)) signal(pid, "SIGKILL");
  if (!(await waitUntil(isGone, IMMEDIATE_STOP_TIMEOUT_MS))) {
    throw new EmbeddedPostgresError(
      `A PostgreSQL left running in ${cluster} could not be stopped.`,
    );
  }
  // The number in the file may meanwhile belong to a stranger, for whom PostgreSQL would wait.
  if (recorded !== null && isAlive(recorded)) await rm(pidFile, { force: true });
  return leftovers.length;
}

function spawnPostmaster(place: Place, log: number, settings: Settings): ChildProcess {
  const named = Object.entries({ ...defaultSettings, ...settings });
  const flags = named.flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return spawn(join(place.runtime.folder, "bin", "postgres"), ["-D", place.cluster, ...flags], {
    ...(place.account ? { uid: place.account.uid, gid: place.account.gid } : {}),
    cwd: "/",
    env: childEnvironment,
    // A file rather than a pipe, so that PostgreSQL outlives us without writing into nothing.
    stdio: ["ignore", log, log],
    // Its own process group: Ctrl-C goes to us alone, and we stop it after our last write.
    detached: true,
  });
}

/** PostgreSQL writes its progress into the file that marks the cluster as running. */
async function isReady(cluster: string, pid: number): Promise<boolean> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  return lines[0] === String(pid) && lines[7]?.trim() === "ready";
}

async function readPid(pidFile: string): Promise<number | null> {
  const text = await readFile(pidFile, "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

function logPath(place: Place): string {
  return join(place.control, "server.log");
}

/** Opens the log for one run; what stands before `startBytes` is from earlier runs. */
function openLog(place: Place): { descriptor: number; startBytes: number } {
  const path = logPath(place);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const isFull = size > LOG_BYTES_MAX;
  if (isFull) renameSync(path, `${path}.1`);
  return { descriptor: openSync(path, "a", 0o600), startBytes: isFull ? 0 : size };
}

async function lastWords(place: Place, startBytes: number): Promise<string> {
  const file = await open(logPath(place), "r");
  try {
    const { size } = await file.stat();
    const start = Math.max(startBytes, size - LOG_TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LOG_TAIL_BYTES), {
      position: start,
    });
    const lines = buffer.toString("utf8", 0, bytesRead).trim().split("\n");
    const fatal = lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1);
    return `${fatal || "no reason given"} (log: ${logPath(place)})`;
  } finally {
    await file.close();
  }
}
