import { ACCOUNT_KINDS, type AccountKind } from "../../contract/enums.ts";
import { uuidFromId } from "../../contract/ids.ts";
import { type Micros, micros } from "../../contract/money.ts";
import { column, type Queryable, query, select, type Tx } from "../../core/sql.ts";

/** What an agent's wallet holds, and what its campaigns have settled since the last sweep. */
export async function findBalances(db: Queryable, agentId: string) {
  const rows = await query<{ kind: AccountKind; balance: string }>(db, "ledger.find_balances", [
    uuidFromId(agentId),
  ])`select a.kind, a.balance + case a.kind
        when 'pending_earnings' then (
          select coalesce(sum(b.earned - b.swept_earned), 0)
          from campaign_book b
          where b.publisher_id = $1
        )
        when 'escrow' then (
          select coalesce(sum(b.swept_earned + b.swept_fee - b.earned - b.fee), 0)
          from campaign_book b
          where b.advertiser_id = $1
        )
        else 0
      end as balance
    from account a
    where a.owner_id = $1`;
  return new Map(rows.map((row) => [row.kind, micros(row.balance)]));
}

/** All accounts exist from the start, so that locking an agent's accounts locks all of them. */
export async function openAccounts(tx: Tx, agentId: string): Promise<void> {
  await query(tx, "ledger.open_accounts", [uuidFromId(agentId), ACCOUNT_KINDS])`
    insert into account (owner_id, kind)
    select $1, kind
    from unnest($2::text[]) as kind`;
}

/**
 * Locks an agent's accounts, so that the balance still holds when the transaction is booked. All of
 * them, in the order in which transactions lock: taking one first could cause a deadlock.
 */
export async function lockBalance(tx: Tx, agentId: string, kind: AccountKind): Promise<Micros> {
  const rows = await query<{ kind: AccountKind; balance: string }>(tx, "ledger.lock_balance", [
    uuidFromId(agentId),
  ])`select kind, balance
    from account
    where owner_id = $1
    order by id
    for no key update`;
  return micros(rows.find((row) => row.kind === kind)?.balance ?? 0);
}

/**
 * Locks the earnings of a campaign that have not matured or may pend again, then the accounts of
 * both sides and the fee's, in the order in which transactions lock: for callers that mature or
 * reverse earnings after a first transaction is booked.
 */
export async function lockMoney(tx: Tx, campaignId: string): Promise<void> {
  await query(tx, "ledger.lock_pending", [uuidFromId(campaignId)])`select id
    from earning
    where campaign_id = $1 and (status in ('pending', 'held') or is_taken_back)
    order by id
    for no key update`;
  await query(tx, "ledger.lock_sides", [uuidFromId(campaignId)])`select a.id
    from account a
    where a.owner_id in (
        select unnest(array[b.advertiser_id, b.publisher_id])
        from campaign_book b
        where b.campaign_id = $1
      )
      or (a.owner_id is null and a.kind = 'platform_fee')
    order by a.id
    for no key update`;
}

/**
 * How much of a sweep is above the unproven publishers' limits of the day, and until when it waits
 * for a confirmation. Call it after the sweep is posted: the accounts are locked then.
 */
export async function takeExcess(
  tx: Tx,
  swept: readonly { publisherId: string; unverified: Micros }[],
  now: Date,
): Promise<{ publisherId: string; excess: Micros; lateUntil: Date }[]> {
  return EXCESS.all(tx, "ledger.take_excess", [
    swept.map(({ publisherId }) => uuidFromId(publisherId)),
    swept.map(({ unverified }) => String(unverified)),
    now,
  ])`select ${EXCESS.list}
    from publisher_limits l
    cross join (
      select publisher_id as id, sum(unverified)::bigint as unverified
      from unnest($1::uuid[], $2::bigint[]) as s (publisher_id, unverified)
      group by publisher_id
    ) p`;
}

