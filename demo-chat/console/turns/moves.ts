import type { Json } from "../../goods/market/json.ts";
import { numberOf } from "../../goods/market/json.ts";
import type { MoneyMove } from "../wire.ts";

/** Who pays whom for what, in names. */
export type Parties = { advertiser: string; adUnitType: string; publisher: string };

const MICROS_PER_CREDIT = 1_000_000;
const micros = (credits: unknown): number => Math.round(numberOf(credits) * MICROS_PER_CREDIT);

/**
 * What one settled event moved: the exchange says what was charged and what of it was earned, and
 * the fee is what lies between the two. Nothing where nothing was charged.
 *
 * **Shape** `answer` is an acknowledgement, or the data of a postback.
 */
export function movesOf(answer: Json, { advertiser, publisher }: Parties): MoneyMove[] {
  const charged = micros(answer.chargedCredits);
  const earned = micros(answer.earnedCredits);
  if (charged === 0) return [];
  const move = (account: string, amount: number): MoneyMove => ({
    account,
    amountCredits: amount / MICROS_PER_CREDIT,
  });
  return [
    move(`${advertiser}, escrow`, -charged),
    move(`${publisher}, pending earnings`, earned),
    move("Platform, fee", charged - earned),
  ];
}
