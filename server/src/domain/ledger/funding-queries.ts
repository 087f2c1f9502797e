import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import { type Micros, micros } from "../../contract/money.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, only, query, type Selected, select } from "../../core/sql.ts";

/** A purchase becomes a lot, all of it in the buyer's available balance. */
export async function insertLot(
  tx: Tx,
  lot: { orderId: string; agentId: string; amount: Micros; seasonedAt: Date },
): Promise<void> {
  const { orderId, agentId, amount, seasonedAt } = lot;
  const values = [uuidFromId(orderId), uuidFromId(agentId), String(amount), seasonedAt];
  await query(tx, "ledger.insert_lot", values)`
    insert into funding_lot (order_id, agent_id, amount, remaining, seasoned_at)
    values ($1, $2, $3, $3, $4)`;
}

/**
 * Takes the credits of a budget out of the advertiser's lots, oldest first. The caller holds the
 * lock of the advertiser's available account.
 */
export async function drawLots(
  tx: Tx,
  budget: { campaignId: string; advertiserId: string; startsAt: bigint; amount: Micros },
): Promise<void> {
  await query(tx, "ledger.draw_lots", [
    uuidFromId(budget.campaignId),
    uuidFromId(budget.advertiserId),
    String(budget.startsAt),
    String(budget.amount),
  ])`select fund_campaign($1, $2, $3, $4)`;
}

/**
 * Gives the unspent end of a swept campaign's budget back to its lots. The caller holds the locks
 * of the campaign's book and of the advertiser's available account.
 */
export async function returnLots(tx: Tx, campaignId: string): Promise<void> {
  await query(tx, "ledger.return_lots", [uuidFromId(campaignId)])`
    select return_funding(b.campaign_id, b.swept_earned + b.swept_fee)
    from campaign_book b
    where b.campaign_id = $1`;
}

/**
 * Gives the end of a budget, from a position on, back to its lots, and ends the budget there. The
 * caller holds the locks of the campaign's book and of the advertiser's available account.
 */
export async function trimLots(tx: Tx, campaignId: string, endsAt: bigint): Promise<void> {
  await query(tx, "ledger.trim_lots", [uuidFromId(campaignId), String(endsAt)])`
    select trim_funding($1, $2)`;
}

const STRETCH = select({
  campaignId: column.id("cmp", "f.campaign_id"),
  orderId: column.id("ord", "f.order_id"),
  startsAt: column.bigint("f.starts_at"),
  endsAt: column.bigint("f.starts_at + f.amount"),
  seasonedAt: column.date("l.seasoned_at"),
});

/** A part of a campaign's budget that came from one purchase. */
export type Stretch = Selected<typeof STRETCH>;

/** The purchases behind parts of campaigns' budgets, by position. Relies on the primary key. */
export async function findStretches(
  tx: Tx,
  swept: readonly { campaignId: string; sweptBefore: bigint; earned: Micros; fee: Micros }[],
): Promise<Stretch[]> {
  return STRETCH.all(tx, "ledger.find_stretches", [
    swept.map(({ campaignId }) => uuidFromId(campaignId)),
    swept.map(({ sweptBefore }) => String(sweptBefore)),
    swept.map(({ sweptBefore, earned, fee }) => String(sweptBefore + earned + fee)),
  ])`select ${STRETCH.list}
    from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as p (campaign_id, swept, upto)
    join campaign_funding f on f.campaign_id = p.campaign_id and f.starts_at < p.upto
      and f.starts_at + f.amount > p.swept
    join funding_lot l on l.order_id = f.order_id
    order by f.campaign_id, f.starts_at`;
}

/** Returns credits of a won dispute to their lot: first what it owes, then what it holds. */
export async function returnToLot(tx: Tx, orderId: string, amount: Micros): Promise<void> {
  await query(tx, "ledger.return_to_lot", [uuidFromId(orderId), String(amount)])`update funding_lot
    set reversed = reversed - $2,
      debt = debt - least(debt, $2),
      remaining = remaining + $2 - least(debt, $2)
    where order_id = $1`;
}

