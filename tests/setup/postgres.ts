import { chmod, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../local/postgres/start.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import { isAlive, stopLeftovers } from "./processes.ts";

const FOLDER_PREFIX = "placard-test-";

/** Linux's files in memory. */
const MEMORY_FOLDER = "/dev/shm";
/** All parts of the tests together hold less than 1 GB there; what runs needs room as well. */
const MEMORY_FREE_BYTES_MIN = 2 * 1024 ** 3;

/** Nothing a test writes has to survive the machine, and a third of a test's time is fsync. */
const FAST_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  // The log may lie in memory.
  max_wal_size: "512MB",
  shared_buffers: "128MB",
  max_connections: "200",
};

export interface TestPostgres {
  /** Address of the maintenance database, as a role that may create databases. */
  readonly adminUrl: string;
  readonly embedded: EmbeddedPostgres | null;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL for tests: the one at `TEST_DATABASE_URL`, else an embedded one in a folder of its
 * own. `isDurable` keeps it on disk with fsync and synchronous commit, for tests and benchmarks
 * about them.
 */
export async function startTestPostgres(
  options: { isDurable?: boolean; settings?: Record<string, string> } = {},
): Promise<TestPostgres> {
  const external = process.env.TEST_DATABASE_URL;
  if (external) {
    return { adminUrl: external, embedded: null, stop: () => Promise.resolve() };
  }
  await sweepLeftovers();
  const isDurable = options.isDurable === true;
  const dataDir = await makeTestFolder({ isOnDisk: isDurable });
  const settings = { ...(isDurable ? {} : FAST_SETTINGS), ...options.settings };
  const embedded = await startEmbeddedPostgres({ dataDir, logger: silentLogger, settings });
  const stop = async () => {
    await embedded.stop();
    await removeTestFolder(dataDir);
  };
  return { adminUrl: embedded.databaseUrl("postgres"), embedded, stop };
}

/**
 * A fresh folder that every user may enter, named after the process that must remove it. It lies in
 * memory where there is enough: a database is hundreds of files, and a disk is slow at making them.
 * `isOnDisk` is for what is about a disk, and for programs, which may not be run from memory
 * everywhere.
 */
export async function makeTestFolder(options: { isOnDisk?: boolean } = {}): Promise<string> {
  const parent = options.isOnDisk !== true && (await hasRoomInMemory()) ? MEMORY_FOLDER : tmpdir();
  const folder = await mkdtemp(join(parent, `${FOLDER_PREFIX}${process.pid}-`));
  await chmod(folder, 0o711);
  return folder;
}

async function hasRoomInMemory(): Promise<boolean> {
  if (process.platform !== "linux" || freemem() < 2 * MEMORY_FREE_BYTES_MIN) return false;
  const free = await statfs(MEMORY_FOLDER).catch(() => null);
  return free !== null && free.bavail * free.bsize >= MEMORY_FREE_BYTES_MIN;
}

export async function removeTestFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Runs one statement on a connection of its own. */
export async function execute(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Money goes by the clocks of the callers from now on, which tests move. */
export function followCallers(databaseUrl: string): Promise<void> {
  return execute(databaseUrl, "update exchange_clock set follows_caller = true");
}

/** A test run that was killed could not stop its database: the next run does it. */
export async function sweepLeftovers(): Promise<void> {
  for (const parent of new Set([tmpdir(), MEMORY_FOLDER])) {
    for (const name of await readdir(parent).catch(() => [])) {
      const pid = Number(/^placard-test-(\d+)-/.exec(name)?.[1] ?? Number.NaN);
      if (Number.isNaN(pid) || isAlive(pid)) continue;
      const folder = join(parent, name);
      await stopLeftovers(folder);
      await removeTestFolder(folder);
    }
  }
}
