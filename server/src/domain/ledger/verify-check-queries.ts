import { KIND } from "../../contract/units.ts";
import { CLOSING_CHECK, countedEvents, type LedgerCheck } from "./verify-queries.ts";
import { opening } from "./verify-range-queries.ts";

const ENTRY_CHECKS: readonly LedgerCheck[] = [
  {
    name: "transactions",
    meaning: "every transaction has legs that sum to zero",
    scope: "txn",
    isStepwise: true,
    subject: "t.id::text",
    equal: { "0": "t.amount", "greatest(2, t.legs)": "t.legs" },
    from: ({ txns, only }) => `(
        select t.id, sum(e.amount) as amount, count(e.id) as legs,
          array_agg(distinct e.owner_id) filter (where e.owner_id is not null) as agents
        from ${txns} t
        left join entry e on e.txn_id = t.id
        where ${only("t.id")}
        group by t.id
      ) t`,
  },
  {
    name: "balances",
    meaning: "every balance is the sum of its entries",
    scope: "account",
    isStepwise: true,
    subject: "a.id::text",
    equal: { "a.balance": "a.balance_before + coalesce(e.amount, 0)" },
    from: ({ accounts, entries, only }) => `${accounts} a
      left join (
        select account_id, sum(amount) as amount
        from ${entries} e
        where ${only("account_id")}
        group by account_id
      ) e on e.account_id = a.id`,
  },
  {
    name: "entry_chain",
    meaning: "entries of an account follow each other without a gap",
    scope: "account",
    isStepwise: true,
    subject: "concat_ws(' ', a.id, a.account_version)",
    equal: {
      "a.balance_after": "a.before + a.amount",
      "a.account_version": "a.version_before + sign(a.account_version)",
      "a.last_version": "a.version",
    },
    from: ({ accounts, entries }) => `(
        select a.id, a.owner_id, e.account_version, e.amount, e.balance_after,
          coalesce(lag(e.balance_after) over w, a.balance_before) as before,
          coalesce(lag(e.account_version) over w, a.version_before) as version_before,
          case when lead(e.account_version) over w is null then a.version end as version,
          case
            when lead(e.account_version) over w is null
              then coalesce(e.account_version, a.version_before)
          end as last_version
        from ${accounts} a
        left join ${entries} e on e.account_id = a.id
        window w as (partition by a.id order by e.account_version)
      ) a`,
  },
  {
    name: "conservation",
    meaning: "all accounts together are zero",
    scope: "everything",
    subject: "'all accounts'",
    equal: { "0": "a.balance" },
    from: () => "(select sum(balance) as balance from account) a",
  },
];

