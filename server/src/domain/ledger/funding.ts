import { type Micros, micros, sumMicros } from "../../contract/money.ts";
import type { Database, Tx } from "../../core/db.ts";
import { withdrawProofs } from "./account-queries.ts";
import {
  allowDebt,
  type EarningRecord,
  endPaidDebt,
  findKept,
  findReversible,
  findTakenBack,
  insertLot,
  lockDebt,
  lockEarnings,
  lockForReversal,
  payDebt,
  restoreTakenBack,
  returnToLot,
  type Stretch,
  takeFromLot,
} from "./funding-queries.ts";
import { cutEarnings } from "./hold-queries.ts";
import { type LedgerDeps, type LegInput, postTransaction } from "./post.ts";

const REVERSALS_MAX = 10_000;
const DAY_MS = 86_400_000;

/** A part of what a campaign spent, and the purchase that paid it. */
export interface PaidPart {
  /** Absent: credits that did not come from a purchase. */
  readonly orderId: string | null;
  readonly seasonedAt: Date | null;
  /** Its position in the campaign's budget. */
  readonly startsAt: bigint;
  readonly earned: Micros;
  readonly fee: Micros;
}

/**
 * Divides what a campaign has spent among the purchases that paid for it, by their position in its
 * budget. Earnings and fee are cut at the same places, and the parts add up to exactly both.
 *
 * **Units** micro-credits; `sweptBefore` is the position where the spent part begins.
 */
export function dividePaid(
  spent: { sweptBefore: bigint; earned: Micros; fee: Micros },
  stretches: readonly Stretch[],
): PaidPart[] {
  const from = spent.sweptBefore;
  const gross = spent.earned + spent.fee;
  const to = from + gross;
  const parts: PaidPart[] = [];
  let at = from;
  const cut = (end: bigint, orderId: string | null, seasonedAt: Date | null) => {
    if (end <= at) return;
    const earned = share(spent.earned, end - from, gross) - share(spent.earned, at - from, gross);
    const fee = end - at - earned;
    parts.push({ orderId, seasonedAt, startsAt: at, earned: micros(earned), fee: micros(fee) });
    at = end;
  };
  for (const stretch of stretches) {
    cut(stretch.startsAt, null, null);
    cut(stretch.endsAt < to ? stretch.endsAt : to, stretch.orderId, stretch.seasonedAt);
  }
  cut(to, null, null);
  return parts;
}

/** `amount * part / whole`, rounded down. */
function share(amount: bigint, part: bigint, whole: bigint): bigint {
  return (amount * part) / whole;
}

/** Credits a purchase: it can be spent at once, and cashed out only after its seasoning. */
export async function creditPurchase(
  tx: Tx,
  purchase: {
    orderId: string;
    agentId: string;
    credits: Micros;
    description: string;
    seasonedAt: Date;
  },
  deps: LedgerDeps,
): Promise<void> {
  const { orderId, agentId, credits } = purchase;
  await postTransaction(tx, deps, {
    type: "credit_purchase",
    refs: { orderId },
    description: purchase.description,
    legs: [
      { owner: agentId, kind: "available", amount: credits },
      { owner: null, kind: "checkout_clearing", amount: -credits },
    ],
  });
  await insertLot(tx, { orderId, agentId, amount: credits, seasonedAt: purchase.seasonedAt });
  await endPaidDebt(tx, agentId);
}

/**
 * Takes credits of a purchase back from its buyer, whose available balance may go below zero.
 * Answers what the purchase now owes: credits that were already booked or spent. Call
 * `reverseEarnings` afterwards, in transactions of its own.
 */
export async function reversePurchase(
  tx: Tx,
  reversal: { orderId: string; agentId: string; amount: Micros },
  deps: LedgerDeps,
): Promise<Micros> {
  const { orderId, agentId, amount } = reversal;
  await allowDebt(tx, agentId);
  await postTransaction(tx, deps, {
    type: "purchase_reversal",
    refs: { orderId },
    description: "Payment taken back",
    legs: [
      { owner: agentId, kind: "available", amount: -amount },
      { owner: null, kind: "checkout_clearing", amount },
    ],
  });
  const debt = await takeFromLot(tx, orderId, amount);
  await endPaidDebt(tx, agentId);
  // An order without a lot was paid before lots existed: all of it counts as spent.
  return debt ?? amount;
}

/** Returns credits of a won dispute to the buyer and to their purchase. */
export async function restorePurchase(
  tx: Tx,
  { orderId, agentId, amount }: { orderId: string; agentId: string; amount: Micros },
  deps: LedgerDeps,
): Promise<void> {
  await postTransaction(tx, deps, {
    type: "purchase_reversal",
    refs: { orderId },
    description: "Dispute won",
    legs: [
      { owner: agentId, kind: "available", amount },
      { owner: null, kind: "checkout_clearing", amount: -amount },
    ],
  });
  await returnToLot(tx, orderId, amount);
  await endPaidDebt(tx, agentId);
}

/**
 * Restores earnings that were reversed with a purchase whose dispute was won, each campaign in its
 * own transaction. They pend again, with the date that they had. Safe to repeat.
 */
