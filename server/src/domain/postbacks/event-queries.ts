import type { PostbackType } from "../../contract/enums.ts";
import { CONVERSION_KINDS, IMPRESSION_KINDS, KIND } from "../../contract/units.ts";
import type { Queryable, Tx } from "../../core/db.ts";

/** An endpoint, for deciding what it is told. */
export interface Listener {
  readonly uuid: string;
  /** What a disabled one would be told is kept for it, given up from the start. */
  readonly isActive: boolean;
  readonly agentUuid: string;
  readonly campaignUuid: string | null;
  /** Empty: everything. */
  readonly eventTypes: readonly PostbackType[];
}

/** Endpoints that are active, or were disabled after `disabledMin`. */
export async function findListeners(
  db: Queryable,
  agentUuids: readonly string[],
  disabledMin: Date,
): Promise<Listener[]> {
  const rows = await db.query<{
    id: string;
    agent_id: string;
    campaign_id: string | null;
    event_types: PostbackType[];
    is_active: boolean;
  }>(
    {
      name: "postbacks.find_listeners",
      text: `select id, agent_id, campaign_id, event_types, status = 'active' as is_active
        from postback_endpoint
        where agent_id = any($1::uuid[])
          and (status = 'active' or (status = 'disabled' and updated_at > $2))`,
    },
    [agentUuids, disabledMin],
  );
  return rows.map((row) => ({
    uuid: row.id,
    isActive: row.is_active,
    agentUuid: row.agent_id,
    campaignUuid: row.campaign_id,
    eventTypes: row.event_types,
  }));
}

/** Whether anybody wants to be told of settled events at all. */
export async function isAnyoneListening(db: Queryable): Promise<boolean> {
  const rows = await db.query<{ listening: boolean }>({
    name: "postbacks.is_anyone_listening",
    text: `select exists (
        select 1 from postback_endpoint where wants_events and status <> 'deleted'
      ) as listening`,
  });
  return rows[0]?.listening === true;
}

export interface ToldCampaign {
  readonly uuid: string;
  readonly advertiserUuid: string;
  readonly publisherUuid: string;
  readonly placementUuid: string;
  readonly unitPrice: bigint;
  readonly unitFee: bigint;
}

interface CampaignRow {
  readonly campaign_id: string;
  readonly advertiser_id: string;
  readonly publisher_id: string;
  readonly placement_id: string;
  readonly unit_price: string;
  readonly unit_fee: string;
}

function toldCampaign(row: CampaignRow): ToldCampaign {
  return {
    uuid: row.campaign_id,
    advertiserUuid: row.advertiser_id,
    publisherUuid: row.publisher_id,
    placementUuid: row.placement_id,
    unitPrice: BigInt(row.unit_price),
    unitFee: BigInt(row.unit_fee),
  };
}

/** What a batch did to a campaign that somebody listens to. **Units** money in micro-credits. */
export interface Mark {
  readonly campaign: ToldCampaign;
  readonly batchUuid: string;
  readonly at: Date;
  /** Impressions that were taken, as the journal counted them. */
  readonly shown: ImpressionTotals;
  /** Whether there were clicks or conversions. */
  readonly hasOthers: boolean;
}

export interface ImpressionTotals {
  readonly reports: bigint;
  readonly impressions: bigint;
  readonly billed: bigint;
  readonly charged: bigint;
  readonly earned: bigint;
}

interface TotalsRow {
  readonly reports: string;
  readonly impressions: string;
  readonly billed: string;
  readonly charged: string;
  readonly earned: string;
}

function totalsOf(row: TotalsRow): ImpressionTotals {
  return {
    reports: BigInt(row.reports),
    impressions: BigInt(row.impressions),
    billed: BigInt(row.billed),
    charged: BigInt(row.charged),
    earned: BigInt(row.earned),
  };
}

/** What is sent one by one. */
const SINGLE_KINDS = [KIND.click, ...CONVERSION_KINDS];

/**
 * Impressions and insertions into a context. Summed for each batch on its own
 * (and events fenced by `offset 0`), so that the largest tables are only ever looked up by index.
 */
