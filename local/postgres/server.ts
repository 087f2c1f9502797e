import { readdir, readFile, readlink, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartError } from "../../server/src/wiring/program.ts";
import { freePort } from "../free-port.ts";
import { OWNER, type Place, type Settings } from "./cluster.ts";
import { run } from "./programs.ts";

/** A machine with 2 cores and 4 GB, money in the tables: nothing here trades safety for speed. */
const DEFAULT_SETTINGS: Settings = {
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

/** Replaying 4 GB of log after a crash takes minutes on a slow disk; a hang is longer. */
const READY_TIMEOUT_S = 300;
/** A fast shutdown writes out the shared buffers: 256 MB, even on the slowest disk. */
const STOP_TIMEOUT_S = 30;
const LOG_BYTES_MAX = 10 * 1024 * 1024;
/** The server is on this machine and was just seen ready: silence means it is not ours. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Another start, or a stop, of the same server is under way for at most this long. */
const ENTER_TIMEOUT_MS = 30_000;
const ENTER_POLL_MS = 100;
/** Errors that pass once another start, stop or program is out of the way. */
const PASSING = /lock file|shared memory|could not bind|could not create any TCP/;

/** The address of a database of the server. */
export function urlOf(port: number, password: string, name: string = OWNER): string {
  return `postgres://${OWNER}:${password}@127.0.0.1:${port}/${encodeURIComponent(name)}`;
}

/**
 * Starts PostgreSQL and waits until it accepts connections. `pg_ctl` gives it a session of its own,
 * so Ctrl-C goes to us alone, and it outlives us if we are killed.
 *
 * **Errors** `StartError` with PostgreSQL's own words if it does not start.
 */
export async function launch(place: Place, port: number, settings: Settings): Promise<void> {
  const log = join(place.home, "server.log");
  const sizeBytes = (await stat(log).catch(() => null))?.size ?? 0;
  if (sizeBytes > LOG_BYTES_MAX) await rename(log, `${log}.1`);
  const named = Object.entries({ ...DEFAULT_SETTINGS, ...settings, port: String(port) });
  // `pg_ctl` hands them to a shell.
  const flags = named.map(([name, value]) => `-c '${name}=${value.replaceAll("'", "'\\''")}'`);
  const options = ["-w", "-t", String(READY_TIMEOUT_S), "-l", log, "-o", flags.join(" ")];
  const result = await control(place, "start", ...options);
  if (result.exitCode === 0) return;
  const said = (await readFile(log, "utf8").catch(() => result.stderr)).trim().split("\n");
  const fatal = said.findLastIndex((line) => /FATAL|PANIC/.test(line));
  const words = said.slice(fatal === -1 ? -1 : fatal, fatal === -1 ? undefined : fatal + 2);
  throw new StartError(`PostgreSQL did not start: ${words.join(" ")} (log: ${log})`);
}

/** Stops PostgreSQL: open transactions end, everything is written out, within a time. */
export async function shutDown(place: Place): Promise<void> {
  const fast = await control(place, "stop", "-m", "fast", "-w", "-t", String(STOP_TIMEOUT_S));
  // Without a checkpoint; the next start replays the log.
  if (fast.exitCode !== 0) await control(place, "stop", "-m", "immediate", "-w");
}

function control(place: Place, verb: string, ...options: readonly string[]) {
  const args = [verb, "-s", "-D", place.cluster, ...options];
  return run(join(place.programs, "pg_ctl"), args, place.account);
}

export interface Session {
  readonly client: pg.Client;
  readonly port: number;
}

export interface Access {
  readonly place: Place;
  readonly password: string;
  readonly settings: Settings;
  /** What a session must get before it counts; it is closed if this fails. */
  claim(client: pg.Client): Promise<void>;
}

/**
 * Opens a session to the server of a place. Tries again while another start or stop of it is under
 * way.
 *
 * **Errors** `StartError` if the server does not start, and those of `claim`.
 */
export async function enter(access: Access): Promise<Session> {
  const deadline = performance.now() + ENTER_TIMEOUT_MS;
  for (;;) {
    try {
      return await tryEnter(access, null);
    } catch (cause) {
      const isFinal = cause instanceof StartError && !PASSING.test(cause.message);
      if (isFinal || performance.now() > deadline) throw cause;
    }
    await sleep(ENTER_POLL_MS);
  }
}

/**
 * Opens a session to the server of a place, which it starts on the port, or on any, unless it runs:
 * after `kill -9` of its owner it still does.
 */
export async function tryEnter(access: Access, wanted: number | null): Promise<Session> {
  const { claim, password, place, settings } = access;
  let port = await findPort(place);
  if (port === null) {
    port = wanted ?? (await freePort());
    await launch(place, port, settings);
  }
  const client = new pg.Client({
    connectionString: urlOf(port, password, "postgres"),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A start that is refused names the process that uses the data folder.
    application_name: `placard process ${process.pid}`,
  });
  // Without a listener, a server that goes away would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await claim(client);
    return { client, port };
  } catch (cause) {
    await client.end().catch(() => undefined);
    throw cause;
  }
}

/**
 * The port of the server that runs on a place. PostgreSQL's own file names the process. If another
 * program has that number meanwhile, PostgreSQL would refuse to start, so the file is removed. On
 * other systems than Linux PostgreSQL decides alone.
 */
async function findPort({ cluster }: Place): Promise<number | null> {
  const pidFile = join(cluster, "postmaster.pid");
  const [pid, , , port] = (await readFile(pidFile, "utf8").catch(() => "")).split("\n");
  if (pid === undefined || port === undefined) return null;
  const alive = process.platform === "linux" ? await processesOf(cluster) : [Number(pid)];
  if (alive.includes(Number(pid))) return Number(port);
  // What a killed server left still works on the cluster; PostgreSQL waits for it by the file.
  if (alive.length === 0) await rm(pidFile, { force: true });
  return null;
}

/** On Linux, the processes of a server: every one has the cluster as its working folder. */
export async function processesOf(cluster: string): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const folders = await Promise.all(
    pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")),
  );
  return pids.filter((_, index) => folders[index] === cluster);
}
