/** At most `max` in any stretch of time this long, not in calendar hours or days. */
export interface SlidingLimit {
  readonly max: number;
  readonly windowMs: number;
}

/**
 * Short-lived facts shared by the processes of one exchange. A cache may forget anything at any
 * time, so money never depends on it: a caller that must not act twice asks the database.
 */
export interface Cache {
  readonly kind: "memory" | "redis";
  /** The value, or null when it is absent, expired or out of reach. */
  get(key: string): Promise<string | null>;
  getBuffer(key: string): Promise<Buffer | null>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  setBuffer(key: string, value: Buffer, ttlMs: number): Promise<void>;
  /** Stores the value unless there is one already; true when there was none. */
  add(key: string, value: string, ttlMs: number): Promise<boolean>;
  /** Adds one and gives back the new count; the time to live starts with the first. */
  increment(key: string, ttlMs: number): Promise<number>;
  /**
   * Takes one more unless one of the limits is reached; true when it was taken. Refused calls are
   * not counted, so they do not extend the wait.
   */
  take(key: string, limits: readonly SlidingLimit[]): Promise<boolean>;
  /** Puts a value at the end of a list that keeps its last `max`; its time to live restarts. */
  append(key: string, value: string, list: { max: number; ttlMs: number }): Promise<void>;
  /** The values of a list, oldest first; none when it is absent, expired or out of reach. */
  list(key: string): Promise<string[]>;
  delete(key: string): Promise<void>;
  /** Whether values are really stored and shared right now. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}
