import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { StartError } from "../../server/src/wiring/program.ts";
import { ensureCluster, preparePlace, type Settings } from "./cluster.ts";
import { beginUse, endUse, ensureDatabase, findOwner, takeOwnership } from "./queries.ts";
import { enter, type Session, shutDown, tryEnter, urlOf } from "./server.ts";

const OWNER_TRIES = 10;
const RETRY_MS = 100;
const RESTART_PAUSE_MS = 500;

/** Where restarts are logged; a pino logger fits. */
export interface StartLogger {
  info(fields: object, event: string): void;
  error(fields: object, event: string): void;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly logger: StartLogger;
  /** Settings of PostgreSQL that override ours, by name. */
  readonly settings?: Settings;
}

export interface EmbeddedPostgres {
  /** The address of a database of this server, by default the exchange's own. */
  databaseUrl(databaseName?: string): string;
  readonly port: number;
  /** Stops PostgreSQL unless another process uses it. Close connections before. */
  stop(): Promise<void>;
}

/**
 * Runs PostgreSQL for a data folder until `stop`: makes the database on the first start, and starts
 * the server again if it ends.
 *
 * **Errors** `StartError` if another process owns the data folder, or PostgreSQL cannot start.
 */
export function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return join(options, async (client) => {
    for (let tries = 1; !(await takeOwnership(client)); tries += 1) {
      // The session of an owner that was just killed ends within milliseconds.
      if (tries < OWNER_TRIES) await sleep(RETRY_MS);
      else throw new StartError(inUse(options.dataDir, await findOwner(client)));
    }
  });
}

/**
 * Calls `use` with the address of the data folder's database: of the running server if there is
 * one, else of a server started for this call. Whichever user ends last stops the server.
 *
 * **Errors** those of `use`, and `StartError` if PostgreSQL cannot start.
 */
export async function withEmbeddedPostgres<T>(
  options: EmbeddedPostgresOptions,
  use: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const server = await join(options, () => Promise.resolve());
  try {
    return await use(server.databaseUrl());
  } finally {
    await server.stop();
  }
}

async function join(
  { dataDir, logger, settings = {} }: EmbeddedPostgresOptions,
  own: (client: pg.Client) => Promise<void>,
): Promise<EmbeddedPostgres> {
  const place = await preparePlace(dataDir);
  const password = await ensureCluster(place, settings);
  const claim = async (client: pg.Client) => {
    await own(client);
    await beginUse(client);
    await ensureDatabase(client);
  };
  const access = { place, password, settings, claim };
  let session = await enter(access);
  const { port } = session;
  let isStopping = false;
  let restarting = Promise.resolve();

  const restart = async (): Promise<void> => {
    if (isStopping) return;
    logger.error({ port }, "postgres_exited");
    while (!isStopping) {
      try {
        session = watched(await tryEnter(access, port));
        return logger.info({ port }, "postgres_restarted");
      } catch (cause) {
        logger.error({ reason: String(cause) }, "postgres_restart_failed");
        await sleep(RESTART_PAUSE_MS);
      }
    }
  };
  const watched = (entered: Session): Session => {
    entered.client.once("end", () => {
      restarting = restart();
    });
    return entered;
  };
  watched(session);

  const stop = async (): Promise<void> => {
    isStopping = true;
    await restarting;
    // A session that is lost here means that the server just ended.
    if (await endUse(session.client).catch(() => true)) await shutDown(place);
    await session.client.end().catch(() => undefined);
  };
  let stopped: Promise<void> | null = null;
  return {
    databaseUrl: (name) => urlOf(port, password, name),
    port,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

function inUse(dataDir: string, owner: string): string {
  const next = "stop it first, or choose another DATA_DIR.";
  return `The data folder ${dataDir} is in use by ${owner}: ${next}`;
}
