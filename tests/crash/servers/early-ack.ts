import { micros } from "../../../server/src/contract/money.ts";
import { createSettlement } from "../../../server/src/domain/events/index.ts";
import type {
  SettlementEvent,
  SettlementResult,
} from "../../../server/src/domain/events/settlement.ts";
import { serve } from "./serve.ts";

/**
 * A server that lies: it acknowledges first and settles afterwards. The crash test runs it to prove
 * that its judge would notice.
 */
await serve((deps) => {
  const honest = createSettlement(deps);
  return {
    ...honest,
    settle(events) {
      honest.settle(events).catch(() => undefined);
      return Promise.resolve(events.map(assumedResult));
    },
  };
});

function assumedResult(event: SettlementEvent): SettlementResult {
  const units = event.isBilling && event.preset === 0 ? event.quantity : 0;
  return {
    reason: event.preset,
    isConflict: false,
    counted: units,
    charged: micros(BigInt(units) * event.facts.unitPrice),
    deliveryUuid: event.deliveryUuid,
    isVerified: event.isVerified,
    escrow: event.facts.escrow,
    status: event.facts.status,
  };
}
