import type { Schema } from "./schema.ts";
import type { Txn } from "./store.ts";
import type { Values } from "./values.ts";

/** What a statement runs in. */
export interface Run {
  readonly tx: Txn;
  readonly schema: Schema;
  readonly values: Values;
}

/** A statement yields the lock it needs next, and goes on once it holds it. */
export type Steps<T> = Generator<string, T, void>;

/** The meaning of a named statement: its rows as the driver gives them. */
export type Meaning = (run: Run) => Steps<object[]>;

/** For statements that lock nothing. */
export function plain(rows: (run: Run) => object[]): Meaning {
  // biome-ignore lint/correctness/useYield: a statement without locks has no steps to yield.
  return function* (run) {
    return rows(run);
  };
}

/** The locks of campaigns' books, in id order. */
export function* lockBooks(campaignIds: readonly string[]): Steps<void> {
  for (const id of campaignIds.toSorted()) yield `campaign_book:${id}`;
}
