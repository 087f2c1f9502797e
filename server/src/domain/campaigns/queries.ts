import type { AdUnitType, CampaignStatus } from "../../contract/enums.ts";
import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import { creditsFromMicros, type Micros } from "../../contract/money.ts";
import type { Campaign } from "../../contract/resources/campaign.ts";
import { column, type Queryable, query, type Selected, select, type Tx } from "../../core/sql.ts";
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
  readonly offer: Campaign["offer"];
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

export async function insertCampaign(tx: Tx, campaign: NewCampaign): Promise<void> {
  await query(tx, "campaigns.insert", [
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
    uuidOrNull(campaign.brandId),
    campaign.startAt,
    campaign.endAt,
    campaign.clickDays,
    campaign.contextHours,
    campaign.conversionSource,
    campaign.verifiedOnly,
    campaign.now,
    campaign.citedOnly,
    campaign.offer.types,
    campaign.offer.names,
  ])`with made as (
      insert into campaign (
        id, advertiser_id, publisher_id, placement_id, ad_unit_type, rate, fee_bps, brand_id,
        start_at, end_at, click_days, context_hours, conversion_source, verified_only,
        created_at, updated_at, cited_only
      )
      values ($1, $3, $4, $5, $6, $7, $10, $17, $18, $19, $20, $21, $22, $23, $24, $24, $25)
      returning id
    ), shown as (
      insert into creative (
        campaign_id, version, id, text, url, review_status, created_at, types, type_names
      )
      select id, 1, $2, $14, $15, $16, $24, $26, $27 from made
    )
    insert into campaign_book (
      campaign_id, advertiser_id, publisher_id, placement_id, status, unit_price, unit_fee,
      funded, escrow, daily_cap
    )
    select id, $3, $4, $5, $13, $8, $9, $11, $11, $12 from made`;
}

const CAMPAIGN = select({
  campaignId: column.id("cmp", "c.id"),
  advertiserId: column.id("agt", "c.advertiser_id"),
  publisherId: column.id("agt", "c.publisher_id"),
  placementId: column.id("plc", "c.placement_id"),
  adUnitType: column.plain<AdUnitType>("c.ad_unit_type"),
  rateCredits: column.credits("c.rate"),
  feeBps: column.plain<number>("c.fee_bps"),
  budgetCredits: column.credits("b.funded"),
  spent: column.micros("b.earned + b.fee"),
  escrow: column.micros("b.escrow"),
  refundedCredits: column.credits("b.refunded"),
  status: column.plain<CampaignStatus>("b.status"),
  creativeId: column.id("crt", "v.id"),
  text: column.text("v.text"),
  url: column.text("v.url"),
  reviewStatus: column.plain<Campaign["creative"]["reviewStatus"]>("v.review_status"),
  reviewReason: column.optional(column.text("v.review_reason")),
  version: column.plain<number>("v.version"),
  types: column.plain<string[]>("v.types"),
  names: column.plain<string[]>("v.type_names"),
  brandId: column.optional(column.id("brd", "c.brand_id")),
  couponIds: column.ids(
    "cpn",
    "array(select u.id from coupon u where u.campaign_id = c.id order by u.id desc)",
  ),
  startAt: column.optional(column.time("c.start_at")),
  endAt: column.optional(column.time("c.end_at")),
  dailyCapCredits: column.optional(column.credits("b.daily_cap")),
  clickDays: column.plain<number>("c.click_days"),
  contextHours: column.plain<number>("c.context_hours"),
  conversionSource: column.plain<"any" | "advertiser">("c.conversion_source"),
  verifiedOnly: column.flag("c.verified_only"),
  citedOnly: column.flag("c.cited_only"),
  revision: column.plain<number>("c.revision"),
  createdAt: column.time("c.created_at"),
  updatedAt: column.time("c.updated_at"),
});
const SELECT = `select ${CAMPAIGN.list}
  from campaign c
  join campaign_book b on b.campaign_id = c.id
  join creative v on v.campaign_id = c.id and v.version = c.creative_version`;

/** A campaign as one of its sides sees it: its advertiser unless `agentId` is the publisher. */
export async function findCampaign(db: Queryable, campaignId: string, agentId?: string) {
  const text = `${SELECT} where c.id = $1`;
  const row = await CAMPAIGN.first(db, { name: "campaigns.find", text }, [uuidFromId(campaignId)]);
  return row === undefined ? undefined : onWire(row, agentId);
}

export interface CampaignFilter {
  readonly agentId: string;
  /** Which side of the campaigns the agent has; absent: either. */
  readonly role?: "publisher" | "advertiser" | undefined;
  readonly status?: CampaignStatus | undefined;
  readonly placementId?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A page of the campaigns that an agent has a side of. **Shape** newest first. */
export async function findCampaigns(db: Queryable, filter: CampaignFilter): Promise<Campaign[]> {
  const rows = await CAMPAIGN.all(db, "campaigns.find_of_agent", [
    uuidFromId(filter.agentId),
    filter.role !== "publisher",
    filter.role !== "advertiser",
    filter.status ?? null,
    uuidOrNull(filter.placementId),
    uuidOrNull(filter.before),
    filter.limit,
  ])`${SELECT}
    where ((c.advertiser_id = $1 and $2) or (c.publisher_id = $1 and $3))
      and ($4::text is null or b.status = $4)
      and ($5::uuid is null or c.placement_id = $5)
      and ($6::uuid is null or c.id < $6)
    order by c.id desc
    limit $7`;
  return rows.map((row) => onWire(row, filter.agentId));
}

function onWire(row: Selected<typeof CAMPAIGN>, agentId?: string): Campaign {
  const side = row.publisherId === agentId ? "publisher" : "advertiser";
  const { spent, escrow, clickDays, contextHours, ...facts } = row;
  const { creativeId, text, url, reviewStatus, reviewReason, version, types, names, ...rest } =
    facts;
  return {
    ...rest,
    spentCredits: creditsFromMicros(spent),
    remainingCredits: creditsFromMicros(escrow),
    escrowStatus: escrowStatusOf({ escrow, spent }),
    creative: { creativeId, text, url, reviewStatus, reviewReason, version },
    offer: { types, names },
    attributionWindow: { clickDays, contextHours },
    validActions: validActionsOf(row.status, side),
  };
}
