import type { CampaignStatus } from "../../contract/enums.ts";
import { ExchangeError, wrongField } from "../../contract/errors.ts";
import { creditsFromMicros, type Micros, micros, microsFromCredits } from "../../contract/money.ts";
import {
  type Campaign,
  type CampaignChange,
  CREATIVE_VERSIONS_MAX,
} from "../../contract/resources/campaign.ts";
import type { Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { lockBrandOf } from "../brands/index.ts";
import { drawLots, lockMoney, postTransaction, trimLots } from "../ledger/index.ts";
import { enqueueUpdate } from "../outbox/index.ts";
import { checkText } from "../review/index.ts";
import { checkDailyCap, requireFunds } from "./book.ts";
import { checkDestination, checkMayWake } from "./brand.ts";
import {
  addFunds,
  insertCreative,
  type LockedBook,
  lockActive,
  removeFunds,
  setLimits,
} from "./change-queries.ts";
import { lockOwnBook } from "./close.ts";
import { findCampaign } from "./queries.ts";
import {
  type CampaignDeps,
  campaignNotFound,
  invalidState,
  moveCampaign,
  validActionsOf,
} from "./states.ts";

/**
 * Changes a live campaign: pauses or resumes it, adds or removes budget, shows another creative,
 * sets its daily cap, its start or its end. All of one call happens, or nothing.
 *
 * **Errors** `not_found`, `invalid_state`, `invalid_arguments`, `insufficient_credits`,
 * `budget_too_low`, `rate_above_brand_cap`, `creative_rejected`, `destination_invalid`, `conflict`
 * after too many creatives.
 */
export async function changeCampaign(
  tx: Tx,
  own: { campaignId: string; advertiserId: string },
  change: CampaignChange,
  deps: CampaignDeps,
): Promise<Campaign> {
  // Before the book, as an import of brands does.
  const mayWake =
    change.status === "active" ||
    change.addBudgetCredits !== undefined ||
    change.startAt !== undefined;
  const brand = mayWake ? await lockBrandOf(tx, own.campaignId) : undefined;
  const book = await lockOwnBook(tx, own);
  if (!validActionsOf(book.status).includes("update_campaign")) throw invalidState(book.status);
  const before = await requireFound(tx, own.campaignId);
  const changed = changedFields(change);
  if (changed.length === 0) return before;
  const funded = await changeBudget(tx, { ...own, book }, change, deps);
  const status = await changeStatus(tx, { ...own, ...funded, before, book }, change, deps);
  if (status === "active" && book.status !== "active") checkMayWake(brand, before);
  if (change.creativeText !== undefined || change.creativeUrl !== undefined) {
    await showAnother(tx, own.campaignId, change, deps);
  }
  const { dailyCapCredits, startAt, endAt } = change;
  if (dailyCapCredits !== undefined || startAt !== undefined || endAt !== undefined) {
    await limit(tx, { before, unitPrice: book.unitPrice }, change, deps);
  }
  const { campaignId } = own;
  await enqueueUpdate(tx, deps, [book.publisherId], { campaignId, changed });
  return requireFound(tx, campaignId);
}

interface StatusChange {
  readonly campaignId: string;
  /** Before the change, and after its budget was changed. */
  readonly before: Campaign;
  readonly book: LockedBook;
  readonly status: CampaignStatus;
  readonly escrow: Micros;
}

/**
 * Pauses, resumes, or moves the start. A resumed campaign whose start lies ahead waits for it; one
 * whose budget was used up during the pause is exhausted.
 *
 * **Errors** `invalid_state`.
 */
async function changeStatus(tx: Tx, now: StatusChange, change: CampaignChange, deps: CampaignDeps) {
  const { campaignId, before, book, escrow } = now;
  const { startAt = before.startAt } = change;
  const startsLater = startAt !== undefined && new Date(startAt) > deps.now;
  if (change.startAt !== undefined) requireNotStarted(before, book, deps.now);
  let status = nextOf(now.status, change.status, startsLater);
  if (status !== now.status) {
    await moveCampaign(tx, { campaignId, from: now.status, to: status }, deps.now);
  }
  const go = async (to: CampaignStatus) => {
    await moveCampaign(tx, { campaignId, from: status, to }, deps.now);
    status = to;
  };
  const isToStart = change.startAt !== undefined && !startsLater;
  if (status === "pending_start" && isToStart) await go("active");
  if (status === "active" && escrow < book.unitPrice) await go("exhausted");
  return status;
}

/** **Errors** `invalid_state` of what cannot be paused, or is not paused and cannot be resumed. */
function nextOf(status: CampaignStatus, wanted: CampaignChange["status"], startsLater: boolean) {
  if (wanted === undefined || wanted === status) return status;
  if (wanted === "active" && status === "paused") return startsLater ? "pending_start" : "active";
  if (wanted === "paused" && (status === "active" || status === "pending_start")) return "paused";
  throw invalidState(status);
}

function requireNotStarted({ startAt }: Campaign, book: LockedBook, now: Date): void {
  if (startAt === undefined || new Date(startAt) <= now) throw invalidState(book.status);
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
  const startAt = change.startAt ?? before.startAt;
  const endAt = change.endAt ?? before.endAt;
  const startsAt = startAt === undefined ? deps.now : new Date(startAt);
  const endsAt = endAt === undefined ? undefined : new Date(endAt);
  const isChanged = change.startAt !== undefined || change.endAt !== undefined;
  if (isChanged && endsAt !== undefined && (endsAt <= deps.now || endsAt <= startsAt)) {
    const field = change.endAt === undefined ? "startAt" : "endAt";
    const problem = field === "endAt" ? "in the future and after the start" : "before the end";
    throw wrongField(field, `must lie ${problem}`);
  }
  await setLimits(tx, {
    campaignId: before.campaignId,
    dailyCap:
      change.dailyCapCredits === undefined ? null : microsFromCredits(change.dailyCapCredits),
    startAt: change.startAt === undefined ? null : startsAt,
    endAt: change.endAt === undefined ? null : new Date(change.endAt),
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

/**
 * Locks the active campaigns of an advertiser, in id order, and returns a function that pauses
 * them: a caller that moves the advertiser's money in between holds the locks in the right order.
 */
export async function lockToPause(
  tx: Tx,
  advertiserId: string,
  deps: { ids: IdSource; now: Date },
): Promise<{ pause(): Promise<void> }> {
  const active = await lockActive(tx, advertiserId);
  return {
    async pause() {
      for (const { campaignId, publisherId } of active) {
        await moveCampaign(tx, { campaignId, from: "active", to: "paused" }, deps.now);
        const data = { campaignId, status: "paused", reason: "The payment was taken back." };
        await enqueueUpdate(tx, deps, [advertiserId, publisherId], data);
      }
    },
  };
}

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
