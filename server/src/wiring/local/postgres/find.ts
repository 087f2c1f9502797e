import { setTimeout as sleep } from "node:timers/promises";
import { OWNER } from "./cluster.ts";
import { answers, urlOf } from "./connection.ts";
import { DataFolderInUseError } from "./error.ts";
import { controlFolder } from "./place.ts";
import { isAlive } from "./process.ts";
import { startEmbeddedPostgres } from "./start.ts";
import { readPassword, readState } from "./state.ts";
import type { StartLogger } from "./types.ts";

/** A first start on a slow machine: making the cluster, then starting it. */
const FIND_WAIT_MS = 30_000;
const FIND_POLL_MS = 100;

/**
 * The address of the PostgreSQL that another process runs for a data folder and that really
 * answers. Null when none does, also when its owner was killed: that one may be stopped at any
 * moment.
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const control = controlFolder(dataDir);
  const state = await readState(control);
  if (state?.purpose !== "server" || !isAlive(state.ownerPid)) return null;
  const password = await readPassword(control);
  if (state.port === null || state.postmasterPid === null || password === null) return null;
  const databaseUrl = urlOf({ port: state.port, password, name: OWNER });
  return (await answers(databaseUrl)) ? databaseUrl : null;
}

/**
 * Calls `use` with the address of the data folder's database: of the running server when there
 * is one, else of a server started for this call and stopped after it.
 *
 * Errors: those of `use`, and `EmbeddedPostgresError` when no server can be had.
 */
export async function withEmbeddedPostgres<T>(
  options: { readonly dataDir: string; readonly logger: StartLogger },
  use: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + FIND_WAIT_MS;
  for (;;) {
    const found = await findEmbeddedPostgres(options.dataDir);
    if (found !== null) return use(found);
    try {
      return await withOwn(options, use);
    } catch (cause) {
      // A server that is just starting holds the folder before it can be found.
      if (!(cause instanceof DataFolderInUseError) || performance.now() >= deadline) throw cause;
    }
    await sleep(FIND_POLL_MS);
  }
}

async function withOwn<T>(
  options: { readonly dataDir: string; readonly logger: StartLogger },
  use: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddedPostgres({ ...options, purpose: "call" });
  try {
    return await use(server.databaseUrl());
  } finally {
    await server.stop();
  }
}
