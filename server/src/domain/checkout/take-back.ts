import { type Micros, micros } from "../../contract/money.ts";
import type { Tx } from "../../core/db.ts";
import { invariant } from "../../core/invariant.ts";
import { lockToPause } from "../campaigns/index.ts";
import { suspendAgent } from "../identity/index.ts";
import { type LedgerDeps, restorePurchase, reversePurchase } from "../ledger/index.ts";
import {
  findOrderOfPayment,
  lockOrder,
  lockPayment,
  markReversed,
  type OrderRecord,
  sumClaims,
} from "./queries.ts";

const MICROS_PER_CENT = 1_000_000n;

/**
 * Takes back credits until what was claimed of a payment is taken back, never more than was bought;
 * returns them when less is claimed than before, because a dispute was won.
 * The buyer is suspended and its campaigns pause, unless a partial refund was covered by credits of
 * the same purchase that it had not touched. Answers the order when anything of it is taken back,
 * or was until a dispute about it was won.
 */
export async function takeBack(
  tx: Tx,
  paymentId: string,
  deps: LedgerDeps,
): Promise<{ order: OrderRecord; wasWon: boolean } | undefined> {
  await lockPayment(tx, paymentId);
  const found = await findOrderOfPayment(tx, paymentId);
  if (found === undefined) return undefined;
  const { usdCents, wasWon } = await sumClaims(tx, paymentId);
  const claimed = claimedOf(found, usdCents);
  const amount = micros(claimed - found.reversed);
  if (amount > 0n) await takeMore(tx, found, { amount, isWhole: claimed === found.credits }, deps);
  if (amount < 0n) await giveBack(tx, found, micros(-amount), deps);
  return claimed > 0n || wasWon ? { order: found, wasWon } : undefined;
}

async function takeMore(
  tx: Tx,
  { orderId, agentId }: OrderRecord,
  { amount, isWhole }: { amount: Micros; isWhole: boolean },
  deps: LedgerDeps,
): Promise<void> {
  // Books before accounts; they are held either way, because the lot shows only later what is owed.
  const campaigns = await lockToPause(tx, agentId, deps);
  await lockOrder(tx, orderId);
  const owed = await reversePurchase(tx, { orderId, agentId, amount }, deps);
  const isMarked = await markReversed(tx, orderId, amount);
  invariant(isMarked, "a payment belongs to an order that was paid");
  if (isWhole || owed > 0n) {
    await suspendAgent(tx, agentId);
    await campaigns.pause();
  }
}

/** The buyer stays suspended until an operator decides. */
async function giveBack(
  tx: Tx,
  { orderId, agentId }: OrderRecord,
  amount: Micros,
  deps: LedgerDeps,
): Promise<void> {
  await lockOrder(tx, orderId);
  await restorePurchase(tx, { orderId, agentId, amount }, deps);
  await markReversed(tx, orderId, micros(-amount));
}

/** What is claimed of an order in credits: a cent is a credit. */
function claimedOf(order: OrderRecord, usdCents: bigint): Micros {
  const claimed = usdCents * MICROS_PER_CENT;
  return micros(claimed < order.credits ? claimed : order.credits);
}
