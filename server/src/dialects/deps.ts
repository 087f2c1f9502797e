import type { Clock } from "../core/clock.ts";
import type { Database } from "../core/db.ts";
import type { IdSource } from "../core/ids.ts";
import type { Dispatch } from "../tools/dispatch.ts";
import type { Gate } from "../tools/gate.ts";

export interface DialectDeps {
  readonly dispatch: Dispatch;
  readonly gate: Gate;
  readonly db: Database;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** A document of another server, or why there is none. */
export type Fetched =
  | { readonly kind: "fetched"; readonly status: number; readonly text: string }
  | { readonly kind: "blocked" | "failed" };

/** Reads an address that a stranger named; only public ones are requested. */
export type FetchDocument = (url: string) => Promise<Fetched>;
