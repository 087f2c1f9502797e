import type { CampaignStatus } from "../../contract/enums.ts";
import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import type { Campaign } from "../../contract/resources/campaign.ts";
import type { Queryable, Tx } from "../../core/db.ts";

/** A version of a creative with what its reviewer needs to know of the campaign. */
export interface CreativeRecord {
  readonly creativeId: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly version: number;
  /** The version that is delivered, or that waits with its campaign. */
  readonly shownVersion: number;
  readonly text: string;
  readonly url: string;
  readonly reviewStatus: Campaign["creative"]["reviewStatus"];
  readonly campaignStatus: CampaignStatus;
  readonly createdAt: Date;
}

interface CreativeRow {
  readonly id: string;
  readonly campaign_id: string;
  readonly advertiser_id: string;
  readonly version: number;
  readonly creative_version: number;
  readonly text: string;
  readonly url: string;
  readonly review_status: Campaign["creative"]["reviewStatus"];
  readonly status: CampaignStatus;
  readonly created_at: Date;
}

const SELECT = `select v.id, v.campaign_id, c.advertiser_id, v.version, c.creative_version, v.text,
    v.url, v.review_status, b.status, v.created_at
  from creative v
  join campaign c on c.id = v.campaign_id
  join campaign_book b on b.campaign_id = v.campaign_id`;

export async function findCreative(
  db: Queryable,
  creativeId: string,
): Promise<CreativeRecord | undefined> {
  const rows = await db.query<CreativeRow>(
    { name: "campaigns.find_creative", text: `${SELECT} where v.id = $1` },
    [uuidFromId(creativeId)],
  );
  return rows[0] === undefined ? undefined : recordOf(rows[0]);
}

/**
 * Versions that wait for a reviewer, oldest first; not those that a newer one has overtaken, nor
 * those of a campaign that is over.
 */
export async function findWaitingCreatives(
  db: Queryable,
  limit: number,
): Promise<CreativeRecord[]> {
  const rows = await db.query<CreativeRow>(
    {
      name: "campaigns.find_waiting_creatives",
      text: `${SELECT}
        where v.review_status = 'pending_review'
          and v.version >= c.creative_version
          and b.status in ('pending_review', 'pending_start', 'active', 'paused', 'exhausted')
        order by v.id
        limit $1`,
    },
    [limit],
  );
  return rows.map(recordOf);
}

/** Guarded: false when somebody has decided already. */
export async function decideOnCreative(
  tx: Tx,
  decision: { creativeId: string; to: "approved" | "rejected"; reason: string | undefined },
): Promise<boolean> {
  const rows = await tx.query<{ id: string }>(
    {
      name: "campaigns.decide_on_creative",
      text: `update creative
        set review_status = $2, review_reason = $3
        where id = $1 and review_status = 'pending_review'
        returning id`,
    },
    [uuidFromId(decision.creativeId), decision.to, decision.reason ?? null],
  );
  return rows.length === 1;
}

/** Deliveries show this version from now on, unless they show a newer one. */
export async function showVersion(
  tx: Tx,
  shown: { campaignId: string; version: number; now: Date },
): Promise<void> {
  await tx.query(
    {
      name: "campaigns.show_version",
      text: `update campaign
        set creative_version = $2, revision = revision + 1, updated_at = $3
        where id = $1 and creative_version < $2`,
    },
    [uuidFromId(shown.campaignId), shown.version, shown.now],
  );
}

function recordOf(row: CreativeRow): CreativeRecord {
  return {
    creativeId: idFromUuid("crt", row.id),
    campaignId: idFromUuid("cmp", row.campaign_id),
    advertiserId: idFromUuid("agt", row.advertiser_id),
    version: row.version,
    shownVersion: row.creative_version,
    text: row.text,
    url: row.url,
    reviewStatus: row.review_status,
    campaignStatus: row.status,
    createdAt: row.created_at,
  };
}
