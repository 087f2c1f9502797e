import {
  creditsFromMicros,
  type Micros,
  micros,
  sumMicros,
  ZERO_MICROS,
} from "../../contract/money.ts";
import type { Balance } from "../../contract/resources/agent.ts";
import { AD_UNITS } from "../../contract/units.ts";
import type { Database, Queryable, Tx } from "../../core/db.ts";
import { endLateness, findBalances, provePublishers, takeExcess } from "./account-queries.ts";
import { dividePaid, type PaidPart, reverseEarnings } from "./funding.ts";
import { findStretches } from "./funding-queries.ts";
import { type LedgerDeps, postTransactions, type TxnInput } from "./post.ts";
import {
  endSweep,
  findUnswept,
  findUnsweptOf,
  insertEarnings,
  leaseSweep,
  type Matured,
  matureConfirmed,
  matureEarnings,
  type NewEarning,
  type SweptCampaign,
  takeAccrued,
} from "./queries.ts";

export {
  lockBalance,
  lockMoney,
  openAccounts,
  type PublisherLimits,
  putPublisherLimits,
} from "./account-queries.ts";
export {
  creditPurchase,
  restoreEarnings,
  restorePurchase,
  reverseEarnings,
  reversePurchase,
} from "./funding.ts";
export { drawLots, findOwingPublishers, returnLots, trimLots } from "./funding-queries.ts";
export {
  type EarningGroup,
  findEarningGroups,
  findTiles,
  holdEarnings,
  holdParts,
  releaseEarnings,
  reverseUnmatured,
  type Tile,
} from "./holds.ts";
export { adjustBalance, type LedgerDeps, type LegInput, postTransaction } from "./post.ts";
export { findEntries, hastenWaiting } from "./queries.ts";
export {
  findOpenFindings,
  findVerificationState,
  forgetOldRuns,
  type KeptFinding,
} from "./verify-queries.ts";
export { clearFinding, verifyAll, verifyLedger, verifyNew } from "./verify-run.ts";

const HOUR_MS = 3_600_000;
const SWEEP_MAX = 10_000;
const SWEEP_BATCH = 100;
const MATURE_BATCH = 1_000;
/** A backlog of ten thousand earnings; what is left waits for the next call. */
const MATURE_BATCHES_MAX = 10;

/** The five balances of an agent as the wire shows them, with what settled a moment ago. */
export async function balanceOf(db: Queryable, agentId: string): Promise<Balance> {
  const balances = await findBalances(db, agentId);
  const credits = (value: Micros | undefined) => creditsFromMicros(value ?? ZERO_MICROS);
  return {
    availableCredits: credits(balances.get("available")),
    escrowedCredits: credits(balances.get("escrow")),
    pendingEarningsCredits: credits(balances.get("pending_earnings")),
    earnedCredits: credits(balances.get("earned")),
    cashoutPendingCredits: credits(balances.get("cashout_pending")),
  };
}

/** Moves what a campaign accrued to the wallets of both sides; false if there was nothing. */
export async function sweepCampaign(tx: Tx, campaignId: string, deps: LedgerDeps) {
  return (await sweepCampaigns(tx, [campaignId], deps)) > 0;
}

/**
 * Moves what campaigns accrued to the wallets: out of the advertisers' escrow, into the publishers'
 * pending earnings and the platform's fee. Returns how many had something to sweep.
 */
async function sweepCampaigns(tx: Tx, campaignIds: readonly string[], deps: LedgerDeps) {
  const swept = await takeAccrued(tx, campaignIds);
  if (swept.length === 0) return 0;
  await postTransactions(tx, swept.map(spendOf), deps);
  const stretches = Map.groupBy(await findStretches(tx, swept), ({ campaignId }) => campaignId);
  const late = await findLate(tx, swept, deps.now);
  const earnings = swept.flatMap((campaign) => {
    const { excess, lateUntil } = late.get(campaign.campaignId) ?? IN_TIME;
    const parts = dividePaid(campaign, stretches.get(campaign.campaignId) ?? []);
    const cut = cutLate(parts, campaign.earned - excess);
    return cut.map((part) => earningOf(campaign, part, lateUntil, deps));
  });
  await insertEarnings(tx, earnings, deps.now);
  return swept.length;
}

function spendOf(swept: SweptCampaign): TxnInput {
  const { campaignId, placementId, advertiserId, publisherId, earned, fee } = swept;
  return {
    type: "campaign_spend",
    refs: { campaignId, placementId },
    description: "Settled events",
    legs: [
      { owner: advertiserId, kind: "escrow", amount: -earned - fee },
      { owner: publisherId, kind: "pending_earnings", type: "earning_pending", amount: earned },
      { owner: null, kind: "platform_fee", type: "platform_fee", amount: fee },
    ],
  };
}

interface Late {
  readonly excess: bigint;
  readonly lateUntil: Date | null;
}

const IN_TIME: Late = { excess: 0n, lateUntil: null };

