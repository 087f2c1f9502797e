import type { AdUnitType, CampaignStatus, ContextUse } from "../../contract/enums.ts";
import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import { type Micros, micros } from "../../contract/money.ts";
import type { Queryable } from "../../core/db.ts";

/** All that delivery, reports and clicks need to know of a campaign. */
export interface CampaignFacts {
  readonly campaignId: string;
  /** The uuid inside the id, kept because the hot path needs it for every event. */
  readonly uuid: string;
  readonly number: bigint;
  readonly advertiserId: string;
  readonly publisherId: string;
  readonly placementId: string;
  readonly adUnitType: AdUnitType;
  readonly rate: Micros;
  readonly unitPrice: Micros;
  readonly unitFee: Micros;
  readonly clickDays: number;
  readonly contextHours: number;
  readonly conversionSource: "any" | "advertiser";
  readonly verifiedOnly: boolean;
  readonly citedOnly: boolean;
  readonly sponsor: string;
  /** Of a platform campaign: the cap, 0 once the brand is retired, and the copy to disclose. */
  readonly brand: { readonly cap: Micros; readonly disclosure: string } | null;
  readonly status: CampaignStatus;
  readonly escrow: Micros;
  readonly hasDelivered: boolean;
  /** When it was booked, or when it was to start if that is later. */
  readonly startedAt: Date;
  readonly endAt: Date | null;
  readonly dailyCap: Micros | null;
  /** In the UTC day in which the facts were read. */
  readonly spentToday: Micros;
  readonly readAt: Date;
  readonly creative: {
    readonly text: string;
    readonly url: string;
    readonly version: number;
    readonly isApproved: boolean;
  };
  /** The newest active one, or null. */
  readonly coupon: { readonly code: string; readonly instructions: string } | null;
  readonly placement: {
    readonly status: "active" | "paused" | "archived";
    readonly isApproved: boolean;
    readonly contextUse: ContextUse;
    readonly excludedTopics: readonly string[];
    readonly frequencyCap: { readonly perSession: number; readonly windowMinutes: number } | null;
    readonly disclosureLabel: string;
  };
}

interface FactsRow {
  readonly id: string;
  readonly number: string;
  readonly advertiser_id: string;
  readonly publisher_id: string;
  readonly placement_id: string;
  readonly ad_unit_type: AdUnitType;
  readonly rate: string;
  readonly unit_price: string;
  readonly unit_fee: string;
  readonly click_days: number;
  readonly context_hours: number;
  readonly conversion_source: "any" | "advertiser";
  readonly verified_only: boolean;
  readonly cited_only: boolean;
  readonly sponsor: string;
  readonly brand_cap: string | null;
  readonly brand_disclosure: string | null;
  readonly status: CampaignStatus;
  readonly escrow: string;
  readonly has_delivered: boolean;
  readonly started_at: Date;
  readonly end_at: Date | null;
  readonly daily_cap: string | null;
  readonly spent_today: string;
  readonly text: string;
  readonly url: string;
  readonly version: number;
  readonly creative_review: string;
  readonly coupon_code: string | null;
  readonly coupon_instructions: string | null;
  readonly placement_status: "active" | "paused" | "archived";
  readonly placement_review: string;
  readonly context_use: ContextUse;
  readonly excluded_topics: string[];
  readonly cap_per_session: number | null;
  readonly cap_window_minutes: number | null;
  readonly disclosure_label: string;
}

const SELECT = `select c.id, c.number, c.advertiser_id, c.publisher_id, c.placement_id,
    c.ad_unit_type, c.rate, b.unit_price, b.unit_fee, c.click_days, c.context_hours,
    c.conversion_source, c.verified_only, c.cited_only,
    coalesce(r.name, a.display_name) as sponsor,
    case when r.is_active then r.max_rate when not r.is_active then 0 end as brand_cap,
    r.disclosure as brand_disclosure, b.escrow,
    case when a.status <> 'active' and b.status = 'active' then 'paused' else b.status end
      as status,
    b.deliveries > 0 as has_delivered, greatest(c.created_at, c.start_at) as started_at, c.end_at,
    b.daily_cap,
    case when b.spent_day = ($2::timestamptz at time zone 'UTC')::date
      then b.spent_today else 0 end as spent_today,
    v.text, v.url, v.version, v.review_status as creative_review, p.status as placement_status,
    p.review_status as placement_review, p.context_use, p.excluded_topics, p.cap_per_session,
    p.cap_window_minutes, p.disclosure_label, n.code as coupon_code,
    n.agent_instructions as coupon_instructions
  from campaign c
  join campaign_book b on b.campaign_id = c.id
  join agent a on a.id = c.advertiser_id
  join placement p on p.id = c.placement_id
  join creative v on v.campaign_id = c.id and v.version = c.creative_version
  left join brand r on r.id = c.brand_id
  left join lateral (
    select u.code, u.agent_instructions
    from coupon u
    where u.campaign_id = c.id and not u.is_paused and u.redeemed_count < u.max_redemptions
      and (u.starts_at is null or u.starts_at <= $2) and (u.ends_at is null or u.ends_at > $2)
    order by u.id desc
    limit 1
  ) n on true`;