const EXCESS = select({
  publisherId: column.id("agt", "p.id"),
  excess: column.micros("unproven_excess(p.id, p.unverified, exchange_now($3))"),
  lateUntil: column.date("exchange_now($3) + make_interval(days => l.late_days)"),
});

/** Whether enough was confirmed of the earnings that purchases of advertisers paid. */
const HAS_PROOF = `(
    select count(*) >= l.proven_advertisers
      and coalesce(sum(f.amount), 0) >= l.proven_earnings
    from (
      select o.agent_id, sum(e.amount) as amount
      from earning e
      join credit_order o on o.id = e.order_id
      where e.publisher_id = a.id and e.status = 'matured' and e.is_confirmed
      group by o.agent_id
    ) f
  )`;

/** Notes which publishers are proven: those with enough confirmed earnings. */
export async function provePublishers(tx: Tx, publisherIds: readonly string[], now: Date) {
  await query(tx, "ledger.prove_publishers", [publisherIds.map(uuidFromId), now])`update agent a
    set proven_at = exchange_now($2)
    from publisher_limits l
    where a.id = any ($1) and a.proven_at is null and ${HAS_PROOF}`;
}

/** After a reversal: publishers are not proven any more when too little is left. */
export async function withdrawProofs(db: Queryable, publisherIds: readonly string[]) {
  await query(db, "ledger.withdraw_proofs", [publisherIds.map(uuidFromId)])`update agent a
    set proven_at = null
    from publisher_limits l
    where a.id = any ($1) and a.proven_at is not null and not ${HAS_PROOF}`;
}

/**
 * Ends the lateness of earnings whose time has come or whose publisher is proven. Walks the
 * publishers with late earnings, by `earning_late_idx`, and never the earnings that still wait.
 */
export async function endLateness(db: Queryable, now: Date): Promise<void> {
  await query(db, "ledger.end_lateness", [now])`with recursive late (publisher_id) as (
      (
        select e.publisher_id
        from earning e
        where e.status = 'pending' and e.late_until is not null
        order by e.publisher_id
        limit 1
      )
      union all
      select n.publisher_id
      from late l
      cross join lateral (
        select e.publisher_id
        from earning e
        where e.status = 'pending' and e.late_until is not null
          and e.publisher_id > l.publisher_id
        order by e.publisher_id
        limit 1
      ) n
    ), ended as (
      select e.campaign_id, e.id
      from late l
      join agent a on a.id = l.publisher_id
      join earning e on e.publisher_id = a.id and e.status = 'pending'
        and e.late_until <= case
          when a.proven_at is null then exchange_now($1) else 'infinity' end
      order by e.campaign_id, e.id
      for no key update of e skip locked
    )
    update earning e
    set late_until = null
    from ended o
    where e.campaign_id = o.campaign_id and e.id = o.id`;
}

/** What an operator of the exchange sets about unproven publishers. **Units** credits. */
export interface PublisherLimits {
  /** Null: no limit. */
  readonly placementsMax: number | null;
  readonly dayCreditsMax: number | null;
  readonly lateDays: number;
  readonly provenAdvertisers: number;
  readonly provenCredits: number;
}

/** Stores the settings where settlement and every process read them. */
export async function putPublisherLimits(db: Queryable, limits: PublisherLimits): Promise<void> {
  const { placementsMax, dayCreditsMax, lateDays, provenAdvertisers, provenCredits } = limits;
  const values = [placementsMax, dayCreditsMax, lateDays, provenAdvertisers, provenCredits];
  await query(db, "ledger.put_publisher_limits", values)`insert into publisher_limits (
      placements_max, day_earnings_max, late_days, proven_advertisers, proven_earnings
    )
    values ($1, $2::bigint * 1000000, $3, $4, $5::bigint * 1000000)
    on conflict (is_only) do update
    set placements_max = excluded.placements_max,
      day_earnings_max = excluded.day_earnings_max,
      late_days = excluded.late_days,
      proven_advertisers = excluded.proven_advertisers,
      proven_earnings = excluded.proven_earnings`;
}
