import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";

/** Linux counts a process's time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

interface Times {
  readonly parent: number;
  readonly own: number;
  /** Of children that have ended. */
  readonly ended: number;
}

/** Undefined when the process has ended. */
function timesOf(pid: number | string): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before may contain blanks.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const seconds = (from: number) =>
      (Number(fields[from]) + Number(fields[from + 1])) / TICKS_PER_SECOND;
    return { parent: Number(fields[1]), own: seconds(11), ended: seconds(13) };
  } catch {
    return undefined;
  }
}

/** CPU seconds since their starts, by who used them. */
export type Used = ReadonlyMap<string, number>;

/**
 * What the named processes and each kind of process of a PostgreSQL have used. Backends that have
 * ended count as `other`, so that nothing is missed between two readings.
 */
export async function readCpu(
  client: pg.Client,
  named: Readonly<Record<string, number>>,
): Promise<Used> {
  const used = new Map<string, number>();
  for (const [name, pid] of Object.entries(named)) used.set(name, timesOf(pid)?.own ?? 0);
  const { rows } = await client.query<{ pid: number; name: string; own: number }>(
    `select pid, pg_backend_pid() as own,
       case when backend_type <> 'client backend' then backend_type
         when application_name = '' then 'test' else application_name end as name
     from pg_stat_activity`,
  );
  const names = new Map(rows.map(({ pid, name }) => [pid, name]));
  const postmaster = timesOf(rows[0]?.own ?? 0)?.parent ?? 0;
  const main = timesOf(postmaster);
  used.set("other", (main?.own ?? 0) + (main?.ended ?? 0));
  for (const pid of readdirSync("/proc")) {
    const times = timesOf(pid);
    if (times?.parent !== postmaster) continue;
    const name = names.get(Number(pid)) ?? "other";
    used.set(name, (used.get(name) ?? 0) + times.own);
  }
  return used;
}
