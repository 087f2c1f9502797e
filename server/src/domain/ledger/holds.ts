import { type Micros, micros, sumMicros } from "../../contract/money.ts";
import type { Tx } from "../../core/db.ts";
import { endPaidDebt } from "./funding-queries.ts";
import {
  cutEarnings,
  type EarningChoice,
  type EarningPart,
  giveBackToLot,
  markReversed,
  switchEarnings,
} from "./hold-queries.ts";
import { type LedgerDeps, postTransaction } from "./post.ts";

export {
  type EarningChoice,
  type EarningGroup,
  findEarningGroups,
  findTiles,
  type Tile,
} from "./hold-queries.ts";

/**
 * Holds parts of pending earnings for a dispute. They stay in `pending_earnings`, with the purchase
 * that paid them and their date; only maturing passes them by. False when one is pending no more:
 * then the caller gives up its transaction.
 */
export async function holdParts(
  tx: Tx,
  hold: {
    campaignId: string;
    disputeId: string;
    parts: readonly Omit<EarningPart, "newUuid">[];
  },
  deps: LedgerDeps,
): Promise<boolean> {
  const parts = hold.parts.map((part) => ({ ...part, newUuid: deps.ids.uuid() }));
  return (await cutEarnings(tx, { ...hold, to: "held", parts })) === parts.length;
}

/** Holds whole pending earnings. Sweep the campaign before. */
export function holdEarnings(tx: Tx, choice: EarningChoice) {
  return switchEarnings(tx, choice, { from: "pending", to: "held" });
}

/** Lets held earnings mature again, at the date they had. */
export function releaseEarnings(tx: Tx, choice: EarningChoice) {
  return switchEarnings(tx, choice, { from: "held", to: "pending" });
}

/**
 * Takes back earnings that have not matured: they and our fee return to the advertiser's available
 * balance, and to the purchases they came from. The campaign's book keeps what its events cost.
 */
export async function reverseUnmatured(
  tx: Tx,
  choice: EarningChoice & { advertiserId: string; description: string },
  deps: LedgerDeps,
): Promise<{ amount: Micros; fee: Micros }> {
  const parts = await markReversed(tx, choice);
  const amount = sumMicros(parts, (part) => part.amount);
  const fee = sumMicros(parts, (part) => part.fee);
  const [first] = parts;
  if (first === undefined) return { amount, fee };
  const { campaignId, advertiserId, description } = choice;
  await postTransaction(tx, deps, {
    type: "earning_reversed",
    refs: { campaignId },
    description,
    legs: [
      { owner: first.publisherId, kind: "pending_earnings", amount: -amount },
      { owner: null, kind: "platform_fee", amount: -fee },
      { owner: advertiserId, kind: "available", amount: amount + fee },
    ],
  });
  for (const { orderId, amount: earned, fee: ours } of parts) {
    if (orderId !== null) await giveBackToLot(tx, orderId, micros(earned + ours));
  }
  await endPaidDebt(tx, advertiserId);
  return { amount, fee };
}
