import { creditsFromMicros, type Micros, micros, ZERO_MICROS } from "../../contract/money.ts";
import type { Balance } from "../../contract/resources/agent.ts";
import { AD_UNITS } from "../../contract/units.ts";
import type { Database, Queryable, Tx } from "../../core/db.ts";
import { findBalances, lockSides } from "./account-queries.ts";
import { dividePaid, type PaidPart, reverseEarnings } from "./funding.ts";
import { findStretches } from "./funding-queries.ts";
import { type LedgerDeps, postTransaction } from "./post.ts";
import {
  endSweep,
  findCampaignsDue,
  findUnswept,
  findUnsweptOf,
  insertEarnings,
  leaseSweep,
  matureEarnings,
  type NewEarning,
  type SweptCampaign,
  takeAccrued,
} from "./queries.ts";
import { provePublisher, takeExcess } from "./unproven-queries.ts";

export { lockBalance, lockMoney, openAccounts } from "./account-queries.ts";
export {
  creditPurchase,
  restoreEarnings,
  restorePurchase,
  reverseEarnings,
  reversePurchase,
} from "./funding.ts";
export { drawLots, findOwingPublishers, returnLots } from "./funding-queries.ts";
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
export { type PublisherLimits, putPublisherLimits } from "./unproven-queries.ts";
export {
  findOpenFindings,
  findVerificationState,
  forgetOldRuns,
  type KeptFinding,
  type VerificationState,
} from "./verify-findings-queries.ts";
export { clearFinding, verifyAll, verifyLedger, verifyNew } from "./verify-run.ts";

const HOUR_MS = 3_600_000;
const SWEEP_MAX = 10_000;
const SWEEP_BATCH = 100;

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
export async function sweepCampaign(
  tx: Tx,
  campaignId: string,
  deps: LedgerDeps,
): Promise<boolean> {
  return (await sweepCampaigns(tx, [campaignId], deps)) > 0;
}

/**
 * Moves what campaigns accrued to the wallets: out of the advertisers' escrow, into the publishers'
 * pending earnings and the platform's fee. Returns how many had something to sweep.
 */
async function sweepCampaigns(
  tx: Tx,
  campaignIds: readonly string[],
  deps: LedgerDeps,
): Promise<number> {
  const swept = await takeAccrued(tx, campaignIds);
  if (swept.length === 0) return 0;
  if (swept.length > 1) {
    await lockSides(
      tx,
      swept.map(({ campaignId }) => campaignId),
    );
  }
  const stretches = Map.groupBy(await findStretches(tx, swept), ({ campaignId }) => campaignId);
  const earnings: NewEarning[] = [];
  for (const campaign of swept) {
    await postSpend(tx, campaign, deps);
    const isUnverified = campaign.unverified > 0n;
    const late = isUnverified ? await takeExcess(tx, { ...campaign, now: deps.now }) : undefined;
    const parts = cutLate(
      dividePaid(campaign, stretches.get(campaign.campaignId) ?? []),
      campaign.earned - (late?.excess ?? 0n),
    );
    const until = late?.lateUntil ?? null;
    for (const part of parts) earnings.push(earningOf(campaign, part, until, deps));
  }
  await insertEarnings(tx, earnings, deps.now);
  return swept.length;
}

function postSpend(tx: Tx, swept: SweptCampaign, deps: LedgerDeps): Promise<void> {
  const { campaignId, placementId, advertiserId, publisherId, earned, fee } = swept;
  return postTransaction(
    tx,
    {
      type: "campaign_spend",
      refs: { campaignId, placementId },
      description: "Settled events",
      legs: [
        { owner: advertiserId, kind: "escrow", amount: -earned - fee },
        { owner: publisherId, kind: "pending_earnings", type: "earning_pending", amount: earned },
        { owner: null, kind: "platform_fee", type: "platform_fee", amount: fee },
      ],
    },
    deps,
  );
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
export async function sweepAll(
  db: Database,
  agentId: string | null,
  deps: LedgerDeps,
): Promise<number> {
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

async function sweepFound(
  db: Database,
  campaignIds: readonly string[],
  deps: LedgerDeps,
): Promise<number> {
  for (let at = 0; at < campaignIds.length; at += SWEEP_BATCH) {
    await db.tx((tx) => sweepCampaigns(tx, campaignIds.slice(at, at + SWEEP_BATCH), deps));
  }
  return campaignIds.length;
}

/**
 * Moves pending earnings of a campaign to `earned`: all of them, or those due by a time. What a
 * young or reversed purchase paid stays pending in either case.
 */
export async function matureCampaign(
  tx: Tx,
  campaignId: string,
  dueBy: Date | null,
  deps: LedgerDeps,
): Promise<Micros> {
  let total = 0n;
  const matured = await matureEarnings(tx, { campaignId, dueBy, now: deps.now });
  for (const { publisherId: owner, amount } of matured) {
    if (amount === 0n) continue;
    total += amount;
    await provePublisher(tx, owner, deps.now);
    await postTransaction(
      tx,
      {
        type: "earning_matured",
        refs: { campaignId },
        description: dueBy === null ? "Delivery confirmed" : "Earnings matured",
        legs: [
          { owner, kind: "pending_earnings", amount: -amount },
          { owner, kind: "earned", amount },
        ],
      },
      deps,
    );
  }
  return micros(total);
}

/**
 * Matures whatever is due, campaign by campaign. Suspended publishers wait; what was paid from a
 * reversed purchase is reversed before.
 */
export async function matureDue(db: Database, deps: LedgerDeps): Promise<number> {
  await reverseEarnings(db, null, deps);
  const campaignIds = await findCampaignsDue(db, deps.now, SWEEP_MAX);
  for (const campaignId of campaignIds) {
    await db.tx((tx) => matureCampaign(tx, campaignId, deps.now, deps));
  }
  return campaignIds.length;
}
