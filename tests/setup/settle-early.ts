import { micros } from "../../server/src/contract/money.ts";
import { createSettlement } from "../../server/src/domain/events/index.ts";
import type {
  SettlementEvent,
  SettlementResult,
} from "../../server/src/domain/events/settlement-event.ts";

/**
 * A settlement that lies: it acknowledges first and settles afterwards. Whoever judges by the books
 * has to notice, so the crash test and the simulation each run it once.
 */
export function settleEarly(deps: Parameters<typeof createSettlement>[0]) {
  const honest = createSettlement(deps);
  return {
    ...honest,
    settle(events: readonly SettlementEvent[]) {
      honest.settle(events).catch(() => undefined);
      return Promise.resolve(events.map(assumedResult));
    },
  };
}

function assumedResult(event: SettlementEvent): SettlementResult {
  const units = event.isBilling && event.preassignedReason === 0 ? event.quantity : 0;
  return {
    reason: event.preassignedReason,
    isConflict: false,
    counted: units,
    charged: micros(BigInt(units) * event.facts.unitPrice),
    deliveryUuid: event.deliveryUuid,
    isVerified: event.isVerified,
    escrow: event.facts.escrow,
    status: event.facts.status,
  };
}
