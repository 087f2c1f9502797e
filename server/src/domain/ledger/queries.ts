import type { AccountKind, EntryType } from "../../contract/enums.ts";
import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import { type Micros, micros } from "../../contract/money.ts";
import type { Entry } from "../../contract/resources/wallet.ts";
import type { AdUnitType } from "../../contract/units.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, only, query, type Selected, type Selection, select } from "../../core/sql.ts";

export type SystemAccountKind =
  | "platform_fee"
  | "checkout_clearing"
  | "cashout_clearing"
  | "adjustment";

/** One side of a transaction; `owner` null is the exchange itself. */
export interface Leg {
  readonly entryId: string;
  readonly owner: string | null;
  readonly kind: AccountKind | SystemAccountKind;
  readonly type: EntryType;
  readonly amount: bigint;
}

export interface TxnRefs {
  readonly campaignId?: string;
  readonly placementId?: string;
  readonly orderId?: string;
  readonly cashoutId?: string;
}

/** A transaction to be booked; its legs sum to zero. */
export interface NewTxn {
  readonly id: string;
  readonly type: EntryType;
  readonly refs: TxnRefs;
  readonly description: string;
  readonly legs: readonly Leg[];
}

/** Calls `post_txns`, which locks all accounts in id order and writes both sides. */
export async function postTxns(tx: Tx, txns: readonly NewTxn[], now: Date): Promise<void> {
  await query(tx, "ledger.post_txns", [
    now,
    JSON.stringify(
      txns.map(({ id, type, refs, description }) => ({
        id: uuidFromId(id),
        type,
        campaign_id: uuidOrNull(refs.campaignId),
        placement_id: uuidOrNull(refs.placementId),
        order_id: uuidOrNull(refs.orderId),
        cashout_id: uuidOrNull(refs.cashoutId),
        description,
      })),
    ),
    JSON.stringify(
      txns.flatMap(({ id, legs }) =>
        legs.map((leg) => ({
          txn_id: uuidFromId(id),
          entry_id: uuidFromId(leg.entryId),
          owner_id: uuidOrNull(leg.owner),
          kind: leg.kind,
          type: leg.type,
          amount: String(leg.amount),
        })),
      ),
    ),
  ])`select post_txns($1, $2, $3)`;
}

const ENTRY: Selection<Entry> = select({
  entryId: column.id("ent", "e.id"),
  transactionId: column.id("txn", "e.txn_id"),
  type: column.plain<EntryType>("e.type"),
  account: column.plain<AccountKind>("e.account_kind"),
  amountCredits: column.credits("e.amount"),
  balanceAfterCredits: column.credits("e.balance_after"),
  campaignId: column.optional(column.id("cmp", "t.campaign_id")),
  placementId: column.optional(column.id("plc", "t.placement_id")),
  orderId: column.optional(column.id("ord", "t.order_id")),
  cashoutId: column.optional(column.id("csh", "t.cashout_id")),
  description: column.text("t.description"),
  createdAt: column.time("e.created_at"),
});

/** Newest first; relies on `entry_owner_idx`. */
export async function findEntries(
  db: Queryable,
  filter: { agentId: string; type?: EntryType; before?: string; limit: number },
): Promise<Entry[]> {
  const { agentId, type, before, limit } = filter;
  const values = [uuidFromId(agentId), type ?? null, uuidOrNull(before), limit];
  return ENTRY.all(db, "ledger.find_entries", values)`select ${ENTRY.list}
    from entry e
    join txn t on t.id = e.txn_id
    where e.owner_id = $1
      and ($2::text is null or e.type = $2)
      and ($3::uuid is null or e.id < $3)
    order by e.id desc
    limit $4`;
}

const SWEPT = select({
  campaignId: column.id("cmp", "b.campaign_id"),
  placementId: column.id("plc", "b.placement_id"),
  advertiserId: column.id("agt", "b.advertiser_id"),
  publisherId: column.id("agt", "b.publisher_id"),
  adUnitType: column.plain<AdUnitType>("c.ad_unit_type"),
  earned: column.micros("b.earned - book.swept_earned"),
  fee: column.micros("b.fee - book.swept_fee"),
  /** What neither the click redirect nor the advertiser verified of it. */
  unverified: column.micros(
    `greatest(0, b.earned - book.swept_earned - b.verified_earned + book.swept_verified)`,
  ),
  sweptBefore: column.bigint("book.swept_earned + book.swept_fee"),
});