/** Bit 0 of a delivery's `used` is no kind of event: it marks the delivery as counted. */
const CAMPAIGN_CHECKS: readonly LedgerCheck[] = [
  {
    name: "books",
    meaning: "a campaign's book is the sum of its journal",
    scope: "campaign",
    isStepwise: true,
    subject: "b.campaign_id::text",
    equal: {
      "b.spent": "j.spent",
      "b.earned": "j.earned",
      "b.fee": "j.fee",
      "b.units": "j.units",
      "b.events": "j.events",
    },
    from: ({ books, moved }) => `${books} b
      left join (
        select campaign_id, -sum(escrow_delta) as spent, sum(publisher_delta) as earned,
          sum(fee_delta) as fee, sum(units) as units, sum(events) as events
        from ${moved} j
        group by campaign_id
      ) j on j.campaign_id = b.campaign_id`,
  },
  CLOSING_CHECK,
  {
    name: "journal",
    meaning: "each journal row is the sum of its events",
    scope: "batch",
    isStepwise: true,
    subject: "coalesce(j.campaign_id, e.campaign_id) || ' ' || coalesce(j.batch_id, e.batch_id)",
    equal: { "-j.escrow_delta": "e.charged", "j.events": "e.events", "j.units": "e.units" },
    from: ({ journal, batches }) => `${journal} j
      full join ${batches} e on e.campaign_id = j.campaign_id and e.batch_id = j.batch_id
      left join campaign_book b on b.campaign_id = coalesce(j.campaign_id, e.campaign_id)`,
  },
  {
    name: "prices",
    meaning: "each journal row moved the campaign's price and fee for each of its units",
    scope: "campaign",
    isStepwise: true,
    subject: "j.campaign_id || ' ' || j.batch_id",
    equal: { "-j.escrow_delta": "j.units * b.unit_price", "j.fee_delta": "j.units * b.unit_fee" },
    from: ({ journal }) => `${journal} j
      join campaign_book b on b.campaign_id = j.campaign_id`,
  },
  {
    name: "sweeps",
    meaning: "what was swept from a campaign is what reached the wallets",
    scope: "campaign",
    isStepwise: true,
    subject: "coalesce(b.campaign_id, s.campaign_id)::text",
    equal: { "b.swept_earned": "s.earned", "b.swept_fee": "s.fee" },
    from: ({ books, entries, only }) => `${books} b
      full join (
        select t.campaign_id, sum(e.amount) filter (where e.account_kind = 'pending_earnings')
            as earned,
          sum(e.amount) filter (where e.account_kind = 'platform_fee') as fee
        from txn t
        join ${entries} e on e.txn_id = t.id
        where t.type = 'campaign_spend' and ${only("t.campaign_id")}
        group by t.campaign_id
      ) s on s.campaign_id = b.campaign_id`,
  },
  {
    name: "deliveries",
    meaning: "a delivery has served exactly the events that were counted for it",
    scope: "campaign",
    subject: "coalesce(d.campaign_id, e.campaign_id) || ' ' || coalesce(d.id, e.delivery_id)",
    equal: { "d.impressions": "e.impressions", "d.used": "e.used" },
    from: ({ only }) => `(
        select campaign_id, id, impressions, used & ~1 as used
        from delivery
        where (impressions > 0 or used > 1) and id >= ${opening("whole_from")}
          and ${only("campaign_id")}
      ) d
      full join (
        select campaign_id, delivery_id,
          sum(counted) filter (where kind = ${KIND.impression}) as impressions,
          bit_or(1 << kind) filter (where kind <> ${KIND.impression}) as used
        from event
        where counted > 0 and id >= ${opening("event_from")}
          and delivery_id >= ${opening("whole_from")} and ${only("campaign_id")}
        group by campaign_id, delivery_id
      ) e on e.campaign_id = d.campaign_id and e.delivery_id = d.id
      left join campaign_book b on b.campaign_id = coalesce(d.campaign_id, e.campaign_id)`,
  },
  {
    name: "conversions",
    meaning: "every paid order, lead or install has its one event",
    scope: "campaign",
    subject: "concat_ws(' ', o.campaign_id, o.kind, o.order_hash)",
    equal: { "o.kind": "e.kind", "1": "sign(e.counted)" },
    from: ({ only }) => `(
        select campaign_id, kind, order_hash, event_id
        from conversion_order
        where event_id >= ${opening("event_from")} and ${only("campaign_id")}
      ) o
      left join event e on e.campaign_id = o.campaign_id and e.id = o.event_id
      left join campaign_book b on b.campaign_id = o.campaign_id`,
  },
  {
    name: "coupons",
    meaning: "coupons count as many redemptions as events redeemed one",
    scope: "campaign",
    subject: "c.campaign_id::text",
    equal: { "c.redeemed": "e.redeemed", "greatest(r.orders, c.redeemed)": "c.redeemed" },
    from: ({ only }) => `(
        select campaign_id, sum(redeemed_count) as redeemed
        from coupon
        where ${only("campaign_id")}
        group by campaign_id
      ) c
      left join (
        select campaign_id, sum(events) as redeemed
        from ${countedEvents(only("campaign_id"))}
        where kind = ${KIND.coupon_redeemed}
        group by campaign_id
      ) e on e.campaign_id = c.campaign_id
      left join (
        select campaign_id, count(*) as orders
        from coupon_redemption
        where ${only("campaign_id")}
        group by campaign_id
      ) r on r.campaign_id = c.campaign_id
      join campaign_book b on b.campaign_id = c.campaign_id`,
  },
  {
    name: "sessions",
    meaning: "no session was charged without an event that was counted",
    scope: "campaign",
    subject: "s.campaign_id || ' ' || s.kind",
    equal: { "s.sessions": "least(coalesce(e.events, 0), s.sessions)" },
    from: ({ only }) => `(
        select campaign_id, kind, count(*) as sessions
        from session_charge
        where ${only("campaign_id")}
        group by campaign_id, kind
      ) s
      left join (
        select campaign_id, kind, sum(events) as events
        from ${countedEvents(only("campaign_id"))}
        group by campaign_id, kind
      ) e on e.campaign_id = s.campaign_id and e.kind = s.kind
      left join campaign_book b on b.campaign_id = s.campaign_id`,
  },
];

/** A balance of an agent that must equal the sum of its rows in one table. */
function heldIn(check: {
  name: string;
  meaning: string;
  kind: string;
  owner: string;
  amount: string;
  rows: string;
}): LedgerCheck {
  const { kind, owner, amount, rows, ...named } = check;
  return {
    ...named,
    scope: "agent",
    subject: "s.agent_id::text",
    equal: { "s.balance": "h.held" },
    from: ({ only }) => `(
        select owner_id as agent_id, balance
        from account
        where kind = '${kind}' and ${only("owner_id")}
      ) s
      left join (
        select ${owner} as owner_id, sum(${amount}) as held
        from ${rows} and ${only(owner)}
        group by ${owner}
      ) h on h.owner_id = s.agent_id`,
  };
}

