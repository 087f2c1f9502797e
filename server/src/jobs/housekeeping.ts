import { forgetOldCalls } from "../domain/idempotency/index.ts";
import { deleteOldPostbacks } from "../domain/postbacks/index.ts";
import type { ScheduledJob } from "./scheduled.ts";

/** Delete expired data. */
export const HOUSEKEEPING: readonly ScheduledJob[] = [
  {
    queue: "housekeeping",
    cron: "7 * * * *",
    retryLimit: 3,
    expireInSeconds: 900,
    run: ({ db }) => forgetOldCalls(db),
  },
  {
    queue: "postback-retention",
    cron: "23 3 * * *",
    retryLimit: 3,
    expireInSeconds: 3_600,
    run: ({ db, clock }) => deleteOldPostbacks(db, clock.now()),
  },
];
