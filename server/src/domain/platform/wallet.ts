import type { PackId } from "../../contract/enums.ts";
import { ExchangeError, notFound } from "../../contract/errors.ts";
import { creditsFromMicros, type Micros, microsFromCredits } from "../../contract/money.ts";
import { BUDGET_MIN_CREDITS } from "../../contract/units.ts";
import type { Database, Tx } from "../../core/db.ts";
import {
  type CheckoutProvider,
  hostOrder,
  type OrderRecord,
  openOrder,
} from "../checkout/index.ts";
import { findAgents } from "../identity/index.ts";
import type { LedgerDeps } from "../ledger/index.ts";
import {
  changeLimits,
  findLimits,
  findWallet,
  type Limits,
  putWallet,
  type Wallet,
} from "./wallet-queries.ts";

/**
 * Makes an agent the platform wallet, in place of the one before.
 *
 * **Errors** `not_found`; `wrong_role` for one that only sells; `agent_suspended`.
 */
export async function chooseWallet(tx: Tx, agentId: string, now: Date): Promise<Wallet> {
  const agent = (await findAgents(tx, [agentId])).get(agentId);
  if (agent === undefined) {
    throw notFound("agent");
  }
  if (agent.role === "publisher") {
    throw new ExchangeError("wrong_role", {
      message: "This agent only sells; the platform wallet is an advertiser.",
      details: { requiredRole: "advertiser", role: agent.role },
    });
  }
  if (agent.status !== "active") {
    throw new ExchangeError("agent_suspended", { message: `The agent is ${agent.status}.` });
  }
  await putWallet(tx, agentId, now);
  return requireWallet(await findWallet(tx));
}

/**
 * Opens an order for the platform wallet as its agent would with `buy_credits`. Credits arrive only
 * when it is paid.
 *
 * **Errors** `invalid_state` without a wallet; `agent_suspended`, `unavailable`.
 */
export async function fundWallet(
  db: Database,
  packId: PackId,
  deps: LedgerDeps & {
    readonly provider: CheckoutProvider;
    readonly onOpened: (tx: Tx, order: OrderRecord) => Promise<void>;
  },
): Promise<{ order: OrderRecord; checkoutUrl: string }> {
  const { provider, now } = deps;
  const order = await db.tx(async (tx) => {
    const { agentId, status } = requireWallet(await findWallet(tx));
    if (status !== "active") {
      throw new ExchangeError("agent_suspended", { message: `The wallet's agent is ${status}.` });
    }
    const opened = await openOrder(tx, { agentId, packId, provider: provider.name }, deps);
    await deps.onOpened(tx, opened);
    return opened;
  });
  return { order, checkoutUrl: await hostOrder(db, order.orderId, { provider, now }) };
}

/** What the operator may set. **Units** credits. */
export interface LimitsInCredits {
  readonly bookingBudgetCredits?: number | undefined;
  readonly publisherDayCredits?: number | undefined;
  readonly totalDayCredits?: number | undefined;
}

/** The most any limit may be, as the table checks it too. **Units** credits. */
export const LIMIT_MAX_CREDITS = 1_000_000_000;

/**
 * Changes the limits that are given.
 *
 * **Errors** `invalid_request` unless 100 <= a booking <= a publisher's day <= a day.
 */
export async function setLimits(tx: Tx, change: LimitsInCredits): Promise<Limits> {
  const before = await findLimits(tx);
  const given = {
    bookingBudget: microsOf(change.bookingBudgetCredits),
    publisherDay: microsOf(change.publisherDayCredits),
    totalDay: microsOf(change.totalDayCredits),
  };
  const booking = given.bookingBudget ?? before.bookingBudget;
  const publisherDay = given.publisherDay ?? before.publisherDay;
  const totalDay = given.totalDay ?? before.totalDay;
  const isOrdered =
    booking >= microsFromCredits(BUDGET_MIN_CREDITS) &&
    booking <= publisherDay &&
    publisherDay <= totalDay &&
    totalDay <= microsFromCredits(LIMIT_MAX_CREDITS);
  if (isOrdered) return changeLimits(tx, given);
  throw new ExchangeError("invalid_request", {
    message:
      `Limits must rise: ${BUDGET_MIN_CREDITS} <= a booking (${creditsFromMicros(booking)}) <= ` +
      `a publisher's day (${creditsFromMicros(publisherDay)}) <= ` +
      `a day (${creditsFromMicros(totalDay)}) <= ${LIMIT_MAX_CREDITS}.`,
  });
}

function microsOf(credits: number | undefined): Micros | undefined {
  return credits === undefined ? undefined : microsFromCredits(credits);
}

function requireWallet(wallet: Wallet | undefined): Wallet {
  if (wallet !== undefined) return wallet;
  throw new ExchangeError("invalid_state", {
    message: "There is no platform wallet yet.",
    details: { status: "no_wallet", validActions: ["platform wallet AGENT_ID"] },
  });
}
