import { CASHOUT_STATUSES, type CashoutStatus } from "../../contract/resources/wallet.ts";

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
