import { forgetOldRuns, verifyAll, verifyNew } from "../domain/ledger/index.ts";
import type { ScheduledJob } from "./scheduled.ts";

/** Verify the ledger: every minute what is new, every night everything. */
export const VERIFICATION: readonly ScheduledJob[] = [
  { queue: "verify-new", cron: "* * * * *", expireInSeconds: 600, run: verifyNew },
  {
    queue: "verify-all",
    // When the fewest chats run in Europe and America, and a few minutes off the full hour.
    cron: "23 3 * * *",
    retryLimit: 1,
    expireInSeconds: 6 * 3_600,
    async run(deps) {
      await verifyAll(deps);
      await forgetOldRuns(deps.db, deps.clock.now());
    },
  },
];
