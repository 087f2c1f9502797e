import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import type { Micros } from "../../contract/money.ts";
import { column, type Queryable, query, type Selected, select, type Tx } from "../../core/sql.ts";

type EarningStatus = "pending" | "matured" | "held" | "reversed";

const TILE = select({
  uuid: column.text("t.id"),
  status: column.plain<EarningStatus>("t.status"),
  amount: column.micros("t.amount"),
  fee: column.micros("t.fee"),
  after: column.bigint("(t.upto - t.amount - t.fee)"),
});

/**
 * A stretch of a campaign's undisputed earnings, counted from the newest backwards. `after` is how
 * much lies after it. **Units** micro-credits of earnings and fee together.
 */
export type Tile = Selected<typeof TILE>;

/**
 * The undisputed earnings that touch a range, newest first. The caller holds the lock of the
 * campaign's book, so that no sweep moves the range.
 */
export async function findTiles(tx: Tx, range: { campaignId: string; from: bigint; to: bigint }) {
  const { campaignId, from, to } = range;
  const values = [uuidFromId(campaignId), String(from), String(to)];
  return TILE.all(tx, "ledger.find_tiles", values)`select ${TILE.list}
    from (
      select e.id, e.status, e.amount, e.fee,
        sum(e.amount + e.fee) over (order by e.starts_at desc, e.id desc) as upto
      from earning e
      where e.campaign_id = $1 and e.dispute_id is null
    ) t
    where t.upto > $2::bigint and t.upto - t.amount - t.fee < $3::bigint
    order by t.upto, t.id desc`;
}

/** A part of an earning, and the id it gets when it is not the whole of it. */
export interface EarningPart {
  readonly uuid: string;
  readonly amount: Micros;
  readonly fee: Micros;
  readonly newUuid: string;
}

/**
 * Takes parts of earnings to another state: all of an earning, or as much as is named, cut off into
 * a row of its own with the same purchase and dates. Only pending ones are held. Answers how many
 * parts there still were.
 */
export async function cutEarnings(
  tx: Tx,
  cut: {
    campaignId: string;
    to: "held" | "reversed";
    disputeId: string | null;
    parts: readonly EarningPart[];
  },
): Promise<number> {
  const { parts } = cut;
  const rows = await query<{ id: string }>(tx, "ledger.cut_earnings", [
    uuidFromId(cut.campaignId),
    cut.to,
    uuidOrNull(cut.disputeId),
    parts.map(({ uuid }) => uuid),
    parts.map(({ amount }) => String(amount)),
    parts.map(({ fee }) => String(fee)),
    parts.map(({ newUuid }) => newUuid),
  ])`with part as (
      select p.id, p.amount, p.fee, p.new_id
      from unnest($4::uuid[], $5::bigint[], $6::bigint[], $7::uuid[])
        as p (id, amount, fee, new_id)
    ), whole as (
      update earning e
      set status = $2, dispute_id = coalesce(e.dispute_id, $3),
        is_taken_back = ($2 = 'reversed'), was_held = ($2 = 'reversed' and e.status = 'held')
      from part p
      where e.campaign_id = $1 and e.id = p.id and (e.amount, e.fee) = (p.amount, p.fee)
        and (e.status = 'pending' or ($2 = 'reversed' and e.status <> 'reversed'))
      returning e.id
    ), rest as (
      update earning e
      set amount = e.amount - p.amount, fee = e.fee - p.fee
      from part p
      where e.campaign_id = $1 and e.id = p.id and (e.amount, e.fee) <> (p.amount, p.fee)
        and (e.status = 'pending' or ($2 = 'reversed' and e.status <> 'reversed'))
      returning p.new_id, p.amount, p.fee, e.publisher_id, e.matures_at, e.created_at,
        e.order_id, e.seasoned_at, e.matured_at, e.starts_at, e.dispute_id, e.is_confirmed,
        e.late_until, $2 = 'reversed' and e.status = 'held' as was_held
    ), made as (
      insert into earning (
        campaign_id, id, publisher_id, amount, fee, status, matures_at, created_at, order_id,
        seasoned_at, matured_at, starts_at, dispute_id, is_taken_back, is_confirmed, late_until,
        was_held
      )
      select $1, new_id, publisher_id, amount, fee, $2, matures_at, created_at, order_id,
        seasoned_at, matured_at, starts_at, coalesce(dispute_id, $3), $2 = 'reversed',
        is_confirmed, late_until, was_held
      from rest
      returning id
    )
    select id from whole
    union all
    select id from made`;
  return rows.length;
}

