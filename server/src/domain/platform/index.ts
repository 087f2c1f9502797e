import type { Balance } from "../../contract/resources/agent.ts";
import type { Queryable } from "../../core/db.ts";
import { balanceOf } from "../ledger/index.ts";
import { type BookedDay, findBookedDay } from "./demand-queries.ts";
import { countRequests, type RequestCounts } from "./request-queries.ts";
import { findLimits, findWallet, type Limits, type Wallet } from "./wallet-queries.ts";

export { type DemandReport, runDemand } from "./demand.ts";
export { REASONS } from "./match.ts";

export { type Asked, requestDemand } from "./request-queries.ts";
export {
  chooseWallet,
  fundWallet,
  LIMIT_MAX_CREDITS,
  setLimits,
} from "./wallet.ts";
export { type Limits, removeWallet, type Wallet } from "./wallet-queries.ts";

/** How long a placement that is asked for waits for the next pass at most, in a quiet hour. */
export const DEMAND_EVERY_MINUTES = 3;

/** Whether this agent pays for platform demand, and so may book for a brand. */
export async function isPlatformWallet(db: Queryable, agentId: string): Promise<boolean> {
  return (await findWallet(db))?.agentId === agentId;
}

export interface PlatformState {
  readonly wallet: Wallet | undefined;
  readonly balance: Balance | undefined;
  readonly limits: Limits;
  readonly requests: RequestCounts;
  /** Of this UTC day. */
  readonly booked: BookedDay;
}

/** How platform demand stands: for the operator. */
export async function findPlatformState(db: Queryable, now: Date): Promise<PlatformState> {
  const wallet = await findWallet(db);
  return {
    wallet,
    balance: wallet === undefined ? undefined : await balanceOf(db, wallet.agentId),
    limits: await findLimits(db),
    requests: await countRequests(db),
    booked: await findBookedDay(db, now),
  };
}
