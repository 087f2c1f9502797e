import type { CampaignFacts } from "../../server/src/domain/delivery/index.ts";
import { BILLING_KIND } from "../../server/src/domain/events/kinds.ts";
import type { SettlementEvent } from "../../server/src/domain/events/settlement.ts";

/** One paid event of a campaign's own unit with nothing unusual about it, but for these fields. */
export function plainEvent(
  facts: CampaignFacts,
  fields: Pick<SettlementEvent, "uuid" | "deliveryUuid"> & Partial<SettlementEvent>,
): SettlementEvent {
  return {
    facts,
    kind: BILLING_KIND[facts.adUnitType],
    quantity: 1,
    deliveryVersion: 1,
    clickUuid: null,
    preset: 0,
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
