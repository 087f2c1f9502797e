import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../core/db.ts";
import { findMissingParts } from "../core/migrate.ts";

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
    missing.push(...(await inTime(findMissingParts(deps.db))));
    if (!missing.includes("database") && !deps.isClockRight()) missing.push("clock");
    if (deps.isDemoLoaded?.() === false) missing.push("demo data");
    return missing;
  };
}

async function inTime(parts: Promise<string[]>): Promise<string[]> {
  const aborter = new AbortController();
  const late = delay(DEADLINE_MS, ["database"], { signal: aborter.signal, ref: false });
  const asked = parts.catch(() => ["database"]);
  return Promise.race([asked, late]).finally(() => {
    late.catch(() => undefined);
    aborter.abort();
  });
}
