import type { Queryable } from "../../core/db.ts";
import { balanceOf } from "../ledger/index.ts";
import { findBookedDay } from "./demand-queries.ts";
import { countRequests } from "./request-queries.ts";
import { findLimits, findWallet } from "./wallet-queries.ts";

export { type DemandReport, runDemand } from "./demand.ts";
export { REASONS } from "./match.ts";

export { type Asked, requestDemand } from "./request-queries.ts";
export {
  chooseWallet,
  fundWallet,
  LIMIT_MAX_CREDITS,
  setLimits,
} from "./wallet.ts";
export { type Limits, removeWallet } from "./wallet-queries.ts";

/** How long a placement that is asked for waits for the next pass at most, in a quiet hour. */
export const DEMAND_EVERY_MINUTES = 3;

/** Whether this agent pays for platform demand, and so may book for a brand. */
export async function isPlatformWallet(db: Queryable, agentId: string): Promise<boolean> {
  return (await findWallet(db))?.agentId === agentId;
}

export type PlatformState = Awaited<ReturnType<typeof findPlatformState>>;

/** How platform demand stands, for the operator. **Units** `booked` is of this UTC day. */
export async function findPlatformState(db: Queryable, now: Date) {
  const wallet = await findWallet(db);
  return {
    wallet,
    balance: wallet === undefined ? undefined : await balanceOf(db, wallet.agentId),
    limits: await findLimits(db),
    requests: await countRequests(db),
    booked: await findBookedDay(db, now),
  };
}
