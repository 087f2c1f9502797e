import { ExchangeError, notFound } from "../../contract/errors.ts";
import { creditsFromMicros, type Micros } from "../../contract/money.ts";
import {
  CASHOUT_HOLDS,
  CASHOUT_STATUSES,
  type Cashout,
  type CashoutStatus,
} from "../../contract/resources/wallet.ts";
import type { Tx } from "../../core/db.ts";
import { type LedgerDeps, type LegInput, postTransaction } from "../ledger/index.ts";
import { enqueuePostback } from "../outbox/index.ts";
import { type CashoutRecord, findCashout, type Move, moveCashoutRow } from "./queries.ts";
import { type Quote, satoshisOf } from "./quote.ts";

type Facts = Omit<Move, "from" | "to" | "cashoutId" | "now">;

/**
 * Takes a cashout to another state: one guarded statement, the entries that belong to the new
 * state, and the message to its owner, or nothing at all.
 *
 * **Errors** `not_found`; `invalid_state` when the present state does not lead there.
 */
export async function moveCashout(
  tx: Tx,
  move: Facts & {
    readonly cashoutId: string;
    readonly to: CashoutStatus;
    /** Narrows the states it may come from. */
    readonly only?: CashoutStatus;
  },
  deps: LedgerDeps,
): Promise<CashoutRecord> {
  const from = sourcesOf(move.to).filter((one) => move.only === undefined || one === move.only);
  const moved = await moveCashoutRow(tx, { ...move, from, now: deps.now });
  if (moved === undefined) throw refusalOf(await findCashout(tx, move.cashoutId));
  const money = MONEY[move.to];
  if (money !== undefined) await postMoney(tx, moved, money, deps);
  await tellOwner(tx, moved, deps);
  return moved;
}

function refusalOf(found: CashoutRecord | undefined): ExchangeError {
  return found === undefined ? cashoutNotFound() : invalidState(found.status);
}

/** A missing row and one of another agent get the same answer. */
export function cashoutNotFound(): ExchangeError {
  return notFound("cashout", {
    suggestion: "Take a cashoutId that list_cashouts shows.",
    nextTools: ["list_cashouts"],
  });
}

export function invalidState(status: CashoutStatus): ExchangeError {
  const validActions = validActionsOf(status);
  return new ExchangeError("invalid_state", {
    message: `The cashout is ${status}.`,
    details: { status, validActions },
    suggestion:
      validActions.length === 0
        ? "It is with the payment provider; follow it with list_cashouts."
        : `What is possible now: ${validActions.join(", ")}.`,
    nextTools: ["list_cashouts"],
  });
}

const DESCRIPTIONS = {
  cashout_hold: "Cashout requested",
  cashout_paid: "Cashout paid",
  cashout_returned: "Cashout returned",
} as const;

/** Holds, pays out or returns the credits of one cashout. */
export async function postMoney(
  tx: Tx,
  cashout: { cashoutId: string; agentId: string; amount: Micros },
  type: keyof typeof DESCRIPTIONS,
  deps: LedgerDeps,
): Promise<void> {
  const { cashoutId, agentId: owner, amount } = cashout;
  const held: LegInput = { owner, kind: "cashout_pending", amount: -amount };
  const sides: Record<keyof typeof DESCRIPTIONS, readonly LegInput[]> = {
    cashout_hold: [
      { ...held, amount },
      { owner, kind: "earned", amount: -amount },
    ],
    cashout_paid: [held, { owner: null, kind: "cashout_clearing", amount }],
    cashout_returned: [held, { owner, kind: "earned", amount }],
  };
  await postTransaction(tx, deps, {
    type,
    refs: { cashoutId },
    description: DESCRIPTIONS[type],
    legs: sides[type],
  });
}

/** The `cashout.updated` message, written with the effect. */
export async function tellOwner(tx: Tx, cashout: CashoutRecord, deps: LedgerDeps): Promise<void> {
  await enqueuePostback(tx, deps, {
    type: "cashout.updated",
    agentId: cashout.agentId,
    data: cashoutOnWire(cashout, undefined),
  });
}

