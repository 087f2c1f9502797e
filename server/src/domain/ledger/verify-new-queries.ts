import type { Queryable, Tx } from "../../core/db.ts";

/** What the last run had seen, from which a new one goes on. */
export interface Watermark {
  /** A `pg_snapshot` as text; null before the first run. */
  readonly seen: string | null;
  /** Lengths of journal and events, from before anything that `seen` does not show was written. */
  readonly blocks: object | null;
}

/**
 * The last run, and the lengths noted by the latest run that began after every transaction it could
 * not see had begun. A transaction that was still open at the last run has written into blocks that
 * the last run's own lengths already cover; an earlier run's lengths do not.
 */
export async function findWatermark(tx: Tx): Promise<Watermark> {
  const rows = await tx.query<Watermark>({
    name: "ledger.find_watermark",
    text: `select r.seen::text as seen, (
          select o.blocks
          from recon_run o
          where o.kind = 'new' and pg_snapshot_xmax(o.seen) <= pg_snapshot_xmin(r.seen)
          order by o.number desc
          limit 1
        ) as blocks
      from recon_run r
      where r.kind = 'new'
      order by r.number desc
      limit 1`,
  });
  return rows[0] ?? { seen: null, blocks: null };
}

/** Lengths of journal and events: to be taken before the run's transaction begins. */
export async function findSettledBlocks(db: Queryable): Promise<object> {
  const rows = await db.query<{ blocks: object }>({
    name: "ledger.find_settled_blocks",
    text: "select settled_blocks() as blocks",
  });
  return rows[0]?.blocks ?? {};
}

/** Which transactions this one can see. */
export async function findSnapshot(tx: Tx): Promise<string> {
  const rows = await tx.query<{ seen: string }>({
    name: "ledger.find_snapshot",
    text: "select pg_current_snapshot()::text as seen",
  });
  return rows[0]?.seen ?? "";
}

/**
 * Accounts that are not as they were verified. An account's entries are numbered under its lock, so
 * those up to the verified version are the old ones, whenever they committed.
 */
const TOUCHED_ACCOUNTS = `touched as (
    select a.id, a.owner_id, a.version, a.balance, coalesce(r.version, 0) as version_before,
      coalesce(r.balance, 0) as balance_before
    from account a
    left join recon_account r on r.account_id = a.id
    where (a.version, a.balance)
      is distinct from (coalesce(r.version, 0), coalesce(r.balance, 0))
  ), new_entry as (
    select e.account_id, e.account_version, e.account_kind, e.txn_id, e.amount, e.balance_after,
      t.version_before, t.balance_before
    from touched t
    join entry e on e.account_id = t.id and e.account_version > t.version_before
  )`;

export interface TouchedAccounts {
  readonly accounts: number;
  readonly entries: number;
  readonly agents: readonly string[];
}

export async function findTouchedAccounts(tx: Tx): Promise<TouchedAccounts> {
  const rows = await tx.query<TouchedAccounts>({
    name: "ledger.find_touched_accounts",
    text: `with ${TOUCHED_ACCOUNTS}
      select count(*)::integer as accounts,
        (select count(*)::integer from new_entry) as entries,
        coalesce(array_agg(distinct owner_id) filter (where owner_id is not null), '{}') as agents
      from touched`,
  });
  return rows[0] ?? { accounts: 0, entries: 0, agents: [] };
}

/** Accounts whose new entries do not lead from the verified balance to the present one. */
export async function findSuspectAccounts(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "ledger.find_suspect_accounts",
    text: `with ${TOUCHED_ACCOUNTS}, step as (
        select account_id, amount,
          balance_after <> amount + lag(balance_after, 1, balance_before) over w
            or account_version <> 1 + lag(account_version, 1, version_before) over w as is_broken
        from new_entry
        window w as (partition by account_id order by account_version)
      ), moved as (
        select account_id, count(*) as steps, sum(amount) as amount, bool_or(is_broken) as is_broken
        from step
        group by account_id
      )
      select t.id
      from touched t
      left join moved m on m.account_id = t.id
      where coalesce(m.is_broken, false)
        or t.version <> t.version_before + coalesce(m.steps, 0)
        or t.balance <> t.balance_before + coalesce(m.amount, 0)`,
  });
  return rows.map(({ id }) => id);
}

