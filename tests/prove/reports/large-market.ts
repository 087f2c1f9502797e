import { idFromUuid } from "../../../server/src/contract/ids.ts";
import { openDatabase } from "../../../server/src/core/db.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { createReports, rollUp } from "../../../server/src/domain/reports/index.ts";
import { createManualClock } from "../../setup/manual-clock.ts";

/** Many events, written as settlement would have left them, and questions about all of them. */
export interface LargeMarket {
  /** Spreads them evenly over the days; once. */
  addEvents(count: number): Promise<void>;
  /** What the journal says was spent. **Units** micro-credits. */
  spentByJournal(): Promise<bigint>;
  /** Reports over all events; each answers with what was spent. */
  readonly questions: ReadonlyMap<string, () => Promise<bigint>>;
  close(): Promise<void>;
}

const ADVERTISER = "01980000-0000-7000-8000-000000000002";
const FIRST_DAY = "2026-02-01";
/** One report reaches 30 days back, and all events lie in them. */
const DAYS = 30;
const NOW = new Date("2026-03-03T03:15:00.000Z");
const EVENTS_PER_BATCH = 10;
const CHUNK_EVENTS = 250_000;
const STATEMENT_LIMIT = "0";

export async function openLargeMarket(options: {
  databaseUrl: string;
  campaigns: number;
}): Promise<LargeMarket> {
  const open = (role?: string) =>
    openDatabase({
      connectionString: options.databaseUrl,
      connections: 2,
      logger: silentLogger,
      ...(role === undefined ? {} : { role }),
    });
  const [owner, db] = [open(), open("placard_app")];
  const clock = createManualClock(NOW);
  const run = (name: string, text: string, values: readonly unknown[] = []) =>
    owner.query<{ sum: string }>({ name: `large.${name}`, text }, values);
  await run("partitions", PARTITIONS);
  await run("agents", AGENTS);
  await run("campaigns", CAMPAIGNS, [options.campaigns]);
  const reports = createReports({ db, replica: undefined, clock, logger: silentLogger });
  const asked = { agentId: idFromUuid("agt", ADVERTISER), now: NOW };
  const from = `${FIRST_DAY}T00:00:00Z`;
  const ask = (period: "daily" | "weekly" | "monthly", timezone: string) => async () => {
    const request = { period, timezone, from, omitEmpty: false, format: "json" as const };
    const { totals } = await reports.advertiserByCampaign(asked, request);
    return BigInt(Math.round(totals.spendCredits * 1_000_000));
  };
  let added = 0;
  return {
    async addEvents(count) {
      for (let left = count; left > 0; left -= CHUNK_EVENTS) {
        const events = Math.min(left, CHUNK_EVENTS);
        // Growing keys are written faster than scattered ones.
        const place = [events, added, count / EVENTS_PER_BATCH];
        await owner.tx(async (tx) => {
          await tx.query({
            name: "",
            text: `set local statement_timeout = ${STATEMENT_LIMIT}`,
          });
          await tx.query({ name: "", text: "set local synchronous_commit = off" });
          await tx.query({ name: "large.journal", text: JOURNAL }, place);
          await tx.query({ name: "large.events", text: EVENTS }, place);
        });
        added += events;
        await rollUp(db, NOW);
      }
      // What autovacuum does in the background of a running server.
      await owner.query({ name: "", text: "vacuum analyze report_rollup, journal" });
    },
    async spentByJournal() {
      const [row] = await run("spent", "select sum(-escrow_delta)::text as sum from journal");
      return BigInt(row?.sum ?? 0);
    },
    questions: new Map([
      ["30 days, UTC", ask("daily", "UTC")],
      ["30 days, New York", ask("daily", "America/New_York")],
      ["30 days, Kathmandu", ask("daily", "Asia/Kathmandu")],
      ["weeks, Berlin", ask("weekly", "Europe/Berlin")],
      ["months, Berlin", ask("monthly", "Europe/Berlin")],
    ]),
    async close() {
      await db.close();
      await owner.close();
    },
  };
}

const PARTITIONS = `select ensure_partitions(t)
  from generate_series('${FIRST_DAY}'::timestamptz, '${FIRST_DAY}'::timestamptz + interval
    '${DAYS} days', '2 days') t`;

