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

/** One call of a tool. */
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
