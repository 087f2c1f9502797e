import type { AdUnitType, CampaignStatus, ContextUse } from "../../contract/enums.ts";
import { uuidFromId } from "../../contract/ids.ts";
import { column, type Queryable, query, type Selected, select } from "../../core/sql.ts";

interface Landing {
  readonly url: string;
  readonly sinceMs: number;
  readonly isReviewed: boolean;
}

const FACTS = select({
  campaignId: column.id("cmp", "c.id"),
  /** The uuid inside the id, kept because the hot path needs it for every event. */
  uuid: column.text("c.id"),
  number: { sql: "c.number", read: (number: string) => BigInt(number) },
  advertiserId: column.id("agt", "c.advertiser_id"),
  publisherId: column.id("agt", "c.publisher_id"),
  placementId: column.id("plc", "c.placement_id"),
  adUnitType: column.plain<AdUnitType>("c.ad_unit_type"),
  rate: column.micros("c.rate"),
  unitPrice: column.micros("b.unit_price"),
  unitFee: column.micros("b.unit_fee"),
  clickDays: column.plain<number>("c.click_days"),
  contextHours: column.plain<number>("c.context_hours"),
  conversionSource: column.plain<"any" | "advertiser">("c.conversion_source"),
  verifiedOnly: column.flag("c.verified_only"),
  citedOnly: column.flag("c.cited_only"),
  sponsor: column.text("coalesce(r.name, a.display_name)"),
  /** Of a platform campaign: the cap, 0 once the brand is retired, and the copy to disclose. */
  brandCap: column.nullable(
    column.micros("case when r.is_active then r.max_rate when not r.is_active then 0 end"),
  ),
  brandDisclosure: column.nullable(column.text("r.disclosure")),
  status: column.plain<CampaignStatus>(
    "case when a.status <> 'active' and b.status = 'active' then 'paused' else b.status end",
  ),
  escrow: column.micros("b.escrow"),
  hasDelivered: column.flag("b.deliveries > 0"),
  /** When it was booked, or when it was to start if that is later. */
  startedAt: column.date("greatest(c.created_at, c.start_at)"),
  endAt: column.nullable(column.date("c.end_at")),
  dailyCap: column.nullable(column.micros("b.daily_cap")),
  /** In the UTC day in which the facts were read. */
  spentToday: column.micros(`case
    when b.spent_day = ($2::timestamptz at time zone 'UTC')::date then b.spent_today else 0
  end`),
  text: column.text("v.text"),
  url: column.text("v.url"),
  version: column.plain<number>("v.version"),
  types: column.plain<readonly string[]>("v.types"),
  isApproved: column.flag("v.review_status = 'approved'"),
  /** Where links of each delivered version lead, the oldest first; null for a single version. */
  landings: column.nullable(
    column.plain<readonly Landing[]>(`case when c.creative_version > 1 then (
      select jsonb_agg(jsonb_build_object(
          'url', o.url, 'sinceMs', extract(epoch from o.created_at) * 1000,
          'isReviewed', o.is_reviewed
        ) order by o.version)
      from creative o
      where o.campaign_id = c.id and o.version <= c.creative_version
        and o.review_status = 'approved'
    ) end`),
  ),
  couponCode: column.nullable(column.text("n.code")),
  couponInstructions: column.nullable(column.text("n.agent_instructions")),
  placementStatus: column.plain<"active" | "paused" | "archived">("p.status"),
  isPlacementApproved: column.flag("p.review_status = 'approved'"),
  contextUse: column.plain<ContextUse>("p.context_use"),
  excludedTopics: column.plain<readonly string[]>("p.excluded_topics"),
  perSession: column.nullable(column.plain<number>("p.cap_per_session")),
  windowMinutes: column.nullable(column.plain<number>("p.cap_window_minutes")),
  disclosureLabel: column.text("p.disclosure_label"),
});
const SELECT = `select ${FACTS.list}
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

export async function findFacts(db: Queryable, campaignId: string, now: Date) {
  const statement = { name: "delivery.find_facts", text: `${SELECT} where c.id = $1` };
  return factsOf(await FACTS.first(db, statement, [uuidFromId(campaignId), now]), now);
}

/** Of several campaigns at once; unknown ones are left out. */
export async function findFactsOf(db: Queryable, campaignIds: readonly string[], now: Date) {
  const text = `${SELECT} where c.id = any ($1::uuid[])`;
  const values = [campaignIds.map(uuidFromId), now];
  const rows = await FACTS.all(db, { name: "delivery.find_facts_of", text }, values);
  return rows.flatMap((row) => factsOf(row, now) ?? []);
}

export async function findFactsByNumber(db: Queryable, number: bigint, now: Date) {
  const text = `${SELECT} where c.number = $1`;
  const statement = { name: "delivery.find_facts_by_number", text };
  return factsOf(await FACTS.first(db, statement, [String(number), now]), now);
}

export interface NewDelivery {
  readonly campaignUuid: string;
  readonly uuid: string;
  readonly version: number;
  readonly session: string | null;
  /** False: the reader did not consent to the storage of a session. */
  readonly hasConsent?: boolean;
}

/**
 * Writes deliveries and their counts together, so that a repeated write changes nothing. A report
 * may have written the delivery before, but without its session and uncounted: bit 0 of `used`,
 * which stands for no kind of event, says that it was counted here. The campaigns' rows are locked
 * first, in id order, as settlement does; the other way round the two would block each other.
 */
export async function insertDeliveries(db: Queryable, deliveries: readonly NewDelivery[]) {
  await query(db, "delivery.insert_deliveries", [
    deliveries.map((delivery) => delivery.campaignUuid),
    deliveries.map((delivery) => delivery.uuid),
    deliveries.map((delivery) => delivery.version),
    deliveries.map((delivery) => delivery.session),
    deliveries.map((delivery) => delivery.hasConsent ?? true),
  ])`with locked as materialized (
      select b.campaign_id
      from campaign_book b
      where b.campaign_id = any ($1::uuid[])
      order by b.campaign_id
      for no key update
    ), written as (
      insert into delivery (campaign_id, id, creative_version, session, used, has_no_consent)
      select d.campaign_id, d.id, d.version, d.session, 1, not d.has_consent
      from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::uuid[], $5::boolean[])
        as d (campaign_id, id, version, session, has_consent)
      join locked on locked.campaign_id = d.campaign_id
      order by d.campaign_id, d.id
      on conflict on constraint delivery_pkey do update
      set session = coalesce(delivery.session, excluded.session), used = delivery.used | 1,
        has_no_consent = excluded.has_no_consent
      where delivery.used & 1 = 0
      returning campaign_id, id
    ), noted as (
      -- For reports, which count deliveries by the time inside their ids.
      insert into delivery_count (campaign_id, at, deliveries)
      select campaign_id, quarter_of(uuid_time(id)), count(*)
      from written
      group by 1, 2
    ), counted as (
      select campaign_id, count(*) as deliveries, (array_agg(id order by id))[1] as first_id
      from written
      group by campaign_id
    ), opened as (
      update open_delivery o
      set from_id = counted.first_id
      from counted
      where o.campaign_id = counted.campaign_id and o.from_id > counted.first_id
    )
    update campaign_book b
    set deliveries = b.deliveries + counted.deliveries
    from counted
    where b.campaign_id = counted.campaign_id`;
}

export type CampaignFacts = NonNullable<ReturnType<typeof factsOf>>;

function factsOf(row: Selected<typeof FACTS> | undefined, readAt: Date) {
  if (row === undefined) return undefined;
  const {
    text,
    url,
    version,
    types,
    isApproved,
    landings,
    couponCode,
    couponInstructions,
    ...rest
  } = row;
  const { brandCap, brandDisclosure, perSession, windowMinutes, ...facts } = rest;
  const { placementStatus, isPlacementApproved, ...more } = facts;
  const { contextUse, excludedTopics, disclosureLabel, ...campaign } = more;
  const isCapped = perSession !== null && windowMinutes !== null;
  return {
    ...campaign,
    readAt,
    brand:
      brandCap === null || brandDisclosure === null
        ? null
        : { cap: brandCap, disclosure: brandDisclosure },
    creative: { text, url, version, types, isApproved, landings },
    /** The newest active one, or null. */
    coupon:
      couponCode === null || couponInstructions === null
        ? null
        : { code: couponCode, instructions: couponInstructions },
    placement: {
      status: placementStatus,
      isApproved: isPlacementApproved,
      contextUse,
      excludedTopics,
      frequencyCap: isCapped ? { perSession, windowMinutes } : null,
      disclosureLabel,
    },
  };
}