const AGENT_CHECKS: readonly LedgerCheck[] = [
  heldIn({
    name: "escrow",
    meaning: "an advertiser's escrow is what its campaigns still hold",
    kind: "escrow",
    owner: "advertiser_id",
    amount: "funded - refunded - swept_earned - swept_fee",
    rows: "campaign_book where true",
  }),
  heldIn({
    name: "pending_earnings",
    meaning: "pending earnings are the earnings that have not matured",
    kind: "pending_earnings",
    owner: "publisher_id",
    amount: "amount",
    rows: "earning where status in ('pending', 'held')",
  }),
  heldIn({
    name: "cashouts_held",
    meaning: "held credits are those of the cashouts that are open",
    kind: "cashout_pending",
    owner: "agent_id",
    amount: "amount",
    rows: `cashout
      where status in ('requested', 'approved', 'submitted', 'unknown', 'in_progress')`,
  }),
  {
    name: "orders",
    meaning: "each order credited what was paid and took back what was reversed, once",
    scope: "agent",
    subject: "s.id::text",
    equal: {
      "s.purchases": "t.purchases",
      "s.purchases * s.credits": "t.credited",
      "s.reversed": "t.reversed",
    },
    from: ({ only }) => `(
        select id, agent_id, credits, reversed,
          case when status in ('paid', 'reversed') then 1 else 0 end as purchases
        from credit_order
        where ${only("agent_id")}
      ) s
      left join (
        select t.order_id, count(*) filter (where t.type = 'credit_purchase') as purchases,
          -sum(e.amount) filter (where t.type = 'credit_purchase') as credited,
          sum(e.amount) filter (where t.type = 'purchase_reversal') as reversed
        from txn t
        join entry e on e.txn_id = t.id and e.account_kind = 'checkout_clearing'
        where t.order_id is not null
          and t.order_id in (select id from credit_order where ${only("agent_id")})
        group by t.order_id
      ) t on t.order_id = s.id`,
  },
  {
    name: "purchases",
    meaning: "what was taken back of a purchase was recovered, or is owed",
    scope: "agent",
    subject: "s.order_id::text",
    equal: {
      "s.reversed - s.debt":
        "s.amount - s.remaining - coalesce(f.booked, 0) + coalesce(e.reversed, 0)",
    },
    from: ({ only }) => `(
        select order_id, agent_id, amount, remaining, reversed, debt
        from funding_lot
        where ${only("agent_id")}
      ) s
      left join lateral (
        select sum(greatest(0, least(c.starts_at + c.amount, b.funded - b.refunded) - c.starts_at))
          as booked
        from campaign_funding c
        join campaign_book b on b.campaign_id = c.campaign_id
        where c.order_id = s.order_id
      ) f on true
      left join lateral (
        select sum(amount + fee) as reversed
        from earning
        where order_id = s.order_id and status = 'reversed'
      ) e on true`,
  },
  {
    name: "lots",
    meaning: "purchases hold no more credits than their buyer has available",
    scope: "agent",
    subject: "s.agent_id::text",
    equal: { "a.balance": "greatest(coalesce(a.balance, 0), s.held)" },
    from: ({ only }) => `(
        select agent_id, sum(remaining) - sum(debt) as held
        from funding_lot
        where ${only("agent_id")}
        group by agent_id
      ) s
      left join account a on a.owner_id = s.agent_id and a.kind = 'available'`,
  },
  {
    name: "seasoning",
    meaning: "no earning matured before the purchase that paid it was seasoned",
    // A check of the table refuses it as well: only the nightly run reads all earnings for it.
    scope: "campaign",
    subject: "s.campaign_id || ' ' || s.id",
    equal: { "s.seconds": "0" },
    from: ({ only }) => `(
        select campaign_id, id, extract(epoch from seasoned_at - matured_at) as seconds
        from earning
        where matured_at < seasoned_at and ${only("campaign_id")}
      ) s
      left join campaign_book b on b.campaign_id = s.campaign_id`,
  },
  {
    name: "cashouts_paid",
    meaning: "each cashout was held once and ended at most once, for its amount, as its state says",
    scope: "agent",
    subject: "s.id::text",
    equal: {
      "1": "t.held",
      "(s.status = 'completed')::integer": "t.paid",
      "(s.status in ('rejected', 'canceled', 'failed'))::integer": "t.returned",
      "s.amount": "t.smallest",
      "t.largest": "t.smallest",
    },
    from: ({ only }) => `(
        select id, agent_id, amount, status from cashout where ${only("agent_id")}
      ) s
      left join (
        select t.cashout_id, count(*) filter (where t.type = 'cashout_hold') as held,
          count(*) filter (where t.type = 'cashout_paid') as paid,
          count(*) filter (where t.type = 'cashout_returned') as returned,
          min(abs(e.amount)) as smallest, max(abs(e.amount)) as largest
        from txn t
        join entry e on e.txn_id = t.id and e.account_kind = 'cashout_pending'
        where t.cashout_id is not null
          and t.cashout_id in (select id from cashout where ${only("agent_id")})
        group by t.cashout_id
      ) t on t.cashout_id = s.id`,
  },
];

/** The rules that hold at every moment between two transactions. Micro-credits. */
export const CHECKS: readonly LedgerCheck[] = [
  ...ENTRY_CHECKS,
  ...CAMPAIGN_CHECKS,
  ...AGENT_CHECKS,
];
