import type { CampaignStatus } from "../../contract/enums.ts";
import { ExchangeError, wrongField } from "../../contract/errors.ts";
import { type Micros, micros, microsFromCredits } from "../../contract/money.ts";
import {
  type Campaign,
  type CampaignChange,
  CREATIVE_VERSIONS_MAX,
} from "../../contract/resources/campaign.ts";
import type { Tx } from "../../core/db.ts";
import { lockBrandOf } from "../brands/index.ts";
import { drawLots, postTransaction } from "../ledger/index.ts";
import { enqueuePostback } from "../outbox/index.ts";
import { checkText } from "../review/index.ts";
import { checkDailyCap, requireFunds } from "./book.ts";
import { checkMayWake } from "./brand.ts";
import { addFunds, insertCreative, type LockedBook, setLimits } from "./change-queries.ts";
import { lockOwnBook } from "./confirm.ts";
import { checkDestination } from "./creative.ts";
import type { CampaignDeps } from "./deps.ts";
import { campaignNotFound, invalidState } from "./errors.ts";
import { moveCampaign } from "./move.ts";
import { findCampaign } from "./queries.ts";
import { validActionsOf } from "./states.ts";

/**
 * Changes a live campaign: pauses or resumes it, adds budget, shows another creative, sets its
 * daily cap or its end. All of one call happens, or nothing.
 *
 * **Errors** `not_found`, `invalid_state`, `invalid_arguments`, `insufficient_credits`,
 * `rate_above_brand_cap`, `creative_rejected`, `destination_invalid`, `conflict` after too many
 * creatives.
 */
export async function changeCampaign(
  tx: Tx,
  own: { campaignId: string; advertiserId: string },
  change: CampaignChange,
  deps: CampaignDeps,
): Promise<Campaign> {
  // Before the book, as an import of brands does.
  const mayWake = change.status === "active" || change.addBudgetCredits !== undefined;
  const brand = mayWake ? await lockBrandOf(tx, own.campaignId) : undefined;
  const book = await lockOwnBook(tx, own);
  if (!validActionsOf(book.status).includes("update_campaign")) throw invalidState(book.status);
  const before = await requireFound(tx, own.campaignId);
  const changed = changedFields(change);
  if (changed.length === 0) return before;
  let { status } = book;
  let { escrow } = book;
  if (change.addBudgetCredits !== undefined) {
    status = await addBudget(tx, { ...own, book, credits: change.addBudgetCredits }, deps);
    escrow = micros(escrow + microsFromCredits(change.addBudgetCredits));
  }
  if (change.status !== undefined && change.status !== status) {
    const canPay = escrow >= book.unitPrice;
    await pauseOrResume(tx, { ...own, from: status, to: change.status, canPay }, deps);
    status = change.status;
  }
  if (status === "active" && book.status !== "active") checkMayWake(brand, before);
  if (change.creativeText !== undefined || change.creativeUrl !== undefined) {
    await showAnother(tx, own.campaignId, change, deps);
  }
  if (change.dailyCapCredits !== undefined || change.endAt !== undefined) {
    await limit(tx, { before, unitPrice: book.unitPrice }, change, deps);
  }
  await enqueuePostback(tx, deps, {
    type: "campaign.updated",
    agentId: book.publisherId,
    campaignId: own.campaignId,
    data: { campaignId: own.campaignId, changed },
  });
  return requireFound(tx, own.campaignId);
}

/** Moves more credits into escrow; an exhausted campaign that can pay a unit again is active. */
async function addBudget(
  tx: Tx,
  more: { campaignId: string; advertiserId: string; book: LockedBook; credits: number },
  deps: CampaignDeps,
): Promise<CampaignStatus> {
  const { campaignId, advertiserId, book } = more;
  const amount: Micros = microsFromCredits(more.credits);
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
 * Goes between active and paused; into active from elsewhere only time and money lead. What was
 * reported during the pause may have used up the budget: then it wakes exhausted.
 */
async function pauseOrResume(
  tx: Tx,
  move: { campaignId: string; from: CampaignStatus; to: "active" | "paused"; canPay: boolean },
  deps: CampaignDeps,
): Promise<void> {
  const { campaignId, from, to, canPay } = move;
  const isSwitch = from === "active" || from === "paused";
  if (!isSwitch) throw invalidState(from);
  await moveCampaign(tx, { campaignId, from, to }, deps.now);
  if (to === "active" && !canPay) {
    await moveCampaign(tx, { campaignId, from: to, to: "exhausted" }, deps.now);
  }
}

/** A creative is never edited: a change is a new version, delivered once it is approved. */
async function showAnother(
  tx: Tx,
  campaignId: string,
  { creativeText, creativeUrl }: CampaignChange,
  deps: CampaignDeps,
): Promise<void> {
  checkText([{ field: "creativeText", text: creativeText }], "creative");
  if (creativeUrl !== undefined) checkDestination(creativeUrl, deps.allowedDestinationOrigin);
  const isNew = await insertCreative(tx, {
    campaignId,
    creativeId: deps.ids.id("crt"),
    text: creativeText ?? null,
    offer: creativeText === undefined ? null : deps.readOffer(creativeText),
    url: creativeUrl ?? null,
    isApproved: deps.reviewPolicy === "auto",
    now: deps.now,
  });
  if (isNew) return;
  throw new ExchangeError("conflict", {
    message: `A campaign has at most ${CREATIVE_VERSIONS_MAX} versions of its creative.`,
    suggestion: "Book another campaign for the next creative.",
    nextTools: ["create_campaign"],
  });
}

async function limit(
  tx: Tx,
  { before, unitPrice }: { before: Campaign; unitPrice: Micros },
  change: CampaignChange,
  deps: CampaignDeps,
): Promise<void> {
  checkDailyCap(change.dailyCapCredits, unitPrice);
  const startsAt = before.startAt === undefined ? deps.now : new Date(before.startAt);
  const endsAt = change.endAt === undefined ? undefined : new Date(change.endAt);
  if (endsAt !== undefined && (endsAt <= deps.now || endsAt <= startsAt)) {
    throw wrongField("endAt", "must lie in the future and after the start");
  }
  await setLimits(tx, {
    campaignId: before.campaignId,
    dailyCap:
      change.dailyCapCredits === undefined ? null : microsFromCredits(change.dailyCapCredits),
    endAt: endsAt ?? null,
    now: deps.now,
  });
}

function changedFields(change: CampaignChange): string[] {
  return Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([field]) => field);
}

async function requireFound(tx: Tx, campaignId: string): Promise<Campaign> {
  const campaign = await findCampaign(tx, campaignId);
  if (campaign === undefined) throw campaignNotFound();
  return campaign;
}
