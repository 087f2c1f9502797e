import type { z } from "zod";
import {
  defineTool as define,
  type Tool as GenericTool,
  type ToolDefinition,
} from "../contract/define-tool.ts";
import { ExchangeError, wrongAt } from "../contract/errors.ts";
import type { IdPrefix } from "../contract/ids.ts";
import { reportFields } from "../contract/resources/report.ts";
import type { Queryable, Tx } from "../core/db.ts";
import type { Foundation } from "../core/foundation.ts";
import { invariant } from "../core/invariant.ts";
import type { CampaignSettings } from "../domain/campaigns/index.ts";
import type { Cashouts } from "../domain/cashout/index.ts";
import type { Catalog } from "../domain/catalog/index.ts";
import type { CheckoutProvider } from "../domain/checkout/index.ts";
import type { DeliverDeps } from "../domain/delivery/index.ts";
import type { Events } from "../domain/events/index.ts";
import type { Caller, KeyMemory } from "../domain/identity/index.ts";
import type { AttemptDeps } from "../domain/postbacks/index.ts";
import type { Reports } from "../domain/reports/index.ts";

export type Tool = GenericTool<ToolContext>;

/** `defineTool` of the contract, with our context filled in. */
export function defineTool<
  Input extends Readonly<Record<string, z.ZodType>>,
  Output extends z.ZodObject,
>(definition: ToolDefinition<Input, Output, ToolContext>): Tool {
  return define(definition);
}

type Behaviour = Pick<Tool, "rateClass" | "effect" | "hints">;

export const READS: Behaviour = {
  rateClass: "read",
  effect: "read",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
};

/** Adds something, and repeats add again unless they carry an idempotency key. */
export const ADDS: Behaviour = {
  rateClass: "write",
  effect: "write",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
};

/** A report of one side about a period. */
export const REPORTS = {
  ...READS,
  errors: ["not_found"],
  input: reportFields,
} as const;

/** Moves or commits money, or ends something. */
export const COMMITS: Behaviour = { ...ADDS, hints: { ...ADDS.hints, destructive: true } };

/** Reports events to settlement; a repeat with the same event id counts once. */
export const SETTLES: Behaviour & Pick<Tool, "errors"> = {
  errors: ["not_found", "event_outside_window", "event_conflict"],
  rateClass: "report",
  effect: "report",
  hints: { ...ADDS.hints, idempotent: true },
};

/** What the tools of one server share; wired together in wiring/exchange.ts. */
export interface Services extends Pick<Foundation, "db" | "ids" | "clock"> {
  readonly checkout: CheckoutProvider;
  readonly cashout: Cashouts;
  readonly delivery: DeliverDeps;
  readonly events: Events;
  readonly catalog: Catalog;
  readonly reports: Reports;
  readonly postbacks: AttemptDeps;
  readonly keys: Pick<KeyMemory, "forget">;
  readonly settings: Settings;
}

export interface Settings extends CampaignSettings {
  readonly baseUrl: string;
  readonly seasoningDays: number;
  readonly limits: Readonly<Record<string, { readonly perSecond: number; readonly burst: number }>>;
}

/** What one call of a tool works with. `within`: the transaction of a writing tool. */
export class ToolContext {
  readonly services: Services;
  readonly now: Date;
  readonly within: Tx | undefined;
  readonly #caller: Caller | null;

  constructor(caller: Caller | null, services: Services, within?: Tx) {
    this.services = services;
    this.now = services.clock.now();
    this.within = within;
    this.#caller = caller;
  }

  /** Of a tool that needs a key: the dispatcher has checked it. */
  get caller(): Caller {
    if (this.#caller === null) throw new ExchangeError("missing_key");
    return this.#caller;
  }

  get agentId(): string {
    return this.caller.agentId;
  }

  get asked() {
    return { agentId: this.agentId, now: this.now };
  }

  get db(): Queryable {
    return this.within ?? this.services.db;
  }

  /** Of a tool whose effect is `write`: the dispatcher has opened it. */
  get tx(): Tx {
    invariant(this.within !== undefined, "a writing tool runs inside a transaction");
    return this.within;
  }

  /** What the rules of domains need besides a transaction. */
  get deps() {
    return { ...this.services.settings, ids: this.services.ids, now: this.now };
  }
}

/** A cursor is opaque to callers: the key of the last row in base64url. */
const ID_CURSOR = /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/;

function idFromCursor(cursor: string | undefined, prefix: IdPrefix): string | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  if (!ID_CURSOR.test(text) || !text.startsWith(`${prefix}_`)) throw wrongCursor();
  return text;
}

/** What the last placement of a page was sorted by, and its id. **Errors** `invalid_arguments`. */
export function scoreFromCursor(
  cursor: string | undefined,
): { score: string; placementId: string } | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const [score = "", placementId = ""] = text.split("~");
  if (!/^-?\d{1,20}(\.\d{1,6})?$/.test(score) || !ID_CURSOR.test(placementId)) throw wrongCursor();
  return { score, placementId };
}

/**
 * A page of a list whose cursor is the id of its last row.
 *
 * **Errors** `invalid_arguments` for a cursor we did not make.
 */
export async function pageById<Key extends string, Row extends Readonly<Record<Key, string>>>(
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  [prefix, key]: readonly [IdPrefix, Key],
  find: (page: { before: string | undefined; limit: number }) => Promise<Row[]>,
): Promise<{ items: Row[]; nextCursor: string | null }> {
  const rows = await find({ before: idFromCursor(cursor, prefix), limit: limit + 1 });
  return pageOf(rows, limit, (row) => row[key]);
}

/**
 * Cuts one row too many off a page and makes the cursor from the last row that stays.
 *
 * **Shape** `rows` were read with `limit + 1`.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => string,
): { items: Row[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { items, nextCursor: hasMore ? Buffer.from(keyOf(last)).toString("base64url") : null };
}

function wrongCursor(): ExchangeError {
  return wrongAt("/arguments/cursor", "format", "was not issued by this exchange", {
    suggestion: "Send nextCursor of the page before, unchanged, or leave it out.",
  });
}
