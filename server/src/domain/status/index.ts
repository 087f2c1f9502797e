import type { Queryable } from "../../core/db.ts";
import { findPayoutHold } from "../cashout/index.ts";
import { findVerificationState } from "../ledger/index.ts";
import { measureOutbox } from "../outbox/index.ts";
import { measurePostbacks } from "../postbacks/index.ts";
import { countPartitionDays, findJobQueues } from "./queries.ts";

export {
  countAgents,
  countCampaigns,
  findDatabaseSize,
  findMoney,
  findReplayLag,
} from "./queries.ts";

export type Standing = Awaited<ReturnType<typeof findStanding>>;

/**
 * What waits in the database, and how verification stands. Six short statements; none looks at more
 * than the rows that wait.
 */
export async function findStanding(db: Queryable, now: Date) {
  const [outbox, postbacks, verification, jobs, payoutHold, partitionDays] = await Promise.all([
    measureOutbox(db, now),
    measurePostbacks(db, now),
    findVerificationState(db),
    findJobQueues(db),
    findPayoutHold(db),
    countPartitionDays(db),
  ]);
  return { outbox, postbacks, verification, jobs, payoutHold, partitionDays };
}
