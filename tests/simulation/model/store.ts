/** An error as PostgreSQL's driver throws it: a SQLSTATE, and the constraint where there is one. */
export class SqlError extends Error {
  readonly code: string;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;

  constructor(code: string, message: string, more: { constraint?: string; detail?: string } = {}) {
    super(message);
    this.code = code;
    this.constraint = more.constraint;
    this.detail = more.detail;
  }
}

export const UNIQUE_VIOLATION = "23505";
export const CHECK_VIOLATION = "23514";
export const DEADLOCK = "40P01";

/** A transaction: what it wrote is its own until it commits. */
export interface Txn {
  readonly number: number;
  readonly label: string;
  readonly locks: Set<string>;
  readonly touched: Set<Overlaid>;
  /** The lock it waits for, if any. */
  waitsFor: string | null;
  isOver: boolean;
}

interface Overlaid {
  apply(tx: Txn): void;
  drop(tx: Txn): void;
}

export interface Table<Row> {
  readonly name: string;
  /** As this transaction sees it: its own writes, else what is committed. */
  get(tx: Txn | null, key: string): Row | undefined;
  all(tx: Txn | null): Row[];
  /** The caller holds the lock of the row. */
  put(tx: Txn, key: string, row: Row): void;
  /** **Errors** a unique violation when the key exists. */
  insert(tx: Txn, key: string, row: Row): void;
  /** What a transaction has written so far, in order. */
  written(tx: Txn): ReadonlyMap<string, Row>;
}

export type Waiter = () => void;

/** Rows, transactions and row locks: what PostgreSQL does below any statement. */
export interface Store {
  table<Row>(name: string): Table<Row>;
  begin(label: string): Txn;
  /** The number of the transaction that began last. */
  lastBegun(): number;
  commit(tx: Txn): void;
  rollback(tx: Txn): void;
  /** True: held now. False: `waiter` is called when it is. **Errors** a deadlock. */
  lock(tx: Txn, key: string, waiter: Waiter): boolean;
  /** Takes the lock if nobody has it; never waits. */
  tryLock(tx: Txn, key: string): void;
  /** Called inside every commit, before its locks are released. */
  onCommit(hook: (tx: Txn) => void): void;
  /** How often two transactions waited for each other. */
  readonly deadlocks: { count: number; between: string[] };
}

interface Lock {
  holder: Txn;
  readonly waiting: { tx: Txn; waiter: Waiter }[];
}

export function createStore(): Store {
  const locks = createLocks();
  const hooks: ((tx: Txn) => void)[] = [];
  let lastNumber = 0;
  return {
    table: (name) => createTable(name),
    begin(label) {
      lastNumber += 1;
      return {
        number: lastNumber,
        label,
        locks: new Set(),
        touched: new Set(),
        waitsFor: null,
        isOver: false,
      };
    },
    lastBegun: () => lastNumber,
    commit(tx) {
      for (const hook of hooks) hook(tx);
      tx.isOver = true;
      for (const table of tx.touched) table.apply(tx);
      locks.release(tx);
    },
    rollback(tx) {
      if (tx.isOver) return;
      tx.isOver = true;
      locks.stopWaiting(tx);
      for (const table of tx.touched) table.drop(tx);
      locks.release(tx);
    },
    lock: locks.lock,
    tryLock: locks.tryLock,
    onCommit: (hook) => void hooks.push(hook),
    deadlocks: locks.deadlocks,
  };
}

/** Locks with one holder each, given on in the order in which they were asked for. */
function createLocks() {
  const locks = new Map<string, Lock>();
  const deadlocks: Store["deadlocks"] = { count: 0, between: [] };
  const take = (tx: Txn, key: string) => {
    locks.set(key, { holder: tx, waiting: [] });
    tx.locks.add(key);
  };
  /** Each transaction waits for one lock at most, so that a circle is found by walking along. */
  const closesCircle = (tx: Txn, key: string): boolean => {
    let holder = locks.get(key)?.holder;
    while (holder !== undefined && holder !== tx) {
      if (holder.waitsFor === null) return false;
      holder = locks.get(holder.waitsFor)?.holder;
    }
    return holder === tx;
  };
  return {
    deadlocks,
    lock(tx: Txn, key: string, waiter: Waiter): boolean {
      const lock = locks.get(key);
      if (lock === undefined) take(tx, key);
      if (lock === undefined || lock.holder === tx) return true;
      if (closesCircle(tx, key)) {
        deadlocks.count += 1;
        deadlocks.between.push(`${tx.label} and ${lock.holder.label} at ${key.split(":")[0]}`);
        throw new SqlError(DEADLOCK, "deadlock detected");
      }
      tx.waitsFor = key;
      lock.waiting.push({ tx, waiter });
      return false;
    },
    tryLock(tx: Txn, key: string) {
      if (!locks.has(key)) take(tx, key);
    },
    stopWaiting(tx: Txn) {
      const lock = tx.waitsFor === null ? undefined : locks.get(tx.waitsFor);
      const at = lock?.waiting.findIndex((one) => one.tx === tx) ?? -1;
      if (at >= 0) lock?.waiting.splice(at, 1);
      tx.waitsFor = null;
    },
    release(tx: Txn) {
      for (const key of tx.locks) {
        const lock = locks.get(key);
        const next = lock?.holder === tx ? lock.waiting.shift() : undefined;
        if (lock?.holder === tx && next === undefined) locks.delete(key);
        if (lock === undefined || next === undefined) continue;
        lock.holder = next.tx;
        next.tx.locks.add(key);
        next.tx.waitsFor = null;
        next.waiter();
      }
      tx.locks.clear();
    },
  };
}

function createTable<Row>(name: string): Table<Row> {
  const rows = new Map<string, Row>();
  const overlays = new Map<Txn, Map<string, Row>>();
  const none: ReadonlyMap<string, Row> = new Map();
  const overlaid: Overlaid = {
    apply(tx) {
      for (const [key, row] of overlays.get(tx) ?? none) rows.set(key, row);
      overlays.delete(tx);
    },
    drop: (tx) => void overlays.delete(tx),
  };
  const get = (tx: Txn | null, key: string) =>
    (tx === null ? undefined : overlays.get(tx)?.get(key)) ?? rows.get(key);
  const put = (tx: Txn, key: string, row: Row) => {
    let overlay = overlays.get(tx);
    if (overlay === undefined) {
      overlay = new Map();
      overlays.set(tx, overlay);
      tx.touched.add(overlaid);
    }
    overlay.set(key, row);
  };
  return {
    name,
    get,
    put,
    all(tx) {
      const overlay = tx === null ? undefined : overlays.get(tx);
      if (overlay === undefined) return [...rows.values()];
      return [...new Map([...rows, ...overlay]).values()];
    },
    insert(tx, key, row) {
      if (get(tx, key) !== undefined) {
        throw new SqlError(UNIQUE_VIOLATION, `duplicate key in ${name}`, {
          constraint: `${name}_pkey`,
        });
      }
      put(tx, key, row);
    },
    written: (tx) => overlays.get(tx) ?? none,
  };
}