export async function restoreEarnings(db: Database, orderId: string, deps: LedgerDeps) {
  for (const campaignId of await findTakenBack(db, orderId)) {
    await db.tx((tx) => restoreInCampaign(tx, { campaignId, orderId }, deps));
  }
}

async function restoreInCampaign(
  tx: Tx,
  of: { campaignId: string; orderId: string },
  deps: LedgerDeps,
): Promise<void> {
  const [first] = await lockEarnings(tx, of, true);
  if (first === undefined) return;
  await lockForReversal(tx, first);
  const { amount, fee } = await restoreTakenBack(tx, of);
  const { publisherId, advertiserId } = first;
  const back = -amount - fee;
  if (back === 0n) return;
  // Another purchase of the advertiser may owe more than what is left of its balance.
  await allowDebt(tx, advertiserId);
  await postTransaction(tx, deps, {
    type: "purchase_reversal",
    refs: of,
    description: "Dispute won: earnings restored",
    legs: [
      { owner: publisherId, kind: "pending_earnings", type: "earning_pending", amount },
      { owner: null, kind: "platform_fee", type: "platform_fee", amount: fee },
      { owner: advertiserId, kind: "available", amount: back },
    ],
  });
  await endPaidDebt(tx, advertiserId);
}

/**
 * Reverses earnings that were paid from purchases that still owe, each campaign in its own
 * transaction: pending ones, and those that matured and were not cashed out, if an order is named
 * or credits of a cashout have returned to their publisher within a day. Safe to repeat.
 */
export async function reverseEarnings(db: Database, orderId: string | null, deps: LedgerDeps) {
  const returnedSince = new Date(deps.now.getTime() - DAY_MS);
  const found = await findReversible(db, orderId, { returnedSince, limit: REVERSALS_MAX });
  const publisherIds = new Set<string>();
  for (const each of found) {
    const publisherId = await db.tx((tx) => reverseInCampaign(tx, each, deps));
    if (publisherId !== undefined) publisherIds.add(publisherId);
  }
  // Not in those transactions, which hold accounts: others lock agents first.
  if (publisherIds.size > 0) await withdrawProofs(db, [...publisherIds]);
  return found.length;
}

/** Answers whose earnings were reversed. */
async function reverseInCampaign(
  tx: Tx,
  of: { campaignId: string; orderId: string },
  deps: LedgerDeps,
): Promise<string | undefined> {
  const earnings = await lockEarnings(tx, of);
  const [first] = earnings;
  if (first === undefined) return undefined;
  const earned = await lockForReversal(tx, first);
  const kept = await findKept(tx, { ...of, publisherId: first.publisherId, earned });
  const debt = await lockDebt(tx, of.orderId);
  const reversals = planReversals(earnings, kept, debt);
  if (reversals.length === 0) return undefined;
  const parts = reversals.map(({ earning, amount, fee }) => ({
    uuid: earning.uuid,
    amount,
    fee,
    newUuid: deps.ids.uuid(),
  }));
  await cutEarnings(tx, { campaignId: of.campaignId, to: "reversed", disputeId: null, parts });
  await postTransaction(tx, deps, {
    type: "earning_reversed",
    refs: of,
    description: "Paid from a purchase that was taken back",
    legs: reversalLegs(first, reversals),
  });
  await payDebt(
    tx,
    of.orderId,
    sumMicros(reversals, ({ amount, fee }) => amount + fee),
  );
  await endPaidDebt(tx, first.advertiserId);
  return first.publisherId;
}

interface Reversal {
  readonly earning: EarningRecord;
  readonly amount: Micros;
  readonly fee: Micros;
}

/** What is reversed of each earning: pending ones first, never more than the purchase owes. */
export function planReversals(
  earnings: readonly EarningRecord[],
  kept: ReadonlyMap<string, Micros>,
  debt: Micros,
): Reversal[] {
  const reversals: Reversal[] = [];
  let left: bigint = debt;
  const ordered = earnings.toSorted((a, b) => Number(a.isMatured) - Number(b.isMatured));
  for (const earning of ordered) {
    const { amount: whole, fee: wholeFee } = earning;
    const amount = earning.isMatured ? (kept.get(earning.uuid) ?? 0n) : whole;
    const fee = amount === whole ? wholeFee : share(wholeFee, amount, whole);
    const gross = amount + fee;
    if (gross === 0n || left === 0n) continue;
    const taken = gross < left ? gross : left;
    const takenFee = share(fee, taken, gross);
    reversals.push({ earning, amount: micros(taken - takenFee), fee: micros(takenFee) });
    left -= taken;
  }
  return reversals;
}

function reversalLegs(sides: EarningRecord, reversals: readonly Reversal[]): LegInput[] {
  const { publisherId, advertiserId } = sides;
  const pending = sumMicros(reversals, ({ earning, amount }) => (earning.isMatured ? 0n : amount));
  const matured = sumMicros(reversals, ({ earning, amount }) => (earning.isMatured ? amount : 0n));
  const fee = sumMicros(reversals, (reversal) => reversal.fee);
  const back = pending + matured + fee;
  return [
    { owner: publisherId, kind: "pending_earnings", amount: -pending },
    { owner: publisherId, kind: "earned", amount: -matured },
    { owner: null, kind: "platform_fee", amount: -fee },
    { owner: advertiserId, kind: "available", type: "purchase_reversal", amount: back },
  ];
}