export type SweptCampaign = Selected<typeof SWEPT>;

/**
 * Takes what campaigns have accrued since the last sweep, by id. The row locks make two sweeps of
 * one campaign follow each other, and the second finds nothing left.
 *
 * **Shape** `sweptBefore` is the position in the campaign's budget where the swept part begins.
 */
export async function takeAccrued(tx: Tx, campaignIds: readonly string[]) {
  const swept = await SWEPT.all(tx, "ledger.take_accrued", [campaignIds.map(uuidFromId)])`
    with book as (
      select b.campaign_id, b.swept_earned, b.swept_fee, b.swept_verified
      from campaign_book b
      where b.campaign_id = any ($1::uuid[])
      order by b.campaign_id
      for no key update
    )
    update campaign_book b
    set swept_earned = b.earned, swept_fee = b.fee, swept_verified = b.verified_earned
    from book
    join campaign c on c.id = book.campaign_id
    where b.campaign_id = book.campaign_id
      and (b.earned > book.swept_earned or b.fee > book.swept_fee)
    returning ${SWEPT.list}`;
  return swept.sort((left, right) => (left.campaignId < right.campaignId ? -1 : 1));
}

/** Campaigns with money not in the wallets, of journal rows from a transaction's number on. */
export function findUnswept(db: Queryable, from: string, limit: number): Promise<string[]> {
  return only.id("cmp").all(db, "ledger.find_unswept", [from, limit])`
    select campaign_id from unswept_campaigns($1, $2)`;
}

/** The same of one agent, on either side; relies on the indexes of both. */
export function findUnsweptOf(db: Queryable, agentId: string, limit: number) {
  const values = [uuidFromId(agentId), limit];
  return only.id("cmp").all(db, "ledger.find_unswept_of_agent", values)`
    select campaign_id
    from campaign_book
    where (publisher_id = $1 or advertiser_id = $1)
      and (earned > swept_earned or fee > swept_fee)
    order by campaign_id
    limit $2`;
}

/**
 * Takes the sweep for a minute, and says where it begins and which transactions it can see: all
 * below `horizon` have ended. Undefined while another worker has it.
 */
export async function leaseSweep(
  db: Queryable,
): Promise<{ from: string; horizon: string } | undefined> {
  const rows = await query<{ from: string; horizon: string }>(db, "ledger.lease_sweep")`
    update sweep_cursor s
    set leased_until = now() + interval '1 minute', cluster = c.system_identifier,
      swept_to = case when s.cluster = c.system_identifier then s.swept_to else 0 end
    from pg_control_system() c
    where s.leased_until < now()
    returning s.swept_to as from, pg_snapshot_xmin(pg_current_snapshot())::text as horizon`;
  return rows[0];
}

/** Ends the lease; what lies below the horizon is swept. */
export async function endSweep(db: Queryable, sweptTo: string): Promise<void> {
  await query(db, "ledger.end_sweep", [sweptTo])`update sweep_cursor
    set swept_to = greatest(swept_to, $1), leased_until = '-infinity'`;
}

export interface NewEarning {
  readonly campaignId: string;
  readonly uuid: string;
  readonly publisherId: string;
  readonly earned: Micros;
  readonly fee: Micros;
  readonly orderId: string | null;
  readonly seasonedAt: Date | null;
  readonly maturesAt: Date;
  /** Where in the campaign's budget this part begins. */
  readonly startsAt: bigint;
  readonly lateUntil: Date | null;
}

