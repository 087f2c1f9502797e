import { KIND } from "../../contract/units.ts";
import type { LedgerCheck } from "./verify-queries.ts";

const SIDES = "array_remove(array[b.advertiser_id, b.publisher_id], null)";

/**
 * The rules between a campaign's book, its journal, its events and what they used up. Bit 0 of a
 * delivery's `used` is no kind of event: it says that the delivery was counted.
 */
export const CAMPAIGN_CHECKS: readonly LedgerCheck[] = [
  {
    name: "books",
    meaning: "a campaign's book is the sum of its journal",
    scope: "campaign",
    text: (only) => `select b.campaign_id::text as subject,
        concat_ws(' ', b.funded - b.refunded - b.escrow, b.earned, b.fee, b.units, b.events)
          as recorded,
        concat_ws(' ', coalesce(j.spent, 0), coalesce(j.earned, 0), coalesce(j.fee, 0),
          coalesce(j.units, 0), coalesce(j.events, 0)) as computed,
        concat_ws(' ', b.funded - b.refunded - b.escrow - coalesce(j.spent, 0),
          b.earned - coalesce(j.earned, 0), b.fee - coalesce(j.fee, 0),
          b.units - coalesce(j.units, 0), b.events - coalesce(j.events, 0)) as difference,
        ${SIDES} as agents
      from campaign_book b
      left join (
        select campaign_id, -sum(escrow_delta) as spent, sum(publisher_delta) as earned,
          sum(fee_delta) as fee, sum(units) as units, sum(events) as events
        from journal
        where ${only("campaign_id")}
        group by campaign_id
      ) j on j.campaign_id = b.campaign_id
      where ${only("b.campaign_id")}
        and (b.funded - b.refunded - b.escrow, b.earned, b.fee, b.units, b.events)
          is distinct from (coalesce(j.spent, 0), coalesce(j.earned, 0), coalesce(j.fee, 0),
            coalesce(j.units, 0), coalesce(j.events, 0))`,
  },
  {
    name: "journal",
    meaning: "each journal row is the sum of its events",
    scope: "campaign",
    text: (only) => `select coalesce(j.campaign_id, e.campaign_id) || ' '
          || coalesce(j.batch_id, e.batch_id) as subject,
        concat_ws(' ', coalesce(-j.escrow_delta, 0), coalesce(j.events, 0), coalesce(j.units, 0))
          as recorded,
        concat_ws(' ', coalesce(e.charged, 0), coalesce(e.events, 0), coalesce(e.units, 0))
          as computed,
        concat_ws(' ', coalesce(-j.escrow_delta, 0) - coalesce(e.charged, 0),
          coalesce(j.events, 0) - coalesce(e.events, 0),
          coalesce(j.units, 0) - coalesce(e.units, 0)) as difference,
        ${SIDES} as agents
      from (
        select campaign_id, batch_id, escrow_delta, events, units
        from journal
        where ${only("campaign_id")}
      ) j
      full join (
        select campaign_id, batch_id, sum(charged) as charged, count(*) as events,
          coalesce(sum(counted) filter (where charged > 0), 0) as units
        from event
        where ${only("campaign_id")}
        group by campaign_id, batch_id
      ) e on e.campaign_id = j.campaign_id and e.batch_id = j.batch_id
      left join campaign_book b on b.campaign_id = coalesce(j.campaign_id, e.campaign_id)
      where (-j.escrow_delta, j.events, j.units) is distinct from (e.charged, e.events, e.units)`,
  },
  {
    name: "prices",
    meaning: "each journal row moved the campaign's price and fee for each of its units",
    scope: "campaign",
    text: (only) => `select j.campaign_id || ' ' || j.batch_id as subject,
        concat_ws(' ', -j.escrow_delta, j.fee_delta) as recorded,
        concat_ws(' ', j.units * b.unit_price, j.units * b.unit_fee) as computed,
        concat_ws(' ', -j.escrow_delta - j.units * b.unit_price,
          j.fee_delta - j.units * b.unit_fee) as difference,
        ${SIDES} as agents
      from journal j
      join campaign_book b on b.campaign_id = j.campaign_id
      where ${only("j.campaign_id")}
        and (-j.escrow_delta, j.fee_delta) <> (j.units * b.unit_price, j.units * b.unit_fee)`,
  },
  {
    name: "sweeps",
    meaning: "what was swept from a campaign is what reached the wallets",
    scope: "campaign",
    text: (only) => `select b.campaign_id::text as subject,
        concat_ws(' ', b.swept_earned, b.swept_fee) as recorded,
        concat_ws(' ', coalesce(s.earned, 0), coalesce(s.fee, 0)) as computed,
        concat_ws(' ', b.swept_earned - coalesce(s.earned, 0), b.swept_fee - coalesce(s.fee, 0))
          as difference,
        ${SIDES} as agents
      from campaign_book b
      left join (
        select t.campaign_id, sum(e.amount) filter (where e.account_kind = 'pending_earnings')
            as earned,
          sum(e.amount) filter (where e.account_kind = 'platform_fee') as fee
        from txn t
        join entry e on e.txn_id = t.id
        where t.type = 'campaign_spend' and ${only("t.campaign_id")}
        group by t.campaign_id
      ) s on s.campaign_id = b.campaign_id
      where ${only("b.campaign_id")}
        and (b.swept_earned, b.swept_fee) <> (coalesce(s.earned, 0), coalesce(s.fee, 0))`,
  },
  {
    name: "deliveries",
    meaning: "a delivery has served exactly the events that were counted for it",
    scope: "campaign",
    text: (only) => `select coalesce(d.campaign_id, e.campaign_id) || ' '
          || coalesce(d.id, e.delivery_id) as subject,
        concat_ws(' ', coalesce(d.impressions, 0), coalesce(d.used, 0)) as recorded,
        concat_ws(' ', coalesce(e.impressions, 0), coalesce(e.used, 0)) as computed,
        concat_ws(' ', coalesce(d.impressions, 0) - coalesce(e.impressions, 0),
          coalesce(d.used, 0) - coalesce(e.used, 0)) as difference,
        ${SIDES} as agents
      from (
        select campaign_id, id, impressions, used & ~1 as used
        from delivery
        where (impressions > 0 or used > 1) and ${only("campaign_id")}
      ) d
      full join (
        select campaign_id, delivery_id,
          coalesce(sum(counted) filter (where kind = ${KIND.impression}), 0) as impressions,
          coalesce(bit_or(1 << kind) filter (where kind <> ${KIND.impression}), 0) as used
        from event
        where counted > 0 and ${only("campaign_id")}
        group by campaign_id, delivery_id
      ) e on e.campaign_id = d.campaign_id and e.delivery_id = d.id
      left join campaign_book b on b.campaign_id = coalesce(d.campaign_id, e.campaign_id)
      where (d.impressions, d.used) is distinct from (e.impressions, e.used)`,
  },
  {
    name: "conversions",
    meaning: "every paid order, lead or install has its one event",
    scope: "campaign",
    text: (only) => `select concat_ws(' ', o.advertiser_id, o.kind, o.order_hash) as subject,
        concat_ws(' ', o.event_id, o.kind) as recorded,
        coalesce(concat_ws(' ', e.kind, e.counted), 'no event') as computed,
        coalesce(concat_ws(' ', e.kind, e.counted), 'no event') as difference,
        ${SIDES} as agents
      from conversion_order o
      left join event e on e.campaign_id = o.campaign_id and e.id = o.event_id
      left join campaign_book b on b.campaign_id = o.campaign_id
      where ${only("o.campaign_id")} and (e.kind = o.kind and e.counted > 0) is not true`,
  },
  {
    name: "coupons",
    meaning: "coupons count as many redemptions as events redeemed one",
    scope: "campaign",
    text: (only) => `select c.campaign_id::text as subject, c.redeemed::text as recorded,
        concat_ws(' ', coalesce(e.redeemed, 0), coalesce(r.orders, 0)) as computed,
        concat_ws(' ', c.redeemed - coalesce(e.redeemed, 0), coalesce(r.orders, 0)) as difference,
        ${SIDES} as agents
      from (
        select campaign_id, sum(redeemed_count) as redeemed
        from coupon
        where ${only("campaign_id")}
        group by campaign_id
      ) c
      left join (
        select campaign_id, count(*) as redeemed
        from event
        where kind = ${KIND.coupon_redeemed} and counted > 0 and ${only("campaign_id")}
        group by campaign_id
      ) e on e.campaign_id = c.campaign_id
      left join (
        select campaign_id, count(*) as orders
        from coupon_redemption
        where ${only("campaign_id")}
        group by campaign_id
      ) r on r.campaign_id = c.campaign_id
      join campaign_book b on b.campaign_id = c.campaign_id
      where c.redeemed <> coalesce(e.redeemed, 0) or coalesce(r.orders, 0) > c.redeemed`,
  },
  {
    name: "sessions",
    meaning: "no session was charged without an event that was counted",
    scope: "campaign",
    text: (only) => `select s.campaign_id || ' ' || s.kind as subject, s.sessions::text as recorded,
        coalesce(e.events, 0)::text as computed, (s.sessions - coalesce(e.events, 0))::text
          as difference,
        ${SIDES} as agents
      from (
        select campaign_id, kind, count(*) as sessions
        from session_charge
        where ${only("campaign_id")}
        group by campaign_id, kind
      ) s
      left join (
        select campaign_id, kind, count(*) as events
        from event
        where counted > 0 and ${only("campaign_id")}
        group by campaign_id, kind
      ) e on e.campaign_id = s.campaign_id and e.kind = s.kind
      left join campaign_book b on b.campaign_id = s.campaign_id
      where s.sessions > coalesce(e.events, 0)`,
  },
];
