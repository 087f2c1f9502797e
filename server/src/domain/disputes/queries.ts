import type { AdUnitType } from "../../contract/enums.ts";
import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import type { Micros } from "../../contract/money.ts";
import type { DisputeStatus } from "../../contract/resources/wallet.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, finds, query, type Selected, select } from "../../core/sql.ts";

const DISPUTE = select({
  disputeId: column.id("dsp", "d.id"),
  campaignId: column.id("cmp", "d.campaign_id"),
  advertiserId: column.id("agt", "b.advertiser_id"),
  publisherId: column.id("agt", "b.publisher_id"),
  status: column.plain<DisputeStatus>("d.status"),
  reason: column.text("d.reason"),
  events: column.plain<number>("d.events"),
  amount: column.micros("d.amount"),
  fee: column.micros("d.fee"),
  createdAt: column.date("d.created_at"),
});
const SELECT = `select ${DISPUTE.list}
  from dispute d
  join campaign_book b on b.campaign_id = d.campaign_id`;

export type DisputeRecord = Selected<typeof DISPUTE>;

const EVENT = select({
  uuid: column.text("e.id"),
  batchUuid: column.text("e.batch_id"),
  charged: column.micros("e.charged"),
  isDisputed: column.flag(`exists (
    select from disputed_event d where d.campaign_id = e.campaign_id and d.event_id = e.id
  )`),
});
export type SettledEvent = Selected<typeof EVENT>;

const ID_BACK_MS = 8 * 86_400_000;
const ID_AHEAD_MS = 3_600_000;

/** Events of a campaign by their ids, whatever became of them; relies on the primary key. */
export async function findEvents(tx: Tx, of: { campaignId: string; eventIds: readonly string[] }) {
  return EVENT.all(tx, "disputes.find_events", [
    uuidFromId(of.campaignId),
    of.eventIds.map(uuidFromId),
  ])`select ${EVENT.list}
    from event e
    where e.campaign_id = $1 and e.id = any($2::uuid[])
    order by e.id`;
}

/**
 * Charged events of a campaign that were settled in a half-open stretch of time and are not
 * disputed. An event's id lies at most a week before its settlement, and five minutes after. Bounds
 * that are computed here let the planner drop the partitions of other days.
 */
export async function findEventsBetween(
  tx: Tx,
  of: { campaignId: string; from: Date; to: Date; limit: number },
): Promise<SettledEvent[]> {
  return EVENT.all(tx, "disputes.find_events_between", [
    uuidFromId(of.campaignId),
    of.from,
    of.to,
    of.limit,
    new Date(of.from.getTime() - ID_BACK_MS),
    new Date(of.to.getTime() + ID_AHEAD_MS),
  ])`select ${EVENT.list}
    from event e
    join journal j on j.campaign_id = e.campaign_id and j.batch_id = e.batch_id
    where e.campaign_id = $1
      and e.id >= uuid_floor($5) and e.id < uuid_floor($6)
      and e.charged > 0
      and j.at >= $2 and j.at < $3
      and not exists (
        select from disputed_event d where d.campaign_id = e.campaign_id and d.event_id = e.id
      )
    order by e.id
    limit $4`;
}

/**
 * Where batches lie in the line of undisputed charges, counted back from the newest. A batch's id
 * is made with the time of its settlement, so the primary key bounds what is read.
 */
export async function findStretchesOfBatches(
  tx: Tx,
  of: { campaignId: string; batchUuids: readonly string[] },
): Promise<Map<string, { after: bigint; upto: bigint }>> {
  const rows = await query<{ batch_id: string; after: string; upto: string }>(
    tx,
    "disputes.find_stretches",
    [uuidFromId(of.campaignId), of.batchUuids],
  )`with since as (
      select min(j.at) as at
      from journal j
      where j.campaign_id = $1 and j.batch_id = any($2::uuid[])
    ), line as (
      select j.batch_id, j.at, -j.escrow_delta - coalesce(d.charged, 0) as charged
      from since
      join journal j on j.campaign_id = $1
        and j.batch_id >= uuid_floor(since.at - interval '1 day')
        and j.at >= since.at
      left join (
        select batch_id, sum(charged) as charged
        from disputed_event
        where campaign_id = $1
        group by batch_id
      ) d on d.batch_id = j.batch_id
    ), placed as (
      select batch_id, charged, sum(charged) over (order by at desc, batch_id desc) as upto
      from line
    )
    select batch_id, (upto - charged)::text as after, upto::text as upto
    from placed
    where batch_id = any($2::uuid[])`;
  return new Map(
    rows.map((row) => [row.batch_id, { after: BigInt(row.after), upto: BigInt(row.upto) }]),
  );
}

