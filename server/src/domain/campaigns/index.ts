import type { Campaign } from "../../contract/resources/campaign.ts";
import type { Queryable } from "../../core/db.ts";
import { findCampaign } from "./queries.ts";
import { campaignNotFound } from "./states.ts";

export { bookCampaign, bookMany } from "./book.ts";
export { checkDestination, expandMacros, pauseAboveCaps } from "./brand.ts";
export { changeCampaign, lockToPause } from "./change.ts";
export { advanceDue, confirmDelivery, lockOwnBook, requestRefund } from "./close.ts";
export { findCampaign, findCampaigns } from "./queries.ts";
export { requireCreative, reviewCreative } from "./review.ts";
export { type CreativeRecord, findWaitingCreatives } from "./review-queries.ts";
export {
  type CampaignDeps,
  type CampaignSettings,
  campaignNotFound,
  invalidState,
  validActionsOf,
} from "./states.ts";

/** **Errors** `not_found`, also for a campaign of two other agents. */
export async function requireCampaign(
  db: Queryable,
  campaignId: string,
  agentId: string,
): Promise<Campaign> {
  const campaign = await findCampaign(db, campaignId, agentId);
  if (
    campaign === undefined ||
    (campaign.advertiserId !== agentId && campaign.publisherId !== agentId)
  ) {
    throw campaignNotFound();
  }
  return campaign;
}
