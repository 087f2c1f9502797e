import type { CampaignStatus } from "../../contract/enums.ts";
import type { Campaign } from "../../contract/resources/campaign.ts";
import { AD_UNITS } from "../../contract/units.ts";
import type { Database, Tx } from "../../core/db.ts";
import { invariant } from "../../core/invariant.ts";
import { lockBrandOf } from "../brands/index.ts";
import {
  hastenWaiting,
  type LedgerDeps,
  lockMoney,
  matureCampaign,
  postTransaction,
  returnLots,
  sweepCampaign,
} from "../ledger/index.ts";
import { enqueuePostback, enqueueUpdate } from "../outbox/index.ts";
import { pauseIfAboveCap } from "./brand.ts";
import { findDue, type LockedBook, lockBook, releaseEscrow } from "./change-queries.ts";
import { findCampaign } from "./queries.ts";
import {
  type CampaignDeps,
  campaignNotFound,
  invalidState,
  mayGo,
  moveCampaign,
  validActionsOf,
} from "./states.ts";

const DAY_SECONDS = 86_400;

/**
 * Starts the end of a campaign: late reports are taken until the drain is over. Without any
 * delivery there is nothing to wait for, and it closes at once.
 */
export async function startClosing(
  tx: Tx,
  closing: { campaignId: string; book: LockedBook; to: "completing" | "refunding" },
  deps: CampaignDeps,
): Promise<Date> {
  const { campaignId, book, to } = closing;
  const campaign = await findCampaign(tx, campaignId);
  const isSlow = campaign !== undefined && AD_UNITS[campaign.adUnitType].window === "attribution";
  const drainSeconds = book.hasDelivered ? (isSlow ? DAY_SECONDS : deps.refundDrainSeconds) : 0;
  const drainsUntil = new Date(deps.now.getTime() + drainSeconds * 1000);
  await moveCampaign(tx, { campaignId, from: book.status, to, drainsUntil }, deps.now);
  if (drainSeconds === 0) await closeCampaign(tx, campaignId, deps);
  return drainsUntil;
}

/** Ends the drain: the rest of the escrow returns to `available`. */
async function closeCampaign(tx: Tx, campaignId: string, deps: CampaignDeps): Promise<void> {
  const book = await lockBook(tx, campaignId);
  if (book === undefined) return;
  const to = book.status === "refunding" ? "canceled" : "completed";
  if (!mayGo(book.status, to)) return;
  await lockMoney(tx, campaignId);
  await sweepCampaign(tx, campaignId, deps);
  await returnRest(tx, campaignId, book, deps);
  await moveCampaign(tx, { campaignId, from: book.status, to }, deps.now);
  await enqueuePostback(tx, deps, {
    type: to === "completed" ? "campaign.completed" : "refund.completed",
    agentId: book.advertiserId,
    campaignId,
    data: { campaignId, status: to },
  });
}

/**
 * What is left in escrow goes back to `available` and to the purchases it came from. The caller
 * holds the locks of the book and of its sides, and moves the campaign afterwards.
 */
export async function returnRest(
  tx: Tx,
  campaignId: string,
  { advertiserId, placementId, escrow }: LockedBook,
  deps: LedgerDeps,
): Promise<void> {
  if (escrow === 0n) return;
  const isReleased = await releaseEscrow(tx, campaignId, escrow);
  invariant(isReleased, "an escrow stays as it is while its book is locked");
  await postTransaction(tx, deps, {
    type: "escrow_release",
    refs: { campaignId, placementId },
    description: "Unspent budget returned",
    legs: [
      { owner: advertiserId, kind: "escrow", amount: -escrow },
      { owner: advertiserId, kind: "available", amount: escrow },
    ],
  });
  await returnLots(tx, campaignId);
}

/** Moves every campaign whose time has come; each in its own transaction. */
export async function advanceDue(db: Database, deps: CampaignDeps): Promise<number> {
  const due = await findDue(db, deps.now);
  for (const found of due) {
    await db.tx((tx) => advanceOne(tx, found, deps));
  }
  return due.length;
}

/** Acts under the lock, and only if the campaign has not changed since it was found. */
async function advanceOne(
  tx: Tx,
  found: { campaignId: string; status: CampaignStatus },
  deps: CampaignDeps,
): Promise<void> {
  const { campaignId } = found;
  const isStarting = found.status === "pending_start";
  // Before the book, as an import of brands does.
  const brand = isStarting ? await lockBrandOf(tx, campaignId) : undefined;
  const book = await lockBook(tx, campaignId);
  const campaign = await findCampaign(tx, campaignId);
  if (book === undefined || campaign === undefined || book.status !== found.status) return;
  if (book.status === "completing" || book.status === "refunding") {
    await closeCampaign(tx, campaignId, deps);
  } else if (book.status === "exhausted" || hasEnded(campaign, deps.now)) {
    await startClosing(tx, { campaignId, book, to: "completing" }, deps);
  } else if (book.status === "pending_start") {
    await moveCampaign(tx, { campaignId, from: "pending_start", to: "active" }, deps.now);
    await pauseIfAboveCap(tx, brand, campaign, deps);
  }
}

function hasEnded({ endAt }: Campaign, now: Date): boolean {
  return endAt !== undefined && new Date(endAt) <= now;
}

/**
 * The advertiser confirms: pending earnings mature at once, but for what a young purchase paid.
 * With `final` the campaign also ends, and what is left of the budget returns after its drain.
 *
 * **Shape** `waiting` is what waits until the purchase that paid it is seasoned, and until when.
 *
 * **Errors** `not_found`, `invalid_state`.
 */
export async function confirmDelivery(
  tx: Tx,
  input: { campaignId: string; advertiserId: string; final: boolean },
  deps: CampaignDeps,
) {
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
) {
  const book = await lockOwnBook(tx, input);
  if (!mayGo(book.status, "refunding")) throw invalidState(book.status);
  const { campaignId } = input;
  const drainsUntil = await startClosing(tx, { campaignId, book, to: "refunding" }, deps);
  const data = { campaignId, status: "refunding", reason: input.reason ?? null };
  await enqueueUpdate(tx, deps, [book.publisherId], data);
  const campaign = await findCampaign(tx, campaignId);
  if (campaign === undefined) throw campaignNotFound();
  return { campaign, drainsUntil };
}

/** **Errors** `not_found`, also for a campaign of another advertiser. */
export async function lockOwnBook(tx: Tx, own: { campaignId: string; advertiserId: string }) {
  const book = await lockBook(tx, own.campaignId);
  if (book === undefined || book.advertiserId !== own.advertiserId) throw campaignNotFound();
  return book;
}
