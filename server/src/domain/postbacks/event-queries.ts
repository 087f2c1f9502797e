import { CONVERSION_KINDS, IMPRESSION_KINDS, KIND } from "../../contract/units.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, only, query, type Selected, select } from "../../core/sql.ts";

/** Whether an endpoint wants messages about settled events. */
export function areEventsWanted(db: Queryable): Promise<boolean> {
  return only.flag.one(db, "postbacks.are_events_wanted")`select exists (
      select 1 from postback_endpoint where wants_events and status <> 'deleted'
    )`;
}

/** **Units** amounts as text, in micro-credits. */
export interface CampaignSides {
  readonly campaignUuid: string;
  readonly advertiserUuid: string;
  readonly publisherUuid: string;
  readonly placementUuid: string;
  readonly unitPrice: string;
  readonly unitFee: string;
}

/** Columns of `CampaignSides`, of `campaign_book b`. */
export const SIDES = `b.campaign_id as "campaignUuid", b.advertiser_id as "advertiserUuid",
  b.publisher_id as "publisherUuid", b.placement_id as "placementUuid",
  b.unit_price as "unitPrice", b.unit_fee as "unitFee"`;

/** What one batch settled for one campaign besides impressions. */
export interface SettledBatch extends CampaignSides {
  readonly batchUuid: string;
  readonly at: Date;
}

const SINGLE_KINDS = [KIND.click, ...CONVERSION_KINDS];
/** Impressions and insertions into a context. */
const IS_SEEN = `c.kind in (${IMPRESSION_KINDS})`;

/**
 * Deletes pending batches, plain ones (nothing but impressions) or the others, and adds their
 * impressions to the sums of their minutes. Returns how many it took, and the campaigns that have
 * clicks or conversions.
 *
 * Batches are summed one by one, so that the largest tables are only read by index. Minutes are
 * sorted, so that two dispatchers cannot deadlock.
 */
export async function takeBatches(
  tx: Tx,
  { isPlain, limit }: { isPlain: boolean; limit: number },
): Promise<{ taken: number; batches: SettledBatch[] }> {
  const rows = await query<{ taken: number } & (SettledBatch | { batchUuid: null })>(
    tx,
    "postbacks.take_batches",
    [isPlain, limit],
  )`with taken as (
      delete from postback_batch k
      where k.id = any(array(
        select t.id
        from postback_batch t
        where t.is_plain = $1
        order by t.id
        limit $2
        for update skip locked
      ))
      returning k.batch_id, k.campaign_ids
    ), counted as materialized (
      select k.campaign_id, t.batch_id, s.at, s.has_others, s.reports, s.impressions, s.billed,
        s.charged, s.earned
      from taken t
      cross join unnest(t.campaign_ids) as k (campaign_id)
      cross join lateral (
        select min(c.at) as at, bool_or(c.kind in (${SINGLE_KINDS})) as has_others,
          sum(c.events) filter (where ${IS_SEEN} and c.counted > 0) as reports,
          sum(c.counted) filter (where ${IS_SEEN}) as impressions,
          sum(c.counted) filter (where ${IS_SEEN} and c.charged > 0) as billed,
          sum(c.charged) filter (where ${IS_SEEN}) as charged,
          sum(c.charged - c.fee) filter (where ${IS_SEEN}) as earned
        from journal_count c
        where c.campaign_id = k.campaign_id and c.batch_id = t.batch_id
      ) s
    ), added as (
      insert into postback_impressions as p (
        campaign_id, minute, reports, impressions, billed, charged, earned
      )
      select campaign_id, date_trunc('minute', at) as minute, sum(reports), sum(impressions),
        coalesce(sum(billed), 0), sum(charged), sum(earned)
      from counted
      where impressions > 0
      group by campaign_id, minute
      order by campaign_id, minute
      on conflict (campaign_id, minute) do update
      set reports = p.reports + excluded.reports,
        impressions = p.impressions + excluded.impressions,
        billed = p.billed + excluded.billed,
        charged = p.charged + excluded.charged,
        earned = p.earned + excluded.earned
    )
    select n.taken, o.*
    from (select count(*)::integer as taken from taken) n
    left join (
      select ${SIDES}, c.batch_id as "batchUuid", c.at
      from counted c
      join campaign_book b on b.campaign_id = c.campaign_id
      where c.has_others
    ) o on true`;
  return {
    taken: rows[0]?.taken ?? 0,
    batches: rows.flatMap((row) => (row.batchUuid === null ? [] : [row])),
  };
}