const IS_SEEN = `c.kind in (${IMPRESSION_KINDS})`;
const TOTALS = `coalesce(sum(c.events) filter (where ${IS_SEEN} and c.counted > 0), 0) as reports,
  coalesce(sum(c.counted) filter (where ${IS_SEEN}), 0) as impressions,
  coalesce(sum(c.counted) filter (where ${IS_SEEN} and c.charged > 0), 0) as billed,
  coalesce(sum(c.charged) filter (where ${IS_SEEN}), 0) as charged,
  coalesce(sum(c.charged - c.fee) filter (where ${IS_SEEN}), 0) as earned`;

/** Takes marks of batches that had more than plain impressions, to be turned into messages. */
export async function takeMarks(tx: Tx, limit: number): Promise<Mark[]> {
  const rows = await tx.query<
    TotalsRow & CampaignRow & { batch_id: string; at: Date; has_others: boolean }
  >(
    {
      name: "postbacks.take_marks",
      text: `with taken as (
          delete from postback_mark k
          where k.id = any(array(
            select t.id
            from postback_mark t
            where not t.is_plain
            order by t.id
            limit $1
            for update skip locked
          ))
          returning k.batch_id, k.campaign_ids
        )
        select b.campaign_id, b.advertiser_id, b.publisher_id, b.placement_id, b.unit_price,
          b.unit_fee, t.batch_id, s.at, s.reports, s.impressions, s.billed, s.charged, s.earned,
          s.has_others
        from taken t
        cross join unnest(t.campaign_ids) as k (campaign_id)
        cross join lateral (
          select min(c.at) as at, ${TOTALS}, bool_or(c.kind in (${SINGLE_KINDS})) as has_others
          from journal_count c
          where c.campaign_id = k.campaign_id and c.batch_id = t.batch_id
        ) s
        join campaign_book b on b.campaign_id = k.campaign_id
        where s.at is not null`,
    },
    [limit],
  );
  return rows.map((row) => ({
    campaign: toldCampaign(row),
    batchUuid: row.batch_id,
    at: row.at,
    shown: totalsOf(row),
    hasOthers: row.has_others,
  }));
}