/** New transactions whose legs do not sum to zero. */
export async function findSuspectTxns(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "ledger.find_suspect_txns",
    text: `with ${TOUCHED_ACCOUNTS}
      select n.txn_id as id
      from (select distinct txn_id from new_entry) n
      join entry e on e.txn_id = n.txn_id
      group by n.txn_id
      having sum(e.amount) <> 0 or count(*) < 2`,
  });
  return rows.map(({ id }) => id);
}

/** Campaigns whose book is not as it was verified, with what it moved since. */
const TOUCHED_BOOKS = `touched_book as (
    select b.campaign_id, b.unit_price, b.unit_fee,
      b.funded - b.refunded - b.escrow as spent_now, b.earned, b.fee, b.units, b.events,
      b.swept_earned, b.swept_fee,
      b.funded - b.refunded - b.escrow - coalesce(r.spent, 0) as spent_delta,
      b.earned - coalesce(r.earned, 0) as earned_delta, b.fee - coalesce(r.fee, 0) as fee_delta,
      b.units - coalesce(r.units, 0) as units_delta,
      b.events - coalesce(r.events, 0) as events_delta,
      b.swept_earned - coalesce(r.swept_earned, 0) as swept_earned_delta,
      b.swept_fee - coalesce(r.swept_fee, 0) as swept_fee_delta
    from campaign_book b
    left join recon_book r on r.campaign_id = b.campaign_id
    where (b.funded - b.refunded - b.escrow, b.earned, b.fee, b.units, b.events, b.swept_earned,
        b.swept_fee)
      is distinct from (r.spent, r.earned, r.fee, r.units, r.events, r.swept_earned, r.swept_fee)
  )`;

/** New journal rows. `$1` is the last run's snapshot, `$2` the lengths to begin at. */
const NEW_JOURNAL = `new_journal as (
    select j.campaign_id, j.batch_id, j.events, j.units, j.escrow_delta, j.publisher_delta,
      j.fee_delta,
      (-j.escrow_delta, j.fee_delta) <> (j.units * t.unit_price, j.units * t.unit_fee) as is_odd
    from touched_book t
    join journal j on j.campaign_id = t.campaign_id
    where j.ctid >= tail_of('journal', $2::jsonb) and is_new_to(j.xmin, $1::pg_snapshot)
  )`;

function valuesOf({ seen, blocks }: Watermark): (string | null)[] {
  return [seen, blocks === null ? null : JSON.stringify(blocks)];
}

/** Campaigns whose book moved by something else than its new journal rows, or at another price. */
export async function findSuspectBooks(tx: Tx, since: Watermark): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    {
      name: "ledger.find_suspect_books",
      text: `with ${TOUCHED_BOOKS}, ${NEW_JOURNAL}, moved as (
          select campaign_id, -sum(escrow_delta) as spent, sum(publisher_delta) as earned,
            sum(fee_delta) as fee, sum(units) as units, sum(events) as events,
            bool_or(is_odd) as is_odd
          from new_journal
          group by campaign_id
        )
        select t.campaign_id as id
        from touched_book t
        left join moved m on m.campaign_id = t.campaign_id
        where coalesce(m.is_odd, false)
          or (t.spent_delta, t.earned_delta, t.fee_delta, t.units_delta, t.events_delta)
            <> (coalesce(m.spent, 0), coalesce(m.earned, 0), coalesce(m.fee, 0),
              coalesce(m.units, 0), coalesce(m.events, 0))`,
    },
    valuesOf(since),
  );
  return rows.map(({ id }) => id);
}

export interface SuspectBatches {
  /** How many were looked at. */
  readonly batches: number;
  readonly campaigns: readonly string[];
  readonly suspects: readonly string[];
}

