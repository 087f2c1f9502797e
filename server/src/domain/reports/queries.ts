import type { AdUnitType, CampaignStatus } from "../../contract/enums.ts";
import { uuidFromId } from "../../contract/ids.ts";
import { column, type Selected, select } from "../../core/columns.ts";
import type { Queryable } from "../../core/db.ts";
import { query } from "../../core/sql.ts";
import { IN_SCOPE, type Scope, scopeValues } from "./scope.ts";

const IS_OVER = "b.status in ('canceled', 'completed', 'rejected', 'pending_review')";

/** Whether the named campaign and placement have to do with the agent on this side. */
export async function isInScope(db: Queryable, scope: Scope): Promise<boolean> {
  const rows = await query<{ is_in_scope: boolean }>(db, "reports.is_in_scope", scopeValues(scope))`
    select exists (
      select 1
      from campaign_book b
      where ${IN_SCOPE}
    ) or ($2 = 'publisher' and $3::uuid is null and exists (
      select 1 from placement p where p.id = $4 and p.publisher_id = $1
    )) as is_in_scope`;
  return rows[0]?.is_in_scope ?? false;
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
  return CAMPAIGN.all(db, "reports.find_campaign_items", [
    ...scopeValues(scope),
    of.to,
    of.named,
  ])`select ${CAMPAIGN.list}
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
  return PLACEMENT.all(db, "reports.find_placement_items", [
    ...scopeValues(scope),
    of.to,
    of.named,
  ])`select ${PLACEMENT.list}
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
export function findAccountMoney(
  db: Queryable,
  agentId: string,
  window: { from: Date; to: Date },
): Promise<AccountMoney> {
  const values = [uuidFromId(agentId), window.from, window.to];
  return MONEY.one(db, "reports.find_account_money", values)`select ${MONEY.list}`;
}

/** Folds journal rows into the rollups; true when there is more. */
export async function rollReports(db: Queryable, now: Date, rows: number): Promise<boolean> {
  const [row] = await query<{ has_more: boolean }>(db, "reports.roll", [now, rows])`
    select roll_reports($1, $2) as has_more`;
  return row?.has_more ?? false;
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
  const [row] = await query<{ rolled_at: Date | null }>(db, "reports.find_rolled_at")`
    select case when isfinite(rolled_at) then rolled_at end as rolled_at
    from report_cursor`;
  return row?.rolled_at ?? undefined;
}
