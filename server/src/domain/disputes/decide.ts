import { ExchangeError, notFound } from "../../contract/errors.ts";
import { creditsFromMicros, type Micros, micros, ZERO_MICROS } from "../../contract/money.ts";
import type { DisputeStatus } from "../../contract/resources/wallet.ts";
import type { Database, Queryable, Tx } from "../../core/db.ts";
import { insertAudit } from "../audit/index.ts";
import { campaignNotFound, lockOwnBook } from "../campaigns/index.ts";
import {
  holdEarnings,
  type LedgerDeps,
  lockMoney,
  releaseEarnings,
  reverseUnmatured,
  sweepCampaign,
} from "../ledger/index.ts";
import { enqueueUpdate } from "../outbox/index.ts";
import {
  type BookSides,
  type DisputeRecord,
  findBooks,
  findDispute,
  findOpenDisputes,
  moveDisputeRow,
} from "./queries.ts";

/** Under which name the audit keeps what was done with earnings. */
export const auditActionOf = (action: EarningsAction) => `earnings.${action}`;

/**
 * The decision about one campaign and its audit row, in one transaction; undefined when there was
 * nothing to decide. `facts` go into the audit row beside the reason.
 *
 * **Errors** as `decide`.
 */
export function carryOut(
  db: Database,
  act: {
    readonly action: EarningsAction;
    readonly book: BookSides;
    readonly disputeId?: string | undefined;
    readonly actor: string;
    readonly reason: string;
    readonly facts?: object;
  },
  deps: LedgerDeps,
): Promise<Decision | undefined> {
  const { action, book, disputeId, actor, reason, facts } = act;
  return db.tx(async (tx) => {
    const decision = await decide(tx, { action, book, disputeId }, deps);
    if (!hasEffect(decision)) return undefined;
    await insertAudit(tx, {
      uuid: deps.ids.uuid(),
      actor,
      action: auditActionOf(action),
      subject: disputeId ?? book.campaignId,
      detail: { ...decisionOnJson(decision), ...facts, reason },
    });
    return decision;
  });
}

/** A decision for the operator and the audit. **Units** credits. */
export function decisionOnJson(decision: Decision) {
  const { campaignId, publisherId, disputeIds, amount, fee } = decision;
  return {
    campaignId,
    publisherId,
    disputeIds,
    earningsCredits: creditsFromMicros(amount),
    feeCredits: creditsFromMicros(fee),
  };
}

export type EarningsAction = "hold" | "release" | "reverse";

/** What the operator points at; exactly one of the three. */
export interface EarningsTarget {
  readonly agentId?: string | undefined;
  readonly campaignId?: string | undefined;
  readonly disputeId?: string | undefined;
}

export interface Decision {
  readonly campaignId: string;
  readonly publisherId: string;
  readonly disputeIds: readonly string[];
  /** The publisher's share that was held, released or taken back; and our fee, when taken back. */
  readonly amount: Micros;
  readonly fee: Micros;
}

const GOALS: Readonly<Record<EarningsAction, DisputeStatus>> = {
  hold: "open",
  release: "released",
  reverse: "reversed",
};

/**
 * The campaigns whose earnings a decision is about, in the order in which to go through them.
 *
 * **Errors** `not_found`.
 */
export async function findAffected(db: Queryable, target: EarningsTarget): Promise<BookSides[]> {
  if (target.disputeId !== undefined) {
    const { campaignId } = await requireDispute(db, target.disputeId);
    return findBooks(db, { campaignId });
  }
  const books = await findBooks(db, {
    publisherId: target.agentId,
    campaignId: target.campaignId,
  });
  if (target.campaignId !== undefined && books.length === 0) throw campaignNotFound();
  return books;
}

/**
 * Holds, releases or takes back what one campaign earned and has not matured. Without a dispute a
 * release leaves disputed earnings alone, because those are decided one by one; taking back a whole
 * campaign decides its open disputes too.
 *
 * **Errors** `not_found`; `invalid_state` when the dispute's state does not lead there.
 */
export async function decide(
  tx: Tx,
  act: { action: EarningsAction; book: BookSides; disputeId?: string | undefined },
  deps: LedgerDeps,
): Promise<Decision> {
  const { action, book, disputeId } = act;
  const { campaignId, publisherId } = book;
  await lockOwnBook(tx, book);
  await lockMoney(tx, campaignId);
  await sweepCampaign(tx, campaignId, deps);
  const disputeIds =
    disputeId === undefined
      ? await moveOpen(tx, { action, campaignId }, deps)
      : [await moveDispute(tx, { disputeId, to: GOALS[action] }, deps)];
  const moved = await moveMoney(tx, act, deps);
  const decision = { campaignId, publisherId, disputeIds, ...moved };
  if (hasEffect(decision)) await tellSides(tx, { action, book, decision }, deps);
  return decision;
}

