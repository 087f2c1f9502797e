import { ensureCluster, OWNER } from "./cluster.ts";
import { ensureDatabase, urlOf } from "./connection.ts";
import { DataFolderInUseError } from "./error.ts";
import { type Lock, tryLock } from "./lock.ts";
import { preparePlace } from "./place.ts";
import { freePort, launch, type Postmaster, stopLeftovers, stopPostmaster } from "./postmaster.ts";
import { waitUntil } from "./process.ts";
import { readState, type State, writeState } from "./state.ts";
import { supervise } from "./supervisor.ts";
import type { Place, Settings, StartLogger } from "./types.ts";

/** An operator command holds the server for seconds; a start waits for it this long. */
const CALL_WAIT_MS = 30_000;
/** Another program may take the port between our look and PostgreSQL's start. */
const PORT_TRIES_MAX = 5;

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly logger: StartLogger;
  /** Called after each restart of a server that ended unexpectedly. */
  readonly onRestart?: () => void;
  /** Settings of PostgreSQL that override ours, by name. */
  readonly settings?: Settings;
  /** `call` for a server that runs only during one operator command. */
  readonly purpose?: State["purpose"];
}

export interface EmbeddedPostgres {
  /** The address of a database of this server, by default the exchange's own. */
  databaseUrl(databaseName?: string): string;
  readonly port: number;
  /** PostgreSQL's process number; null while it is being restarted. */
  processId(): number | null;
  /** Stops PostgreSQL and gives the data folder free. Close connections before. */
  stop(): Promise<void>;
}

/**
 * Runs PostgreSQL for a data folder, making the database on the first start and restarting the
 * server whenever it ends unexpectedly, until `stop`.
 *
 * Errors: `EmbeddedPostgresError` when another process runs it already, or it cannot start.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const place = await preparePlace(options.dataDir, options.logger);
  const lock = await takeLock(place, options.dataDir);
  try {
    return await startLocked(place, lock, options);
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

async function startLocked(
  place: Place,
  lock: Lock,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { logger, settings = {}, purpose = "server" } = options;
  const lastPort = (await readState(place.control))?.port ?? null;
  const save = (port: number | null, postmasterPid: number | null) =>
    writeState(place.control, { ownerPid: process.pid, purpose, port, postmasterPid });
  await save(lastPort, null);
  const leftovers = await stopLeftovers(place.cluster);
  if (leftovers > 0) logger.warn({}, "postgres_leftover_stopped");
  const password = await ensureCluster(place, settings);
  const { postmaster, port } = await launchOnFreePort(place, lastPort, settings);
  const databaseUrl = (name: string = OWNER) => urlOf({ port, password, name });
  try {
    await ensureDatabase(databaseUrl("postgres"), databaseUrl(), OWNER);
    await save(port, postmaster.pid);
  } catch (cause) {
    await stopPostmaster(postmaster);
    throw cause;
  }
  const onChange = async (pid: number | null) => {
    await save(port, pid);
    if (pid !== null) options.onRestart?.();
  };
  const supervised = supervise({ place, port, settings, logger, first: postmaster, onChange });
  let stopped: Promise<void> | null = null;
  const stopOnce = async () => {
    await supervised.stop();
    await save(port, null);
    lock.release();
  };
  const stop = () => {
    stopped ??= stopOnce();
    return stopped;
  };
  return { databaseUrl, port, processId: supervised.processId, stop };
}

async function takeLock(place: Place, dataDir: string): Promise<Lock> {
  let lock = tryLock(place.home);
  if (lock) return lock;
  const holder = await readState(place.control);
  if (holder?.purpose === "call") {
    await waitUntil(() => {
      lock = tryLock(place.home);
      return lock !== null;
    }, CALL_WAIT_MS);
    if (lock) return lock;
  }
  const who = holder ? `process ${holder.ownerPid}` : "another process";
  throw new DataFolderInUseError(
    `The data folder ${dataDir} is in use by ${who}: stop it first, or choose another DATA_DIR.`,
  );
}

async function launchOnFreePort(
  place: Place,
  preferred: number | null,
  settings: Settings,
): Promise<{ postmaster: Postmaster; port: number }> {
  for (let tries = 1; ; tries += 1) {
    const port = tries === 1 && preferred !== null ? preferred : await freePort();
    try {
      return { postmaster: await launch(place, port, settings), port };
    } catch (cause) {
      const isPortTaken = cause instanceof Error && /bind|listen|TCP\/IP/.test(cause.message);
      if (!isPortTaken || tries === PORT_TRIES_MAX) throw cause;
    }
  }
}
