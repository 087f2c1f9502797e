import { ExchangeError } from "../../../server/src/contract/errors.ts";
import type { Fault, Faults } from "../faults.ts";
import type { Loop, Owner } from "../loop.ts";
import { campaignStatements } from "./campaigns.ts";
import { ledgerStatements } from "./ledger.ts";
import { otherStatements } from "./others.ts";
import type { Schema } from "./schema.ts";
import { findKnown, settleEvents, settleImpressions } from "./settle.ts";
import type { Meaning, Steps } from "./statement.ts";
import { DEADLOCK, SqlError, type Store, type Txn } from "./store.ts";
import { readValues } from "./values.ts";

/** The named statements whose meaning the model knows. */
export const MEANINGS: Readonly<Record<string, Meaning>> = {
  ...ledgerStatements,
  ...campaignStatements,
  ...otherStatements,
  "events.settle_impressions": settleImpressions,
  "events.settle_events": settleEvents,
  "events.find_known": findKnown,
};

/** What is under way on a connection. */
interface Request {
  readonly name: string;
  readonly isCommit: boolean;
  readonly fault: Fault;
  readonly resolve: (rows: object[]) => void;
  readonly reject: (error: unknown) => void;
  tx: Txn | null;
  isOver: boolean;
}

/** One connection, as the server sees it. */
export interface Session {
  readonly owner: Owner;
  /** The open transaction; null between transactions. */
  tx: Txn | null;
  /** An error undid the transaction; until it is ended, every statement fails. */
  isAborted: boolean;
  isClosed: boolean;
  running: Request | null;
}

export interface ServerDeps {
  readonly loop: Loop;
  readonly store: Store;
  readonly schema: Schema;
  readonly faults: Faults;
}

export interface Server {
  connect(owner: Owner): Session;
  begin(session: Session, label: string): void;
  /** In the session's transaction, else in one of its own that commits at once. */
  execute(
    session: Session,
    call: { name: string; values: readonly unknown[]; label: string },
  ): Promise<object[]>;
  commit(session: Session): Promise<object[]>;
  rollback(session: Session): Promise<void>;
  /** The server restarts: every transaction that has not committed is undone. */
  restart(): void;
  /** A process is gone; what it had sent goes on, what it had open is undone. */
  drop(owner: Owner): void;
  /** Whether any statement is under way, also one that nobody waits for. */
  isBusy(): boolean;
}

export function gone(): ExchangeError {
  return new ExchangeError("unavailable", { message: "The database is not reachable." });
}

const TRANSACTION_ABORTED = "25P02";

export function createServer(deps: ServerDeps): Server {
  const { loop, store } = deps;
  const sessions = new Set<Session>();

  const { end, cut, send } = createWire(deps, sessions);

  return {
    connect(owner) {
      const session: Session = {
        owner,
        tx: null,
        isAborted: false,
        isClosed: false,
        running: null,
      };
      sessions.add(session);
      return session;
    },
    begin(session, label) {
      session.tx = store.begin(label);
      session.isAborted = false;
    },
    execute(session, { name, values, label }) {
      return send(session, { name, isCommit: false }, (request) => {
        const isOwn = session.tx === null;
        request.tx = session.tx ?? store.begin(label);
        perform(deps, { session, request, isOwn, values, cut: () => cut(session) });
      });
    },
    commit: (session) =>
      send(session, { name: "commit", isCommit: true }, (request) => {
        if (request.fault === "killed") {
          cut(session);
          return;
        }
        if (session.tx !== null && !session.isAborted) store.commit(session.tx);
        session.tx = null;
        const isHeard = request.fault !== "reply_lost";
        finish(deps, session, request, () =>
          isHeard ? request.resolve([]) : request.reject(gone()),
        );
        if (!isHeard) end(session);
      }),
    rollback: (session) =>
      new Promise((resolve) => {
        loop.soon("rollback", null, () => {
          if (session.tx !== null) store.rollback(session.tx);
          session.tx = null;
          loop.soon("rolled back", session.owner, resolve);
        });
      }),
    isBusy: () => [...sessions].some(({ running, tx }) => tx !== null || running?.isOver === false),
    restart() {
      for (const session of sessions) cut(session);
    },
    drop(owner) {
      for (const session of sessions) {
        if (session.owner !== owner) continue;
        const request = session.running;
        const goesOn =
          request !== null && !request.isOver && (request.isCommit || session.tx === null);
        if (goesOn) continue;
        loop.soon("the server sees a lost client", null, () => {
          if (request !== null) request.isOver = true;
          end(session);
        });
      }
    },
  };
}