const AGENTS = `insert into agent (id, provider, display_name, role, created_at)
  values ('01980000-0000-7000-8000-000000000001', 'Test', 'Chat', 'publisher', now()),
    ('${ADVERTISER}', 'Test', 'Buyer', 'advertiser', now())`;

const CAMPAIGNS = `with placed as (
    insert into placement (
      id, publisher_id, title, description, kind, ad_unit_type, rate, review_status, context_use,
      disclosure_label, created_at, updated_at
    )
    select gen_random_uuid(), '01980000-0000-7000-8000-000000000001', 'Sidebar', 'Beside a chat',
      'chat_sidebar', 'cpm', 200000000, 'approved', 'presentation_only', 'Ad', now(), now()
    from generate_series(1, $1::integer)
    returning id, publisher_id
  ), booked as (
    insert into campaign (
      id, advertiser_id, publisher_id, placement_id, ad_unit_type, rate, fee_bps, click_days,
      context_hours, conversion_source, verified_only, created_at, updated_at
    )
    select gen_random_uuid(), '${ADVERTISER}', publisher_id, id, 'cpm', 200000000, 2000, 7, 24,
      'any', false, now(), now()
    from placed
    returning id, advertiser_id, publisher_id, placement_id
  )
  insert into campaign_book (
    campaign_id, advertiser_id, publisher_id, placement_id, status, unit_price, unit_fee, funded,
    escrow
  )
  select id, advertiser_id, publisher_id, placement_id, 'active', 200000, 40000, 1e15, 1e15
  from booked`;

/** Batches spread evenly over the days; one in five came down the exact path, with clicks. */
const BATCHES = `with campaigns as (
    select campaign_id as id, row_number() over (order by campaign_id) - 1 as place,
      count(*) over () as of
    from campaign_book
  ), batch as (
    select c.id as campaign_id, n, n % 5 = 0 as is_exact, t.at,
      (
        substr(uuid_floor(t.at)::text, 1, 14) || '7' || substr(md5(n::text), 21, 3) || '-8'
        || substr(md5(n::text), 1, 3) || '-' || substr(md5(n::text), 4, 12)
      )::uuid as id
    from generate_series(
      $2::bigint / ${EVENTS_PER_BATCH} + 1, ($2::bigint + $1::bigint) / ${EVENTS_PER_BATCH}
    ) n
    join campaigns c on c.place = n % c.of
    cross join lateral (
      select '${FIRST_DAY}'::timestamptz
        + interval '1 millisecond' * (n * ${DAYS}::bigint * 86400000 / ($3::bigint + 1)) as at
    ) t
  )`;

const JOURNAL = `${BATCHES}
  insert into journal (
    campaign_id, batch_id, events, units, escrow_delta, publisher_delta, fee_delta, escrow_after,
    at, counts
  )
  select campaign_id, id, ${EVENTS_PER_BATCH}, units, -units * 200000, units * 160000,
    units * 40000, 1e14, at,
    case when is_exact then array[
      row(1, 0, 8, units, units, 0, units, units * 200000, units * 40000)::event_count,
      row(2, 6, 1, 1, 1, 1, 0, 0, 0)::event_count,
      row(2, 8, 1, 1, 0, 0, 0, 0, 0)::event_count
    ] end
  from (select *, case when is_exact then 8 else ${EVENTS_PER_BATCH} end as units from batch) b
  order by at`;

const EVENTS = `${BATCHES}
  insert into event (
    campaign_id, id, batch_id, kind, reason, quantity, counted, charged, is_verified
  )
  select campaign_id, (substr(id::text, 1, 24) || to_char(i, 'FM09') || substr(
      md5(n::text), 4, 10))::uuid, id,
    case when is_exact and i > 8 then 2 else 1 end,
    case when is_exact and i = 9 then 6 when is_exact and i = 10 then 8 else 0 end,
    1, case when is_exact and i = 10 then 0 else 1 end,
    case when is_exact and i > 8 then 0 else 200000 end, is_exact and i = 9
  from batch, generate_series(1, ${EVENTS_PER_BATCH}) i`;
