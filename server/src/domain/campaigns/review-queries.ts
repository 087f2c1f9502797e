import type { CampaignStatus } from "../../contract/enums.ts";
import { uuidFromId } from "../../contract/ids.ts";
import type { Campaign } from "../../contract/resources/campaign.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, finds, query, type Selected, select } from "../../core/sql.ts";

const CREATIVE = select({
  creativeId: column.id("crt", "v.id"),
  campaignId: column.id("cmp", "v.campaign_id"),
  advertiserId: column.id("agt", "c.advertiser_id"),
  version: column.plain<number>("v.version"),
  shownVersion: column.plain<number>("c.creative_version"),
  text: column.text("v.text"),
  url: column.text("v.url"),
  reviewStatus: column.plain<Campaign["creative"]["reviewStatus"]>("v.review_status"),
  campaignStatus: column.plain<CampaignStatus>("b.status"),
  createdAt: column.date("v.created_at"),
});
const SELECT = `select ${CREATIVE.list}
  from creative v
  join campaign c on c.id = v.campaign_id
  join campaign_book b on b.campaign_id = v.campaign_id`;

export type CreativeRecord = Selected<typeof CREATIVE>;

export async function findCreative(db: Queryable, creativeId: string) {
  return CREATIVE.first(db, "campaigns.find_creative", [uuidFromId(creativeId)])`
    ${SELECT} where v.id = $1`;
}

/**
 * Versions that wait for a reviewer, oldest first; not those that a newer one has overtaken, nor
 * those of a campaign that is over.
 */
export async function findWaitingCreatives(db: Queryable, limit: number) {
  return CREATIVE.all(db, "campaigns.find_waiting_creatives", [limit])`${SELECT}
    where v.review_status = 'pending_review'
      and v.version >= c.creative_version
      and b.status in ('pending_review', 'pending_start', 'active', 'paused', 'exhausted')
    order by v.id
    limit $1`;
}

/**
 * Guarded: false when it is decided already. A version that the policy approved can be
 * approved by a reviewer, so that links of earlier deliveries lead to its landing address too.
 */
export function decideOnCreative(
  tx: Tx,
  decision: { creativeId: string; to: "approved" | "rejected"; reason: string | undefined },
): Promise<boolean> {
  const { creativeId, to, reason } = decision;
  const values = [uuidFromId(creativeId), to, reason ?? null];
  return finds(tx, "campaigns.decide_on_creative", values)`update creative
    set review_status = $2, review_reason = $3, is_reviewed = true
    where id = $1
      and (review_status = 'pending_review'
        or review_status = 'approved' and $2 = 'approved' and not is_reviewed)
    returning id`;
}

/** Deliveries show this version from now on, unless they show a newer one. */
export async function showVersion(
  tx: Tx,
  shown: { campaignId: string; version: number; now: Date },
): Promise<void> {
  const { campaignId, version, now } = shown;
  const values = [uuidFromId(campaignId), version, now];
  await query(tx, "campaigns.show_version", values)`update campaign
    set creative_version = $2, revision = revision + 1, updated_at = $3
    where id = $1 and creative_version < $2`;
}
