import { column, only, type Queryable, query, select, type Tx } from "../../core/sql.ts";

/**
 * The rows that a check compares. Accounts and books carry the state from which entries and journal
 * rows lead to their present one: zero, or what the last run verified.
 */
export interface Range {
  readonly name: string;
  readonly values: readonly unknown[];
  readonly limit: string;
  /** The condition that limits a column to the subjects of the range. */
  only(column: string): string;
  readonly accounts: string;
  readonly entries: string;
  readonly txns: string;
  readonly books: string;
  /** Whose batches have all their events in the table. */
  readonly journal: string;
  /** What a campaign moved: all journal rows, and the closing balance of the archived ones. */
  readonly moved: string;
  /** Events, summed by campaign and batch. */
  readonly batches: string;
}

const FINDINGS_MAX = "1000";

const BOOK = `select campaign_id, advertiser_id, publisher_id, unit_price, unit_fee,
    funded - refunded - escrow as spent, earned, fee, units, events, swept_earned, swept_fee
  from campaign_book`;

const journalOf = (alias: string) =>
  ["campaign_id", "batch_id", "events", "units", "escrow_delta", "publisher_delta", "fee_delta"]
    .map((name) => `${alias}.${name}`)
    .join(", ");

/** The first id of a kind that is not in the closing balances. */
export const opening = (column: "event_from" | "journal_from" | "whole_from") =>
  `(select ${column} from closing)`;

const batchesWhere = (condition: string) => `(
    select campaign_id, batch_id, count(*) as events, sum(charged) as charged,
      coalesce(sum(counted) filter (where charged > 0), 0) as units
    from event
    where ${condition} and id >= ${opening("event_from")}
      and batch_id >= ${opening("whole_from")}
    group by campaign_id, batch_id
  )`;

const journalWhere = (condition: string, from: "journal_from" | "whole_from") => `(
    select ${journalOf("j")}
    from journal j
    where ${condition} and batch_id >= ${opening(from)}
  )`;

function wholeRange(only: Range["only"]): Omit<Range, "name" | "values"> {
  return {
    limit: FINDINGS_MAX,
    only,
    accounts: `(
        select id, owner_id, version, balance, 0 as version_before, 0 as balance_before
        from account
        where ${only("id")}
      )`,
    entries: "entry",
    txns: "txn",
    books: `(${BOOK} where ${only("campaign_id")})`,
    journal: journalWhere(only("campaign_id"), "whole_from"),
    moved: `(
        ${journalWhere(only("campaign_id"), "journal_from")}
        union all
        select campaign_id, null, events, units, -charged, earned, fee
        from closing_balance
        where kind = 0 and ${only("campaign_id")}
      )`,
    batches: batchesWhere(only("campaign_id")),
  };
}

export const EVERYTHING: Range = { name: "all", values: [], ...wholeRange(() => "true") };

/** All rows of the subjects whose ids lie after `from`, up to `to`. */
export function rangeBetween(from: string, to: string): Range {
  const only = (column: string) => `${column} > $1::uuid and ${column} <= $2::uuid`;
  return { name: "between", values: [from, to], ...wholeRange(only) };
}

const isNamed = (column: string) => `${column} = any ($1::uuid[])`;

/** All rows of a few subjects. */
export function rangeOf(subjects: readonly string[]): Range {
  return { name: "of", values: [subjects], ...wholeRange(isNamed) };
}

/**
 * Batches of some campaigns, as `campaign batch`. Reads what the campaigns reported in nine days; a
 * report reaches back seven.
 */
export function rangeOfBatches(subjects: readonly string[]): Range {
  const ids = [0, 1].map((place) => [...new Set(subjects.map((one) => one.split(" ")[place]))]);
  const isOne = `${isNamed("campaign_id")} and batch_id = any ($2::uuid[])`;
  return {
    name: "of_batches",
    values: ids,
    ...wholeRange(isNamed),
    journal: journalWhere(isOne, "whole_from"),
    batches: batchesWhere(`${isOne} and id >= uuid_floor(now() - interval '9 days')`),
  };
}

/** What the last run had seen, from which a new one goes on. */
export interface Watermark {
  /** A `pg_snapshot` as text; null before the first run. */
  readonly seen: string | null;
  /** Lengths of the tables of events before anything was written that `seen` does not show. */
  readonly blocks: object | null;
}

/**
 * Accounts that are not as they were verified. An account's entries are numbered under its lock, so
 * those up to the verified version are the old ones, whenever they committed.
 */
const NEW_ACCOUNTS = `(
    select a.id, a.owner_id, a.version, a.balance, coalesce(r.version, 0) as version_before,
      coalesce(r.balance, 0) as balance_before
    from account a
    left join recon_account r on r.account_id = a.id
    where (a.version, a.balance)
      is distinct from (coalesce(r.version, 0), coalesce(r.balance, 0))
  )`;

