import { type Database, openDatabase } from "../core/db.ts";
import { APP_ROLE } from "../core/db-session.ts";
import { inTime } from "../core/deadline.ts";
import type { Logger } from "../core/log.ts";
import { findMissingParts } from "../core/migrate.ts";
import { StartError, startErrorOf } from "./program.ts";

/** A load balancer asks every few seconds and takes silence for a failure. */
const DEADLINE_MS = 1_000;

/** What is missing for all calls, or for those that need no database: links and searches. */
export type NotReady = (use: "calls" | "links") => Promise<string[]>;

/** Names the parts of an exchange that cannot serve: `clock`, `database`, `schema` and others. */
export function createReadiness(deps: {
  readonly db: Database;
  readonly isClockRight: () => boolean;
  readonly catalog: { ready(): boolean };
  readonly isStopping: () => boolean;
  /** Under DEMO=1: whether the demo's own data is loaded. */
  readonly isDemoLoaded?: (() => boolean) | undefined;
}): NotReady {
  return async (use) => {
    const missing = deps.isStopping() ? ["stopping"] : [];
    if (!deps.catalog.ready()) missing.push("search");
    if (use === "links") return missing;
    const asked = findMissingParts(deps.db).catch(() => ["database"]);
    missing.push(...(await inTime(asked, DEADLINE_MS, ["database"])));
    if (!missing.includes("database") && !deps.isClockRight()) missing.push("clock");
    if (deps.isDemoLoaded?.() === false) missing.push("demo data");
    return missing;
  };
}

/**
 * What the database lacks at the start of a program; `database` when it does not answer.
 *
 * **Errors** `StartError` for a login that it refuses.
 */
export async function checkDatabase(databaseUrl: string, logger: Logger): Promise<string[]> {
  const login = { connectionString: databaseUrl, role: APP_ROLE, logger };
  const db = openDatabase({ ...login, connections: 1 });
  try {
    return await findMissingParts(db);
  } catch (error) {
    const reason = startErrorOf(error);
    if (reason instanceof StartError) throw reason;
    return ["database"];
  } finally {
    await db.close();
  }
}
