import type { Agent, Balance } from "../../contract/resources/agent.ts";
import type { Brand } from "../../contract/resources/brand.ts";
import type { Placement } from "../../contract/resources/placement.ts";
import type { Queryable } from "../../core/db.ts";
import { brandOnWire, listBrands } from "../brands/index.ts";
import { balanceOf } from "../ledger/index.ts";
import { searchPlacements } from "../placements/index.ts";
import {
  type Booking,
  findBooked,
  findCashoutsSeen,
  findOrdersOf,
  findPlacementsOf,
  findPostbacksOf,
  findSold,
  isLatestUnreported,
  type OwnCashout,
  type OwnOrder,
  type OwnPlacement,
  type OwnPostback,
} from "./queries.ts";

/** The inventory that somebody could book now, as far as advice needs it. */
export type Offer = Pick<
  Placement,
  "placementId" | "adUnitType" | "kind" | "rateCredits" | "minBudgetCredits"
>;

export type BrandOffer = Pick<
  Brand,
  "brandId" | "domain" | "maxRateCredits" | "adUnitTypes" | "deepLink"
>;

/** Where an agent stands: all that the steps are made of, read at one moment. */
export interface Snapshot {
  readonly agent: Agent;
  readonly balance: Balance;
  readonly placements: readonly OwnPlacement[];
  readonly sold: readonly Booking[];
  /** True when the newest creative handed out for the newest live booking was not reported yet. */
  readonly hasUnreportedDelivery: boolean;
  readonly booked: readonly Booking[];
  readonly offers: readonly Offer[];
  readonly brands: readonly BrandOffer[];
  /** Whether this agent may book for brands. */
  readonly isPlatformWallet: boolean;
  readonly orders: readonly OwnOrder[];
  readonly cashouts: readonly OwnCashout[];
  readonly postbacks: readonly OwnPostback[];
}

export interface Asker {
  readonly agent: Agent;
  readonly now: Date;
  readonly isPlatformWallet: boolean;
}

const OFFERS_MAX = 50;
const BRANDS_MAX = 20;

/**
 * Reads where an agent stands, in at most eleven short statements, each with a limit, one after the
 * other: pass a snapshot of the database, so that all see the same moment on one connection. Sweep
 * before, so that money settled a moment ago is in it.
 */
export async function findSnapshot(db: Queryable, asker: Asker): Promise<Snapshot> {
  const { agent, now, isPlatformWallet } = asker;
  const { agentId } = agent;
  const sold = await findSold(db, agentId);
  const live = liveOf(sold);
  return {
    agent,
    isPlatformWallet,
    sold,
    hasUnreportedDelivery: live !== undefined && (await isLatestUnreported(db, live.campaignId)),
    balance: await balanceOf(db, agentId),
    placements: await findPlacementsOf(db, agentId),
    booked: await findBooked(db, agentId),
    orders: await findOrdersOf(db, { agentId, now }),
    cashouts: await findCashoutsSeen(db, agentId),
    postbacks: await findPostbacksOf(db, agentId),
    offers: agent.role === "publisher" ? [] : await findOffers(db, agentId),
    brands: isPlatformWallet ? await findBrands(db) : [],
  };
}

/** What others offer, the cheapest rates first, without what this agent may not book. */
async function findOffers(db: Queryable, agentId: string): Promise<Offer[]> {
  const found = await searchPlacements(db, { sort: "rate_asc", offset: 0, limit: OFFERS_MAX });
  return found.filter(
    ({ publisherId, blockedAdvertiserIds }) =>
      publisherId !== agentId && !blockedAdvertiserIds.includes(agentId),
  );
}

async function findBrands(db: Queryable): Promise<BrandOffer[]> {
  return (await listBrands(db, { offset: 0, limit: BRANDS_MAX })).map(brandOnWire);
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

/** The offer whose smallest budget is the smallest, among those that fit. */
export function cheapestOf(
  offers: readonly Offer[],
  fits: (offer: Offer) => boolean = () => true,
): Offer | undefined {
  return offers
    .filter(fits)
    .toSorted((left, right) => left.minBudgetCredits - right.minBudgetCredits)[0];
}