export async function insertDispute(
  tx: Tx,
  dispute: {
    disputeId: string;
    campaignId: string;
    reason: string;
    amount: Micros;
    fee: Micros;
    now: Date;
    events: readonly SettledEvent[];
  },
): Promise<void> {
  const { events } = dispute;
  await query(tx, "disputes.insert", [
    uuidFromId(dispute.disputeId),
    uuidFromId(dispute.campaignId),
    dispute.reason,
    String(dispute.amount),
    String(dispute.fee),
    dispute.now,
    events.map(({ uuid }) => uuid),
    events.map(({ batchUuid }) => batchUuid),
    events.map(({ charged }) => String(charged)),
  ])`with made as (
      insert into dispute (id, campaign_id, reason, events, amount, fee, created_at)
      values ($1, $2, $3, cardinality($7::uuid[]), $4, $5, $6)
    )
    insert into disputed_event (campaign_id, event_id, dispute_id, batch_id, charged)
    select $2, e.id, $1, e.batch_id, e.charged
    from unnest($7::uuid[], $8::uuid[], $9::bigint[]) as e (id, batch_id, charged)`;
}

export async function findDispute(db: Queryable, disputeId: string) {
  return DISPUTE.first(db, "disputes.find", [uuidFromId(disputeId)])`${SELECT} where d.id = $1`;
}

/** Disputes of a campaign that wait for a decision, oldest first. */
export async function findOpenDisputes(db: Queryable, campaignId: string) {
  return DISPUTE.all(db, "disputes.find_open", [uuidFromId(campaignId)])`
    ${SELECT} where d.campaign_id = $1 and d.status = 'open' order by d.id`;
}

/** One guarded transition: of several callers only one gets true. */
export function moveDisputeRow(
  tx: Tx,
  move: { disputeId: string; from: readonly DisputeStatus[]; to: DisputeStatus; now: Date },
): Promise<boolean> {
  const { disputeId, from, to, now } = move;
  const values = [uuidFromId(disputeId), from, to, now];
  return finds(tx, "disputes.move", values)`update dispute
    set status = $3, decided_at = case when $3 = 'open' then null else $4::timestamptz end
    where id = $1 and status = any($2::text[])
    returning id`;
}

const SIDES = select({
  campaignId: column.id("cmp", "b.campaign_id"),
  advertiserId: column.id("agt", "b.advertiser_id"),
  publisherId: column.id("agt", "b.publisher_id"),
});
export type BookSides = Selected<typeof SIDES>;

/** The campaigns of a publisher, or one campaign; in id order. */
export async function findBooks(
  db: Queryable,
  of: { publisherId?: string | undefined; campaignId?: string | undefined },
): Promise<BookSides[]> {
  return SIDES.all(db, "disputes.find_books", [
    uuidOrNull(of.publisherId),
    uuidOrNull(of.campaignId),
  ])`select ${SIDES.list}
    from campaign_book b
    where b.publisher_id = $1 or b.campaign_id = $2
    order by b.campaign_id`;
}

/** Campaigns of a placement that have earnings which are not mature; in id order. */
export async function findPendingBooks(
  db: Queryable,
  of: { placementId: string; adUnitTypes: readonly AdUnitType[] },
): Promise<BookSides[]> {
  return SIDES.all(db, "disputes.find_pending_books", [uuidFromId(of.placementId), of.adUnitTypes])`
    select ${SIDES.list}
    from campaign c
    join campaign_book b on b.campaign_id = c.id
    where c.placement_id = $1
      and c.ad_unit_type = any($2::text[])
      and (
        b.earned > b.swept_earned
        or exists (
          select from earning g where g.campaign_id = c.id and g.status = 'pending'
        )
      )
    order by b.campaign_id`;
}