/** The way of requests to the server, and what becomes of a connection that breaks. */
function createWire(deps: ServerDeps, sessions: Set<Session>) {
  const { loop, store, faults } = deps;
  const end = (session: Session) => {
    if (session.tx !== null) store.rollback(session.tx);
    session.tx = null;
    session.isClosed = true;
    sessions.delete(session);
  };
  /** The connection breaks; whoever waits for an answer hears that it is gone. */
  const cut = (session: Session) => {
    const request = session.running;
    if (request !== null && !request.isOver) {
      if (request.tx !== null) store.rollback(request.tx);
      finish(deps, session, request, () => request.reject(gone()));
    }
    end(session);
  };
  const send = (
    session: Session,
    what: { name: string; isCommit: boolean },
    arrive: (request: Request) => void,
  ) =>
    new Promise<object[]>((resolve, reject) => {
      // A process that is gone says nothing more, though its last turn may not be over.
      if (session.owner.isDead) return;
      const fault = faults.next(what.isCommit);
      const request = { ...what, fault, resolve, reject, tx: session.tx, isOver: false };
      session.running = request;
      if (fault === "lost" || session.isClosed) {
        cut(session);
        return;
      }
      const run = () => {
        if (!request.isOver && !session.isClosed) arrive(request);
      };
      const { name } = what;
      if (fault === "slow") loop.after(faults.slowMs(), { name, owner: null, run });
      else loop.soon(name, null, run);
    });
  return { end, cut, send };
}

/** Sends the answer of a request on its way; a process that is gone never gets it. */
function finish({ loop }: ServerDeps, session: Session, request: Request, act: () => void): void {
  request.isOver = true;
  loop.soon(`answer of ${request.name}`, session.owner, act);
}

interface Performance {
  readonly session: Session;
  readonly request: Request;
  /** A single statement, with a transaction of its own. */
  readonly isOwn: boolean;
  readonly values: readonly unknown[];
  cut(): void;
}

/** Runs a statement from lock to lock, and then sends what came out of it. */
function perform(deps: ServerDeps, performance: Performance): void {
  const { loop, store, schema } = deps;
  const { session, request, values } = performance;
  const { name, tx } = request;
  if (tx === null) throw new Error("A statement runs in a transaction.");
  const meaning = MEANINGS[name];
  if (meaning === undefined) throw new Error(`The model does not know the statement ${name}.`);
  const fail = (error: unknown) => {
    if (!(error instanceof SqlError)) throw error;
    store.rollback(tx);
    session.isAborted = true;
    finish(deps, session, request, () => request.reject(error));
  };
  if (session.tx !== null && session.isAborted) {
    fail(new SqlError(TRANSACTION_ABORTED, "current transaction is aborted"));
    return;
  }
  const steps: Steps<object[]> = meaning({ tx, schema, values: readValues(values) });
  const go = () => {
    if (request.isOver) return;
    try {
      if (request.fault === "deadlock") throw new SqlError(DEADLOCK, "deadlock detected");
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done === true) {
          conclude(deps, performance, step.value);
          return;
        }
        if (!obtain(store, tx, step.value, () => loop.soon(`${name} goes on`, null, go))) return;
      }
    } catch (error) {
      fail(error);
    }
  };
  go();
}

const TRY = "try ";

/** True when the statement may go on: it has the lock, or only tried for it. */
function obtain(store: Store, tx: Txn, wanted: string, waiter: () => void): boolean {
  if (!wanted.startsWith(TRY)) return store.lock(tx, wanted, waiter);
  store.tryLock(tx, wanted.slice(TRY.length));
  return true;
}

function conclude(deps: ServerDeps, performance: Performance, rows: object[]): void {
  const { loop, store } = deps;
  const { session, request, isOwn, cut } = performance;
  const { tx } = request;
  if (!isOwn) {
    if (request.fault === "killed" || request.fault === "reply_lost") cut();
    else finish(deps, session, request, () => request.resolve(rows));
    return;
  }
  loop.soon(`${request.name} commits`, null, () => {
    if (request.isOver || tx === null) return;
    if (request.fault === "killed") {
      cut();
      return;
    }
    store.commit(tx);
    const isHeard = request.fault !== "reply_lost";
    finish(deps, session, request, () =>
      isHeard ? request.resolve(rows) : request.reject(gone()),
    );
  });
}
