import { AD_UNITS } from "../../server/src/contract/units.ts";
import type { CampaignFacts } from "../../server/src/domain/delivery/index.ts";
import type { SettlementEvent } from "../../server/src/domain/events/settlement-event.ts";

/** One paid event of a campaign's own unit with nothing unusual about it, but for these fields. */
export function plainEvent(
  facts: CampaignFacts,
  fields: Pick<SettlementEvent, "uuid" | "deliveryUuid"> & Partial<SettlementEvent>,
): SettlementEvent {
  return {
    facts,
    reporterId: facts.publisherId,
    kind: AD_UNITS[facts.adUnitType].kind,
    quantity: 1,
    deliveryVersion: 1,
    clickUuid: null,
    preassignedReason: 0,
    isBilling: true,
    isVerified: false,
    needsVerified: false,
    session: null,
    sessionWindow: null,
    orderHash: null,
    couponCode: null,
    byAdvertiser: false,
    occurredAt: null,
    detail: null,
    ...fields,
  };
}
