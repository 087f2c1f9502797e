import { creditsFromMicros, type Micros, micros } from "../../contract/money.ts";
import { minimumBudgetOf } from "../../contract/units.ts";
import type { Database, Tx } from "../../core/db.ts";
import { type BrandRecord, lockBrand } from "../brands/index.ts";
import { bookCampaign, type CampaignDeps } from "../campaigns/index.ts";
import { lockBalance } from "../ledger/index.ts";
import {
  type Candidate,
  findCommitted,
  findLive,
  insertBooking,
  lockCandidate,
} from "./demand-queries.ts";
import { creativeOf, type Reason, reasonOf, refusalOf, termsOf } from "./match.ts";
import { markBooked } from "./request-queries.ts";
import { findLimits, type Limits, lockWallet, type Wallet } from "./wallet-queries.ts";

export interface BookedDemand {
  readonly placementId: string;
  readonly publisherId: string;
  readonly brandId: string;
  readonly brandName: string;
  readonly campaignId: string;
  readonly budget: Micros;
  readonly isOnTrust: boolean;
}

/** Then unspent credits return to the wallet, so that unused placements do not hold them. */
const BOOKED_FOR_MS = 14 * 86_400_000;

export interface Tried {
  readonly booked?: BookedDemand;
  readonly reason?: Reason;
  /** With a reason that is a bound: the largest budget that it still lets through. */
  readonly room?: Micros;
}

export interface Attempt {
  readonly placementId: string;
  readonly wallet: Wallet;
  readonly brand: BrandRecord;
}

/**
 * Books a placement for a brand, or says why not. The job's only way to commit money.
 *
 * **Errors** only what is our own fault.
 */
export async function tryToBook(db: Database, attempt: Attempt, deps: CampaignDeps) {
  try {
    return await db.tx((tx) => book(tx, attempt, deps));
  } catch (error) {
    // The transaction is undone as a whole: nothing is held, nothing is noted.
    return { reason: reasonOf(error) };
  }
}

/** Everything is read again under its lock: what the pass saw may have changed since. */
async function book(tx: Tx, attempt: Attempt, deps: CampaignDeps): Promise<Tried> {
  const { placementId, brand } = attempt;
  const wallet = await lockWallet(tx);
  const isSame = wallet?.agentId === attempt.wallet.agentId;
  if (wallet === undefined || !isSame || !canBuy(wallet)) return { reason: "wallet_changed" };
  const placement = await lockCandidate(tx, placementId);
  if (placement === undefined) return { reason: "not_open" };
  const terms = termsOf(placement);
  const refusal = refusalOf(placement, wallet.agentId);
  if (refusal !== undefined || terms === undefined) return { reason: refusal ?? "not_trusted" };
  await lockBrand(tx, brand.brandId);
  const available = await lockBalance(tx, wallet.agentId, "available");
  const campaignId = await findLive(tx, placementId);
  if (campaignId !== undefined) {
    await markBooked(tx, { placementId, campaignId, now: deps.now });
    return {};
  }
  const room = await roomFor(tx, { placement, available, now: deps.now });
  if ("reason" in room) return room;
  const { verifiedOnly, conversionSource, isOnTrust } = terms;
  const campaign = await bookCampaign(
    tx,
    wallet.agentId,
    {
      placementId,
      adUnitType: placement.adUnitType,
      budgetCredits: creditsFromMicros(room.budget),
      ...creativeOf(brand),
      brandId: brand.brandId,
      isPlatformWallet: true,
      verifiedOnly,
      conversionSource,
      endAt: new Date(deps.now.getTime() + BOOKED_FOR_MS).toISOString(),
    },
    deps,
  );
  const made = { campaignId: campaign.campaignId, placementId, brandId: brand.brandId };
  await insertBooking(tx, { ...made, isOnTrust, now: deps.now });
  await markBooked(tx, { ...made, now: deps.now });
  const { publisherId } = placement;
  return {
    booked: { ...made, publisherId, brandName: brand.name, budget: room.budget, isOnTrust },
  };
}

/** The budget of a booking, or why there is no room for it. */
async function roomFor(
  tx: Tx,
  { placement, available, now }: { placement: Candidate; available: Micros; now: Date },
): Promise<{ budget: Micros } | { reason: Reason; room: Micros }> {
  const limits = await findLimits(tx);
  const budget = budgetOf(placement, limits);
  const committed = await findCommitted(tx, placement.publisherId, now);
  const { publisherDay, publisherExposure: exposure } = committed;
  const ofPublisher = publisherDay > exposure ? publisherDay : exposure;
  const bounds = [
    { reason: "total_day_limit", room: micros(limits.totalDay - committed.totalDay) },
    { reason: "publisher_day_limit", room: micros(limits.publisherDay - ofPublisher) },
    { reason: "insufficient_credits", room: available },
  ] as const;
  return bounds.find(({ room }) => budget > room) ?? { budget };
}

/** What a booking holds: the limit's budget, or the placement's smallest if that is more. */
export function budgetOf(placement: Candidate, limits: Limits): Micros {
  const minimum = minimumBudgetOf(placement.adUnitType, placement.rate);
  return minimum > limits.bookingBudget ? minimum : limits.bookingBudget;
}

export function canBuy(wallet: Wallet): boolean {
  return wallet.status === "active" && wallet.role !== "publisher";
}
