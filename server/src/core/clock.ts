import type { Queryable } from "./db.ts";

/** The only source of time: injected everywhere, so that a test can move it. */
export interface Clock {
  now(): Date;
  /** Never steps backwards; for durations and deadlines. **Units** milliseconds. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
};

const SYNC_EVERY_MS = 10_000;
/** Beyond this a process is not ready: its operator has a clock to repair. */
const SKEW_MAX_MS = 2_000;

/**
 * The time of the database, counted on between two readings by the monotonic clock, so that all
 * processes agree on ids, dates and days whatever their own clocks say. Without a database it
 * starts with the time of the machine, and is corrected as soon as a reading succeeds.
 */
export async function openDatabaseClock(db: Queryable, machine: Clock = systemClock) {
  let isRead = false;
  let startMs = machine.now().getTime() - machine.monotonicMs();
  let syncedAtMs = Number.NEGATIVE_INFINITY;
  const sync = async () => {
    const askedAtMs = machine.monotonicMs();
    syncedAtMs = askedAtMs;
    const [row] = await db.query<{ at: Date }>(READ_CLOCK);
    if (row === undefined) return;
    // The database read its clock in between. A time that fits stays, so that none steps back
    // because one answer was slow.
    const earliest = row.at.getTime() - machine.monotonicMs();
    const latest = row.at.getTime() + 1 - askedAtMs;
    startMs = isRead ? Math.min(Math.max(startMs, earliest), latest) : latest;
    isRead = true;
  };
  const nowMs = () => {
    const elapsedMs = machine.monotonicMs();
    if (elapsedMs - syncedAtMs > SYNC_EVERY_MS) void sync().catch(() => undefined);
    return startMs + elapsedMs;
  };
  await sync().catch(() => undefined);
  return {
    now: () => new Date(nowMs()),
    monotonicMs: machine.monotonicMs,
    /** False before the first reading, and while this machine's clock differs by over 2 s. */
    isRight: () => Math.abs(nowMs() - machine.now().getTime()) <= SKEW_MAX_MS && isRead,
  };
}

const READ_CLOCK = { name: "core.read_clock", text: "select clock_timestamp() as at" };
