import { type Micros, microsFromCredits, ZERO_MICROS } from "../../contract/money.ts";
import { BUDGET_MIN_CREDITS } from "../../contract/units.ts";
import type { Database } from "../../core/db.ts";
import { type BrandRecord, listBrands } from "../brands/index.ts";
import { type CampaignDeps, requestRefund } from "../campaigns/index.ts";
import { type BookedDemand, budgetOf, canBuy, tryToBook } from "./booking.ts";
import {
  type Candidate,
  countLiveByBrand,
  findMistrusted,
  findOpen,
  findQueued,
  type Mistrusted,
  markWithdrawn,
  tryPassLock,
} from "./demand-queries.ts";
import { chooseBrand, type Reason, reasonOf, refusalOf } from "./match.ts";
import { type Declined, markDeclined } from "./request-queries.ts";
import { findLimits, findWallet, type Limits, type Wallet } from "./wallet-queries.ts";

export interface DemandReport {
  /** `done`, or why nothing was looked at. */
  readonly outcome: "done" | "another_pass_runs" | "no_wallet" | "wallet_cannot_buy";
  readonly booked: readonly BookedDemand[];
  /** The first of them; `declinedCount` says how many there are. */
  readonly declined: readonly Declined[];
  readonly declinedCount: number;
  /** Campaigns that were ended because their publisher is not trusted any more. */
  readonly withdrawn: readonly string[];
}

/** Bounds of one pass; what is beyond them is for the next one. */
const QUEUED_MAX = 1_000;
const PAGE_SIZE = 500;
const PAGES_MAX = 200;
const TRIES_MAX = 2_000;
const DECLINED_LISTED_MAX = 1_000;
const WITHDRAWN_MAX = 200;
const BRANDS_PAGE = 1_000;
const BRAND_PAGES_MAX = 20;

/**
 * One pass of platform demand: withdraws what is not trusted any more, then books what it can. Any
 * number of processes may call it at any time. The database must have two connections to give: one
 * holds the lock of the pass while the other books.
 *
 * **Errors** only what is our own fault, such as `unavailable`: what was booked until then stays.
 */
export function runDemand(db: Database, deps: CampaignDeps): Promise<DemandReport> {
  return db.tx(async (tx) => {
    if (!(await tryPassLock(tx))) return nothing("another_pass_runs", []);
    const withdrawn = await withdraw(db, deps);
    const wallet = await findWallet(db);
    if (wallet === undefined || !canBuy(wallet)) {
      await declineQueued(db, deps.now);
      return nothing(wallet === undefined ? "no_wallet" : "wallet_cannot_buy", withdrawn);
    }
    const [brands, limits] = [await allBrands(db), await findLimits(db)];
    const pass = createPass({ db, deps, wallet, brands, limits });
    await pass.seed();
    // The day's limits are for those the operator trusts first: others cost nothing to multiply.
    for (const isTrusted of [true, false]) await lookAround(db, pass, isTrusted);
    return { outcome: "done", ...pass.found(), withdrawn };
  });
}

/** Nothing can be booked, and who has asked for a booking is promised an answer. */
async function declineQueued(db: Database, now: Date): Promise<void> {
  for (const isTrusted of [true, false]) {
    const queued = await findQueued(db, { isTrusted, limit: QUEUED_MAX });
    const declined = queued.map(
      ({ placementId }) => ({ placementId, reason: "no_wallet" }) as const,
    );
    await markDeclined(db, declined, now);
  }
}

function nothing(outcome: Exclude<DemandReport["outcome"], "done">, withdrawn: readonly string[]) {
  return { outcome, booked: [], declined: [], declinedCount: 0, withdrawn };
}

/** Ends what was booked on trust with publishers who lost it, and returns what was not spent. */
async function withdraw(db: Database, deps: CampaignDeps): Promise<string[]> {
  const withdrawn: string[] = [];
  for (const campaign of await findMistrusted(db, WITHDRAWN_MAX)) {
    if (await withdrawOne(db, campaign, deps)) withdrawn.push(campaign.campaignId);
  }
  return withdrawn;
}

/** False when it has ended in the meantime. */
async function withdrawOne(db: Database, campaign: Mistrusted, deps: CampaignDeps) {
  const reason = "The operator does not trust this publisher any more.";
  try {
    await db.tx(async (tx) => {
      await requestRefund(tx, { ...campaign, reason }, deps);
      await markWithdrawn(tx, campaign.campaignId, deps.now);
    });
    return true;
  } catch (error) {
    reasonOf(error);
    return false;
  }
}