const EVENT = select({
  campaignUuid: column.text("e.campaign_id"),
  batchUuid: column.text("e.batch_id"),
  uuid: column.text("e.id"),
  deliveryUuid: column.nullable(column.text("e.delivery_id")),
  kind: column.plain<number>("e.kind"),
  reason: column.plain<number>("e.reason"),
  counted: column.plain<number>("e.counted"),
  charged: column.text("e.charged"),
  isVerified: column.flag("e.is_verified"),
  occurredAt: column.nullable(column.date("e.occurred_at")),
  detail: column.plain<Readonly<Record<string, unknown>> | null>("e.detail"),
});
/** A click or a conversion. **Units** `charged` as text, in micro-credits. */
export type SettledEvent = Selected<typeof EVENT>;

/** The clicks and conversions of these batches, fenced by `offset 0` to be read by index only. */
export function findSettledEvents(db: Queryable, batches: readonly SettledBatch[]) {
  return EVENT.all(db, "postbacks.find_settled_events", [
    batches.map((batch) => batch.campaignUuid),
    batches.map((batch) => batch.batchUuid),
  ])`select ${EVENT.list}
    from unnest($1::uuid[], $2::uuid[]) as k (campaign_id, batch_id)
    cross join lateral (
      select e.campaign_id, e.batch_id, e.id, e.delivery_id, e.kind, e.reason, e.counted,
        e.charged, e.is_verified, e.occurred_at, e.detail
      from event e
      where e.campaign_id = k.campaign_id and e.batch_id = k.batch_id
        and e.kind in (${SINGLE_KINDS})
      offset 0
    ) e`;
}

/** The impressions of one campaign within one minute. **Units** sums as text. */
export interface ImpressionMinute extends CampaignSides {
  readonly minute: Date;
  readonly reports: string;
  readonly impressions: string;
  readonly billed: string;
  readonly charged: string;
  readonly earned: string;
}

/** Deletes and returns sums of minutes up to `until`, a bounded number of them. */
export function takeMinutes(tx: Tx, until: Date): Promise<ImpressionMinute[]> {
  return query<ImpressionMinute>(tx, "postbacks.take_minutes", [until])`
    delete from postback_impressions p
    using (
      select t.campaign_id, t.minute
      from postback_impressions t
      where t.minute <= $1
      limit 500
      for update skip locked
    ) over
    join campaign_book b on b.campaign_id = over.campaign_id
    where p.campaign_id = over.campaign_id and p.minute = over.minute
    returning ${SIDES}, p.minute, p.reports, p.impressions, p.billed, p.charged, p.earned`;
}

/** An event that was counted but not billed, as messages contain it. */
export interface UnbilledEvent {
  readonly campaignUuid: string;
  readonly at: Date;
  readonly event: object;
}

/** Stores events until their minute is over. */
export async function insertUnbilled(db: Queryable, events: readonly UnbilledEvent[]) {
  await query(db, "postbacks.insert_unbilled", [JSON.stringify(events)])`
    insert into postback_unbilled (campaign_id, minute, event)
    select u."campaignUuid", date_trunc('minute', u.at), u.event
    from json_to_recordset($1) as u ("campaignUuid" uuid, at timestamptz, event jsonb)`;
}

/** Unbilled events of one campaign within one minute, at most `EVENTS_MAX`. */
export interface UnbilledMinute extends CampaignSides {
  readonly minute: Date;
  readonly events: readonly object[];
}

/** A message of 30 KB. */
const EVENTS_MAX = 100;

/** Deletes and returns events of minutes up to `until`, a bounded number of them. */
export function takeUnbilled(tx: Tx, until: Date): Promise<UnbilledMinute[]> {
  return query<UnbilledMinute>(tx, "postbacks.take_unbilled", [until])`with taken as (
      delete from postback_unbilled u
      using (
        select t.id
        from postback_unbilled t
        where t.minute <= $1
        order by t.minute, t.id
        limit 2000
        for update skip locked
      ) over
      where u.id = over.id
      returning u.id, u.campaign_id, u.minute, u.event
    ), divided as (
      select id, campaign_id, minute, event,
        (row_number() over (partition by campaign_id, minute order by id) - 1) / ${EVENTS_MAX}
          as part
      from taken
    )
    select ${SIDES}, d.minute, d.events
    from (
      select campaign_id, minute, json_agg(event order by id) as events
      from divided
      group by campaign_id, minute, part
    ) d
    join campaign_book b on b.campaign_id = d.campaign_id`;
}