/** Takes credits back out of a lot; what is not there any more becomes its debt. */
export function takeFromLot(tx: Tx, orderId: string, amount: Micros): Promise<Micros | undefined> {
  const values = [uuidFromId(orderId), String(amount)];
  return only.micros.first(tx, "ledger.take_from_lot", values)`update funding_lot
    set reversed = reversed + $2,
      debt = debt + $2 - least(remaining, $2),
      remaining = remaining - least(remaining, $2)
    where order_id = $1
    returning debt`;
}

/** Only a reversed purchase may take `available` below zero, and only as long as it does. */
export async function allowDebt(tx: Tx, agentId: string): Promise<void> {
  await query(tx, "ledger.allow_debt", [uuidFromId(agentId)])`update account
    set may_be_negative = true
    where owner_id = $1 and kind = 'available'`;
}

/** Ends the allowance of an account that is not below zero any more. */
export async function endPaidDebt(tx: Tx, agentId: string): Promise<void> {
  await query(tx, "ledger.end_paid_debt", [uuidFromId(agentId)])`update account
    set may_be_negative = false
    where owner_id = $1 and kind = 'available' and may_be_negative and balance >= 0`;
}

const REVERSIBLE = select({
  campaignId: column.id("cmp", "e.campaign_id"),
  orderId: column.id("ord", "e.order_id"),
});

/**
 * Campaigns with earnings from a purchase that still owes: from one, or from any. Of any, matured
 * earnings count only for publishers to whom credits of a cashout returned since a time.
 */
export async function findReversible(
  db: Queryable,
  orderId: string | null,
  { returnedSince, limit }: { returnedSince: Date; limit: number },
): Promise<Selected<typeof REVERSIBLE>[]> {
  const values = [uuidOrNull(orderId), limit, returnedSince];
  return REVERSIBLE.all(db, "ledger.find_reversible", values)`select distinct ${REVERSIBLE.list}
    from funding_lot l
    join earning e on e.order_id = l.order_id
    where l.debt > 0
      and ($1::uuid is null or l.order_id = $1)
      and (e.status in ('pending', 'held')
        or (e.status = 'matured' and ($1 is not null or exists (
        select from entry n
        where n.owner_id = e.publisher_id and n.id >= uuid_floor($3)
          and n.type = 'cashout_returned'
      ))))
    order by e.campaign_id
    limit $2`;
}

const EARNING = select({
  uuid: column.text("e.id"),
  publisherId: column.id("agt", "e.publisher_id"),
  advertiserId: column.id("agt", "l.agent_id"),
  amount: column.micros("e.amount"),
  fee: column.micros("e.fee"),
  isMatured: column.flag("e.status = 'matured'"),
});

export type EarningRecord = Selected<typeof EARNING>;

/** Locks earnings of one campaign from one purchase: not reversed ones, or taken back ones. */
export async function lockEarnings(
  tx: Tx,
  of: { campaignId: string; orderId: string },
  isTakenBack = false,
): Promise<EarningRecord[]> {
  const { campaignId, orderId } = of;
  const values = [uuidFromId(campaignId), uuidFromId(orderId), isTakenBack];
  return EARNING.all(tx, "ledger.lock_earnings", values)`select ${EARNING.list}
    from earning e
    join funding_lot l on l.order_id = e.order_id
    where e.campaign_id = $1 and e.order_id = $2
      and (e.status = 'reversed') = $3 and ($3 = e.is_taken_back)
    order by e.id
    for no key update of e`;
}

/** Publishers with matured earnings from a purchase that still owes. */
export function findOwingPublishers(db: Queryable, orderId: string): Promise<string[]> {
  const values = [uuidFromId(orderId)];
  return only.id("agt").all(db, "ledger.find_owing_publishers", values)`
    select distinct e.publisher_id
    from funding_lot l
    join earning e on e.order_id = l.order_id
    where l.order_id = $1 and l.debt > 0 and e.status = 'matured'
    order by e.publisher_id`;
}

/** Campaigns with earnings that were reversed with a purchase which owes nothing any more. */
export function findTakenBack(db: Queryable, orderId: string): Promise<string[]> {
  const values = [uuidFromId(orderId)];
  return only.id("cmp").all(db, "ledger.find_taken_back", values)`
    select distinct e.campaign_id
    from funding_lot l
    join earning e on e.order_id = l.order_id
    where l.order_id = $1 and l.debt = 0 and e.is_taken_back
    order by e.campaign_id`;
}

