import { CAMPAIGN_CHECKS } from "./verify-campaign-queries.ts";
import type { LedgerCheck } from "./verify-queries.ts";

/** The rules that hold at every moment between two transactions. Micro-credits. */
export const CHECKS: readonly LedgerCheck[] = [
  {
    name: "transactions",
    meaning: "every transaction has legs that sum to zero",
    scope: "txn",
    text: (only) => `select t.id::text as subject, '0' as recorded,
        coalesce(sum(e.amount), 0)::text as computed,
        concat_ws(' ', coalesce(sum(e.amount), 0), count(e.id)) as difference,
        coalesce(array_agg(distinct e.owner_id) filter (where e.owner_id is not null), '{}')
          as agents
      from txn t
      left join entry e on e.txn_id = t.id
      where ${only("t.id")}
      group by t.id
      having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2`,
  },
  {
    name: "balances",
    meaning: "every balance is the sum of its entries",
    scope: "account",
    text: (only) => `select a.id::text as subject, a.balance::text as recorded,
        coalesce(sum(e.amount), 0)::text as computed,
        (a.balance - coalesce(sum(e.amount), 0))::text as difference,
        array_remove(array[a.owner_id], null) as agents
      from account a
      left join entry e on e.account_id = a.id
      where ${only("a.id")}
      group by a.id
      having a.balance <> coalesce(sum(e.amount), 0)`,
  },
  {
    name: "entry_chain",
    meaning: "entries of an account follow each other without a gap",
    scope: "account",
    text: (only) => `select c.account_id || ' ' || c.account_version as subject,
        c.balance_after::text as recorded, (c.before + c.amount)::text as computed,
        concat_ws(' ', c.balance_after - c.before - c.amount,
          c.account_version - c.version_before) as difference,
        array_remove(array[c.owner_id], null) as agents
      from (
        select e.account_id, e.account_version, e.amount, e.balance_after, a.owner_id,
          a.version, coalesce(lag(e.balance_after) over w, 0) as before,
          coalesce(lag(e.account_version) over w, 0) as version_before,
          lead(e.account_version) over w is null as is_last
        from entry e
        join account a on a.id = e.account_id
        where ${only("e.account_id")}
        window w as (partition by e.account_id order by e.account_version)
      ) c
      where c.balance_after <> c.before + c.amount
        or c.account_version <> c.version_before + 1
        or (c.is_last and c.account_version <> c.version)`,
  },
  {
    name: "conservation",
    meaning: "all accounts together are zero",
    scope: "everything",
    text: () => `select 'all accounts' as subject, '0' as recorded, sum(balance)::text as computed,
        sum(balance)::text as difference, '{}'::uuid[] as agents
      from account
      having sum(balance) <> 0`,
  },
  ...CAMPAIGN_CHECKS,
  {
    name: "escrow",
    meaning: "an advertiser's escrow is what its campaigns still hold",
    scope: "agent",
    text: (only) => `select a.owner_id::text as subject, a.balance::text as recorded,
        coalesce(h.held, 0)::text as computed,
        (a.balance - coalesce(h.held, 0))::text as difference, array[a.owner_id] as agents
      from account a
      left join (
        select advertiser_id, sum(funded - refunded - swept_earned - swept_fee) as held
        from campaign_book
        where ${only("advertiser_id")}
        group by advertiser_id
      ) h on h.advertiser_id = a.owner_id
      where a.kind = 'escrow' and ${only("a.owner_id")} and a.balance <> coalesce(h.held, 0)`,
  },
  {
    name: "pending_earnings",
    meaning: "pending earnings are the earnings that have not matured",
    scope: "agent",
    text: (only) => `select a.owner_id::text as subject, a.balance::text as recorded,
        coalesce(p.pending, 0)::text as computed,
        (a.balance - coalesce(p.pending, 0))::text as difference, array[a.owner_id] as agents
      from account a
      left join (
        select publisher_id, sum(amount) as pending
        from earning
        where status in ('pending', 'held') and ${only("publisher_id")}
        group by publisher_id
      ) p on p.publisher_id = a.owner_id
      where a.kind = 'pending_earnings' and ${only("a.owner_id")}
        and a.balance <> coalesce(p.pending, 0)`,
  },
  {
    name: "orders",
    meaning: "each order credited what was paid and took back what was reversed, once",
    scope: "agent",
    text: (only) => `select o.id::text as subject,
        concat_ws(' ', o.status, o.credits, o.reversed) as recorded,
        concat_ws(' ', coalesce(t.purchases, 0), coalesce(t.credited, 0),
          coalesce(t.reversed, 0)) as computed,
        concat_ws(' ', o.status, coalesce(t.purchases, 0), coalesce(t.credited, 0),
          coalesce(t.reversed, 0)) as difference,
        array[o.agent_id] as agents
      from credit_order o
      left join (
        select t.order_id, count(*) filter (where t.type = 'credit_purchase') as purchases,
          -sum(e.amount) filter (where t.type = 'credit_purchase') as credited,
          sum(e.amount) filter (where t.type = 'purchase_reversal') as reversed
        from txn t
        join entry e on e.txn_id = t.id and e.account_kind = 'checkout_clearing'
        where t.order_id is not null
          and t.order_id in (select id from credit_order where ${only("agent_id")})
        group by t.order_id
      ) t on t.order_id = o.id
      where ${only("o.agent_id")}
        and (coalesce(t.purchases, 0), coalesce(t.credited, 0), coalesce(t.reversed, 0))
          is distinct from (
            case when o.status in ('paid', 'reversed') then 1 else 0 end,
            case when o.status in ('paid', 'reversed') then o.credits else 0 end, o.reversed
          )`,
  },
  {
    name: "purchases",
    meaning: "what was taken back of a purchase was recovered, or is owed",
    scope: "agent",
    text: (only) => `select l.order_id::text as subject, (l.reversed - l.debt)::text as recorded,
        (l.amount - l.remaining - coalesce(f.booked, 0) + coalesce(e.reversed, 0))::text
          as computed,
        (l.reversed - l.debt - l.amount + l.remaining + coalesce(f.booked, 0)
          - coalesce(e.reversed, 0))::text as difference,
        array[l.agent_id] as agents
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
      where ${only("l.agent_id")}
        and l.reversed - l.debt
          <> l.amount - l.remaining - coalesce(f.booked, 0) + coalesce(e.reversed, 0)`,
  },
  {
    name: "lots",
    meaning: "purchases hold no more credits than their buyer has available",
    scope: "agent",
    text: (only) => `select l.agent_id::text as subject, coalesce(a.balance, 0)::text as recorded,
        l.held::text as computed, (coalesce(a.balance, 0) - l.held)::text as difference,
        array[l.agent_id] as agents
      from (
        select agent_id, sum(remaining) - sum(debt) as held
        from funding_lot
        where ${only("agent_id")}
        group by agent_id
      ) l
      left join account a on a.owner_id = l.agent_id and a.kind = 'available'
      where coalesce(a.balance, 0) < l.held`,
  },
  {
    name: "seasoning",
    meaning: "no earning matured before the purchase that paid it was seasoned",
    scope: "agent",
    text: (only) => `select id::text as subject, matured_at::text as recorded,
        seasoned_at::text as computed, (seasoned_at - matured_at)::text as difference,
        array[publisher_id] as agents
      from earning
      where matured_at < seasoned_at and ${only("publisher_id")}`,
  },
  {
    name: "cashouts_held",
    meaning: "held credits are those of the cashouts that are open",
    scope: "agent",
    text: (only) => `select a.owner_id::text as subject, a.balance::text as recorded,
        coalesce(c.held, 0)::text as computed,
        (a.balance - coalesce(c.held, 0))::text as difference, array[a.owner_id] as agents
      from account a
      left join (
        select agent_id, sum(amount) as held
        from cashout
        where status in ('requested', 'approved', 'submitted', 'unknown', 'in_progress')
          and ${only("agent_id")}
        group by agent_id
      ) c on c.agent_id = a.owner_id
      where a.kind = 'cashout_pending' and ${only("a.owner_id")}
        and a.balance <> coalesce(c.held, 0)`,
  },
  {
    name: "cashouts_paid",
    meaning: "each cashout was held once and ended at most once, for its amount, as its state says",
    scope: "agent",
    text: (only) => `select c.id::text as subject, concat_ws(' ', c.status, c.amount) as recorded,
        concat_ws(' ', t.held, t.paid, t.returned, t.amounts) as computed,
        concat_ws(' ', c.status, t.held, t.paid, t.returned, t.amounts) as difference,
        array[c.agent_id] as agents
      from cashout c
      left join (
        select t.cashout_id, count(*) filter (where t.type = 'cashout_hold') as held,
          count(*) filter (where t.type = 'cashout_paid') as paid,
          count(*) filter (where t.type = 'cashout_returned') as returned,
          array_agg(distinct abs(e.amount)) as amounts
        from txn t
        join entry e on e.txn_id = t.id and e.account_kind = 'cashout_pending'
        where t.cashout_id is not null
          and t.cashout_id in (select id from cashout where ${only("agent_id")})
        group by t.cashout_id
      ) t on t.cashout_id = c.id
      where ${only("c.agent_id")}
        and (t.held, t.paid, t.returned, t.amounts) is distinct from (
          1, case when c.status = 'completed' then 1 else 0 end,
          case when c.status in ('rejected', 'canceled', 'failed') then 1 else 0 end,
          array[c.amount]
        )`,
  },
];
