import {
  type Database,
  type Queryable,
  type Statement,
  sqlStateOf,
  type Tx,
} from "../../../server/src/core/db.ts";
import type { Loop, Owner } from "../loop.ts";
import type { Server, Session } from "./server.ts";
import { DEADLOCK } from "./store.ts";

const TRIES_MAX = 3;

/** Connections to the modelled server, limited in number like a pool. */
interface Pool {
  take(): Promise<Session>;
  give(session: Session): void;
}

export interface ModelDatabaseOptions {
  readonly server: Server;
  readonly loop: Loop;
  readonly owner: Owner;
  readonly connections: number;
  /** Names the transactions that come through it, for the judge and the trace. */
  readonly label: string;
}

/** The exchange's own interface to PostgreSQL, over the model of it. */
export function createModelDatabase(options: ModelDatabaseOptions): Database {
  return databaseOver(createPool(options), options);
}

/** The same connections under another label. */
export type Labelled = Database & { labelled(label: string): Labelled };

export function createLabelled(options: ModelDatabaseOptions): Labelled {
  const pool = createPool(options);
  const make = (label: string): Labelled => ({
    ...databaseOver(pool, { ...options, label }),
    labelled: make,
  });
  return make(options.label);
}

function databaseOver(pool: Pool, options: ModelDatabaseOptions): Database {
  const { server, label } = options;
  const on = (session: Session): Queryable["query"] => {
    const query: Queryable["query"] = async <Row extends object>(
      { name, values: own = [] }: Statement,
      values = own,
    ) => {
      const rows = await server.execute(session, { name, values, label });
      if (!areRows<Row>(rows)) throw new Error("A statement answers with rows.");
      return rows;
    };
    return query;
  };
  return {
    async query(statement, values) {
      const session = await pool.take();
      try {
        return await on(session)(statement, values);
      } finally {
        pool.give(session);
      }
    },
    tx: (work) =>
      repeated(async () => {
        const session = await pool.take();
        try {
          server.begin(session, label);
          return await inTransaction(server, session, on(session), work);
        } finally {
          pool.give(session);
        }
      }),
    snapshot: () => Promise.reject(new Error("The model knows no snapshots.")),
    listen: () => () => undefined,
    lane: (connections) => createModelDatabase({ ...options, connections }),
    close: () => Promise.resolve(),
  };
}

async function inTransaction<T>(
  server: Server,
  session: Session,
  query: Queryable["query"],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    const result = await work({ inTransaction: true, query });
    await server.commit(session);
    return result;
  } catch (error) {
    await server.rollback(session);
    throw error;
  }
}

/** As the real one does: the victim of a deadlock is run again. */
async function repeated<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (sqlStateOf(error) !== DEADLOCK || attempt === TRIES_MAX) throw error;
    }
  }
}

function createPool({ server, owner, connections }: ModelDatabaseOptions): Pool {
  const free: Session[] = [];
  const waiting: ((session: Session) => void)[] = [];
  let made = 0;
  return {
    take() {
      const known = free.pop();
      if (known !== undefined) return Promise.resolve(known);
      if (made < connections) {
        made += 1;
        return Promise.resolve(server.connect(owner));
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
    give(session) {
      const usable = session.isClosed ? server.connect(owner) : session;
      const next = waiting.shift();
      if (next === undefined) free.push(usable);
      else next(usable);
    },
  };
}

/** What a statement selects is its owner's word; the driver believes it as well. */
function areRows<Row extends object>(rows: readonly object[]): rows is Row[] {
  return Array.isArray(rows);
}
