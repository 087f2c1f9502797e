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