/**
 * Lets earnings that were reversed with their purchase pend again, oldest first, as far as the
 * purchase has credits; what was held is held again. The caller holds the locks of earnings and
 * accounts.
 */
export async function restoreTakenBack(
  tx: Tx,
  of: { campaignId: string; orderId: string },
): Promise<{ amount: Micros; fee: Micros }> {
  return RESTORED.one(tx, "ledger.restore_taken_back", [
    uuidFromId(of.campaignId),
    uuidFromId(of.orderId),
  ])`with lot as (
      select order_id, remaining from funding_lot where order_id = $2 and debt = 0 for update
    ), restored as (
      update earning e
      set is_taken_back = false, was_held = false, matured_at = null,
        status = case when e.was_held then 'held' else 'pending' end
      from (
        select i.id, sum(i.amount + i.fee) over (order by i.starts_at, i.id) as upto
        from earning i
        where i.campaign_id = $1 and i.order_id = $2 and i.is_taken_back
      ) t, lot
      where e.campaign_id = $1 and e.id = t.id and t.upto <= lot.remaining
      returning e.amount, e.fee
    ), total as (
      select coalesce(sum(amount), 0) as amount, coalesce(sum(fee), 0) as fee from restored
    ), paid as (
      update funding_lot l
      set remaining = l.remaining - total.amount - total.fee
      from total, lot
      where l.order_id = lot.order_id
    )
    select ${RESTORED.list} from total`;
}

const RESTORED = select({ amount: column.micros("amount"), fee: column.micros("fee") });

/**
 * Locks every account that a reversal of earnings moves, in id order like `post_txns`, and says
 * what the publisher has not cashed out.
 */
export async function lockForReversal(
  tx: Tx,
  sides: { publisherId: string; advertiserId: string },
): Promise<Micros> {
  const rows = await query<{ kind: string; balance: string }>(tx, "ledger.lock_for_reversal", [
    uuidFromId(sides.publisherId),
    uuidFromId(sides.advertiserId),
  ])`select kind, balance
    from account
    where (owner_id = $1 and kind in ('pending_earnings', 'earned'))
      or (owner_id = $2 and kind = 'available')
      or (owner_id is null and kind = 'platform_fee')
    order by id
    for no key update`;
  return micros(rows.find(({ kind }) => kind === "earned")?.balance ?? 0);
}

export async function lockDebt(tx: Tx, orderId: string): Promise<Micros> {
  const debt = await only.micros.first(tx, "ledger.lock_debt", [uuidFromId(orderId)])`
    select debt from funding_lot where order_id = $1 for no key update`;
  return debt ?? micros(0);
}

/**
 * How much of each matured earning of a campaign is still in the publisher's `earned` balance:
 * cashouts take the oldest first.
 */
export async function findKept(
  tx: Tx,
  of: { campaignId: string; orderId: string; publisherId: string; earned: Micros },
): Promise<Map<string, Micros>> {
  const rows = await query<{ id: string; kept: string }>(tx, "ledger.find_kept", [
    uuidFromId(of.campaignId),
    uuidFromId(of.orderId),
    uuidFromId(of.publisherId),
    String(of.earned),
  ])`select m.id, least(m.amount, greatest(0, $4 - (m.upto - m.amount)))::text as kept
    from (
      select e.id, e.campaign_id, e.order_id, e.amount, sum(e.amount) over (
        order by e.matured_at desc nulls last, e.id desc
      ) as upto
      from earning e
      where e.publisher_id = $3 and e.status = 'matured'
    ) m
    where m.campaign_id = $1 and m.order_id = $2`;
  return new Map(rows.map((row) => [row.id, micros(row.kept)]));
}

export async function payDebt(tx: Tx, orderId: string, amount: Micros): Promise<void> {
  await query(tx, "ledger.pay_debt", [uuidFromId(orderId), String(amount)])`
    update funding_lot set debt = debt - $2 where order_id = $1`;
}