const NEW_ENTRIES = `(
    select e.account_id, e.account_version, e.account_kind, e.txn_id, e.amount, e.balance_after
    from ${NEW_ACCOUNTS} a
    join entry e on e.account_id = a.id and e.account_version > a.version_before
  )`;

/** Campaigns whose book is not as it was verified, with what it moved since. */
const NEW_BOOKS = `(
    select b.campaign_id, b.advertiser_id, b.publisher_id, b.unit_price, b.unit_fee,
      b.spent - coalesce(r.spent, 0) as spent, b.earned - coalesce(r.earned, 0) as earned,
      b.fee - coalesce(r.fee, 0) as fee, b.units - coalesce(r.units, 0) as units,
      b.events - coalesce(r.events, 0) as events,
      b.swept_earned - coalesce(r.swept_earned, 0) as swept_earned,
      b.swept_fee - coalesce(r.swept_fee, 0) as swept_fee
    from (${BOOK}) b
    left join recon_book r on r.campaign_id = b.campaign_id
    where (b.spent, b.earned, b.fee, b.units, b.events, b.swept_earned, b.swept_fee)
      is distinct from (r.spent, r.earned, r.fee, r.units, r.events, r.swept_earned, r.swept_fee)
  )`;

/** New journal rows. `$1` is the last run's snapshot. */
const NEW_JOURNAL = `(
    select ${journalOf("j")}
    from ${NEW_BOOKS} t
    join new_journal($1::pg_snapshot) j on j.campaign_id = t.campaign_id
  )`;

/**
 * What is new since a run. Its differences are suspicions: a connection that rested goes on filling
 * the page it left, which may lie in front of the end of the table, and the row is missed.
 */
export function rangeSince(since: Watermark): Range {
  return {
    name: "new",
    values: [since.seen, since.blocks === null ? null : JSON.stringify(since.blocks)],
    limit: "all",
    only: () => "true",
    accounts: NEW_ACCOUNTS,
    entries: NEW_ENTRIES,
    txns: `(select distinct n.txn_id as id from ${NEW_ENTRIES} n)`,
    books: NEW_BOOKS,
    journal: NEW_JOURNAL,
    moved: NEW_JOURNAL,
    batches: "new_event_batches($1::pg_snapshot, $2::jsonb)",
  };
}

const TOUCHED = select({
  accounts: column.count("count(*)"),
  entries: column.count(`(select count(*) from ${NEW_ENTRIES} n)`),
  campaigns: column.count(`(select count(*) from ${NEW_BOOKS} b)`),
  batches: column.count(`(select count(*) from ${NEW_JOURNAL} j)`),
  agents: column.plain<string[]>(
    `coalesce(array_agg(distinct a.owner_id) filter (where a.owner_id is not null), '{}')`,
  ),
});

export function findTouched(tx: Tx, since: Watermark) {
  return TOUCHED.one(tx, "ledger.find_touched", [since.seen])`
    select ${TOUCHED.list} from ${NEW_ACCOUNTS} a`;
}

/**
 * The last run, and the lengths noted by the latest run that began after every transaction it could
 * not see had begun. A transaction that was still open at the last run has written into blocks that
 * the last run's own lengths already cover; an earlier run's lengths do not.
 */
export async function findWatermark(tx: Tx): Promise<Watermark> {
  const rows = await query<Watermark>(tx, "ledger.find_watermark")`select r.seen::text as seen, (
        select o.blocks
        from recon_run o
        where o.kind = 'new' and pg_snapshot_xmax(o.seen) <= pg_snapshot_xmin(r.seen)
        order by o.number desc
        limit 1
      ) as blocks
    from recon_run r
    where r.kind = 'new'
    order by r.number desc
    limit 1`;
  return rows[0] ?? { seen: null, blocks: null };
}

/** Lengths of the tables of events: to be taken before the run's transaction begins. */
export function findSettledBlocks(db: Queryable): Promise<object> {
  return only.plain<object>().one(db, "ledger.find_settled_blocks")`select settled_blocks()`;
}

/** Stores the present state of accounts and books as verified. */
export async function keepVerified(tx: Tx): Promise<void> {
  await query(tx, "ledger.keep_verified")`with kept as (
      insert into recon_account (account_id, version, balance)
      select id, version, balance
      from ${NEW_ACCOUNTS} a
      on conflict (account_id) do update
      set version = excluded.version, balance = excluded.balance
    )
    insert into recon_book (
      campaign_id, spent, earned, fee, units, events, swept_earned, swept_fee
    )
    select b.campaign_id, b.spent, b.earned, b.fee, b.units, b.events, b.swept_earned, b.swept_fee
    from (${BOOK}) b
    join ${NEW_BOOKS} n on n.campaign_id = b.campaign_id
    on conflict (campaign_id) do update
    set spent = excluded.spent, earned = excluded.earned, fee = excluded.fee,
      units = excluded.units, events = excluded.events, swept_earned = excluded.swept_earned,
      swept_fee = excluded.swept_fee`;
}
