import { micros } from "../../server/src/contract/money.ts";
import { createSettlement } from "../../server/src/domain/events/index.ts";
import type {
  SettlementEvent,
  SettlementResult,
} from "../../server/src/domain/events/settlement.ts";
import type { WorldOptions } from "./world.ts";

/** A fault that is put in on purpose: a simulation that misses it proves nothing. */
export interface Planted {
  readonly name: string;
  readonly options: Pick<WorldOptions, "flaws" | "settlement">;
}

export const PLANTED: readonly Planted[] = [
  { name: "a fee that is rounded once per batch", options: { flaws: { isFeePerBatch: true } } },
  {
    name: "a settlement that does not lock the book",
    options: { flaws: { isSettlementUnlocked: true } },
  },
  { name: "an acknowledgement before COMMIT", options: { settlement: settleEarly } },
  { name: "a sweep that two may do at once", options: { flaws: { isSweepUnguarded: true } } },
];

/** A settlement that lies: it acknowledges first and settles afterwards. */
function settleEarly(deps: Parameters<typeof createSettlement>[0]) {
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
