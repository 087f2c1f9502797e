import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "../../local/free-port.ts";
import {
  ensureCluster,
  OWNER,
  type Place,
  preparePlace,
  type Settings,
} from "../../local/postgres/cluster.ts";
import { launch, processesOf, shutDown, urlOf } from "../../local/postgres/server.ts";
import { execute, makeTestFolder, removeTestFolder, sweepLeftovers } from "../setup/postgres.ts";
import { postmasterOf, signal, stopLeftovers } from "../setup/processes.ts";
import { copyTree, type SmallDisk, smallDiskFor, writeSignal } from "./disk.ts";

/** Small, so that checkpoints and new log segments are part of every run. */
const SETTINGS: Settings = {
  shared_buffers: "128MB",
  max_wal_size: "128MB",
  min_wal_size: "32MB",
  wal_keep_size: "32MB",
};

/**
 * One PostgreSQL that is hurt and comes back, durable, with its log on a disk of its own where this
 * process may mount one.
 */
export interface DatabaseNode {
  readonly port: number;
  readonly place: Place;
  /** Null when no small disk could be mounted. */
  readonly disk: SmallDisk | null;
  url(): string;
  /** Kills the first process of PostgreSQL; it is started again. False while it is down. */
  kill(): boolean;
  /** Kills for good, with every process that is left: it can acknowledge nothing any more. */
  fence(): Promise<void>;
  processes(): Promise<number[]>;
  /** Stops in order and starts again with these settings, after `between`. */
  restart(settings: Settings, between: () => Promise<void>): Promise<void>;
  /** Stops it and removes everything. */
  remove(): Promise<void>;
}

export async function makeNode(options: { hasSmallDisk: boolean }): Promise<DatabaseNode> {
  await sweepLeftovers();
  const folder = await makeTestFolder({ isOnDisk: true });
  const place = await preparePlace(folder);
  const password = await ensureCluster(place, {});
  const disk = options.hasSmallDisk ? await smallDiskFor(join(place.cluster, "pg_wal")) : null;
  const node = await startNode({ folder, place, password, disk, settings: {} });
  const maintenanceUrl = node.url().replace(/[^/]*$/, "postgres");
  await execute(maintenanceUrl, `create database ${OWNER}`);
  return node;
}

/**
 * A synchronous standby by cold copy: the primary is stopped, its folder copied, and both start.
 * Resolves when no commit is acknowledged any more without the standby's word. `link` is where the
 * standby finds the primary.
 */
export async function makeStandby(
  primary: DatabaseNode,
  link: { readonly port: number },
): Promise<DatabaseNode> {
  const folder = await makeTestFolder({ isOnDisk: true });
  const place = await preparePlace(folder);
  let standby: DatabaseNode | null = null;
  const { password } = new URL(primary.url());
  await primary.restart({ synchronous_standby_names: STANDBY }, async () => {
    await copyTree(primary.place.cluster, place.cluster);
    const disk = primary.disk === null ? null : await smallDiskFor(join(place.cluster, "pg_wal"));
    const conninfo =
      `host=127.0.0.1 port=${link.port} user=${OWNER} password=${password} ` +
      `application_name=${STANDBY}`;
    await writeSignal(place);
    // The primary is still down when the standby first looks for it.
    const settings = { primary_conninfo: conninfo, wal_retrieve_retry_interval: "100ms" };
    standby = await startNode({ folder, place, password, disk, settings });
  });
  if (standby === null) throw new Error("The standby was not made.");
  await waitForRow(primary.url(), "select 1 from pg_stat_replication where sync_state = 'sync'");
  return standby;
}

/** Makes a standby the primary. **Shape** the number of its new timeline. */
export async function promote(standby: DatabaseNode): Promise<number> {
  return withClient(standby.url(), async (client) => {
    await client.query("select pg_promote(true, 60)");
    const { rows } = await client.query<{ segment: string }>(
      "select pg_walfile_name(pg_current_wal_lsn()) as segment",
    );
    // The name of a log segment begins with its timeline.
    return Number.parseInt(rows[0]?.segment.slice(0, 8) ?? "0", 16);
  });
}

const STANDBY = "standby";
const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 50;
const WATCH_MS = 50;

/** **Errors** throws when the database does not answer with a row in time. */
export async function waitForRow(url: string, text: string): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    const isThere = await withClient(url, async (client) => {
      const { rowCount } = await client.query(text);
      return rowCount !== 0;
    }).catch(() => false);
    if (isThere) return;
    if (performance.now() > deadline) throw new Error(`The database did not come to: ${text}`);
    await sleep(READY_POLL_MS);
  }
}

/** A connection of our own, which the exchange and the proxy know nothing of. */
export async function withClient<T>(
  connectionString: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // The server may be killed while we talk to it; whoever waits for an answer hears of it.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function startNode(options: {
  folder: string;
  place: Place;
  password: string;
  disk: SmallDisk | null;
  settings: Settings;
}): Promise<DatabaseNode> {
  const { folder, place, password, disk } = options;
  const port = await freePort();
  const start = (own: Settings) =>
    keepRunning(folder, () => launch(place, port, { ...SETTINGS, ...own }), place);
  let running = await start(options.settings);
  return {
    port,
    place,
    disk,
    url: () => urlOf(port, password),
    kill() {
      const pid = running.processId();
      if (pid !== null) signal(pid, "SIGKILL");
      return pid !== null;
    },
    async fence() {
      const pid = running.processId();
      if (pid !== null) signal(pid, "SIGKILL");
      await running.stop();
      await stopLeftovers(folder);
    },
    processes: () => processesOf(place.cluster),
    async restart(settings, between) {
      await running.stop();
      await between();
      running = await start(settings);
    },
    async remove() {
      await running.stop();
      await disk?.unmount();
      await removeTestFolder(folder);
    },
  };
}

/** Starts PostgreSQL again soon after each end. */
async function keepRunning(
  folder: string,
  start: () => Promise<void>,
  place: Place,
): Promise<Running> {
  let current: number | null = null;
  let isStopping = false;
  const started = async () => {
    await start();
    current = await postmasterOf(folder);
  };
  const isRunning = async () =>
    current !== null && (await processesOf(place.cluster)).includes(current);
  const watch = async () => {
    while (!isStopping) {
      await sleep(WATCH_MS);
      if (isStopping || (await isRunning())) continue;
      current = null;
      await started().catch(() => undefined);
    }
  };
  await started();
  const watching = watch();
  return {
    processId: () => current,
    async stop() {
      isStopping = true;
      // With a start that is under way.
      await watching;
      await shutDown(place);
      current = null;
    },
  };
}

interface Running {
  /** Null while PostgreSQL is being started again. */
  processId(): number | null;
  stop(): Promise<void>;
}
