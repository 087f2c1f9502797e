import type pg from "pg";

/** Half of them buy and half sell, so that sweeps of many campaigns meet in one account. */
const AGENTS = 200;
/** Micro-credits: five thousand impressions. */
const BUDGET = 1_000_000_000;
const [PRICE, FEE] = [200_000, 40_000];

/**
 * Active campaigns as purchases and bookings leave them, and campaigns that ended long ago, which a
 * scan over all campaigns ever made would read.
 */
export async function addMarket(
  client: pg.Client,
  { active, past }: { active: number; past: number },
): Promise<void> {
  const values = [AGENTS / 2, (active / (AGENTS / 2)) * BUDGET];
  await client.query("begin");
  for (const [text, given] of [
    [PEOPLE, [AGENTS]],
    [PURCHASES, values],
    [CAMPAIGNS, [active, "active", 0, AGENTS / 2]],
    [CAMPAIGNS, [past, "completed", BUDGET, AGENTS / 2]],
    [FUNDING, []],
  ] as const) {
    await client.query(text, [...given]);
  }
  await client.query("commit");
  await client.query("vacuum analyze");
}

/** Odd numbers sell, even ones buy. */
const PEOPLE = `with added as (
    insert into agent (id, provider, display_name, role, created_at)
    select uuidv7(), 'Test', 'Agent ' || n,
      case when n % 2 = 1 then 'publisher' else 'advertiser' end, now()
    from generate_series(1, $1::integer) n
    returning id, role
  ), opened as (
    insert into account (owner_id, kind)
    select a.id, k
    from added a
    cross join unnest(
      array['available', 'escrow', 'pending_earnings', 'earned', 'cashout_pending']
    ) k
  )
  insert into placement (
    id, publisher_id, title, description, kind, ad_unit_type, rate, review_status, context_use,
    disclosure_label, created_at, updated_at
  )
  select uuidv7(), id, 'Sidebar', 'Beside a chat', 'chat_sidebar', 'cpm', 200000000, 'approved',
    'presentation_only', 'Ad', now(), now()
  from added
  where role = 'publisher'`;

/** One purchase for each of $1 advertisers, all of it booked. */
const PURCHASES = `with bought as (
    insert into credit_order (
      id, agent_id, pack_id, credits, price_usd_cents, status, provider, created_at, expires_at,
      paid_at
    )
    select uuidv7(), id, 'builder', $2::bigint, 1, 'paid', 'sandbox', now(), now(), now()
    from agent
    where role = 'advertiser'
    limit $1
    returning id, agent_id
  ), lot as (
    insert into funding_lot (order_id, agent_id, seasoned_at, amount, remaining)
    select id, agent_id, now(), $2::bigint, 0 from bought
  ), booked as (
    insert into txn (id, type, order_id, description, created_at)
    select uuidv7(), 'credit_purchase', id, 'Test', now() from bought
    returning id, order_id
  ), held as (
    insert into txn (id, type, description, created_at)
    select uuidv7(), 'escrow_hold', 'Test', now() from bought
    returning id
  ), moved as (
    select o.id as order_txn, b.agent_id, h.id as hold_txn, row_number() over (order by o.id) as nth
    from booked o
    join bought b on b.id = o.order_id
    join (select id, row_number() over () as n from held) h
      on h.n = (select count(*) from booked x where x.id <= o.id)
  ), leg as (
    select order_txn as txn_id, agent_id as owner_id, 'available' as kind, 1 as version,
      'credit_purchase' as type, 1 as sign, 1 as upto
    from moved
    union all
    select order_txn, null, 'checkout_clearing', nth, 'credit_purchase', -1, -nth from moved
    union all
    select hold_txn, agent_id, 'available', 2, 'escrow_hold', -1, 0 from moved
    union all
    select hold_txn, agent_id, 'escrow', 1, 'escrow_hold', 1, 1 from moved
  ), entered as (
    insert into entry (
      account_id, account_version, id, txn_id, owner_id, account_kind, type, amount, balance_after,
      created_at
    )
    select a.id, l.version, uuidv7(), l.txn_id, l.owner_id, l.kind, l.type, l.sign * $2::bigint,
      l.upto * $2::bigint, now()
    from leg l
    join account a on a.owner_id is not distinct from l.owner_id and a.kind = l.kind
  )
  update account a
  set version = l.version, balance = l.upto * $2::bigint
  from (
    select distinct on (owner_id, kind) owner_id, kind, version, upto
    from leg
    order by owner_id, kind, version desc
  ) l
  where a.owner_id is not distinct from l.owner_id and a.kind = l.kind`;

/** $1 campaigns in state $2 that have returned $3 of their budgets. */
const CAMPAIGNS = `with buyer as (
    select id, row_number() over (order by id) - 1 as place from agent where role = 'advertiser'
  ), place as (
    select id, publisher_id, row_number() over (order by id) - 1 as place from placement
  ), booked as (
    insert into campaign (
      id, advertiser_id, publisher_id, placement_id, ad_unit_type, rate, fee_bps, click_days,
      context_hours, conversion_source, verified_only, end_at, drains_until, created_at, updated_at
    )
    select uuidv7(), b.id, p.publisher_id, p.id, 'cpm', 200000000, 2000, 7, 24, 'any', false,
      now() + make_interval(days => case when $2 = 'active' then 30 else -1 end),
      case when $2 <> 'active' then now() - interval '1 hour' end, now(), now()
    from generate_series(1, $1::integer) n
    join buyer b on b.place = n % $4::integer
    join place p on p.place = n / $4::integer % $4::integer
    returning id, advertiser_id, publisher_id, placement_id
  )
  insert into campaign_book (
    campaign_id, advertiser_id, publisher_id, placement_id, status, unit_price, unit_fee, funded,
    escrow, refunded
  )
  select id, advertiser_id, publisher_id, placement_id, $2, ${PRICE}, ${FEE}, ${BUDGET},
    ${BUDGET} - $3::bigint, $3::bigint
  from booked`;

const FUNDING = `insert into campaign_funding (campaign_id, starts_at, amount, order_id)
  select b.campaign_id, 0, b.funded, l.order_id
  from campaign_book b
  join funding_lot l on l.agent_id = b.advertiser_id
  where b.status = 'active'`;

/** Settles one impression for each campaign, on the fast path's own statement. */
export const SETTLE = `with p as (
    select array_agg(id order by id) as ids, array_agg(uuidv7() order by id) as events,
      array_agg(uuidv7() order by id) as deliveries, array_agg(place order by id)::integer[] as at,
      array_fill(1, array[count(*)::integer]) as ones,
      array_fill(${PRICE}::bigint, array[count(*)::integer]) as prices
    from (select id, row_number() over (order by id) as place from unnest($1::uuid[]) id) x
  )
  select s.*
  from p
  cross join lateral settle_impressions(
    uuidv7(), now(), ids, prices, ones::bigint[], ones, ids, deliveries, ones, ones, events, at, at,
    ones
  ) s`;
