import { ExchangeError } from "../../contract/errors.ts";
import { creditsFromMicros, type Micros, micros, microsFromCredits } from "../../contract/money.ts";
import { CASHOUT_MIN_CREDITS } from "../../contract/resources/wallet.ts";
import type { Database, Tx } from "../../core/db.ts";
import { type LedgerDeps, lockBalance } from "../ledger/index.ts";
import { cashoutNotFound, invalidState, mayGo, moveCashout, postMoney, tellOwner } from "./move.ts";
import type { CashoutProvider } from "./port.ts";
import { type CashoutRecord, findCashout, findOpenCashout, insertCashout } from "./queries.ts";
import { clearCashout, findPayoutHold, type ReviewRecord } from "./work-queries.ts";

export interface RequestDeps extends LedgerDeps {
  readonly provider: CashoutProvider;
  readonly newAddressMs: number;
}

/**
 * Holds earned credits for a payment to a Bitcoin address. Sweep the agent's campaigns before.
 *
 * **Units** whole credits.
 * **Errors** `cashout_below_minimum`, `address_invalid`, `conflict` while another one is open,
 * `insufficient_credits`.
 */
export async function requestCashout(
  tx: Tx,
  input: { agentId: string; amountCredits: number; btcAddress: string },
  deps: RequestDeps,
): Promise<CashoutRecord> {
  const amount = checkAmount(input.amountCredits);
  const address = checkAddress(input.btcAddress, deps.provider);
  const cashout = await insertCashout(tx, {
    cashoutId: deps.ids.id("csh"),
    agentId: input.agentId,
    amount,
    address,
    provider: deps.provider.name,
    newAddressUntil: new Date(deps.now.getTime() + deps.newAddressMs),
    now: deps.now,
  });
  if (cashout === undefined) throw await anotherIsOpen(tx, input.agentId);
  await requireEarned(tx, input.agentId, amount);
  await postMoney(tx, cashout, "cashout_hold", deps);
  await tellOwner(tx, cashout, deps);
  return cashout;
}

/**
 * Takes back a request that was not handed to the provider yet; the credits return.
 *
 * **Errors** `not_found`, also for one of another agent; `invalid_state`.
 */
export async function cancelCashout(
  tx: Tx,
  own: { agentId: string; cashoutId: string },
  deps: LedgerDeps,
): Promise<CashoutRecord> {
  const found = await findCashout(tx, own.cashoutId);
  if (found?.agentId !== own.agentId) throw cashoutNotFound();
  // It may have been paid before the restore.
  if ((await findPayoutHold(tx)) === "recovery") {
    throw new ExchangeError("unavailable", {
      message: "Cashouts are being compared with the payment provider.",
      retryAfterSeconds: 3_600,
    });
  }
  return moveCashout(tx, { cashoutId: own.cashoutId, to: "canceled" }, deps);
}

function checkAmount(amountCredits: number): Micros {
  if (amountCredits >= CASHOUT_MIN_CREDITS) return microsFromCredits(amountCredits);
  throw new ExchangeError("cashout_below_minimum", {
    field: "/arguments/amountCredits",
    message: `A cashout is at least ${CASHOUT_MIN_CREDITS} credits.`,
    details: { minimumCredits: CASHOUT_MIN_CREDITS },
    suggestion: "Wait until whoami shows enough earnedCredits, then request more.",
    nextTools: ["whoami"],
  });
}

/** Bech32 may be written in capitals; one address must have one spelling, so that sharing shows. */
function checkAddress(btcAddress: string, provider: CashoutProvider): string {
  if (provider.isAddress(btcAddress)) {
    return /^bc1/i.test(btcAddress) ? btcAddress.toLowerCase() : btcAddress;
  }
  throw new ExchangeError("address_invalid", {
    field: "/arguments/btcAddress",
    message: "This is not a Bitcoin address of the main network.",
    suggestion: "Copy the address again; it begins with bc1, 1 or 3 and has a checksum.",
    nextTools: ["request_cashout"],
  });
}

async function anotherIsOpen(tx: Tx, agentId: string): Promise<ExchangeError> {
  const open = await findOpenCashout(tx, agentId);
  return new ExchangeError("conflict", {
    message: "Another cashout of this agent is not over yet.",
    details: open === undefined ? {} : { cashoutId: open.cashoutId, status: open.status },
    suggestion: "Wait until it is completed, or cancel it while that is possible.",
    nextTools: ["list_cashouts", "cancel_cashout"],
  });
}

/** Only `earned` leaves: bought credits and earnings that have not matured do not. */
async function requireEarned(tx: Tx, agentId: string, amount: Micros): Promise<void> {
  const earned = await lockBalance(tx, agentId, "earned");
  if (earned >= amount) return;
  throw new ExchangeError("insufficient_credits", {
    message: "Fewer credits than this are earned and matured.",
    details: {
      shortfallCredits: creditsFromMicros(micros(amount - earned)),
      earnedCredits: creditsFromMicros(earned),
    },
    suggestion: "Request at most earnedCredits; pending earnings mature by themselves.",
    nextTools: ["whoami", "wallet"],
  });
}

/**
 * An operator's approval: the request is approved within seconds, at the price of that moment, even
 * if other agents share its address or the agent is new.
 *
 * **Errors** `not_found`, `invalid_state`.
 */
export async function approveByHand(tx: Tx, cashoutId: string, deps: LedgerDeps) {
  const cleared = await clearCashout(tx, cashoutId, deps.now);
  if (cleared !== undefined) return cleared;
  const found = await findCashout(tx, cashoutId);
  throw found === undefined ? cashoutNotFound() : invalidState(found.status);
}

/**
 * An operator's no: the credits return.
 *
 * **Errors** `not_found`, `invalid_state`.
 */
export function rejectByHand(
  tx: Tx,
  rejection: { cashoutId: string; reason: string },
  deps: LedgerDeps,
): Promise<CashoutRecord> {
  return moveCashout(tx, { ...rejection, to: "rejected" }, deps);
}

/**
 * Returns the cashouts of agents that were not submitted yet. One that is submitted in the same
 * moment goes on.
 */
export async function returnUnsubmitted(
  db: Database,
  agentIds: readonly string[],
  reason: string,
  deps: LedgerDeps,
): Promise<void> {
  for (const agentId of agentIds) {
    const open = await findOpenCashout(db, agentId);
    if (open === undefined || !mayGo(open.status, "rejected")) continue;
    const { cashoutId } = open;
    await db
      .tx((tx) => moveCashout(tx, { cashoutId, to: "rejected", reason }, deps))
      .catch((error: unknown) => {
        if (!(error instanceof ExchangeError) || error.code !== "invalid_state") throw error;
      });
  }
}

/** Why a request is not approved yet, for the operator; empty when nothing holds it. */
export function heldBy(cashout: ReviewRecord, now: Date): string {
  if (cashout.agentStatus !== "active") return `agent ${cashout.agentStatus}`;
  if (cashout.status !== "requested" || cashout.isCleared) return "";
  if (cashout.isShared) return "address used by several agents";
  if (cashout.waitsUntil > now) return `new address, until ${cashout.waitsUntil.toISOString()}`;
  return "";
}
