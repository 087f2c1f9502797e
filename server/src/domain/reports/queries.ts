import type { AdUnitType, CampaignStatus } from "../../contract/enums.ts";
import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import { type Micros, micros } from "../../contract/money.ts";
import type { Queryable } from "../../core/db.ts";
import { query } from "../../core/sql.ts";
import { type Scope, scopeValues } from "./scope.ts";

/** Whether the named campaign and placement have to do with the agent on this side. */
export async function isInScope(db: Queryable, scope: Scope): Promise<boolean> {
  const rows = await query<{ is_in_scope: boolean }>(db, "reports.is_in_scope", scopeValues(scope))`
    select exists (
      select 1
      from campaign_book b
      where ((b.publisher_id = $1 and $2 = 'publisher')
          or (b.advertiser_id = $1 and $2 = 'advertiser'))
        and ($3::uuid is null or b.campaign_id = $3)
        and ($4::uuid is null or b.placement_id = $4)
    ) or ($2 = 'publisher' and $3::uuid is null and exists (
      select 1 from placement p where p.id = $4 and p.publisher_id = $1
    )) as is_in_scope`;
  return rows[0]?.is_in_scope ?? false;
}

export interface CampaignItem {
  readonly uuid: string;
  readonly campaignId: string;
  readonly placementId: string;
  readonly adUnitType: AdUnitType;
  readonly status: CampaignStatus;
}

/** Campaigns in scope that were booked before a window's end, those that still run or are named. */
export async function findCampaignItems(
  db: Queryable,
  scope: Scope,
  of: { to: Date; named: readonly string[] },
): Promise<CampaignItem[]> {
  const rows = await query<{
    campaign_id: string;
    placement_id: string;
    ad_unit_type: AdUnitType;
    status: CampaignStatus;
  }>(db, "reports.find_campaign_items", [
    ...scopeValues(scope),
    of.to,
    of.named,
  ])`select b.campaign_id, b.placement_id, c.ad_unit_type, b.status
    from campaign_book b
    join campaign c on c.id = b.campaign_id
    where ((b.publisher_id = $1 and $2 = 'publisher')
        or (b.advertiser_id = $1 and $2 = 'advertiser'))
      and ($3::uuid is null or b.campaign_id = $3)
      and ($4::uuid is null or b.placement_id = $4)
      and (
        b.campaign_id = any ($6::uuid[])
        or (
          c.created_at < $5
          and b.status not in ('canceled', 'completed', 'rejected', 'pending_review')
        )
      )`;
  return rows.map((row) => ({
    uuid: row.campaign_id,
    campaignId: idFromUuid("cmp", row.campaign_id),
    placementId: idFromUuid("plc", row.placement_id),
    adUnitType: row.ad_unit_type,
    status: row.status,
  }));
}

export interface PlacementItem {
  readonly uuid: string;
  readonly placementId: string;
  readonly title: string;
  readonly adUnitType: AdUnitType;
}

/** Placements of campaigns in scope; a publisher's own ones also without any. */
export async function findPlacementItems(
  db: Queryable,
  scope: Scope,
  of: { to: Date; named: readonly string[] },
): Promise<PlacementItem[]> {
  const rows = await query<{ id: string; title: string; ad_unit_type: AdUnitType }>(
    db,
    "reports.find_placement_items",
    [...scopeValues(scope), of.to, of.named],
  )`select p.id, p.title, p.ad_unit_type
    from placement p
    where p.id in (
        select b.placement_id
        from campaign_book b
        where ((b.publisher_id = $1 and $2 = 'publisher')
            or (b.advertiser_id = $1 and $2 = 'advertiser'))
          and ($3::uuid is null or b.campaign_id = $3)
          and ($4::uuid is null or b.placement_id = $4)
          and (
            b.placement_id = any ($6::uuid[])
            or b.status not in ('canceled', 'completed', 'rejected', 'pending_review')
          )
      )
      or (
        p.publisher_id = $1 and $2 = 'publisher' and $3::uuid is null
        and ($4::uuid is null or p.id = $4)
        and p.status <> 'archived'
        and p.created_at < $5
      )`;
  return rows.map((row) => ({
    uuid: row.id,
    placementId: idFromUuid("plc", row.id),
    title: row.title,
    adUnitType: row.ad_unit_type,
  }));
}

/** Money of the whole account that settlement alone does not tell. */
export interface AccountMoney {
  readonly pending: Micros;
  readonly cashedOut: Micros;
  readonly purchased: Micros;
}

/** Pending earnings count what was settled and not swept yet, so that they need no sweep before. */
export async function findAccountMoney(
  db: Queryable,
  agentId: string,
  window: { from: Date; to: Date },
): Promise<AccountMoney> {
  const rows = await query<{ pending: string; cashed_out: string; purchased: string }>(
    db,
    "reports.find_account_money",
    [uuidFromId(agentId), window.from, window.to],
  )`select (
      select coalesce(sum(a.balance), 0)
      from account a
      where a.owner_id = $1 and a.kind = 'pending_earnings'
    ) + (
      select coalesce(sum(b.earned - b.swept_earned), 0)
      from campaign_book b
      where b.publisher_id = $1
    ) as pending, (
      select coalesce(-sum(e.amount), 0)
      from entry e
      where e.owner_id = $1 and e.type = 'cashout_paid'
        and e.created_at >= $2 and e.created_at < $3
    ) as cashed_out, (
      select coalesce(sum(e.amount), 0)
      from entry e
      where e.owner_id = $1 and e.type = 'credit_purchase'
        and e.created_at >= $2 and e.created_at < $3
    ) as purchased`;
  const [row] = rows;
  return {
    pending: micros(row?.pending ?? 0),
    cashedOut: micros(row?.cashed_out ?? 0),
    purchased: micros(row?.purchased ?? 0),
  };
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
