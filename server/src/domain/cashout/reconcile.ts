import { type Micros, micros } from "../../contract/money.ts";
import type { Database, Tx } from "../../core/db.ts";
import { adjustBalance, type LedgerDeps, lockBalance } from "../ledger/index.ts";
import { isOpen, mayGo, moveCashout, postMoney, tellOwner } from "./move.ts";
import type { CashoutProvider, ListedPayout } from "./port.ts";
import {
  type CashoutRecord,
  findCashout,
  findOpenCashout,
  hasAgent,
  insertCashout,
} from "./queries.ts";

export interface Difference {
  readonly subject: string;
  readonly problem: string;
  /** `booked`, or `would_book` in a dry run; an operator decides about what is `open`. */
  readonly result: "booked" | "would_book" | "open";
}

interface Deps extends LedgerDeps {
  readonly provider: CashoutProvider;
  readonly isDryRun: boolean;
}

/** What was paid, with all that booking it again needs. */
type Paid = ListedPayout & {
  readonly state: Extract<ListedPayout["state"], { status: "in_progress" | "completed" }>;
};

/**
 * Compares the provider's payouts with the cashouts and books those that left and are not booked:
 * known ones are moved to where they are, lost ones are inserted again. Where the agent's earned
 * credits were lost as well, the exchange bears the difference (`adjustment`).
 */
export async function reconcilePayouts(db: Database, deps: Deps): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const payout of await deps.provider.list()) {
    const found = await findCashout(db, payout.cashoutId);
    const difference = isPaid(payout)
      ? await comparePaid(db, { payout, found }, deps)
      : await compareUnpaid(payout, found, deps);
    if (difference !== undefined) differences.push({ subject: payout.cashoutId, ...difference });
  }
  return differences;
}

function isPaid(payout: ListedPayout): payout is Paid {
  return payout.state.status === "in_progress" || payout.state.status === "completed";
}

type Found = Omit<Difference, "subject"> | undefined;

/** Nothing has moved. A payout that no open cashout waits for must not be released later. */
async function compareUnpaid(
  { state }: ListedPayout,
  found: CashoutRecord | undefined,
  deps: Deps,
): Promise<Found> {
  if (state.status !== "unreleased" || (found !== undefined && isOpen(found.status))) return;
  if (!deps.isDryRun) await deps.provider.withdraw(state.providerId);
  const problem = "announced at the provider without an open cashout; withdrawn";
  return { problem, result: deps.isDryRun ? "would_book" : "booked" };
}

async function comparePaid(
  db: Database,
  { payout, found }: { payout: Paid; found: CashoutRecord | undefined },
  deps: Deps,
): Promise<Found> {
  const { status, providerId } = payout.state;
  if (found?.status === status || found?.status === "completed") {
    if (found.providerId === providerId) return;
    return { problem: `paid twice, also as ${providerId}`, result: "open" };
  }
  if (found !== undefined && !isOpen(found.status)) {
    return { problem: `${status} at the provider, ${found.status} here`, result: "open" };
  }
  const problem = `${status} at the provider, ${found?.status ?? "unknown"} here`;
  if (payout.satoshis === undefined) return { problem, result: "open" };
  const quote = quoteOf(payout, payout.satoshis, deps.now);
  const result = await db.tx(async (tx) => {
    if (found === undefined && !(await canInsert(tx, payout))) return "open";
    if (deps.isDryRun) return "would_book";
    const known = found ?? (await insertAgain(tx, payout, deps));
    if (known === undefined) return "open";
    await advance(tx, { cashout: known, payout, quote }, deps);
    return "booked";
  });
  return { problem, result };
}

async function canInsert(tx: Tx, { agentId, amount, address }: Paid): Promise<boolean> {
  return agentId !== undefined && amount !== undefined && address !== undefined
    ? hasAgent(tx, agentId)
    : false;
}

/**
 * A request that was made again meanwhile is returned. Undefined while the agent has another
 * cashout at the provider.
 */
async function insertAgain(tx: Tx, payout: Paid, deps: Deps): Promise<CashoutRecord | undefined> {
  const { cashoutId, agentId, amount, address } = payout;
  if (agentId === undefined || amount === undefined || address === undefined) return undefined;
  const open = await findOpenCashout(tx, agentId);
  if (open !== undefined && mayGo(open.status, "rejected")) {
    const reason =
      "An earlier cashout was paid that the exchange had lost; request this one again.";
    await moveCashout(tx, { cashoutId: open.cashoutId, to: "rejected", reason }, deps);
  }
  const { now, provider } = deps;
  const row = { cashoutId, agentId, amount, address, provider: provider.name };
  const cashout = await insertCashout(tx, { ...row, newAddressUntil: now, now });
  if (cashout === undefined) return undefined;
  await coverShortfall(tx, { agentId, amount }, deps);
  await postMoney(tx, cashout, "cashout_hold", deps);
  await tellOwner(tx, cashout, deps);
  return cashout;
}

async function coverShortfall(
  tx: Tx,
  { agentId, amount }: { agentId: string; amount: Micros },
  deps: LedgerDeps,
): Promise<void> {
  const earned = await lockBalance(tx, agentId, "earned");
  if (earned >= amount) return;
  const description = "Earned credits that were paid out before a restore";
  const shortfall = micros(amount - earned);
  await adjustBalance(tx, { agentId, account: "earned", amount: shortfall, description }, deps);
}

interface Step {
  readonly cashout: CashoutRecord;
  readonly payout: Paid;
  readonly quote: ReturnType<typeof quoteOf>;
}

/** Through every state on the way, each with its money and its message. */
async function advance(tx: Tx, { cashout, payout, quote }: Step, deps: Deps): Promise<void> {
  const { cashoutId, status } = cashout;
  const { providerId, txid } = payout.state;
  if (status === "requested") await moveCashout(tx, { cashoutId, to: "approved", quote }, deps);
  if (status === "requested" || status === "approved") {
    await moveCashout(tx, { cashoutId, to: "submitted" }, deps);
  }
  if (status !== "in_progress") {
    await moveCashout(tx, { cashoutId, to: "in_progress", providerId, txid }, deps);
  }
  if (payout.state.status === "completed") {
    await moveCashout(tx, { cashoutId, to: "completed", txid }, deps);
  }
}

function quoteOf({ usdPerBtc }: Paid, satoshis: bigint, now: Date) {
  return { usdPerBtc: usdPerBtc ?? "1", satoshis, expiresAt: now };
}
