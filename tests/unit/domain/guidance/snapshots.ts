import type { Role } from "../../../../server/src/contract/enums.ts";
import type { Booking, OwnPlacement } from "../../../../server/src/domain/guidance/queries.ts";
import type { Snapshot } from "../../../../server/src/domain/guidance/snapshot.ts";

export const ID = "01k9zq3v5te7kbn8w2r4c6d8fg";

/** An agent that has just registered; `more` is what it has done since. */
export function snapshotOf(role: Role, more: Partial<Snapshot> = {}): Snapshot {
  return {
    agent: {
      agentId: `agt_${ID}`,
      provider: "Test House",
      displayName: "Kitchen Chat",
      role,
      status: "active",
      createdAt: "2026-11-20T00:00:00.000Z",
    },
    balance: balanceOf({}),
    placements: [],
    sold: [],
    hasUnreportedDelivery: false,
    booked: [],
    disputableId: undefined,
    offers: [],
    brands: [],
    isPlatformWallet: false,
    openOrder: undefined,
    cashouts: [],
    postbackId: undefined,
    ...more,
  };
}

export function balanceOf(some: Partial<Snapshot["balance"]>): Snapshot["balance"] {
  return {
    availableCredits: 0,
    escrowedCredits: 0,
    pendingEarningsCredits: 0,
    earnedCredits: 0,
    cashoutPendingCredits: 0,
    ...some,
  };
}

export function placementOf(some: Partial<OwnPlacement> = {}): OwnPlacement {
  const placementId = `plc_${ID}`;
  return { placementId, status: "active", reviewStatus: "approved", ...some };
}

export function bookingOf(some: Partial<Booking> = {}): Booking {
  return {
    campaignId: `cmp_${ID}`,
    placementId: `plc_${ID}`,
    adUnitType: "cpc",
    status: "active",
    deliveries: 0,
    events: 0,
    spentCredits: 0,
    earnedCredits: 0,
    isFunded: true,
    ...some,
  };
}

export const OFFER = {
  placementId: `plc_${ID}`,
  adUnitType: "cpc",
  kind: "chat_sidebar",
  rateCredits: 25,
  minBudgetCredits: 250,
} as const;
