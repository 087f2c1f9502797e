import type { AdUnitType, CampaignStatus } from "../../contract/enums.ts";
import { uuidFromId } from "../../contract/ids.ts";
import { AD_UNITS, CITED_KINDS, CITED_UNITS, KIND } from "../../contract/units.ts";
import { column, only, type Queryable, query, type Selected, select } from "../../core/sql.ts";
import { DELIVERIES } from "./cell-queries.ts";
import { IN_SCOPE, type Scope, scopeValues } from "./window.ts";

const IS_OVER = "b.status in ('canceled', 'completed', 'rejected', 'pending_review')";

/** Whether the named campaign and placement have to do with the agent on this side. */
export function isInScope(db: Queryable, scope: Scope): Promise<boolean> {
  return only.flag.one(db, "reports.is_in_scope", scopeValues(scope))`
    select exists (
      select 1
      from campaign_book b
      where ${IN_SCOPE}
    ) or ($2 = 'publisher' and $3::uuid is null and exists (
      select 1 from placement p where p.id = $4 and p.publisher_id = $1
    ))`;
}

const CAMPAIGN = select({
  uuid: column.text("b.campaign_id"),
  campaignId: column.id("cmp", "b.campaign_id"),
  placementId: column.id("plc", "b.placement_id"),
  adUnitType: column.plain<AdUnitType>("c.ad_unit_type"),
  status: column.plain<CampaignStatus>("b.status"),
});
export type CampaignItem = Selected<typeof CAMPAIGN>;

/** Campaigns in scope that were booked before a window's end, those that still run or are named. */
export function findCampaignItems(
  db: Queryable,
  scope: Scope,
  of: { to: Date; named: readonly string[] },
): Promise<CampaignItem[]> {
  const { to, named } = of;
  const values = [...scopeValues(scope), to, named];
  return CAMPAIGN.all(db, "reports.find_campaign_items", values)`select ${CAMPAIGN.list}
    from campaign_book b
    join campaign c on c.id = b.campaign_id
    where ${IN_SCOPE}
      and (b.campaign_id = any ($6::uuid[]) or (c.created_at < $5 and not ${IS_OVER}))`;
}

const PLACEMENT = select({
  uuid: column.text("p.id"),
  placementId: column.id("plc", "p.id"),
  title: column.text("p.title"),
  adUnitType: column.plain<AdUnitType>("p.ad_unit_type"),
});
export type PlacementItem = Selected<typeof PLACEMENT>;

/** Placements of campaigns in scope; a publisher's own ones also without any. */
export function findPlacementItems(
  db: Queryable,
  scope: Scope,
  of: { to: Date; named: readonly string[] },
): Promise<PlacementItem[]> {
  const { to, named } = of;
  const values = [...scopeValues(scope), to, named];
  return PLACEMENT.all(db, "reports.find_placement_items", values)`select ${PLACEMENT.list}
    from placement p
    where p.id in (
        select b.placement_id
        from campaign_book b
        where ${IN_SCOPE} and (b.placement_id = any ($6::uuid[]) or not ${IS_OVER})
      )
      or (
        p.publisher_id = $1 and $2 = 'publisher' and $3::uuid is null
        and ($4::uuid is null or p.id = $4)
        and p.status <> 'archived'
        and p.created_at < $5
      )`;
}

const MONEY = select({
  pending: column.micros(`(
      select coalesce(sum(a.balance), 0)
      from account a
      where a.owner_id = $1 and a.kind = 'pending_earnings'
    ) + (
      select coalesce(sum(b.earned - b.swept_earned), 0)
      from campaign_book b
      where b.publisher_id = $1
    )`),
  cashedOut: column.micros(movedIn("-sum", "cashout_paid")),
  purchased: column.micros(movedIn("sum", "credit_purchase")),
});
/** Money of the whole account that settlement alone does not tell. */
export type AccountMoney = Selected<typeof MONEY>;

function movedIn(sum: string, type: string): string {
  return `(
      select coalesce(${sum}(e.amount), 0)
      from entry e
      where e.owner_id = $1 and e.type = '${type}'
        and e.created_at >= $2 and e.created_at < $3
    )`;
}

/** Pending earnings count what was settled and not swept yet, so that they need no sweep before. */
export function findAccountMoney(db: Queryable, agentId: string, window: { from: Date; to: Date }) {
  const values = [uuidFromId(agentId), window.from, window.to];
  return MONEY.one(db, "reports.find_account_money", values)`select ${MONEY.list}`;
}

