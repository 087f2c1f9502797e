import { ExchangeError, notFound } from "../../contract/errors.ts";
import type { Tx } from "../../core/db.ts";
import { invariant } from "../../core/invariant.ts";
import { lockBrandOf } from "../brands/index.ts";
import { type LedgerDeps, lockMoney } from "../ledger/index.ts";
import { enqueuePostback, enqueueUpdate } from "../outbox/index.ts";
import { pauseIfAboveCap } from "./brand.ts";
import { type LockedBook, lockBook } from "./change-queries.ts";
import { returnRest } from "./close.ts";
import { findCampaign } from "./queries.ts";
import {
  type CreativeRecord,
  decideOnCreative,
  findCreative,
  showVersion,
} from "./review-queries.ts";
import { moveCampaign } from "./states.ts";

/** **Errors** `not_found`. */
export async function requireCreative(tx: Parameters<typeof findCreative>[0], creativeId: string) {
  const found = await findCreative(tx, creativeId);
  if (found !== undefined) return found;
  throw notFound("creative");
}

/**
 * The reviewer's word on a version that waits. The first version decides about its campaign: it
 * starts, or it is rejected and its whole budget returns. A later one is delivered from now on, or
 * the campaign goes on with the last that was approved.
 *
 * **Errors** `not_found`; `invalid_state` when it is decided already.
 */
export async function reviewCreative(
  tx: Tx,
  decision: { creativeId: string; to: "approved" | "rejected"; reason: string | undefined },
  deps: LedgerDeps,
): Promise<CreativeRecord> {
  const { campaignId } = await requireCreative(tx, decision.creativeId);
  // Before the book, as an import of brands does.
  const brand = await lockBrandOf(tx, campaignId);
  const book = await lockBook(tx, campaignId);
  invariant(book !== undefined, "every campaign has a book");
  if (!(await decideOnCreative(tx, decision))) {
    throw await alreadyDecided(tx, decision.creativeId);
  }
  const creative = await requireCreative(tx, decision.creativeId);
  if (book.status === "pending_review") {
    if (decision.to === "rejected") await rejectCampaign(tx, campaignId, book, deps);
    else await startCampaign(tx, campaignId, brand, deps);
  } else if (decision.to === "approved") {
    await showVersion(tx, { campaignId, version: creative.version, now: deps.now });
  }
  const after = await requireCreative(tx, decision.creativeId);
  await tellOf(tx, after, { book, reason: decision.reason }, deps);
  return after;
}

async function alreadyDecided(tx: Tx, creativeId: string): Promise<ExchangeError> {
  const { reviewStatus } = await requireCreative(tx, creativeId);
  return new ExchangeError("invalid_state", {
    message: `The creative is ${reviewStatus} already.`,
    details: { status: reviewStatus, validActions: [] },
  });
}

async function startCampaign(
  tx: Tx,
  campaignId: string,
  brand: Awaited<ReturnType<typeof lockBrandOf>>,
  deps: LedgerDeps,
): Promise<void> {
  const campaign = await findCampaign(tx, campaignId);
  invariant(campaign !== undefined, "a campaign that is locked can be read");
  const startsLater = campaign.startAt !== undefined && new Date(campaign.startAt) > deps.now;
  const to = startsLater ? "pending_start" : "active";
  await moveCampaign(tx, { campaignId, from: "pending_review", to }, deps.now);
  if (!startsLater) await pauseIfAboveCap(tx, brand, campaign, deps);
}

/** Nothing was ever delivered, so there is no drain and nothing to sweep. */
async function rejectCampaign(tx: Tx, campaignId: string, book: LockedBook, deps: LedgerDeps) {
  await lockMoney(tx, campaignId);
  await returnRest(tx, campaignId, book, deps);
  const over = { from: "pending_review", to: "rejected", drainsUntil: deps.now } as const;
  await moveCampaign(tx, { campaignId, ...over }, deps.now);
  await enqueuePostback(tx, deps, {
    type: "refund.completed",
    agentId: book.advertiserId,
    campaignId,
    data: { campaignId, status: "rejected" },
  });
}

/** Notifies the advertiser of the verdict, and the publisher if the campaign's status changed. */
async function tellOf(
  tx: Tx,
  creative: CreativeRecord,
  { book, reason }: { book: LockedBook; reason: string | undefined },
  deps: LedgerDeps,
): Promise<void> {
  const { campaignId, creativeId, version, reviewStatus, campaignStatus } = creative;
  await enqueuePostback(tx, deps, {
    type: "creative.reviewed",
    agentId: book.advertiserId,
    campaignId,
    data: {
      campaignId,
      creativeId,
      version,
      reviewStatus,
      campaignStatus,
      reason,
    },
  });
  if (campaignStatus === book.status) return;
  await enqueueUpdate(tx, deps, [book.publisherId], { campaignId, status: campaignStatus });
}