/** New batches whose events at the end of their tables do not add up to their journal rows. */
export async function findSuspectBatches(tx: Tx, since: Watermark): Promise<SuspectBatches> {
  const rows = await tx.query<SuspectBatches>(
    {
      name: "ledger.find_suspect_batches",
      text: `with ${TOUCHED_BOOKS}, ${NEW_JOURNAL}, batch as (
          select coalesce(j.campaign_id, e.campaign_id) as campaign_id,
            coalesce(j.batch_id, e.batch_id) as batch_id,
            (-j.escrow_delta, j.events, j.units) is distinct from (e.charged, e.events, e.units)
              as is_odd
          from new_journal j
          full join new_event_batches($1::pg_snapshot, $2::jsonb) e
            on e.campaign_id = j.campaign_id and e.batch_id = j.batch_id
        )
        select count(*)::integer as batches,
          coalesce(array_agg(distinct campaign_id) filter (where is_odd), '{}') as campaigns,
          coalesce(array_agg(distinct batch_id) filter (where is_odd), '{}') as suspects
        from batch`,
    },
    valuesOf(since),
  );
  return rows[0] ?? { batches: 0, campaigns: [], suspects: [] };
}

/**
 * Campaigns of those batches that differ over all of their events. A connection that rested goes
 * on filling the page it left, which may lie far in front of the end: such a batch looks short at
 * first. Reads what those campaigns reported in nine days once; a report reaches back seven.
 */
export async function findWrongBatches(
  tx: Tx,
  { campaigns, suspects }: SuspectBatches,
): Promise<string[]> {
  if (suspects.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    {
      name: "ledger.find_wrong_batches",
      text: `with recorded as (
          select campaign_id, batch_id, escrow_delta, events, units
          from journal
          where campaign_id = any ($1::uuid[]) and batch_id = any ($2::uuid[])
        ), computed as (
          select campaign_id, batch_id, sum(charged) as charged, count(*) as events,
            coalesce(sum(counted) filter (where charged > 0), 0) as units
          from event
          where campaign_id = any ($1::uuid[]) and batch_id = any ($2::uuid[])
            and id >= uuid_floor(now() - interval '9 days')
          group by campaign_id, batch_id
        )
        select distinct coalesce(r.campaign_id, c.campaign_id) as id
        from recorded r
        full join computed c on c.campaign_id = r.campaign_id and c.batch_id = r.batch_id
        where (-r.escrow_delta, r.events, r.units) is distinct from (c.charged, c.events, c.units)`,
    },
    [campaigns, suspects],
  );
  return rows.map(({ id }) => id);
}

/** Campaigns whose swept money is not what reached the wallets since. */
export async function findSuspectSweeps(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "ledger.find_suspect_sweeps",
    text: `with ${TOUCHED_ACCOUNTS}, ${TOUCHED_BOOKS}, reached as (
        select t.campaign_id,
          sum(e.amount) filter (where e.account_kind = 'pending_earnings') as earned,
          sum(e.amount) filter (where e.account_kind = 'platform_fee') as fee
        from new_entry e
        join txn t on t.id = e.txn_id
        where t.type = 'campaign_spend'
        group by t.campaign_id
      )
      select coalesce(b.campaign_id, r.campaign_id) as id
      from touched_book b
      full join reached r on r.campaign_id = b.campaign_id
      where (coalesce(b.swept_earned_delta, 0), coalesce(b.swept_fee_delta, 0))
        <> (coalesce(r.earned, 0), coalesce(r.fee, 0))`,
  });
  return rows.map(({ id }) => id);
}

/** Notes where the touched accounts stand now. */
export async function keepAccounts(tx: Tx): Promise<void> {
  await tx.query({
    name: "ledger.keep_verified_accounts",
    text: `with ${TOUCHED_ACCOUNTS}
      insert into recon_account (account_id, version, balance)
      select id, version, balance
      from touched
      on conflict (account_id) do update
      set version = excluded.version, balance = excluded.balance`,
  });
}

/** Notes where the touched books stand now; answers how many there were. */
export async function keepBooks(tx: Tx): Promise<number> {
  const rows = await tx.query<{ campaign_id: string }>({
    name: "ledger.keep_verified_books",
    text: `with ${TOUCHED_BOOKS}
      insert into recon_book (
        campaign_id, spent, earned, fee, units, events, swept_earned, swept_fee
      )
      select campaign_id, spent_now, earned, fee, units, events, swept_earned, swept_fee
      from touched_book
      on conflict (campaign_id) do update
      set spent = excluded.spent, earned = excluded.earned, fee = excluded.fee,
        units = excluded.units, events = excluded.events, swept_earned = excluded.swept_earned,
        swept_fee = excluded.swept_fee
      returning campaign_id`,
  });
  return rows.length;
}
