import type { Agent, Balance } from "../../contract/resources/agent.ts";
import type { Brand } from "../../contract/resources/brand.ts";
import type { CashoutStatus } from "../../contract/resources/cashout.ts";
import type { Placement } from "../../contract/resources/placement.ts";
import type { Queryable } from "../../core/db.ts";
import { brandOnWire, listBrands } from "../brands/index.ts";
import { findCashoutsOf } from "../cashout/index.ts";
import { balanceOf } from "../ledger/index.ts";
import { searchPlacements } from "../placements/index.ts";
import { findEndpoints } from "../postbacks/index.ts";
import {
  type Booking,
  findBooked,
  findKeptPlacements,
  findOpenOrder,
  findSold,
  hasPendingEarnings,
  isLatestUnreported,
  type OpenOrder,
  type OwnPlacement,
} from "./queries.ts";

/** A placement of another agent that can be booked now. */
export type Offer = Pick<
  Placement,
  "placementId" | "adUnitType" | "kind" | "rateCredits" | "minBudgetCredits"
>;

/** Where an agent stands: all that the steps are derived from, read at one moment. */
export interface Snapshot {
  readonly agent: Agent;
  readonly balance: Balance;
  readonly placements: readonly OwnPlacement[];
  readonly sold: readonly Booking[];
  /** True when the newest creative delivered for the newest live booking was not reported yet. */
  readonly hasUnreportedDelivery: boolean;
  readonly booked: readonly Booking[];
  /** The newest campaign of the caller with events, if they can still be disputed. */
  readonly disputableId: string | undefined;
  readonly offers: readonly Offer[];
  readonly brands: readonly Pick<
    Brand,
    "brandId" | "domain" | "maxRateCredits" | "adUnitTypes" | "deepLink"
  >[];
  /** Whether this agent may book for brands. */
  readonly isPlatformWallet: boolean;
  readonly openOrder: OpenOrder | undefined;
  /** Those whose credits were not returned, the newest first. */
  readonly cashouts: readonly { cashoutId: string; status: CashoutStatus; address: string }[];
  readonly postbackId: string | undefined;
}

const OFFERS_MAX = 50;
const BRANDS_MAX = 20;
const CASHOUTS_MAX = 20;

/**
 * Reads where an agent stands, in at most twelve short statements, each with a limit, one after the
 * other: pass a snapshot of the database, so that all see the same moment on one connection. Sweep
 * before, so that money settled a moment ago is in it.
 */
export async function findSnapshot(
  db: Queryable,
  asker: { agent: Agent; now: Date; isPlatformWallet: boolean },
): Promise<Snapshot> {
  const { agent, now, isPlatformWallet } = asker;
  const { agentId } = agent;
  const sold = await findSold(db, agentId);
  const live = liveOf(sold);
  const booked = await findBooked(db, agentId);
  const charged = booked.find(({ spentCredits }) => spentCredits > 0)?.campaignId;
  const isDisputable = charged !== undefined && (await hasPendingEarnings(db, charged));
  return {
    agent,
    isPlatformWallet,
    sold,
    hasUnreportedDelivery: live !== undefined && (await isLatestUnreported(db, live.campaignId)),
    balance: await balanceOf(db, agentId),
    placements: await findKeptPlacements(db, agentId),
    booked,
    disputableId: isDisputable ? charged : undefined,
    openOrder: await findOpenOrder(db, agentId, now),
    cashouts: (await findCashoutsOf(db, { agentId, limit: CASHOUTS_MAX })).filter(isKept),
    postbackId: (await findEndpoints(db, { agentId, status: "active", limit: 1 }))[0]?.postbackId,
    offers: agent.role === "publisher" ? [] : await findOffers(db, agentId),
    brands: isPlatformWallet ? (await listBrands(db, { limit: BRANDS_MAX })).map(brandOnWire) : [],
  };
}

function isKept({ status }: { status: CashoutStatus }): boolean {
  return status !== "rejected" && status !== "canceled" && status !== "failed";
}

/** What others offer, the cheapest rates first, without what this agent may not book. */
async function findOffers(db: Queryable, agentId: string): Promise<Offer[]> {
  const found = await searchPlacements(db, { sort: "rate_asc", limit: OFFERS_MAX });
  return found.filter(
    ({ publisherId, blockedAdvertiserIds }) =>
      publisherId !== agentId && !blockedAdvertiserIds.includes(agentId),
  );
}

/** The newest booking that delivers and can still pay a unit. */
export function liveOf(bookings: readonly Booking[]): Booking | undefined {
  return bookings.find(({ status, isFunded }) => status === "active" && isFunded);
}

/** Whether the placement can be booked now. */
export function isBookable({ status, reviewStatus }: OwnPlacement): boolean {
  return status === "active" && reviewStatus === "approved";
}

export function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}
