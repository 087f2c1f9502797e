import type { Queryable } from "../../core/db.ts";
import { findPayoutHold, type PayoutHold } from "../cashout/index.ts";
import { findVerificationState, type VerificationState } from "../ledger/index.ts";
import { measureOutbox } from "../outbox/index.ts";
import { measurePostbacks, type PostbackGauges } from "../postbacks/index.ts";
import { countPartitionDays, findJobQueues, type JobQueue } from "./queries.ts";

export {
  countAgents,
  countCampaigns,
  findDatabaseSize,
  findMoney,
  findReplayLag,
  type JobQueue,
  type MoneySums,
} from "./queries.ts";

/** What waits in the database, and how verification stands. */
export interface Standing {
  readonly outbox: { readonly waiting: number; readonly ageMs: number };
  readonly postbacks: PostbackGauges;
  readonly verification: VerificationState;
  readonly jobs: readonly JobQueue[];
  readonly payoutHold: PayoutHold | undefined;
  /** Days after today that have partitions. */
  readonly partitionDays: number;
}

/** Six short statements; none looks at more than the rows that wait. */
export async function findStanding(db: Queryable, now: Date): Promise<Standing> {
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
