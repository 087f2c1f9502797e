import type { CampaignStatus } from "../../contract/enums.ts";
import { ExchangeError, wrongField } from "../../contract/errors.ts";
import { creditsFromMicros, type Micros, micros, microsFromCredits } from "../../contract/money.ts";
import type { CampaignChange } from "../../contract/resources/campaign.ts";
import type { Tx } from "../../core/db.ts";
import { drawLots, lockMoney, postTransaction, trimLots } from "../ledger/index.ts";
import { requireFunds } from "./book.ts";
import { addFunds, type LockedBook, removeFunds } from "./change-queries.ts";
import { type CampaignDeps, invalidState, moveCampaign } from "./states.ts";

interface Held {
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly book: LockedBook;
}

/**
 * Adds to the budget or removes from what is unspent of it. Answers the state and the escrow
 * afterwards.
 *
 * **Errors** `invalid_arguments` when both are given, `insufficient_credits`, `budget_too_low`,
 * `invalid_state`.
 */
export async function changeBudget(
  tx: Tx,
  held: Held,
  { addBudgetCredits: added, removeBudgetCredits: removed }: CampaignChange,
  deps: CampaignDeps,
): Promise<{ status: CampaignStatus; escrow: Micros }> {
  const { status, escrow } = held.book;
  if (added !== undefined && removed !== undefined) {
    throw wrongField("removeBudgetCredits", "must not stand beside addBudgetCredits");
  }
  if (added !== undefined) {
    const amount = microsFromCredits(added);
    const woken = await addBudget(tx, { ...held, amount }, deps);
    return { status: woken, escrow: micros(escrow + amount) };
  }
  if (removed !== undefined) {
    const amount = microsFromCredits(removed);
    await removeBudget(tx, { ...held, amount }, deps);
    return { status, escrow: micros(escrow - amount) };
  }
  return { status, escrow };
}

/** Moves more credits into escrow; an exhausted campaign that can pay a unit again is active. */
async function addBudget(
  tx: Tx,
  { campaignId, advertiserId, book, amount }: Held & { amount: Micros },
  deps: CampaignDeps,
): Promise<CampaignStatus> {
  await requireFunds(tx, advertiserId, amount);
  const startsAt = await addFunds(tx, campaignId, amount);
  if (startsAt === undefined) throw invalidState(book.status);
  await drawLots(tx, { campaignId, advertiserId, startsAt, amount });
  await postTransaction(tx, deps, {
    type: "escrow_hold",
    refs: { campaignId, placementId: book.placementId },
    description: "Budget added to a campaign",
    legs: [
      { owner: advertiserId, kind: "available", amount: -amount },
      { owner: advertiserId, kind: "escrow", amount },
    ],
  });
  const canPay = book.escrow + amount >= book.unitPrice;
  if (book.status !== "exhausted" || !canPay) return book.status;
  await moveCampaign(tx, { campaignId, from: "exhausted", to: "active" }, deps.now);
  return "active";
}

/**
 * Takes unspent credits out of escrow. The budget becomes smaller, so that the positions of what
 * remains and of what is added later still follow each other without a gap.
 */
async function removeBudget(
  tx: Tx,
  { campaignId, advertiserId, book, amount }: Held & { amount: Micros },
  deps: CampaignDeps,
): Promise<void> {
  // A campaign that has not started must be able to pay for what it will deliver.
  const kept = book.status === "pending_start" ? book.unitPrice : 0n;
  if (book.escrow - amount < kept) {
    const removable = creditsFromMicros(micros(book.escrow > kept ? book.escrow - kept : 0n));
    throw new ExchangeError("budget_too_low", {
      field: "/arguments/removeBudgetCredits",
      message: `At most ${removable} credits can be removed; the rest is spent or needed.`,
      details: { removableCredits: removable },
      suggestion: `Send removeBudgetCredits of ${removable} or less.`,
    });
  }
  await lockMoney(tx, campaignId);
  const endsAt = await removeFunds(tx, campaignId, amount);
  if (endsAt === undefined) throw invalidState(book.status);
  await postTransaction(tx, deps, {
    type: "escrow_release",
    refs: { campaignId, placementId: book.placementId },
    description: "Unspent budget removed from a campaign",
    legs: [
      { owner: advertiserId, kind: "escrow", amount: -amount },
      { owner: advertiserId, kind: "available", amount },
    ],
  });
  await trimLots(tx, campaignId, endsAt);
}