/** A click or a conversion: told of by itself. */
export interface ToldEvent {
  readonly campaignUuid: string;
  readonly batchUuid: string;
  readonly uuid: string;
  readonly deliveryUuid: string | null;
  readonly kind: number;
  readonly reason: number;
  readonly counted: number;
  readonly charged: bigint;
  readonly isVerified: boolean;
  readonly occurredAt: Date | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

/** The clicks and conversions of these batches. */
export async function findToldEvents(
  db: Queryable,
  marks: readonly Pick<Mark, "campaign" | "batchUuid">[],
): Promise<ToldEvent[]> {
  const rows = await db.query<{
    campaign_id: string;
    batch_id: string;
    id: string;
    delivery_id: string | null;
    kind: number;
    reason: number;
    counted: number;
    charged: string;
    is_verified: boolean;
    occurred_at: Date | null;
    detail: Record<string, unknown> | null;
  }>(
    {
      name: "postbacks.find_told_events",
      text: `select e.campaign_id, e.batch_id, e.id, e.delivery_id, e.kind, e.reason, e.counted,
          e.charged, e.is_verified, e.occurred_at, e.detail
        from unnest($1::uuid[], $2::uuid[]) as k (campaign_id, batch_id)
        cross join lateral (
          select e.campaign_id, e.batch_id, e.id, e.delivery_id, e.kind, e.reason, e.counted,
            e.charged, e.is_verified, e.occurred_at, e.detail
          from event e
          where e.campaign_id = k.campaign_id and e.batch_id = k.batch_id
            and e.kind in (${SINGLE_KINDS})
          offset 0
        ) e`,
    },
    [marks.map((mark) => mark.campaign.uuid), marks.map((mark) => mark.batchUuid)],
  );
  return rows.map((row) => ({
    campaignUuid: row.campaign_id,
    batchUuid: row.batch_id,
    uuid: row.id,
    deliveryUuid: row.delivery_id,
    kind: row.kind,
    reason: row.reason,
    counted: row.counted,
    charged: BigInt(row.charged),
    isVerified: row.is_verified,
    occurredAt: row.occurred_at,
    detail: row.detail,
  }));
}

/** Impressions of a campaign within one minute of settlement. */
export interface ImpressionSum extends ImpressionTotals {
  readonly campaignUuid: string;
  readonly minute: Date;
}

/** Adds to the sums of minutes; sorted, so that two dispatchers never wait in a circle. */
export async function addImpressions(tx: Tx, sums: readonly ImpressionSum[]): Promise<void> {
  const sorted = sums.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  await tx.query(
    {
      name: "postbacks.add_impressions",
      text: `insert into postback_impressions as p (
          campaign_id, minute, reports, impressions, billed, charged, earned
        )
        select campaign_id, minute, reports, impressions, billed, charged, earned
        from unnest(
          $1::uuid[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
          $7::bigint[]
        ) as m (campaign_id, minute, reports, impressions, billed, charged, earned)
        on conflict (campaign_id, minute) do update
        set reports = p.reports + excluded.reports,
          impressions = p.impressions + excluded.impressions,
          billed = p.billed + excluded.billed,
          charged = p.charged + excluded.charged,
          earned = p.earned + excluded.earned`,
    },
    [
      sorted.map((sum) => sum.campaignUuid),
      sorted.map((sum) => sum.minute),
      sorted.map((sum) => String(sum.reports)),
      sorted.map((sum) => String(sum.impressions)),
      sorted.map((sum) => String(sum.billed)),
      sorted.map((sum) => String(sum.charged)),
      sorted.map((sum) => String(sum.earned)),
    ],
  );
}

/**
 * Adds the batches that were nothing but impressions to the sums of their minutes, `limit` batches
 * at a time. Answers how many.
 */
export async function foldPlainMarks(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query<{ folded: number }>(
    {
      name: "postbacks.fold_plain_marks",
      text: `with taken as (
          delete from postback_mark k
          where k.id = any(array(
            select t.id
            from postback_mark t
            where t.is_plain
            order by t.id
            limit $1
            for update skip locked
          ))
          returning k.batch_id, k.campaign_ids
        ), summed as (
          insert into postback_impressions as p (
            campaign_id, minute, reports, impressions, billed, charged, earned
          )
          select k.campaign_id, date_trunc('minute', s.at), sum(s.reports), sum(s.impressions),
            sum(s.billed), sum(s.charged), sum(s.earned)
          from taken t
          cross join unnest(t.campaign_ids) as k (campaign_id)
          cross join lateral (
            select min(c.at) as at, ${TOTALS}
            from journal_count c
            where c.campaign_id = k.campaign_id and c.batch_id = t.batch_id
          ) s
          where s.at is not null
          group by k.campaign_id, date_trunc('minute', s.at)
          order by k.campaign_id, date_trunc('minute', s.at)
          on conflict (campaign_id, minute) do update
          set reports = p.reports + excluded.reports,
            impressions = p.impressions + excluded.impressions,
            billed = p.billed + excluded.billed,
            charged = p.charged + excluded.charged,
            earned = p.earned + excluded.earned
        )
        select count(*)::integer as folded from taken`,
    },
    [limit],
  );
  return rows[0]?.folded ?? 0;
}

function keyOf({ campaignUuid, minute }: ImpressionSum): string {
  return campaignUuid + minute.toISOString();
}

/** A minute that is over, with its campaign. */
export interface TakenMinute extends ImpressionTotals {
  readonly campaign: ToldCampaign;
  readonly minute: Date;
}

/** Takes out the sums of minutes up to `until`, in the transaction that makes them messages. */
export async function takeImpressions(tx: Tx, until: Date, limit: number): Promise<TakenMinute[]> {
  const rows = await tx.query<TotalsRow & CampaignRow & { minute: Date }>(
    {
      name: "postbacks.take_impressions",
      text: `delete from postback_impressions p
        using (
          select t.campaign_id, t.minute
          from postback_impressions t
          where t.minute <= $1
          limit $2
          for update skip locked
        ) over
        join campaign_book b on b.campaign_id = over.campaign_id
        where p.campaign_id = over.campaign_id and p.minute = over.minute
        returning b.campaign_id, b.advertiser_id, b.publisher_id, b.placement_id, b.unit_price,
          b.unit_fee, p.minute, p.reports, p.impressions, p.billed, p.charged, p.earned`,
    },
    [until, limit],
  );
  return rows.map((row) => ({
    campaign: toldCampaign(row),
    minute: row.minute,
    ...totalsOf(row),
  }));
}
