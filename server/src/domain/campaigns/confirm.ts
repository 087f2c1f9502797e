import type { Micros } from "../../contract/money.ts";
import type { Campaign } from "../../contract/resources/campaign.ts";
import type { Tx } from "../../core/db.ts";
import { hastenWaiting, lockMoney, matureCampaign, sweepCampaign } from "../ledger/index.ts";
import { enqueuePostback } from "../outbox/index.ts";
import { type LockedBook, lockBook } from "./change-queries.ts";
import { startClosing } from "./close.ts";
import { findCampaign } from "./queries.ts";
import {
  type CampaignDeps,
  campaignNotFound,
  invalidState,
  mayGo,
  validActionsOf,
} from "./states.ts";

export interface Confirmation {
  readonly campaign: Campaign;
  readonly matured: Micros;
  /** What waits until the purchase that paid it is seasoned, and when the last of that is. */
  readonly waiting: { amount: Micros; until: Date } | undefined;
}

/**
 * The advertiser confirms: pending earnings mature at once, but for what a young purchase paid.
 * With `final` the campaign also ends, and what is left of the budget returns after its drain.
 *
 * **Errors** `not_found`, `invalid_state`.
 */
export async function confirmDelivery(
  tx: Tx,
  input: { campaignId: string; advertiserId: string; final: boolean },
  deps: CampaignDeps,
): Promise<Confirmation> {
  const book = await lockOwnBook(tx, input);
  if (!validActionsOf(book.status).includes("confirm_delivery")) throw invalidState(book.status);
  if (input.final && !mayGo(book.status, "completing")) throw invalidState(book.status);
  await lockMoney(tx, input.campaignId);
  await sweepCampaign(tx, input.campaignId, deps);
  const matured = await matureCampaign(tx, input.campaignId, deps);
  const waiting = await hastenWaiting(tx, input.campaignId, deps.now);
  if (matured > 0n) {
    await enqueuePostback(tx, deps, {
      type: "escrow.released",
      agentId: book.publisherId,
      campaignId: input.campaignId,
      data: { campaignId: input.campaignId },
    });
  }
  if (input.final) {
    await startClosing(tx, { campaignId: input.campaignId, book, to: "completing" }, deps);
  }
  const campaign = await findCampaign(tx, input.campaignId);
  if (campaign === undefined) throw campaignNotFound();
  return { campaign, matured, waiting };
}

export interface Refund {
  readonly campaign: Campaign;
  /** Until when late reports are still taken; the rest returns after it. */
  readonly drainsUntil: Date;
}

/**
 * Ends a campaign for good and returns what was not spent. Reports of what was delivered before
 * are taken until the drain is over; without any delivery the rest returns at once.
 *
 * **Errors** `not_found`, `invalid_state`.
 */
export async function requestRefund(
  tx: Tx,
  input: { campaignId: string; advertiserId: string; reason?: string | undefined },
  deps: CampaignDeps,
): Promise<Refund> {
  const book = await lockOwnBook(tx, input);
  if (!mayGo(book.status, "refunding")) throw invalidState(book.status);
  const { campaignId } = input;
  const drainsUntil = await startClosing(tx, { campaignId, book, to: "refunding" }, deps);
  await enqueuePostback(tx, deps, {
    type: "campaign.updated",
    agentId: book.publisherId,
    campaignId,
    data: { campaignId, status: "refunding", reason: input.reason ?? null },
  });
  const campaign = await findCampaign(tx, campaignId);
  if (campaign === undefined) throw campaignNotFound();
  return { campaign, drainsUntil };
}

/** **Errors** `not_found`, also for a campaign of another advertiser. */
export async function lockOwnBook(
  tx: Tx,
  own: { campaignId: string; advertiserId: string },
): Promise<LockedBook> {
  const book = await lockBook(tx, own.campaignId);
  if (book === undefined || book.advertiserId !== own.advertiserId) throw campaignNotFound();
  return book;
}
