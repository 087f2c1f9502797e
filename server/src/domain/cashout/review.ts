import { ExchangeError } from "../../contract/errors.ts";
import type { Database, Tx } from "../../core/db.ts";
import type { LedgerDeps } from "../ledger/index.ts";
import { cashoutNotFound, invalidState, moveCashout } from "./move.ts";
import { type CashoutRecord, findCashout, findOpenCashout } from "./queries.ts";
import { mayGo } from "./states.ts";
import { clearCashout, type ReviewRecord } from "./work-queries.ts";

/**
 * An operator's approval: the request is approved within seconds, at the price of that moment, even
 * if other agents share its address or the agent is new.
 *
 * **Errors** `not_found`, `invalid_state`.
 */
export async function approveByHand(
  tx: Tx,
  cashoutId: string,
  deps: LedgerDeps,
): Promise<CashoutRecord> {
  const cleared = await clearCashout(tx, cashoutId, deps.now);
  if (cleared !== undefined) return cleared;
  const found = await findCashout(tx, cashoutId);
  throw found === undefined ? cashoutNotFound() : invalidState(found.status);
}

/**
 * An operator's no: the credits return.
 *
 * **Errors** `not_found`, `invalid_state`.
 */
export function rejectByHand(
  tx: Tx,
  rejection: { cashoutId: string; reason: string },
  deps: LedgerDeps,
): Promise<CashoutRecord> {
  return moveCashout(tx, { ...rejection, to: "rejected" }, deps);
}

/**
 * Returns the cashouts of agents that were not submitted yet. One that is submitted in the same
 * moment goes on.
 */
export async function returnUnsubmitted(
  db: Database,
  agentIds: readonly string[],
  reason: string,
  deps: LedgerDeps,
): Promise<void> {
  for (const agentId of agentIds) {
    const open = await findOpenCashout(db, agentId);
    if (open === undefined || !mayGo(open.status, "rejected")) continue;
    const { cashoutId } = open;
    await db
      .tx((tx) => moveCashout(tx, { cashoutId, to: "rejected", reason }, deps))
      .catch((error: unknown) => {
        if (!(error instanceof ExchangeError) || error.code !== "invalid_state") throw error;
      });
  }
}

/** Why a request is not approved yet, for the operator; empty when nothing holds it. */
export function heldBy(cashout: ReviewRecord, now: Date): string {
  if (cashout.agentStatus !== "active") return `agent ${cashout.agentStatus}`;
  if (cashout.status !== "requested" || cashout.isCleared) return "";
  if (cashout.isShared) return "address used by several agents";
  if (cashout.waitsUntil > now) return `new address, until ${cashout.waitsUntil.toISOString()}`;
  return "";
}
