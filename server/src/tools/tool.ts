import { z } from "zod";
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
import type { CampaignDeps, CampaignSettings } from "../domain/campaigns/index.ts";
import type { Cashouts } from "../domain/cashout/index.ts";
import type { Catalog } from "../domain/catalog/index.ts";
import type { CheckoutProvider } from "../domain/checkout/index.ts";
import type { DeliverDeps } from "../domain/delivery/index.ts";
import type { Events } from "../domain/events/index.ts";
import type { Caller, KeyMemory } from "../domain/identity/index.ts";
import type { LedgerDeps } from "../domain/ledger/index.ts";
import type { AttemptDeps } from "../domain/postbacks/index.ts";
import type { Reports } from "../domain/reports/index.ts";

export type Tool = GenericTool<ToolContext>;

/** `defineTool` of the contract, with our context filled in. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output, ToolContext>,
): Tool {
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
  errors: ["invalid_arguments", "missing_key", "wrong_role", "not_found"],
  input: z.strictObject(reportFields),
} as const;

/** Moves or commits money, or ends something. */
export const COMMITS: Behaviour = { ...ADDS, hints: { ...ADDS.hints, destructive: true } };

/** Reports events to settlement; a repeat with the same event id counts once. */
export const SETTLES: Behaviour & Pick<Tool, "errors"> = {
  errors: [
    "invalid_arguments",
    "not_found",
    "wrong_role",
    "event_outside_window",
    "event_conflict",
    "unavailable",
  ],
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

export interface ToolContext {
  readonly caller: Caller | null;
  readonly requestId: string;
  readonly now: Date;
  /** The transaction of a writing tool, else the database. */
  readonly db: Queryable;
  readonly tx: Tx | null;
  readonly services: Services;
}

/** The caller of a tool that needs a key: the dispatcher has checked it. */
export function callerOf(ctx: ToolContext): Caller {
  if (ctx.caller === null) throw new ExchangeError("missing_key", { nextTools: ["register"] });
  return ctx.caller;
}

/** The transaction of a tool whose effect is `write`: the dispatcher has opened it. */
export function txOf(ctx: ToolContext): Tx {
  invariant(ctx.tx !== null, "a writing tool runs inside a transaction");
  return ctx.tx;
}

export function ledgerDepsOf(ctx: ToolContext): LedgerDeps {
  return { ids: ctx.services.ids, now: ctx.now };
}

export function campaignDepsOf(ctx: ToolContext): CampaignDeps {
  return { ...ctx.services.settings, ...ledgerDepsOf(ctx) };
}

export function askedBy(ctx: ToolContext): { agentId: string; now: Date } {
  return { agentId: callerOf(ctx).agentId, now: ctx.now };
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
