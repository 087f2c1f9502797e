import type { EntryType } from "../../contract/enums.ts";
import { ExchangeError, notFound } from "../../contract/errors.ts";
import { sqlStateOf, type Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { invariant } from "../../core/invariant.ts";
import { findBalances, lockBalance } from "./account-queries.ts";
import { type Leg, postTxns, type TxnRefs } from "./queries.ts";

export interface LedgerDeps {
  readonly ids: IdSource;
  readonly now: Date;
}

/** One side of a transaction; its type is the transaction's, unless it has its own. */
export type LegInput = Pick<Leg, "owner" | "kind"> & {
  readonly amount: bigint;
  readonly type?: EntryType;
};

/** A balanced movement of money. **Units** micro-credits; the legs sum to zero. */
export interface TxnInput {
  readonly type: EntryType;
  readonly refs: TxnRefs;
  readonly description: string;
  readonly legs: readonly LegInput[];
}

/** Books one transaction: see `postTransactions`. */
export function postTransaction(tx: Tx, deps: LedgerDeps, txn: TxnInput): Promise<void> {
  return postTransactions(tx, [txn], deps);
}

/**
 * Books balanced transactions, in their order.
 *
 * **Errors** legs that take a balance below zero violate `account_balance_check`; `invalid_state`
 * when money would leave an agent with an open finding of the verification.
 */
export async function postTransactions(
  tx: Tx,
  txns: readonly TxnInput[],
  { ids, now }: LedgerDeps,
): Promise<void> {
  const posted = txns.map(({ type, refs, description, legs }) => {
    const sum = legs.reduce((total, leg) => total + leg.amount, 0n);
    invariant(sum === 0n, `the legs of a ${type} sum to ${sum}`);
    const moved = legs.filter((leg) => leg.amount !== 0n);
    const id = ids.id("txn");
    const entries = moved.map((leg) => ({ type, ...leg, entryId: ids.id("ent") }));
    return { id, type, refs, description, legs: entries };
  });
  await postTxns(tx, posted, now).catch((error: unknown) => {
    throw sqlStateOf(error) === FROZEN ? frozenError() : error;
  });
}

/**
 * Corrects a balance by hand, against the exchange's `adjustment` account. Credits leave
 * `available` only with their purchase, so an adjustment lowers `earned` alone.
 *
 * **Errors** `not_found`; `insufficient_credits`.
 */
export async function adjustBalance(
  tx: Tx,
  adjustment: {
    agentId: string;
    account: "available" | "earned";
    amount: bigint;
    description: string;
  },
  deps: LedgerDeps,
): Promise<void> {
  const { agentId: owner, account: kind, amount, description } = adjustment;
  const balance = (await findBalances(tx, owner)).get(kind);
  if (balance === undefined) {
    throw notFound("agent", { message: `There is no agent ${owner}.` });
  }
  const left = (await lockBalance(tx, owner, kind)) + amount;
  if (amount < 0n && (kind === "available" || left < 0n)) {
    throw new ExchangeError("insufficient_credits", {
      message: "An adjustment can only take credits that are in `earned`.",
      suggestion: "Use --account earned, and at most its balance.",
    });
  }
  const type = "adjustment";
  const legs: LegInput[] = [
    { owner: null, kind: "adjustment", amount: -amount },
    { owner, kind, amount },
  ];
  await postTransaction(tx, deps, { type, refs: {}, description, legs });
}

/** Raised by the trigger `entry_frozen`. */
const FROZEN = "PL003";

function frozenError(): ExchangeError {
  return new ExchangeError("invalid_state", {
    message:
      "The money of this agent is held while the exchange looks at a difference in its books.",
    details: { status: "frozen", validActions: [] },
    suggestion: "Deliver and report as ever, what arrives is kept; try again later.",
    nextTools: ["wallet"],
  });
}