/** What of each campaign is above its publisher's limit: the last of a sweep reach it. */
async function findLate(tx: Tx, swept: readonly SweptCampaign[], now: Date) {
  const late = new Map<string, Late>();
  const unverified = swept.filter((campaign) => campaign.unverified > 0n);
  if (unverified.length === 0) return late;
  for (const { publisherId, excess, lateUntil } of await takeExcess(tx, unverified, now)) {
    let left: bigint = excess;
    for (const campaign of unverified.toReversed()) {
      if (campaign.publisherId !== publisherId) continue;
      const taken = left < campaign.unverified ? left : campaign.unverified;
      late.set(campaign.campaignId, { excess: taken, lateUntil });
      left -= taken;
    }
  }
  return late;
}

type Part = PaidPart & { readonly isLate: boolean };

/** A part that is only a fee is kept too: it may have to be reversed. */
function earningOf(
  { campaignId, publisherId, adUnitType }: SweptCampaign,
  { isLate, ...part }: Part,
  lateUntil: Date | null,
  { ids, now }: LedgerDeps,
): NewEarning {
  const dueAt = new Date(now.getTime() + AD_UNITS[adUnitType].maturityHours * HOUR_MS);
  const { seasonedAt } = part;
  return {
    ...part,
    campaignId,
    publisherId,
    uuid: ids.uuid(),
    maturesAt: seasonedAt !== null && seasonedAt > dueAt ? seasonedAt : dueAt,
    lateUntil: isLate ? lateUntil : null,
  };
}

/** Cuts parts where the earnings that mature in time end; the fee is cut in proportion. */
function cutLate(parts: readonly PaidPart[], inTime: bigint): Part[] {
  let left = inTime;
  return parts.flatMap((part) => {
    const earned = part.earned < left ? part.earned : left;
    left -= earned;
    if (earned === part.earned) return [{ ...part, isLate: false }];
    if (earned <= 0n) return [{ ...part, isLate: true }];
    const fee = (part.fee * earned) / part.earned;
    const rest = { earned: micros(part.earned - earned), fee: micros(part.fee - fee) };
    return [
      { ...part, earned: micros(earned), fee: micros(fee), isLate: false },
      { ...part, ...rest, startsAt: part.startsAt + earned + fee, isLate: true },
    ];
  });
}

/** Sweeps every campaign of an agent, or of all with null, a hundred in each transaction. */
export async function sweepAll(db: Database, agentId: string | null, deps: LedgerDeps) {
  const found =
    agentId === null
      ? await findUnswept(db, "0", SWEEP_MAX)
      : await findUnsweptOf(db, agentId, SWEEP_MAX);
  return sweepFound(db, found, deps);
}

/** Sweeps what settled since the last sweep, unless another worker does. */
export async function sweepNew(db: Database, deps: LedgerDeps): Promise<number> {
  const lease = await leaseSweep(db);
  if (lease === undefined) return 0;
  const campaignIds = await findUnswept(db, lease.from, SWEEP_MAX);
  const count = await sweepFound(db, campaignIds, deps);
  // A full batch may have left some, so the next sweep begins where this one began.
  await endSweep(db, campaignIds.length < SWEEP_MAX ? lease.horizon : lease.from);
  return count;
}

async function sweepFound(db: Database, campaignIds: readonly string[], deps: LedgerDeps) {
  for (let at = 0; at < campaignIds.length; at += SWEEP_BATCH) {
    await db.tx((tx) => sweepCampaigns(tx, campaignIds.slice(at, at + SWEEP_BATCH), deps));
  }
  return campaignIds.length;
}

/**
 * Moves the pending earnings of a campaign to `earned`, because its advertiser confirms them. What
 * a young or reversed purchase paid stays pending.
 */
export async function matureCampaign(tx: Tx, campaignId: string, deps: LedgerDeps) {
  const matured = await matureConfirmed(tx, campaignId, deps.now);
  await postMatured(tx, matured, "Delivery confirmed", deps);
  return sumMicros(matured, ({ amount }) => amount);
}

async function postMatured(
  tx: Tx,
  matured: readonly Matured[],
  description: string,
  deps: LedgerDeps,
): Promise<void> {
  const confirmed = matured.filter(({ isConfirmed }) => isConfirmed);
  if (confirmed.length > 0) {
    const publisherIds = [...new Set(confirmed.map(({ publisherId }) => publisherId))];
    await provePublishers(tx, publisherIds, deps.now);
  }
  const txns = matured
    .filter(({ amount }) => amount > 0n)
    .map(({ campaignId, publisherId: owner, amount }): TxnInput => {
      const legs = [
        { owner, kind: "pending_earnings", amount: -amount },
        { owner, kind: "earned", amount },
      ] as const;
      return { type: "earning_matured", refs: { campaignId }, description, legs };
    });
  if (txns.length > 0) await postTransactions(tx, txns, deps);
}

/**
 * Matures what is due, a thousand earnings in each transaction. Suspended publishers wait; what was
 * paid from a reversed purchase is reversed before. Answers how many transactions it booked.
 */
export async function matureDue(db: Database, deps: LedgerDeps): Promise<number> {
  await reverseEarnings(db, null, deps);
  await endLateness(db, deps.now);
  let count = 0;
  for (let batch = 0; batch < MATURE_BATCHES_MAX; batch += 1) {
    const found = await db.tx(async (tx) => {
      const matured = await matureEarnings(tx, deps.now, MATURE_BATCH);
      await postMatured(tx, matured, "Earnings matured", deps);
      return matured.length;
    });
    count += found;
    if (found === 0) break;
  }
  return count;
}