/** Which earnings of a campaign: those of one dispute, of no open one, or all of them. */
export interface EarningChoice {
  readonly campaignId: string;
  readonly of: { readonly disputeId: string } | "no_open_dispute" | "everything";
}

const CHOSEN = `campaign_id = $1
  and ($2::uuid is null or dispute_id = $2)
  and ($3 or not exists (
    select from dispute d where d.id = earning.dispute_id and d.status = 'open'
  ))`;

function valuesOf({ campaignId, of }: EarningChoice): unknown[] {
  const disputeId = typeof of === "string" ? null : uuidFromId(of.disputeId);
  return [uuidFromId(campaignId), disputeId, of !== "no_open_dispute"];
}

/**
 * Takes whole earnings between pending and held; answers what they are worth together. Those that
 * were taken back get the other state when they are restored.
 */
export async function switchEarnings(
  tx: Tx,
  choice: EarningChoice,
  change: { from: "pending" | "held"; to: "pending" | "held" },
): Promise<{ earnings: number; amount: Micros }> {
  const values = [...valuesOf(choice), change.from, change.to];
  return SWITCHED.one(tx, "ledger.switch_earnings", values)`with switched as (
      update earning
      set status = case when is_taken_back then status else $5 end,
        was_held = is_taken_back and $5 = 'held'
      where ${CHOSEN} and (status = $4 or is_taken_back)
      returning amount, is_taken_back
    )
    select ${SWITCHED.list}
    from switched
    where not is_taken_back`;
}

const SWITCHED = select({
  earnings: column.count("count(*)"),
  amount: column.micros("coalesce(sum(amount), 0)"),
});

const REVERSED = select({
  publisherId: column.id("agt", "publisher_id"),
  orderId: column.nullable(column.id("ord", "order_id")),
  amount: column.micros("sum(amount)"),
  fee: column.micros("sum(fee)"),
});

export type ReversedPart = Selected<typeof REVERSED>;

/**
 * Marks whole earnings that have not matured as reversed; their sums by purchase. Those that were
 * reversed with their purchase stay so, whatever becomes of it.
 */
export async function markReversed(tx: Tx, choice: EarningChoice): Promise<ReversedPart[]> {
  return REVERSED.all(tx, "ledger.mark_reversed", valuesOf(choice))`with gone as (
      update earning
      set status = 'reversed'
      where ${CHOSEN} and status in ('pending', 'held')
      returning publisher_id, order_id, amount, fee
    ), final as (
      update earning
      set is_taken_back = false
      where ${CHOSEN} and is_taken_back
    )
    select ${REVERSED.list}
    from gone
    group by publisher_id, order_id
    order by order_id`;
}

/** Gives credits back to the purchase they came from: first what it owes, then what it holds. */
export async function giveBackToLot(tx: Tx, orderId: string, amount: Micros): Promise<void> {
  await query(tx, "ledger.give_back_to_lot", [uuidFromId(orderId), String(amount)])`
    update funding_lot
    set debt = debt - least(debt, $2),
      remaining = remaining + $2 - least(debt, $2)
    where order_id = $1`;
}

const GROUP = select({
  campaignId: column.id("cmp", "campaign_id"),
  publisherId: column.id("agt", "publisher_id"),
  disputeId: column.optional(column.id("dsp", "dispute_id")),
  status: column.plain<EarningStatus>("status"),
  earnings: column.count("count(*)"),
  amount: column.micros("sum(amount)"),
  fee: column.micros("sum(fee)"),
  maturesFrom: column.date("min(matures_at)"),
  maturesTo: column.date("max(matures_at)"),
});

export type EarningGroup = Selected<typeof GROUP>;

/** Earnings by campaign, dispute and state, the newest campaigns first. */
export async function findEarningGroups(
  db: Queryable,
  filter: {
    publisherId?: string | undefined;
    campaignId?: string | undefined;
    disputeId?: string | undefined;
    status?: EarningStatus | undefined;
    limit: number;
  },
): Promise<EarningGroup[]> {
  return GROUP.all(db, "ledger.find_earning_groups", [
    uuidOrNull(filter.publisherId),
    uuidOrNull(filter.campaignId),
    uuidOrNull(filter.disputeId),
    filter.status ?? null,
    filter.limit,
  ])`select ${GROUP.list}
    from earning
    where ($1::uuid is null or publisher_id = $1)
      and ($2::uuid is null or campaign_id = $2)
      and ($3::uuid is null or dispute_id = $3)
      and case when $4::text is null then status in ('pending', 'held') else status = $4 end
    group by campaign_id, publisher_id, dispute_id, status
    order by campaign_id desc, status, dispute_id desc nulls first
    limit $5`;
}
