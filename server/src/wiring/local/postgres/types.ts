/** Where the database logs its starts, restarts and stops; a pino logger fits. */
export interface StartLogger {
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
  error(fields: object, event: string): void;
}

/** The user PostgreSQL runs as when we are root: PostgreSQL itself refuses to be root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** The unpacked PostgreSQL: its folder holds `bin`, `lib` and `share`. */
export interface Runtime {
  readonly folder: string;
  readonly version: string;
}

/** Where everything of one database server lies. */
export interface Place {
  /** `DATA_DIR/postgres`: password, state and log, owned by the user that started the process. */
  readonly control: string;
  /** Holds the cluster and the owner's lock; the control folder unless that is unreachable. */
  readonly home: string;
  readonly cluster: string;
  readonly runtime: Runtime;
  /** Null when we are an ordinary user already. */
  readonly account: Account | null;
}

/** Server settings by name, as `postgres -c name=value` takes them. */
export type Settings = Readonly<Record<string, string>>;