export async function findFacts(
  db: Queryable,
  campaignId: string,
  now: Date,
): Promise<CampaignFacts | undefined> {
  const rows = await db.query<FactsRow>(
    { name: "delivery.find_facts", text: `${SELECT} where c.id = $1` },
    [uuidFromId(campaignId), now],
  );
  return rows[0] === undefined ? undefined : factsOf(rows[0], now);
}

export async function findFactsByNumber(
  db: Queryable,
  number: bigint,
  now: Date,
): Promise<CampaignFacts | undefined> {
  const rows = await db.query<FactsRow>(
    { name: "delivery.find_facts_by_number", text: `${SELECT} where c.number = $1` },
    [String(number), now],
  );
  return rows[0] === undefined ? undefined : factsOf(rows[0], now);
}

export interface NewDelivery {
  readonly campaignUuid: string;
  readonly uuid: string;
  readonly version: number;
  readonly session: string | null;
}

/**
 * Writes deliveries and their counts together, so that a repeated write changes nothing. A report
 * may have written the delivery before, but without its session and uncounted: bit 0 of `used`,
 * which stands for no kind of event, says that it was counted here. The campaigns' rows are locked
 * first, in id order, as settlement does; the other way round the two would block each other.
 */
export async function insertDeliveries(
  db: Queryable,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await db.query(
    {
      name: "delivery.insert_deliveries",
      text: `with locked as materialized (
          select b.campaign_id
          from campaign_book b
          where b.campaign_id = any ($1::uuid[])
          order by b.campaign_id
          for no key update
        ), written as (
          insert into delivery (campaign_id, id, creative_version, session, used)
          select d.campaign_id, d.id, d.version, d.session, 1
          from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::uuid[])
            as d (campaign_id, id, version, session)
          join locked on locked.campaign_id = d.campaign_id
          order by d.campaign_id, d.id
          on conflict on constraint delivery_pkey do update
          set session = coalesce(delivery.session, excluded.session), used = delivery.used | 1
          where delivery.used & 1 = 0
          returning campaign_id, id
        ), noted as (
          -- For reports, which count deliveries by the time inside their ids.
          insert into delivery_count (campaign_id, at, deliveries)
          select campaign_id, quarter_of(uuid_time(id)), count(*)
          from written
          group by 1, 2
        ), counted as (
          select campaign_id, count(*) as deliveries
          from written
          group by campaign_id
        )
        update campaign_book b
        set deliveries = b.deliveries + counted.deliveries
        from counted
        where b.campaign_id = counted.campaign_id`,
    },
    [
      deliveries.map((delivery) => delivery.campaignUuid),
      deliveries.map((delivery) => delivery.uuid),
      deliveries.map((delivery) => delivery.version),
      deliveries.map((delivery) => delivery.session),
    ],
  );
}

function factsOf(row: FactsRow, readAt: Date): CampaignFacts {
  return {
    campaignId: idFromUuid("cmp", row.id),
    uuid: row.id,
    number: BigInt(row.number),
    advertiserId: idFromUuid("agt", row.advertiser_id),
    publisherId: idFromUuid("agt", row.publisher_id),
    placementId: idFromUuid("plc", row.placement_id),
    adUnitType: row.ad_unit_type,
    rate: micros(row.rate),
    unitPrice: micros(row.unit_price),
    unitFee: micros(row.unit_fee),
    clickDays: row.click_days,
    contextHours: row.context_hours,
    conversionSource: row.conversion_source,
    verifiedOnly: row.verified_only,
    citedOnly: row.cited_only,
    sponsor: row.sponsor,
    brand:
      row.brand_cap === null || row.brand_disclosure === null
        ? null
        : { cap: micros(row.brand_cap), disclosure: row.brand_disclosure },
    status: row.status,
    escrow: micros(row.escrow),
    hasDelivered: row.has_delivered,
    startedAt: row.started_at,
    endAt: row.end_at,
    dailyCap: row.daily_cap === null ? null : micros(row.daily_cap),
    spentToday: micros(row.spent_today),
    readAt,
    creative: {
      text: row.text,
      url: row.url,
      version: row.version,
      isApproved: row.creative_review === "approved",
    },
    coupon:
      row.coupon_code === null || row.coupon_instructions === null
        ? null
        : { code: row.coupon_code, instructions: row.coupon_instructions },
    placement: {
      status: row.placement_status,
      isApproved: row.placement_review === "approved",
      contextUse: row.context_use,
      excludedTopics: row.excluded_topics,
      frequencyCap:
        row.cap_per_session === null || row.cap_window_minutes === null
          ? null
          : { perSession: row.cap_per_session, windowMinutes: row.cap_window_minutes },
      disclosureLabel: row.disclosure_label,
    },
  };
}
