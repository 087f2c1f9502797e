import type { AdUnitType, CampaignStatus } from "../../contract/enums.ts";
import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import { creditsFromMicros, type Micros, micros } from "../../contract/money.ts";
import type { Campaign } from "../../contract/resources/campaign.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { escrowStatusOf } from "./escrow-states.ts";
import { validActionsOf } from "./states.ts";

export interface NewCampaign {
  readonly campaignId: string;
  readonly creativeId: string;
  readonly advertiserId: string;
  readonly publisherId: string;
  readonly placementId: string;
  readonly adUnitType: AdUnitType;
  readonly rate: Micros;
  readonly unitPrice: Micros;
  readonly unitFee: Micros;
  readonly feeBps: number;
  readonly budget: Micros;
  readonly dailyCap: Micros | null;
  readonly status: CampaignStatus;
  readonly creativeText: string;
  readonly creativeUrl: string;
  readonly creativeReview: "pending_review" | "approved";
  readonly brandId: string | null;
  readonly startAt: string | null;
  readonly endAt: string | null;
  readonly clickDays: number;
  readonly contextHours: number;
  readonly conversionSource: "any" | "advertiser";
  readonly verifiedOnly: boolean;
  readonly citedOnly: boolean;
  readonly now: Date;
}

/** Campaign, creative version 1 and the money row, in one statement. */
export async function insertCampaign(tx: Tx, campaign: NewCampaign): Promise<void> {
  await tx.query(
    {
      name: "campaigns.insert",
      text: `with made as (
          insert into campaign (
            id, advertiser_id, publisher_id, placement_id, ad_unit_type, rate, fee_bps, brand_id,
            start_at, end_at, click_days, context_hours, conversion_source, verified_only,
            created_at, updated_at, cited_only
          )
          values ($1, $3, $4, $5, $6, $7, $10, $17, $18, $19, $20, $21, $22, $23, $24, $24, $25)
          returning id
        ), shown as (
          insert into creative (campaign_id, version, id, text, url, review_status, created_at)
          select id, 1, $2, $14, $15, $16, $24 from made
        )
        insert into campaign_book (
          campaign_id, advertiser_id, publisher_id, placement_id, status, unit_price, unit_fee,
          funded, escrow, daily_cap
        )
        select id, $3, $4, $5, $13, $8, $9, $11, $11, $12 from made`,
    },
    [
      uuidFromId(campaign.campaignId),
      uuidFromId(campaign.creativeId),
      uuidFromId(campaign.advertiserId),
      uuidFromId(campaign.publisherId),
      uuidFromId(campaign.placementId),
      campaign.adUnitType,
      String(campaign.rate),
      String(campaign.unitPrice),
      String(campaign.unitFee),
      campaign.feeBps,
      String(campaign.budget),
      campaign.dailyCap === null ? null : String(campaign.dailyCap),
      campaign.status,
      campaign.creativeText,
      campaign.creativeUrl,
      campaign.creativeReview,
      campaign.brandId === null ? null : uuidFromId(campaign.brandId),
      campaign.startAt,
      campaign.endAt,
      campaign.clickDays,
      campaign.contextHours,
      campaign.conversionSource,
      campaign.verifiedOnly,
      campaign.now,
      campaign.citedOnly,
    ],
  );
}

export interface CampaignRow {
  readonly id: string;
  readonly advertiser_id: string;
  readonly publisher_id: string;
  readonly placement_id: string;
  readonly ad_unit_type: AdUnitType;
  readonly rate: string;
  readonly fee_bps: number;
  readonly brand_id: string | null;
  readonly start_at: Date | null;
  readonly end_at: Date | null;
  readonly click_days: number;
  readonly context_hours: number;
  readonly conversion_source: "any" | "advertiser";
  readonly verified_only: boolean;
  readonly cited_only: boolean;
  readonly revision: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly status: CampaignStatus;
  readonly funded: string;
  readonly escrow: string;
  readonly spent: string;
  readonly refunded: string;
  readonly daily_cap: string | null;
  readonly creative_id: string;
  readonly creative_text: string;
  readonly creative_url: string;
  readonly creative_review: Campaign["creative"]["reviewStatus"];
  readonly creative_reason: string | null;
  readonly creative_version: number;
  readonly coupon_ids: string[];
}

