import type { AdUnitType, CampaignStatus } from "../../contract/enums.ts";
import { ExchangeError } from "../../contract/errors.ts";
import { type Micros, micros } from "../../contract/money.ts";
import type { Campaign } from "../../contract/resources/campaign.ts";
import type { Database, Queryable, Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { matureCampaign, postTransaction, sweepCampaign } from "../ledger/index.ts";
import {
  findCampaign,
  findDue,
  insertOutbox,
  type LockedBook,
  lockBook,
  releaseEscrow,
  setStatus,
} from "./queries.ts";
import { mayGo, validActionsOf } from "./states.ts";

export { type BookingInput, bookCampaign } from "./book.ts";
export { checkDestination, expandMacros } from "./creative.ts";
export { findCampaigns } from "./queries.ts";

export interface CampaignDeps {
  readonly ids: IdSource;
  readonly now: Date;
  readonly feeBps: number;
  readonly reviewPolicy: "auto" | "manual";
  readonly refundDrainSeconds: number;
  /** The demo shop's origin, which may be http on this machine; absent in production. */
  readonly allowedDestinationOrigin: string | undefined;
}

/** **Errors** `not_found`, also for a campaign of two other agents. */
export async function requireCampaign(
  db: Queryable,
  campaignId: string,
  agentId: string,
): Promise<Campaign> {
  const campaign = await findCampaign(db, campaignId);
  if (
    campaign === undefined ||
    (campaign.advertiserId !== agentId && campaign.publisherId !== agentId)
  ) {
    throw campaignNotFound();
  }
  return campaign;
}

export function campaignNotFound(): ExchangeError {
  return new ExchangeError("not_found", {
    message: "No such campaign.",
    details: { resource: "campaign" },
    nextTools: ["list_campaigns"],
  });
}

/**
 * The advertiser confirms: pending earnings mature at once. With `final` the campaign also ends,
 * and what is left of the budget returns after its drain.
 *
 * **Errors** `not_found`, `invalid_state`.
 */
export async function confirmDelivery(
  tx: Tx,
  input: { campaignId: string; advertiserId: string; final: boolean },
  deps: CampaignDeps,
): Promise<{ campaign: Campaign; matured: Micros }> {
  const book = await lockBook(tx, input.campaignId);
  if (book === undefined || book.advertiserId !== input.advertiserId) throw campaignNotFound();
  if (!validActionsOf(book.status).includes("confirm_delivery")) throw invalidState(book.status);
  if (input.final && !mayGo(book.status, "completing")) throw invalidState(book.status);
  await sweepCampaign(tx, input.campaignId, deps);
  const matured = await matureCampaign(tx, input.campaignId, null, deps);
  if (matured > 0n) {
    await insertOutbox(tx, {
      uuid: deps.ids.uuid(),
      type: "escrow.released",
      agentId: book.publisherId,
      campaignId: input.campaignId,
      data: { campaignId: input.campaignId },
    });
  }
  if (input.final) await completeCampaign(tx, input.campaignId, book, deps);
  const campaign = await findCampaign(tx, input.campaignId);
  if (campaign === undefined) throw campaignNotFound();
  return { campaign, matured };
}

function invalidState(status: CampaignStatus): ExchangeError {
  return new ExchangeError("invalid_state", {
    message: `The campaign is ${status}.`,
    details: { status, validActions: validActionsOf(status) },
    nextTools: ["get_campaign"],
  });
}

const DAY_SECONDS = 86_400;
const SLOW_UNITS: readonly AdUnitType[] = ["cpa", "cpl", "cpi"];

/** Starts the end of a campaign: late reports are taken until the drain is over. */
async function completeCampaign(
  tx: Tx,
  campaignId: string,
  book: LockedBook,
  deps: CampaignDeps,
): Promise<void> {
  const campaign = await findCampaign(tx, campaignId);
  const isSlow = campaign !== undefined && SLOW_UNITS.includes(campaign.adUnitType);
  const drainSeconds = book.hasDelivered ? (isSlow ? DAY_SECONDS : deps.refundDrainSeconds) : 0;
  await setStatus(tx, {
    campaignId,
    from: book.status,
    to: "completing",
    drainsUntil: new Date(deps.now.getTime() + drainSeconds * 1000),
    now: deps.now,
  });
  if (drainSeconds === 0) await closeCampaign(tx, campaignId, deps);
}

/** Ends the drain: the rest of the escrow returns to `available`. */
async function closeCampaign(tx: Tx, campaignId: string, deps: CampaignDeps): Promise<void> {
  const book = await lockBook(tx, campaignId);
  if (book === undefined) return;
  const to = book.status === "refunding" ? "canceled" : "completed";
  if (!mayGo(book.status, to)) return;
  await sweepCampaign(tx, campaignId, deps);
  if (book.escrow > 0n) {
    await releaseEscrow(tx, campaignId, book.escrow);
    await postTransaction(
      tx,
      {
        type: "escrow_release",
        refs: { campaignId, placementId: book.placementId },
        description: "Unspent budget returned",
        legs: [
          {
            owner: book.advertiserId,
            kind: "escrow",
            type: "escrow_release",
            amount: micros(-book.escrow),
          },
          {
            owner: book.advertiserId,
            kind: "available",
            type: "escrow_release",
            amount: book.escrow,
          },
        ],
      },
      deps,
    );
  }
  await setStatus(tx, {
    campaignId,
    from: book.status,
    to,
    drainsUntil: null,
    now: deps.now,
  });
  await insertOutbox(tx, {
    uuid: deps.ids.uuid(),
    type: to === "completed" ? "campaign.completed" : "refund.completed",
    agentId: book.advertiserId,
    campaignId,
    data: { campaignId, status: to },
  });
}

/** Moves every campaign whose time has come; each in its own transaction. */
export async function advanceDue(db: Database, deps: CampaignDeps): Promise<number> {
  const due = await findDue(db, deps.now);
  for (const found of due) {
    await db.tx((tx) => advanceOne(tx, found, deps));
  }
  return due.length;
}

/** Acts under the lock, and only when nobody moved the campaign since it was found. */
async function advanceOne(
  tx: Tx,
  found: { campaignId: string; status: CampaignStatus },
  deps: CampaignDeps,
): Promise<void> {
  const { campaignId } = found;
  const book = await lockBook(tx, campaignId);
  const campaign = await findCampaign(tx, campaignId);
  if (book === undefined || campaign === undefined || book.status !== found.status) return;
  if (book.status === "completing" || book.status === "refunding") {
    await closeCampaign(tx, campaignId, deps);
  } else if (campaign.endAt !== undefined && new Date(campaign.endAt) <= deps.now) {
    await completeCampaign(tx, campaignId, book, deps);
  } else if (book.status === "pending_start") {
    await setStatus(tx, {
      campaignId,
      from: "pending_start",
      to: "active",
      drainsUntil: null,
      now: deps.now,
    });
  }
}
