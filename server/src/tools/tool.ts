import type { z } from "zod";
import {
  defineTool as define,
  type Tool as GenericTool,
  type ToolDefinition,
} from "../contract/define-tool.ts";
import { ExchangeError } from "../contract/errors.ts";
import type { Clock } from "../core/clock.ts";
import type { Database, Queryable, Tx } from "../core/db.ts";
import type { IdSource } from "../core/ids.ts";
import { invariant } from "../core/invariant.ts";
import type { CampaignDeps } from "../domain/campaigns/index.ts";
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
export interface Services {
  readonly db: Database;
  readonly ids: IdSource;
  readonly clock: Clock;
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

export interface Settings {
  readonly baseUrl: string;
  readonly feeBps: number;
  readonly reviewPolicy: "auto" | "manual";
  readonly refundDrainSeconds: number;
  readonly seasoningDays: number;
  readonly allowedDestinationOrigin: string | undefined;
  readonly readOffer: CampaignDeps["readOffer"];
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

export function ledgerDepsOf(ctx: ToolContext): { ids: IdSource; now: Date } {
  return { ids: ctx.services.ids, now: ctx.now };
}

export function campaignDepsOf(ctx: ToolContext): CampaignDeps {
  const { feeBps, reviewPolicy, refundDrainSeconds, allowedDestinationOrigin, readOffer } =
    ctx.services.settings;
  return {
    ids: ctx.services.ids,
    now: ctx.now,
    feeBps,
    reviewPolicy,
    refundDrainSeconds,
    allowedDestinationOrigin,
    readOffer,
  };
}

export function askedBy(ctx: ToolContext): { agentId: string; now: Date } {
  return { agentId: callerOf(ctx).agentId, now: ctx.now };
}