/** Folds journal rows into the rollups; true when there is more. */
export function rollReports(db: Queryable, now: Date, rows: number): Promise<boolean> {
  return only.flag.one(db, "reports.roll", [now, rows])`
    select roll_reports($1, $2)`;
}

/** Takes the server's limit on a statement away, for the transaction that asks. */
export async function allowLongStatements(db: Queryable): Promise<void> {
  await query(db, "reports.allow_long_statements")`
    select set_config('statement_timeout', '0', true)`;
}

/**
 * Plans the statements of this transaction for their values: windows differ too much in length for
 * one plan, and planning takes a millisecond.
 */
export async function planForValues(db: Queryable): Promise<void> {
  await query(db, "reports.plan_for_values")`
    select set_config('plan_cache_mode', 'force_custom_plan', true)`;
}

/** When the roller last ran, as this server knows it: on a replica, how far it lags. */
export async function findRolledAt(db: Queryable): Promise<Date | undefined> {
  const rolledAt = await only.plain<Date | null>().first(db, "reports.find_rolled_at")`
    select case when isfinite(rolled_at) then rolled_at end
    from report_cursor`;
  return rolledAt ?? undefined;
}

/**
 * What is out of the ordinary for a placement. An honest model cites an offer where it fits, and
 * most offers that it is given do not. Set wide, before there was traffic to measure: a hold costs
 * an honest publisher days, while an advertiser can still dispute what a check does not find.
 */
export const CITATION_LIMITS = {
  windowHours: 24,
  /** Deliveries of cpr and cpd campaigns; fewer say nothing of a rate. */
  deliveriesMin: 200,
  /** Cited recommendations and decisions for each delivery. */
  citedShareMax: 0.6,
  picksMin: 50,
  /** Cited decisions for each delivery of a cpd campaign. */
  pickShareMax: 0.5,
  /** Placements held in one run; the next run takes the others. */
  placementsMax: 200,
} as const;

const RATE = select({
  placementId: column.id("plc", "placement_id"),
  deliveries: column.count("deliveries"),
  cited: column.count("cited"),
  /** Of campaigns that pay for decisions. */
  pickDeliveries: column.count("pick_deliveries"),
  picks: column.count("picks"),
});
export type CitationRate = Selected<typeof RATE>;

/**
 * Placements whose answers cite more than answers do, by the rollups of the last day. What came
 * before a placement's earnings were last held was looked at then, and is left out.
 */
export function findUnusualCitations(db: Queryable, now: Date): Promise<CitationRate[]> {
  const limits = CITATION_LIMITS;
  return RATE.all(db, "reports.find_unusual_citations", [
    now,
    limits.windowHours,
    limits.deliveriesMin,
    limits.citedShareMax,
    limits.picksMin,
    limits.pickShareMax,
    limits.placementsMax,
    CITED_UNITS,
    CITED_UNITS.filter((code) => AD_UNITS[code].kind === KIND.decision),
  ])`with rate as (
      select c.placement_id,
        coalesce(sum(r.counted) filter (where r.kind = ${DELIVERIES}), 0) as deliveries,
        coalesce(sum(r.viewable) filter (where r.kind in (${CITED_KINDS})), 0) as cited,
        coalesce(
          sum(r.counted) filter (
            where r.kind = ${DELIVERIES} and c.ad_unit_type = any($9::text[])
          ), 0
        ) as pick_deliveries,
        coalesce(sum(r.viewable) filter (where r.kind = ${KIND.decision}), 0) as picks
      from campaign c
      join placement p on p.id = c.placement_id
      cross join lateral (
        select u.kind, u.counted, u.viewable
        from report_rollup u
        where u.campaign_id = c.id
          and u.grain = 1
          and u.at >= greatest($1::timestamptz - make_interval(hours => $2),
            p.citation_held_at)
          and u.kind in (${DELIVERIES}, ${CITED_KINDS})
        offset 0
      ) r
      where c.ad_unit_type = any($8::text[])
      group by c.placement_id
    )
    select ${RATE.list}
    from rate
    where (deliveries >= $3 and cited > $4::float8 * deliveries)
      or (picks >= $5 and picks > $6::float8 * pick_deliveries)
    order by placement_id
    limit $7`;
}
