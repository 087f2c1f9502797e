import { offeredIn } from "@placard/vocabulary";
import { sharedVocabulary } from "@placard/vocabulary/files";
import type { Env } from "../core/env.ts";
import type { CampaignDeps } from "../domain/campaigns/index.ts";
import type { PublisherLimits } from "../domain/ledger/index.ts";
import type { RetentionSettings } from "../jobs/retention.ts";
import type { Settings } from "../tools/tool.ts";

/** How campaigns are booked and closed, for exchange, worker and operator. */
export function campaignSettingsOf(env: Env): Omit<CampaignDeps, "ids" | "now"> {
  return {
    feeBps: env.PLATFORM_FEE_BPS,
    reviewPolicy: env.REVIEW_POLICY,
    refundDrainSeconds: env.REFUND_DRAIN_SECONDS,
    readOffer: (creativeText) => offeredIn(sharedVocabulary(), creativeText),
    // The demo's shop is part of the server itself, which may use http on this machine.
    allowedDestinationOrigin: env.DEMO ? new URL(env.PUBLIC_BASE_URL).origin : undefined,
  };
}

/** How long rows are kept, and where older ones go. */
export function retentionSettingsOf(env: Env): RetentionSettings {
  return {
    directory: env.RETENTION_DIR,
    days: {
      events: env.RETENTION_EVENT_DAYS,
      postbackLog: env.RETENTION_POSTBACK_DAYS,
      texts: env.RETENTION_TEXT_DAYS,
    },
  };
}

export function publisherLimitsOf(env: Env): PublisherLimits {
  return {
    placementsMax: env.UNPROVEN_PLACEMENTS_MAX,
    dayCreditsMax: env.UNPROVEN_DAY_CREDITS,
    lateDays: env.UNPROVEN_LATE_DAYS,
    provenAdvertisers: env.PROVEN_ADVERTISERS,
    provenCredits: env.PROVEN_CREDITS,
  };
}

export function settingsOf(env: Env): Settings & Omit<CampaignDeps, "ids" | "now"> {
  return {
    baseUrl: env.PUBLIC_BASE_URL,
    ...campaignSettingsOf(env),
    seasoningDays: env.PURCHASE_SEASONING_DAYS,
    limits: env.RATE_LIMITS,
  };
}
