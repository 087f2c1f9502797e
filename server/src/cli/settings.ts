import type { Env } from "../core/env.ts";
import type { CampaignDeps } from "../domain/campaigns/index.ts";

/** How campaigns are booked and closed, as the environment says: for server, jobs and operator. */
export function campaignSettingsOf(env: Env): Omit<CampaignDeps, "ids" | "now"> {
  return {
    feeBps: env.PLATFORM_FEE_BPS,
    reviewPolicy: env.REVIEW_POLICY,
    refundDrainSeconds: env.REFUND_DRAIN_SECONDS,
    // The demo's shop is part of the server itself, which may speak http on this machine.
    allowedDestinationOrigin: env.DEMO ? new URL(env.PUBLIC_BASE_URL).origin : undefined,
  };
}
