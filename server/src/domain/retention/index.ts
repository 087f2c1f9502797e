import { setTimeout as delay } from "node:timers/promises";
import { type Database, sqlStateOf } from "../../core/db.ts";
import type { Foundation } from "../../core/foundation.ts";
import { type Archived, writeArchive } from "./archive.ts";
import {
  type AgedTable,
  closePartition,
  countExpired,
  detachPartition,
  dropExported,
  type ExpiredPartition,
  exportDeleted,
  exportTable,
  findDetached,
  findExpiredPartitions,
  isSeenBefore,
  lockDetached,
  measureTable,
  recordFile,
  takeFileName,
} from "./queries.ts";

export type { Archived } from "./archive.ts";
export { ownsTables } from "./queries.ts";

/** **Units** days. */
export interface RetentionDays {
  /** Also of deliveries, the journal and charged sessions. */
  readonly events: number;
  readonly postbackLog: number;
  /** Of tickets and messages. */
  readonly texts: number;
}

export interface RetentionDeps extends Pick<Foundation, "db" | "logger"> {
  /** Of the owner of the tables. */
  readonly directory: string;
  readonly days: RetentionDays;
  readonly now: Date;
}

const AGED: readonly (AgedTable & { readonly days: keyof RetentionDays })[] = [
  { source: "session_charge", column: "charged_at", days: "events" },
  { source: "postback_attempt", column: "created_at", days: "postbackLog" },
  { source: "postback_message", column: "created_at", days: "postbackLog" },
  { source: "message", column: "created_at", days: "texts" },
  { source: "ticket", column: "created_at", days: "texts" },
];

/** A quarter of a gigabyte: what one transaction reads of a table whose rows it deletes. */
const BLOCKS_MAX = 32_768;
const LOCK_NOT_AVAILABLE = "55P03";
/** How long a run waits for snapshots that are older than its closings. */
const SNAPSHOTS_WAIT_MAX = 50;
const SNAPSHOT_WAIT_MS = 200;

/** Settings of the connection: waiting for a lock makes others wait behind. */
export const RETENTION_LANE = {
  statementTimeoutMs: 6 * 3_600_000,
  settings: { lock_timeout: "1s" },
} as const;

/**
 * Exports and removes what is older than its age. May be killed at any point and run beside itself
 * and the exchange; the next run goes on, also with what another session uses: `delayed`.
 */
export async function runRetention(deps: RetentionDeps) {
  const delayed: string[] = [];
  const archived: Archived[] = [];
  const attempt = async <T>(name: string, run: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await run();
    } catch (error) {
      if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      delayed.push(name);
      return undefined;
    }
  };
  const days = deps.days.events;
  const waits = { left: SNAPSHOTS_WAIT_MAX };
  // A detachment that has not ended forbids others from the same table.
  const unfinished = new Set<string>();
  for (const partition of await findExpiredPartitions(deps.db, { now: deps.now, days })) {
    const { name, source } = partition;
    if (unfinished.has(source)) continue;
    const isDetached = await attempt(name, () => removePartition(deps.db, partition, waits));
    if (isDetached === undefined) unfinished.add(source);
    if (isDetached === false) delayed.push(name);
  }
  for (const name of await findDetached(deps.db)) {
    const file = await attempt(name, () => archiveDetached(deps, name));
    if (file !== undefined) archived.push(file);
  }
  for (const table of AGED) {
    const files = await attempt(table.source, () => archiveAged(deps, table));
    archived.push(...(files ?? []));
  }
  for (const table of delayed) deps.logger.warn({ table }, "retention_delayed");
  for (const { name, rows, bytes } of archived) {
    deps.logger.info({ name, rows, bytes }, "retention_archived");
  }
  return { archived, delayed };
}

/** Closes and detaches; false while its rows or an old snapshot of them are needed. */
async function removePartition(db: Database, partition: ExpiredPartition, waits: { left: number }) {
  if (!(await db.tx((tx) => closePartition(tx, partition)))) return false;
  while (await isSeenBefore(db, partition.name)) {
    waits.left -= 1;
    if (waits.left < 0) return false;
    await delay(SNAPSHOT_WAIT_MS);
  }
  await detachPartition(db, partition);
  return true;
}

function archiveDetached({ db, directory }: RetentionDeps, name: string): Promise<Archived> {
  return db.tx(async (tx) => {
    await lockDetached(tx, name);
    const file = await writeArchive(directory, name, (sink) => exportTable(tx, name, sink));
    await dropExported(tx, file);
    return file;
  });
}

async function archiveAged(
  { db, directory, days, now }: RetentionDeps,
  table: (typeof AGED)[number],
): Promise<Archived[]> {
  const files: Archived[] = [];
  const { blocks, before } = await measureTable(db, table, { now, days: days[table.days] });
  for (let from = 0; from < blocks; from += BLOCKS_MAX) {
    const stretch = { before, from, to: from + BLOCKS_MAX };
    const file = await db.tx(async (tx) => {
      const name = await takeFileName(tx, table);
      const written = await writeArchive(directory, name, (sink) =>
        exportDeleted(tx, table, { ...stretch, sink }),
      );
      if (written.rows > 0) await recordFile(tx, table, written);
      return written;
    });
    if (file.rows > 0) files.push(file);
  }
  return files;
}

/** What a run would remove: partitions, and numbers of rows of other tables. */
export async function planRetention(
  deps: Pick<RetentionDeps, "db" | "days" | "now">,
): Promise<{ partitions: string[]; rows: Record<string, number> }> {
  const { db, days, now } = deps;
  const expired = await findExpiredPartitions(db, { now, days: days.events });
  const rows: Record<string, number> = {};
  for (const table of AGED) {
    const { before } = await measureTable(db, table, { now, days: days[table.days] });
    rows[table.source] = await countExpired(db, table, before);
  }
  return { partitions: [...expired.map(({ name }) => name), ...(await findDetached(db))], rows };
}