async function allBrands(db: Database): Promise<BrandRecord[]> {
  const brands: BrandRecord[] = [];
  for (let page = 0; page < BRAND_PAGES_MAX; page += 1) {
    const found = await listBrands(db, { after: brands.at(-1)?.brandId, limit: BRANDS_PAGE });
    brands.push(...found);
    if (found.length < BRANDS_PAGE) break;
  }
  return brands;
}

async function lookAround(db: Database, pass: Pass, isTrusted: boolean): Promise<void> {
  await pass.consider(await findQueued(db, { isTrusted, limit: QUEUED_MAX }));
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX && !pass.isOver(); page += 1) {
    const found = await findOpen(db, { isTrusted, after, limit: PAGE_SIZE });
    await pass.consider(found);
    if (found.length < PAGE_SIZE) break;
    after = found.at(-1)?.placementId;
  }
}

type Pass = ReturnType<typeof createPass>;

interface PassOptions {
  readonly db: Database;
  readonly deps: CampaignDeps;
  readonly wallet: Wallet;
  readonly brands: readonly BrandRecord[];
  readonly limits: Limits;
}

/** What a pass learns as it goes, so that it does not try again what cannot have got better. */
function createPass(options: PassOptions) {
  const { db, deps, wallet, limits } = options;
  const live = new Map<string, number>();
  const looked = new Set<string>();
  const bounds = createBounds();
  const booked: BookedDemand[] = [];
  const declined: Declined[] = [];
  let { brands } = options;
  let declinedCount = 0;
  let tries = 0;

  const attempt = async (placement: Candidate): Promise<Reason | undefined> => {
    const brand = chooseBrand(placement, brands, live);
    if (typeof brand === "string") return brand;
    tries += 1;
    const { placementId } = placement;
    const tried = await tryToBook(db, { placementId, wallet, brand }, deps);
    if (tried.booked !== undefined) {
      booked.push(tried.booked);
      live.set(brand.brandId, (live.get(brand.brandId) ?? 0) + 1);
    }
    if (tried.reason === undefined) return undefined;
    bounds.learn(placement, tried.reason, tried.room);
    if (!BRANDS_FAULT.includes(tried.reason)) return tried.reason;
    // An equally suitable brand takes the turn of one that nothing can be booked for.
    brands = brands.filter(({ brandId }) => brandId !== brand.brandId);
    if (tries >= TRIES_MAX) return tried.reason;
    return (await attempt(placement)) === undefined ? undefined : tried.reason;
  };

  return {
    async seed(): Promise<void> {
      for (const [brandId, count] of await countLiveByBrand(db)) live.set(brandId, count);
    },
    /** Judges each, and notes for those who asked why they got nothing. */
    async consider(placements: readonly Candidate[]): Promise<void> {
      const refused: Declined[] = [];
      for (const placement of placements) {
        const { placementId } = placement;
        if (looked.has(placementId) || tries >= TRIES_MAX) continue;
        looked.add(placementId);
        const reason =
          refusalOf(placement, wallet.agentId) ??
          bounds.refusalOf(placement, budgetOf(placement, limits)) ??
          (await attempt(placement));
        if (reason !== undefined) refused.push({ placementId, reason });
      }
      if (refused.length > 0) await markDeclined(db, refused, deps.now);
      declinedCount += refused.length;
      declined.push(...refused.slice(0, DECLINED_LISTED_MAX - declined.length));
    },
    isOver: () => tries >= TRIES_MAX || bounds.isOver(),
    found: () => ({ booked, declined, declinedCount }),
  };
}

const BRANDS_FAULT: readonly Reason[] = ["creative_rejected", "destination_invalid"];
const WALLETS_FAULT: readonly Reason[] = ["wallet_frozen", "wallet_changed"];

/** Budgets that were found too large once are too large for the rest of the pass. */
function createBounds() {
  const ofPublisher = new Map<string, Micros>();
  const ofAll = new Map<Reason, Micros>();
  return {
    learn(placement: Candidate, reason: Reason, room: Micros | undefined): void {
      if (WALLETS_FAULT.includes(reason)) ofAll.set(reason, ZERO_MICROS);
      if (room === undefined) return;
      if (reason === "publisher_day_limit") ofPublisher.set(placement.publisherId, room);
      else ofAll.set(reason, room);
    },
    refusalOf(placement: Candidate, budget: Micros): Reason | undefined {
      for (const [reason, room] of ofAll) if (budget > room) return reason;
      const room = ofPublisher.get(placement.publisherId);
      return room !== undefined && budget > room ? "publisher_day_limit" : undefined;
    },
    /** True when not even the smallest budget there is has room. */
    isOver(): boolean {
      return [...ofAll.values()].some((room) => room < SMALLEST_BUDGET);
    },
  };
}

const SMALLEST_BUDGET = microsFromCredits(BUDGET_MIN_CREDITS);
