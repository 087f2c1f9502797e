import type { Queryable } from "../../core/db.ts";
import { findVerificationState, type VerificationState } from "../ledger/index.ts";
import { measureOutbox } from "../outbox/index.ts";
import { measurePostbacks, type PostbackGauges } from "../postbacks/index.ts";
import { findJobQueues, type JobQueue } from "./queries.ts";

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
}

/** Four short statements; none looks at more than the rows that wait. */
export async function findStanding(db: Queryable, now: Date): Promise<Standing> {
  const [outbox, postbacks, verification, jobs] = await Promise.all([
    measureOutbox(db, now),
    measurePostbacks(db, now),
    findVerificationState(db),
    findJobQueues(db),
  ]);
  return { outbox, postbacks, verification, jobs };
}