export function hasEffect({ amount, fee, disputeIds }: Decision): boolean {
  return amount + fee > 0n || disputeIds.length > 0;
}

async function moveMoney(
  tx: Tx,
  act: { action: EarningsAction; book: BookSides; disputeId?: string | undefined },
  deps: LedgerDeps,
): Promise<{ amount: Micros; fee: Micros }> {
  const { action, book, disputeId } = act;
  const { campaignId, advertiserId } = book;
  if (action === "reverse") {
    const of = disputeId === undefined ? ("everything" as const) : { disputeId };
    const description = "Earnings taken back by the operator";
    return reverseUnmatured(tx, { campaignId, of, advertiserId, description }, deps);
  }
  const of = disputeId === undefined ? ("no_open_dispute" as const) : { disputeId };
  const change = action === "hold" ? holdEarnings : releaseEarnings;
  const { earnings, amount } = await change(tx, { campaignId, of });
  if (earnings === 0 && action === "hold" && disputeId !== undefined) throw nothingPending();
  return { amount, fee: ZERO_MICROS };
}

function nothingPending(): ExchangeError {
  return new ExchangeError("invalid_state", {
    message: "Nothing of this dispute is pending any more.",
    details: { status: "matured", validActions: [] },
  });
}

/** Taking back a whole campaign leaves nothing of its open disputes to decide. */
async function moveOpen(
  tx: Tx,
  { action, campaignId }: { action: EarningsAction; campaignId: string },
  deps: LedgerDeps,
): Promise<string[]> {
  if (action !== "reverse") return [];
  const open = await findOpenDisputes(tx, campaignId);
  for (const { disputeId } of open) await moveDispute(tx, { disputeId, to: "reversed" }, deps);
  return open.map(({ disputeId }) => disputeId);
}

async function moveDispute(
  tx: Tx,
  move: { disputeId: string; to: DisputeStatus },
  deps: LedgerDeps,
): Promise<string> {
  const { disputeId, to } = move;
  if (await moveDisputeRow(tx, { disputeId, from: sourcesOf(to), to, now: deps.now })) {
    return disputeId;
  }
  const { status } = await requireDispute(tx, disputeId);
  throw new ExchangeError("invalid_state", {
    message: `The dispute is ${status}.`,
    details: { status, validActions: validActionsOf(status) },
  });
}

/** **Errors** `not_found`. */
async function requireDispute(db: Queryable, disputeId: string): Promise<DisputeRecord> {
  const dispute = await findDispute(db, disputeId);
  if (dispute !== undefined) return dispute;
  throw notFound("dispute");
}

const DONE: Readonly<Record<EarningsAction, string>> = {
  hold: "held",
  release: "released",
  reverse: "reversed",
};

/** The publisher hears of every decision; the advertiser of those about disputes and money. */
async function tellSides(
  tx: Tx,
  told: { action: EarningsAction; book: BookSides; decision: Decision },
  deps: LedgerDeps,
): Promise<void> {
  const { action, book, decision } = told;
  const { campaignId, publisherId, advertiserId } = book;
  const isForBoth = action === "reverse" || decision.disputeIds.length > 0;
  const returned = action === "reverse" ? micros(decision.amount + decision.fee) : ZERO_MICROS;
  await enqueueUpdate(tx, deps, isForBoth ? [publisherId, advertiserId] : [publisherId], {
    campaignId,
    earnings: DONE[action],
    earningsCredits: creditsFromMicros(decision.amount),
    returnedCredits: creditsFromMicros(returned),
    disputeIds: decision.disputeIds,
  });
}

/** Every state of a dispute and where it may go; a released one may be taken up again. */
export const TRANSITIONS: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  open: ["released", "reversed"],
  released: ["open"],
  reversed: [],
};

const COMMANDS: Readonly<Record<DisputeStatus, string>> = {
  open: "earnings hold",
  released: "earnings release",
  reversed: "earnings reverse",
};

export function sourcesOf(to: DisputeStatus): DisputeStatus[] {
  const all: readonly DisputeStatus[] = ["open", "released", "reversed"];
  return all.filter((from) => TRANSITIONS[from].includes(to));
}

export function validActionsOf(status: DisputeStatus): string[] {
  return TRANSITIONS[status].map((to) => COMMANDS[to]);
}
