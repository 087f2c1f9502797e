import type { CampaignStatus } from "../../contract/enums.ts";
import { ExchangeError, wrongField } from "../../contract/errors.ts";
import { type Micros, microsFromCredits } from "../../contract/money.ts";
import {
  type Campaign,
  type CampaignChange,
  CREATIVE_VERSIONS_MAX,
} from "../../contract/resources/campaign.ts";
import type { Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { lockBrandOf } from "../brands/index.ts";
import { enqueuePostback } from "../outbox/index.ts";
import { checkText } from "../review/index.ts";
import { checkDailyCap } from "./book.ts";
import { checkMayWake } from "./brand.ts";
import { changeBudget } from "./budget.ts";
import { insertCreative, type LockedBook, lockActive, setLimits } from "./change-queries.ts";
import { lockOwnBook } from "./confirm.ts";
import { checkDestination } from "./creative.ts";
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
  await enqueuePostback(tx, deps, {
    type: "campaign.updated",
    agentId: book.publisherId,
    campaignId: own.campaignId,
    data: { campaignId: own.campaignId, changed },
  });
  return requireFound(tx, own.campaignId);
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
async function changeStatus(
  tx: Tx,
  now: StatusChange,
  change: CampaignChange,
  deps: CampaignDeps,
): Promise<CampaignStatus> {
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
function nextOf(
  status: CampaignStatus,
  wanted: CampaignChange["status"],
  startsLater: boolean,
): CampaignStatus {
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
        for (const agentId of [advertiserId, publisherId]) {
          await enqueuePostback(tx, deps, {
            type: "campaign.updated",
            agentId,
            campaignId,
            data: { campaignId, status: "paused", reason: "The payment was taken back." },
          });
        }
      }
    },
  };
}