const SELECT = `select c.id, c.advertiser_id, c.publisher_id, c.placement_id, c.ad_unit_type,
    c.rate, c.fee_bps, c.brand_id, c.start_at, c.end_at, c.click_days, c.context_hours,
    c.conversion_source, c.verified_only, c.cited_only, c.revision, c.created_at, c.updated_at,
    b.status, b.funded,
    b.escrow, b.earned + b.fee as spent, b.refunded, b.daily_cap, v.id as creative_id,
    v.text as creative_text, v.url as creative_url, v.review_status as creative_review,
    v.review_reason as creative_reason,
    v.version as creative_version,
    array(select u.id from coupon u where u.campaign_id = c.id order by u.id desc) as coupon_ids
  from campaign c
  join campaign_book b on b.campaign_id = c.id
  join creative v on v.campaign_id = c.id and v.version = c.creative_version`;

export async function findCampaign(
  db: Queryable,
  campaignId: string,
): Promise<Campaign | undefined> {
  const rows = await db.query<CampaignRow>(
    { name: "campaigns.find", text: `${SELECT} where c.id = $1` },
    [uuidFromId(campaignId)],
  );
  return rows[0] === undefined ? undefined : onWire(rows[0]);
}

export interface CampaignFilter {
  readonly agentId: string;
  readonly asPublisher: boolean;
  readonly asAdvertiser: boolean;
  readonly status?: CampaignStatus;
  readonly placementId?: string;
  readonly before?: string;
  readonly limit: number;
}

/** A page of the campaigns that an agent has a side of. **Shape** newest first. */
export async function findCampaigns(db: Queryable, filter: CampaignFilter): Promise<Campaign[]> {
  const rows = await db.query<CampaignRow>(
    {
      name: "campaigns.find_of_agent",
      text: `${SELECT}
        where ((c.advertiser_id = $1 and $2) or (c.publisher_id = $1 and $3))
          and ($4::text is null or b.status = $4)
          and ($5::uuid is null or c.placement_id = $5)
          and ($6::uuid is null or c.id < $6)
        order by c.id desc
        limit $7`,
    },
    [
      uuidFromId(filter.agentId),
      filter.asAdvertiser,
      filter.asPublisher,
      filter.status ?? null,
      filter.placementId === undefined ? null : uuidFromId(filter.placementId),
      filter.before === undefined ? null : uuidFromId(filter.before),
      filter.limit,
    ],
  );
  return rows.map(onWire);
}

function onWire(row: CampaignRow): Campaign {
  const spent = micros(row.spent);
  return {
    campaignId: idFromUuid("cmp", row.id),
    advertiserId: idFromUuid("agt", row.advertiser_id),
    publisherId: idFromUuid("agt", row.publisher_id),
    placementId: idFromUuid("plc", row.placement_id),
    adUnitType: row.ad_unit_type,
    rateCredits: creditsFromMicros(micros(row.rate)),
    feeBps: row.fee_bps,
    budgetCredits: creditsFromMicros(micros(row.funded)),
    spentCredits: creditsFromMicros(spent),
    remainingCredits: creditsFromMicros(micros(row.escrow)),
    refundedCredits: creditsFromMicros(micros(row.refunded)),
    status: row.status,
    escrowStatus: escrowStatusOf({ escrow: micros(row.escrow), spent }),
    creative: {
      creativeId: idFromUuid("crt", row.creative_id),
      text: row.creative_text,
      url: row.creative_url,
      reviewStatus: row.creative_review,
      ...(row.creative_reason === null ? {} : { reviewReason: row.creative_reason }),
      version: row.creative_version,
    },
    ...(row.brand_id === null ? {} : { brandId: idFromUuid("brd", row.brand_id) }),
    couponIds: row.coupon_ids.map((id) => idFromUuid("cpn", id)),
    ...(row.start_at === null ? {} : { startAt: row.start_at.toISOString() }),
    ...(row.end_at === null ? {} : { endAt: row.end_at.toISOString() }),
    ...(row.daily_cap === null
      ? {}
      : { dailyCapCredits: creditsFromMicros(micros(row.daily_cap)) }),
    attributionWindow: { clickDays: row.click_days, contextHours: row.context_hours },
    conversionSource: row.conversion_source,
    verifiedOnly: row.verified_only,
    citedOnly: row.cited_only,
    validActions: validActionsOf(row.status),
    revision: row.revision,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