/**
 * Renders a cashout for the wire.
 *
 * **Shape** `current` is the price of this moment; it shows only where none is fixed yet.
 */
export function cashoutOnWire(cashout: CashoutRecord, current: Quote | undefined): Cashout {
  const quote = quoteOf(cashout, current);
  const waits = cashout.status === "requested" && cashout.waitsUntil > cashout.createdAt;
  return {
    cashoutId: cashout.cashoutId,
    status: cashout.status,
    amountCredits: creditsFromMicros(cashout.amount),
    amountUsd: creditsFromMicros(cashout.amount) / 100,
    btcAddress: cashout.address,
    ...(quote === undefined ? {} : { quote }),
    ...(cashout.txid === undefined ? {} : { txid: cashout.txid }),
    ...(waits ? { waitsUntil: cashout.waitsUntil.toISOString() } : {}),
    held: heldOnWire(cashout),
    ...(cashout.reason !== undefined && EXPLAINED.has(cashout.status)
      ? { reason: cashout.reason }
      : {}),
    validActions: validActionsOf(cashout.status),
    createdAt: cashout.createdAt.toISOString(),
    updatedAt: cashout.updatedAt.toISOString(),
  };
}

function heldOnWire({ hold, waitsUntil }: CashoutRecord): Cashout["held"] {
  if (hold === undefined) return undefined;
  const until = hold === "new_address" ? waitsUntil.toISOString() : undefined;
  return { reason: hold, explanation: CASHOUT_HOLDS[hold], until };
}

/** A doubt that was settled since is no longer of interest. */
const EXPLAINED: ReadonlySet<CashoutStatus> = new Set(["rejected", "failed", "unknown"]);

function quoteOf(cashout: CashoutRecord, current: Quote | undefined): Cashout["quote"] {
  const { usdPerBtc, satoshis, quoteExpiresAt: expiresAt } = cashout;
  if (usdPerBtc !== undefined && satoshis !== undefined && expiresAt !== undefined) {
    return {
      usdPerBtc: Number(usdPerBtc),
      satoshis: Number(satoshis),
      expiresAt: expiresAt.toISOString(),
    };
  }
  if (current === undefined || cashout.status !== "requested") return undefined;
  return {
    usdPerBtc: Number(current.usdPerBtc),
    satoshis: Number(satoshisOf(cashout.amount, current.usdPerBtc)),
    expiresAt: current.expiresAt.toISOString(),
  };
}

/**
 * Every state of a cashout and the states that may follow it (server/docs/contract.md). No state
 * after `unknown` submits the payout again. `in_progress -> unknown` is for a payout that the
 * provider accepted and then gave up: without it the credits would stay held for ever.
 */
export const TRANSITIONS: Readonly<Record<CashoutStatus, readonly CashoutStatus[]>> = {
  requested: ["approved", "rejected", "canceled"],
  approved: ["submitted", "rejected", "canceled"],
  submitted: ["in_progress", "unknown"],
  unknown: ["in_progress", "failed"],
  in_progress: ["completed", "unknown"],
  completed: [],
  rejected: [],
  canceled: [],
  failed: [],
};

/** What reaching a state does to the credits that are held; absent: they stay where they are. */
export const MONEY: Readonly<Partial<Record<CashoutStatus, "cashout_paid" | "cashout_returned">>> =
  {
    completed: "cashout_paid",
    rejected: "cashout_returned",
    canceled: "cashout_returned",
    failed: "cashout_returned",
  };

export function mayGo(from: CashoutStatus, to: CashoutStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** The states from which one may go to this one: the guard of the transition's statement. */
export function sourcesOf(to: CashoutStatus): CashoutStatus[] {
  return CASHOUT_STATUSES.filter((from) => mayGo(from, to));
}

/** Whether credits are still held for it, so that no second one may be requested. */
export function isOpen(status: CashoutStatus): boolean {
  return TRANSITIONS[status].length > 0;
}

/** The tools that do something to a cashout in this state, or after it. */
export function validActionsOf(status: CashoutStatus): string[] {
  if (mayGo(status, "canceled")) return ["cancel_cashout"];
  return isOpen(status) ? [] : ["request_cashout"];
}
