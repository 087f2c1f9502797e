import type { Foundation } from "../core/foundation.ts";
import type { Dispatch } from "../tools/dispatch.ts";
import type { Gate } from "../tools/gate.ts";

export interface DialectDeps extends Pick<Foundation, "db" | "ids" | "clock"> {
  readonly dispatch: Dispatch;
  readonly gate: Gate;
  readonly baseUrl: string;
}

/** A document of another server, or why there is none. */
export type Fetched =
  | { readonly kind: "fetched"; readonly status: number; readonly text: string }
  | { readonly kind: "blocked" | "failed" };

/** Reads an address that a stranger named; only public ones are requested. */
export type FetchDocument = (url: string) => Promise<Fetched>;