export async function insertEarnings(tx: Tx, earnings: readonly NewEarning[], now: Date) {
  await query(tx, "ledger.insert_earnings", [
    JSON.stringify(
      earnings.map((earning) => ({
        campaign_id: uuidFromId(earning.campaignId),
        id: earning.uuid,
        publisher_id: uuidFromId(earning.publisherId),
        amount: String(earning.earned),
        fee: String(earning.fee),
        order_id: uuidOrNull(earning.orderId),
        seasoned_at: earning.seasonedAt,
        matures_at: earning.maturesAt,
        starts_at: String(earning.startsAt),
        late_until: earning.lateUntil,
      })),
    ),
    now,
  ])`insert into earning (
      campaign_id, id, publisher_id, amount, fee, order_id, seasoned_at, matures_at, created_at,
      starts_at, late_until
    )
    select e.campaign_id, e.id, e.publisher_id, e.amount, e.fee, e.order_id, e.seasoned_at,
      e.matures_at, $2, e.starts_at, e.late_until
    from jsonb_to_recordset($1) as e (
      campaign_id uuid, id uuid, publisher_id uuid, amount bigint, fee bigint, order_id uuid,
      seasoned_at timestamptz, matures_at timestamptz, starts_at bigint,
      late_until timestamptz
    )`;
}

const MATURED = select({
  campaignId: column.id("cmp", "campaign_id"),
  publisherId: column.id("agt", "publisher_id"),
  amount: column.micros("sum(amount)"),
  isConfirmed: column.flag("bool_or(is_confirmed)"),
});

export type Matured = Selected<typeof MATURED>;

/**
 * Which pending earnings may mature: none of a suspended or frozen publisher, nor what was paid
 * from a purchase that is not seasoned, or that still owes after a reversal.
 */
const MAY_MATURE = `e.status = 'pending'
  and (e.seasoned_at is null or e.seasoned_at <= exchange_now($1))
  and exists (select from agent a where a.id = e.publisher_id and a.status = 'active')
  and not is_frozen(e.publisher_id)
  and not exists (select from funding_lot l where l.order_id = e.order_id and l.debt > 0)`;

export async function matureConfirmed(tx: Tx, campaignId: string, now: Date): Promise<Matured[]> {
  return MATURED.all(tx, "ledger.mature_confirmed", [now, uuidFromId(campaignId)])`with matured as (
      update earning e
      set status = 'matured', matured_at = exchange_now($1), is_confirmed = true
      where e.campaign_id = $2 and ${MAY_MATURE}
      returning e.campaign_id, e.publisher_id, e.amount, e.is_confirmed
    )
    select ${MATURED.list}
    from matured
    group by campaign_id, publisher_id`;
}

/**
 * Marks earnings matured that are due, the oldest first. Rows that others have locked are left to
 * the next call. Relies on `earning_due_idx`.
 */
export async function matureEarnings(tx: Tx, now: Date, limit: number): Promise<Matured[]> {
  return MATURED.all(tx, "ledger.mature_earnings", [now, limit])`with due as (
      select e.campaign_id, e.id
      from earning e
      where e.matures_at <= exchange_now($1) and e.late_until is null and ${MAY_MATURE}
      order by e.matures_at
      limit $2
      for no key update skip locked
    ), matured as (
      update earning e
      set status = 'matured', matured_at = exchange_now($1)
      from due
      where e.campaign_id = due.campaign_id and e.id = due.id
      returning e.campaign_id, e.publisher_id, e.amount, e.is_confirmed
    )
    select ${MATURED.list}
    from matured
    group by campaign_id, publisher_id`;
}

/**
 * Lets confirmed earnings mature as soon as nothing keeps them: those of young purchases when they
 * are seasoned, those of a suspended publisher when it is active again. Answers the young ones.
 */
export async function hastenWaiting(
  tx: Tx,
  campaignId: string,
  now: Date,
): Promise<{ amount: Micros; until: Date } | undefined> {
  const rows = await query<{ amount: string; until: Date | null }>(tx, "ledger.hasten_waiting", [
    uuidFromId(campaignId),
    now,
  ])`with waiting as (
      update earning
      set matures_at = least(matures_at, greatest(seasoned_at, exchange_now($2))),
        is_confirmed = true, late_until = null
      where campaign_id = $1 and status = 'pending'
      returning amount, seasoned_at
    )
    select coalesce(sum(amount), 0)::text as amount, max(seasoned_at) as until
    from waiting
    where seasoned_at > exchange_now($2)`;
  const [row] = rows;
  if (row === undefined || row.until === null) return undefined;
  return { amount: micros(row.amount), until: row.until };
}
