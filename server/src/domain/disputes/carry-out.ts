import { creditsFromMicros } from "../../contract/money.ts";
import type { Database } from "../../core/db.ts";
import { insertAudit } from "../audit/index.ts";
import type { LedgerDeps } from "../ledger/index.ts";
import { type Decision, decide, type EarningsAction, hasEffect } from "./decide.ts";
import type { BookSides } from "./queries.ts";

/** Under which name the audit keeps what was done with earnings. */
export const auditActionOf = (action: EarningsAction) => `earnings.${action}`;

/**
 * The decision about one campaign and its audit row, in one transaction; undefined when there was
 * nothing to decide. `facts` go into the audit row beside the reason.
 *
 * **Errors** as `decide`.
 */
export function carryOut(
  db: Database,
  act: {
    readonly action: EarningsAction;
    readonly book: BookSides;
    readonly disputeId?: string | undefined;
    readonly actor: string;
    readonly reason: string;
    readonly facts?: object;
  },
  deps: LedgerDeps,
): Promise<Decision | undefined> {
  const { action, book, disputeId, actor, reason, facts } = act;
  return db.tx(async (tx) => {
    const decision = await decide(tx, { action, book, disputeId }, deps);
    if (!hasEffect(decision)) return undefined;
    await insertAudit(tx, {
      uuid: deps.ids.uuid(),
      actor,
      action: auditActionOf(action),
      subject: disputeId ?? book.campaignId,
      detail: { ...decisionOnJson(decision), ...facts, reason },
    });
    return decision;
  });
}

/** A decision for the operator and the audit. **Units** credits. */
export function decisionOnJson(decision: Decision) {
  const { campaignId, publisherId, disputeIds, amount, fee } = decision;
  return {
    campaignId,
    publisherId,
    disputeIds,
    earningsCredits: creditsFromMicros(amount),
    feeCredits: creditsFromMicros(fee),
  };
}
