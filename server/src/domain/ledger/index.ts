import type { AdUnitType, EntryType } from "../../contract/enums.ts";
import { adUnitTypeSchema } from "../../contract/enums.ts";
import { creditsFromMicros, type Micros, micros, ZERO_MICROS } from "../../contract/money.ts";
import type { Balance } from "../../contract/resources/agent.ts";
import { AD_UNITS } from "../../contract/units.ts";
import type { Database, Queryable, Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { invariant } from "../../core/invariant.ts";
import {
  findBalances,
  findCampaignsDue,
  findUnswept,
  insertEarning,
  type Leg,
  matureEarnings,
  postTxn,
  type TxnRefs,
  takeAccrued,
} from "./queries.ts";

export { findEntries, lockBalance } from "./queries.ts";
export { type Verification, verifyLedger } from "./verify.ts";

const HOUR_MS = 3_600_000;
const SWEEP_MAX = 10_000;

export interface LedgerDeps {
  readonly ids: IdSource;
  readonly now: Date;
}

export type LegInput = Omit<Leg, "entryId">;

/**
 * Books one balanced transaction.
 *
 * **Units** micro-credits; the legs sum to zero.
 * **Errors** a leg that would take a balance below zero violates `account_balance_check`.
 */
export async function postTransaction(
  tx: Tx,
  txn: { type: EntryType; refs: TxnRefs; description: string; legs: readonly LegInput[] },
  deps: LedgerDeps,
): Promise<void> {
  const sum = txn.legs.reduce((total, leg) => total + leg.amount, 0n);
  invariant(sum === 0n, `the legs of a ${txn.type} sum to ${sum}`);
  await postTxn(tx, {
    id: deps.ids.id("txn"),
    type: txn.type,
    refs: txn.refs,
    description: txn.description,
    now: deps.now,
    legs: txn.legs
      .filter((leg) => leg.amount !== 0n)
      .map((leg) => ({ ...leg, entryId: deps.ids.id("ent") })),
  });
}

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
  const unit: AdUnitType = adUnitTypeSchema.parse(swept.adUnitType);
  await postTransaction(
    tx,
    {
      type: "campaign_spend",
      refs: { campaignId, placementId: swept.placementId },
      description: "Settled events",
      legs: [
        {
          owner: swept.advertiserId,
          kind: "escrow",
          type: "campaign_spend",
          amount: micros(-(swept.earned + swept.fee)),
        },
        {
          owner: swept.publisherId,
          kind: "pending_earnings",
          type: "earning_pending",
          amount: swept.earned,
        },
        { owner: null, kind: "platform_fee", type: "platform_fee", amount: swept.fee },
      ],
    },
    deps,
  );
  if (swept.earned > 0n) {
    await insertEarning(tx, {
      campaignId,
      uuid: deps.ids.uuid(),
      publisherId: swept.publisherId,
      amount: swept.earned,
      maturesAt: new Date(deps.now.getTime() + AD_UNITS[unit].maturityHours * HOUR_MS),
      now: deps.now,
    });
  }
  return true;
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

/** Moves pending earnings of a campaign to `earned`: all of them, or those due by a time. */
export async function matureCampaign(
  tx: Tx,
  campaignId: string,
  dueBy: Date | null,
  deps: LedgerDeps,
): Promise<Micros> {
  let total = 0n;
  for (const matured of await matureEarnings(tx, campaignId, dueBy)) {
    total += matured.amount;
    await postTransaction(
      tx,
      {
        type: "earning_matured",
        refs: { campaignId },
        description: dueBy === null ? "Delivery confirmed" : "Earnings matured",
        legs: [
          {
            owner: matured.publisherId,
            kind: "pending_earnings",
            type: "earning_matured",
            amount: micros(-matured.amount),
          },
          {
            owner: matured.publisherId,
            kind: "earned",
            type: "earning_matured",
            amount: matured.amount,
          },
        ],
      },
      deps,
    );
  }
  return micros(total);
}

/** Matures whatever is due, campaign by campaign. Suspended publishers wait. */
export async function matureDue(db: Database, deps: LedgerDeps): Promise<number> {
  const campaignIds = await findCampaignsDue(db, deps.now, SWEEP_MAX);
  for (const campaignId of campaignIds) {
    await db.tx((tx) => matureCampaign(tx, campaignId, deps.now, deps));
  }
  return campaignIds.length;
}
