import { creditsFromMicros, type Micros, micros, ZERO_MICROS } from "../../contract/money.ts";
import type { Balance } from "../../contract/resources/agent.ts";
import { AD_UNITS } from "../../contract/units.ts";
import type { Database, Queryable, Tx } from "../../core/db.ts";
import { findBalances } from "./account-queries.ts";
import { dividePaid, type PaidPart, reverseEarnings } from "./funding.ts";
import { type LedgerDeps, postTransaction } from "./post.ts";
import {
  findCampaignsDue,
  findUnswept,
  insertEarning,
  matureEarnings,
  takeAccrued,
} from "./queries.ts";
import { provePublisher, takeExcess } from "./unproven-queries.ts";

export { lockBalance, lockSides, openAccounts } from "./account-queries.ts";
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
export { clearFinding, type VerifyDeps, verifyAll, verifyLedger, verifyNew } from "./verify-run.ts";

const HOUR_MS = 3_600_000;
const SWEEP_MAX = 10_000;

/** The five balances of an agent as the wire shows them. Sweep before, to see the latest money. */
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

/**
 * Moves what a campaign accrued to the wallets of both sides: out of the advertiser's escrow, into
 * the publisher's pending earnings and the platform's fee.
 */
export async function sweepCampaign(
  tx: Tx,
  campaignId: string,
  deps: LedgerDeps,
): Promise<boolean> {
  const swept = await takeAccrued(tx, campaignId);
  if (swept === undefined) return false;
  const { earned, fee } = swept;
  await postTransaction(
    tx,
    {
      type: "campaign_spend",
      refs: { campaignId, placementId: swept.placementId },
      description: "Settled events",
      legs: [
        { owner: swept.advertiserId, kind: "escrow", amount: -earned - fee },
        {
          owner: swept.publisherId,
          kind: "pending_earnings",
          type: "earning_pending",
          amount: earned,
        },
        { owner: null, kind: "platform_fee", type: "platform_fee", amount: fee },
      ],
    },
    deps,
  );
  const { maturityHours } = AD_UNITS[swept.adUnitType];
  const maturesAt = new Date(deps.now.getTime() + maturityHours * HOUR_MS);
  const late =
    swept.unverified > 0n ? await takeExcess(tx, { ...swept, now: deps.now }) : undefined;
  const parts = await dividePaid(tx, { campaignId, from: swept.sweptBefore, earned, fee });
  for (const part of cutLate(parts, earned - (late?.excess ?? 0n))) {
    const isYoung = part.seasonedAt !== null && part.seasonedAt > maturesAt;
    // A part that is only a fee is kept too: it may have to be reversed.
    await insertEarning(tx, {
      ...part,
      campaignId,
      uuid: deps.ids.uuid(),
      publisherId: swept.publisherId,
      maturesAt: isYoung ? part.seasonedAt : maturesAt,
      lateUntil: part.isLate ? (late?.lateUntil ?? null) : null,
      now: deps.now,
    });
  }
  return true;
}

/** Cuts parts where the earnings that mature in time end; the fee is cut in proportion. */
function cutLate(parts: readonly PaidPart[], inTime: bigint): (PaidPart & { isLate: boolean })[] {
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

/**
 * Sweeps every campaign of an agent (or of all, with null), each in its own transaction, so that
 * no sweep holds two campaigns at once.
 */
export async function sweepAll(
  db: Database,
  agentId: string | null,
  deps: LedgerDeps,
): Promise<number> {
  const campaignIds = await findUnswept(db, agentId, SWEEP_MAX);
  for (const campaignId of campaignIds) {
    await db.tx((tx) => sweepCampaign(tx, campaignId, deps));
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
