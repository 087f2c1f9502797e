import type { Queryable } from "../../core/db.ts";

/** One difference: what a row says, and what the rows below it add up to. Micro-credits. */
export interface Finding {
  readonly subject: string;
  readonly recorded: string;
  readonly computed: string;
}

export interface LedgerCheck {
  readonly name: string;
  readonly meaning: string;
  /** Selects `subject`, `recorded`, `computed` of each difference. */
  readonly text: string;
}

/** The rules that hold at every moment between two transactions. */
export const CHECKS: readonly LedgerCheck[] = [
  {
    name: "transactions",
    meaning: "every transaction has legs that sum to zero",
    text: `select t.id::text as subject, '0' as recorded,
        coalesce(sum(e.amount), 0)::text as computed
      from txn t
      left join entry e on e.txn_id = t.id
      group by t.id
      having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2`,
  },
  {
    name: "balances",
    meaning: "every balance is the sum of its entries",
    text: `select a.id::text as subject, a.balance::text as recorded,
        coalesce(sum(e.amount), 0)::text as computed
      from account a
      left join entry e on e.account_id = a.id
      group by a.id
      having a.balance <> coalesce(sum(e.amount), 0)`,
  },
  {
    name: "entry_chain",
    meaning: "entries of an account follow each other without a gap",
    text: `select c.account_id || ' ' || c.account_version as subject,
        c.balance_after::text as recorded, (c.before + c.amount)::text as computed
      from (
        select e.account_id, e.account_version, e.amount, e.balance_after,
          coalesce(lag(e.balance_after) over w, 0) as before,
          coalesce(lag(e.account_version) over w, 0) as version_before
        from entry e
        window w as (partition by e.account_id order by e.account_version)
      ) c
      where c.balance_after <> c.before + c.amount or c.account_version <> c.version_before + 1`,
  },
  {
    name: "conservation",
    meaning: "all accounts together are zero",
    text: `select 'all accounts' as subject, '0' as recorded, sum(balance)::text as computed
      from account
      having sum(balance) <> 0`,
  },
  {
    name: "books",
    meaning: "a campaign's book is the sum of its journal",
    text: `select b.campaign_id::text as subject,
        concat_ws(' ', b.funded - b.refunded - b.escrow, b.earned, b.fee, b.units, b.events)
          as recorded,
        concat_ws(' ', j.spent, j.earned, j.fee, j.units, j.events) as computed
      from campaign_book b
      left join lateral (
        select coalesce(-sum(escrow_delta), 0) as spent,
          coalesce(sum(publisher_delta), 0) as earned,
          coalesce(sum(fee_delta), 0) as fee, coalesce(sum(units), 0) as units,
          coalesce(sum(events), 0) as events
        from journal
        where campaign_id = b.campaign_id
      ) j on true
      where (b.funded - b.refunded - b.escrow, b.earned, b.fee, b.units, b.events)
        is distinct from (j.spent, j.earned, j.fee, j.units, j.events)`,
  },
  {
    name: "journal",
    meaning: "each journal row is the sum of its events",
    text: `select j.campaign_id || ' ' || j.batch_id as subject,
        concat_ws(' ', -j.escrow_delta, j.events) as recorded,
        concat_ws(' ', coalesce(e.charged, 0), coalesce(e.events, 0)) as computed
      from journal j
      full join (
        select campaign_id, batch_id, sum(charged) as charged, count(*) as events
        from event
        group by campaign_id, batch_id
      ) e on e.campaign_id = j.campaign_id and e.batch_id = j.batch_id
      where (-j.escrow_delta, j.events) is distinct from (e.charged, e.events)`,
  },
  {
    name: "sweeps",
    meaning: "what was swept from a campaign is what reached the wallets",
    text: `select b.campaign_id::text as subject, (b.swept_earned + b.swept_fee)::text as recorded,
        coalesce(s.amount, 0)::text as computed
      from campaign_book b
      left join lateral (
        select -sum(e.amount) as amount
        from txn t
        join entry e on e.txn_id = t.id
        where t.campaign_id = b.campaign_id and e.type = 'campaign_spend'
      ) s on true
      where b.swept_earned + b.swept_fee <> coalesce(s.amount, 0)`,
  },
  {
    name: "escrow",
    meaning: "an advertiser's escrow is what its campaigns still hold",
    text: `select a.owner_id::text as subject, a.balance::text as recorded,
        coalesce(h.held, 0)::text as computed
      from account a
      left join (
        select advertiser_id, sum(funded - refunded - swept_earned - swept_fee) as held
        from campaign_book
        group by advertiser_id
      ) h on h.advertiser_id = a.owner_id
      where a.kind = 'escrow' and a.balance <> coalesce(h.held, 0)`,
  },
  {
    name: "pending_earnings",
    meaning: "pending earnings are the earnings that have not matured",
    text: `select a.owner_id::text as subject, a.balance::text as recorded,
        coalesce(p.pending, 0)::text as computed
      from account a
      left join (
        select publisher_id, sum(amount) as pending
        from earning
        where status in ('pending', 'held')
        group by publisher_id
      ) p on p.publisher_id = a.owner_id
      where a.kind = 'pending_earnings' and a.balance <> coalesce(p.pending, 0)`,
  },
  {
    name: "purchases",
    meaning: "what was taken back of a purchase was recovered, or is owed",
    text: `select l.order_id::text as subject, (l.reversed - l.debt)::text as recorded,
        (l.amount - l.remaining - coalesce(f.booked, 0) + coalesce(e.reversed, 0))::text
          as computed
      from funding_lot l
      left join lateral (
        select sum(greatest(0, least(c.starts_at + c.amount, b.funded - b.refunded) - c.starts_at))
          as booked
        from campaign_funding c
        join campaign_book b on b.campaign_id = c.campaign_id
        where c.order_id = l.order_id
      ) f on true
      left join lateral (
        select sum(amount + fee) as reversed
        from earning
        where order_id = l.order_id and status = 'reversed'
      ) e on true
      where l.reversed - l.debt
        <> l.amount - l.remaining - coalesce(f.booked, 0) + coalesce(e.reversed, 0)`,
  },
  {
    name: "lots",
    meaning: "purchases hold no more credits than their buyer has available",
    text: `select l.agent_id::text as subject, coalesce(a.balance, 0)::text as recorded,
        l.held::text as computed
      from (
        select agent_id, sum(remaining) - sum(debt) as held
        from funding_lot
        group by agent_id
      ) l
      left join account a on a.owner_id = l.agent_id and a.kind = 'available'
      where coalesce(a.balance, 0) < l.held`,
  },
  {
    name: "seasoning",
    meaning: "no earning matured before the purchase that paid it was seasoned",
    text: `select id::text as subject, matured_at::text as recorded, seasoned_at::text as computed
      from earning
      where matured_at < seasoned_at`,
  },
  {
    name: "cashouts_held",
    meaning: "held credits are those of the cashouts that are open",
    text: `select a.owner_id::text as subject, a.balance::text as recorded,
        coalesce(c.held, 0)::text as computed
      from account a
      left join (
        select agent_id, sum(amount) as held
        from cashout
        where status in ('requested', 'approved', 'submitted', 'unknown', 'in_progress')
        group by agent_id
      ) c on c.agent_id = a.owner_id
      where a.kind = 'cashout_pending' and a.balance <> coalesce(c.held, 0)`,
  },
  {
    name: "cashouts_paid",
    meaning: "each cashout was held once and ended at most once, as its state says",
    text: `select c.id::text as subject, c.status as recorded,
        concat_ws(' ', t.held, t.paid, t.returned) as computed
      from cashout c
      left join lateral (
        select count(*) filter (where type = 'cashout_hold') as held,
          count(*) filter (where type = 'cashout_paid') as paid,
          count(*) filter (where type = 'cashout_returned') as returned
        from txn
        where cashout_id = c.id
      ) t on true
      where t.held <> 1
        or t.paid <> case when c.status = 'completed' then 1 else 0 end
        or t.returned
          <> case when c.status in ('rejected', 'canceled', 'failed') then 1 else 0 end`,
  },
];

const FINDINGS_MAX = 1_000;

export function runCheck(db: Queryable, check: LedgerCheck): Promise<Finding[]> {
  return db.query<Finding>({
    name: `ledger.verify_${check.name}`,
    text: `select f.subject, f.recorded, f.computed
      from (${check.text}) f
      order by f.subject
      limit ${FINDINGS_MAX}`,
  });
}
