import type { CampaignDeps } from "../domain/campaigns/index.ts";
import { DEMAND_EVERY_MINUTES, runDemand } from "../domain/platform/index.ts";
import type { ScheduledJob } from "./scheduled.ts";

/** Books platform demand every few minutes, by the same rules as the servers. */
export function platformDemand(campaigns: Omit<CampaignDeps, "ids" | "now">): ScheduledJob {
  return {
    queue: "platform-demand",
    cron: `*/${DEMAND_EVERY_MINUTES} * * * *`,
    expireInSeconds: 600,
    // One holds the lock of the pass while the other books.
    connections: 2,
    async run({ db, ids, clock, logger }) {
      const { booked, withdrawn } = await runDemand(db, { ...campaigns, ids, now: clock.now() });
      if (booked.length === 0 && withdrawn.length === 0) return;
      logger.info({ booked: booked.length, withdrawn: withdrawn.length }, "platform_demand_booked");
    },
  };
}
