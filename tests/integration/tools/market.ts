import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect } from "vitest";
import type { AdUnitType } from "../../../server/src/contract/enums.ts";
import { errorBodySchema } from "../../../server/src/contract/errors.ts";
import { idFromUuid, uuidFromId } from "../../../server/src/contract/ids.ts";
import { campaignSchema } from "../../../server/src/contract/resources/campaign.ts";
import { acknowledgementSchema } from "../../../server/src/contract/resources/delivery.ts";
import type { Clock } from "../../../server/src/core/clock.ts";
import { advanceDue } from "../../../server/src/domain/campaigns/index.ts";
import { matureDue, sweepAll } from "../../../server/src/domain/ledger/index.ts";
import {
  bookCampaign,
  deliverOnce,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
  resultOf,
} from "../../setup/agents.ts";
import {
  type HttpAnswer,
  type StartOptions,
  startExchange,
  type TestExchange,
} from "../../setup/exchange.ts";
import { createManualClock } from "../../setup/manual-clock.ts";
import { setUp } from "../../setup/shared.ts";

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

type ErrorOfAnswer = (typeof errorBodySchema)["_output"]["error"];
type SqlRow = Readonly<Record<string, unknown>>;
type Sql = (text: string, values?: readonly unknown[]) => Promise<SqlRow[]>;

/** Balances that changed, by owner and kind of account. **Units** micro-credits. */
export type Movement = Readonly<Record<string, bigint>>;

export type Market = Awaited<ReturnType<typeof startMarket>>;

/**
 * An exchange whose clock only moves when a test says so, and a look behind its counter. Each call
 * takes one millisecond, so that ids tell the order in which things were made.
 */
export async function startMarket(options: Omit<StartOptions, "clock"> = {}) {
  const clock = createManualClock(new Date());
  const started = await startExchange({ ...options, clock });
  const owner = new pg.Pool({ connectionString: started.databaseUrl, max: 2 });
  // The database is dropped with its connections, which tells each of them so.
  owner.on("error", () => undefined);
  const call: typeof started.call = (tool, args, key, more) => {
    clock.advance(1);
    return started.call(tool, args, key, more);
  };
  const sql: Sql = async (text, values = []) => (await owner.query<SqlRow>(text, [...values])).rows;
  const { runPeriodicJobs, sweep, balances } = backOffice(started, clock, sql);

  return {
    ...started,
    clock,
    call,
    sql,
    runPeriodicJobs,
    /** Moves what campaigns accrued to the wallets. */
    sweep,
    expectBooksAddUp: () => expectBooksAddUp(sql),
    /** Which accounts an action changed, and by how much; also that the books still add up. */
    async moved(action: () => Promise<unknown>): Promise<Movement> {
      const before = await balances();
      await action();
      const after = await balances();
      await expectBooksAddUp(sql);
      const changes = [...after]
        .map(([name, balance]): [string, bigint] => [name, balance - (before.get(name) ?? 0n)])
        .filter(([, change]) => change !== 0n);
      return Object.fromEntries(changes);
    },
    /**
     * Moves the clock by hours or days, as a server would live through them: with the partitions of
     * the day, and with its background work done.
     */
    async travel(durationMs: number): Promise<void> {
      clock.advance(durationMs);
      await sql("select ensure_partitions($1)", [clock.now()]);
      await runPeriodicJobs();
    },
    /** Holds a campaign's row of money locked while an action runs, as a slow settlement would. */
    async holdBook(uuid: string, action: () => Promise<void>): Promise<void> {
      const client = await owner.connect();
      try {
        await client.query("begin");
        await client.query("select 1 from campaign_book where campaign_id = $1 for update", [uuid]);
        await action();
      } finally {
        await client.query("rollback");
        client.release();
      }
    },
    async close(): Promise<void> {
      await owner.end();
      await started.close();
    },
  };
}

/** A market for all tests of a file, which starts before them and closes after them. */
export function setUpMarket(options?: Parameters<typeof startMarket>[0]): Market {
  return setUp(() => startMarket(options));
}

const BROWSER = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";

/** A reader follows the link, and the click of the redirect is settled. */
export async function clickThrough(
  { sql }: Pick<Market, "sql">,
  { uuid }: { uuid: string },
  clickUrl: string,
): Promise<void> {
  const clicked = "select id from delivery where campaign_id = $1 and is_click_verified";
  const before = await sql(clicked, [uuid]);
  await fetch(clickUrl, { redirect: "manual", headers: { "User-Agent": BROWSER } });
  await expect
    .poll(async () => (await sql(clicked, [uuid])).length, { interval: 10, timeout: 5_000 })
    .toBeGreaterThan(before.length);
}

/** What the exchange does by itself, at the moment a test asks for it. */
function backOffice({ exchange }: TestExchange, clock: Clock, sql: Sql) {
  const { db } = exchange;
  const deps = () => ({ ids: exchange.services.ids, now: clock.now() });
  const sweep = () => sweepAll(db, null, deps());
  return {
    sweep,
    /** The background work of every few seconds, now. */
    async runPeriodicJobs(): Promise<void> {
      const { feeBps, reviewPolicy, refundDrainSeconds, allowedDestinationOrigin, readOffer } =
        exchange.services.settings;
      await sweep();
      await advanceDue(db, {
        ...deps(),
        feeBps,
        reviewPolicy,
        refundDrainSeconds,
        allowedDestinationOrigin,
        readOffer,
      });
      await matureDue(db, deps());
    },
    /** All balances with everything settled in them, by owner and kind of account. */
    async balances(): Promise<Map<string, bigint>> {
      await sweep();
      const rows = await sql("select owner_id, kind, balance from account");
      return new Map(
        rows.map(({ owner_id: id, kind, balance }) => [
          `${typeof id === "string" ? idFromUuid("agt", id) : "exchange"} ${kind}`,
          BigInt(String(balance)),
        ]),
      );
    },
  };
}

/** The error of a call that must be refused with this code. */
export async function refused(
  answer: Promise<Pick<HttpAnswer, "body" | "isError">>,
  code: string,
): Promise<ErrorOfAnswer> {
  const { body, isError } = await answer;
  expect(isError, JSON.stringify(body)).toBe(true);
  const { error } = errorBodySchema.parse(body);
  expect(error.code, JSON.stringify(error)).toBe(code);
  return error;
}

/** A key nobody has used before. */
export function newKey(): string {
  return `key-${randomUUID()}`;
}

/** A well-formed id that names nothing. */
export const NOBODY = "01k9zq3v5te7kbn8w2r4c6d8fg";

const BOOK_CHECKS = {
  "all accounts sum to zero": "select sum(balance) from account having sum(balance) <> 0",
  "every balance is the sum of its entries": `select a.id
    from account a
    left join entry e on e.account_id = a.id
    group by a.id, a.balance
    having a.balance <> coalesce(sum(e.amount), 0)`,
  "every transaction sums to zero":
    "select txn_id from entry group by txn_id having sum(amount) <> 0 or count(*) < 2",
  "every budget is where it should be": `select campaign_id
    from campaign_book
    where escrow + earned + fee + refunded <> funded or escrow < 0`,
  "every escrow account holds its campaigns' unsettled money": `select a.owner_id
    from account a
    left join campaign_book b on b.advertiser_id = a.owner_id
    where a.kind = 'escrow'
    group by a.owner_id, a.balance
    having a.balance <> coalesce(
      sum(b.escrow + b.earned - b.swept_earned + b.fee - b.swept_fee), 0)`,
  "events add up to what was spent": `select b.campaign_id
    from campaign_book b
    left join lateral (
      select coalesce(sum(e.charged), 0) as charged, count(*) as events
      from event e where e.campaign_id = b.campaign_id
    ) e on true
    where e.charged <> b.earned + b.fee or e.events <> b.events`,
  "the journal adds up to what was spent": `select b.campaign_id
    from campaign_book b
    left join lateral (
      select coalesce(sum(j.publisher_delta), 0) as earned, coalesce(sum(j.fee_delta), 0) as fee
      from journal j where j.campaign_id = b.campaign_id
    ) j on true
    where j.earned <> b.earned or j.fee <> b.fee`,
  "pending earnings lie in their account": `select a.owner_id
    from account a
    left join earning e on e.publisher_id = a.owner_id and e.status in ('pending', 'held')
    where a.kind = 'pending_earnings'
    group by a.owner_id, a.balance
    having a.balance <> coalesce(sum(e.amount), 0)`,
  "earnings are what was swept": `select b.campaign_id
    from campaign_book b
    left join lateral (
      select coalesce(sum(e.amount), 0) as amount, coalesce(sum(e.fee), 0) as fee
      from earning e where e.campaign_id = b.campaign_id
    ) e on true
    where (b.swept_earned, b.swept_fee) <> (e.amount, e.fee)`,
  "a dispute holds exactly what its events cost, and its state says where it is": `select d.id
    from dispute d
    left join lateral (
      select sum(amount) as amount, sum(fee) as fee,
        count(*) filter (where status in ('pending', 'matured')) as loose,
        count(*) filter (where status <> 'reversed') as kept
      from earning where dispute_id = d.id
    ) e on true
    left join lateral (
      select sum(charged) as charged, count(*) as events
      from disputed_event where dispute_id = d.id
    ) v on true
    where (d.amount, d.fee, d.amount + d.fee, d.events)
        is distinct from (e.amount, e.fee, v.charged, v.events)
      or (d.status = 'open' and e.loose > 0)
      or (d.status = 'reversed' and e.kept > 0)`,
};

async function expectBooksAddUp(sql: Sql): Promise<void> {
  for (const [rule, text] of Object.entries(BOOK_CHECKS)) {
    expect(await sql(text), rule).toEqual([]);
  }
}

export interface PairOptions {
  /** Changes to the placement, which is otherwise listed at its unit's floor. */
  readonly placement?: object;
  /** Changes to the booking, whose budget is otherwise 500 credits. */
  readonly campaign?: object;
}

export type Pair = Awaited<ReturnType<typeof bookPair>>;

/** A publisher, an advertiser with 5,000 credits, and a booking between them. */
export async function bookPair(market: Market, adUnitType: AdUnitType, options: PairOptions = {}) {
  const { call } = market;
  const publisher = await registerAgent(call, "publisher");
  const advertiser = await fundedAdvertiser(call, "builder");
  const placement = await listTestPlacement(call, publisher, adUnitType, options.placement);
  const campaign = await bookCampaign(call, advertiser, placement, options.campaign);
  const { campaignId } = campaign;
  return {
    publisher,
    advertiser,
    placement,
    campaign,
    campaignId,
    uuid: uuidFromId(campaignId),
    deliver: (fields: object = {}) => deliverOnce(call, publisher, campaignId, fields),
    /** What `deliver_ad` answers, filled or not. */
    tryDeliver: async (fields: object = {}): Promise<unknown> =>
      (await call("deliver_ad", { campaignId, ...fields }, publisher.key)).body,
    /** A report of the publisher that must be accepted. */
    report: (tool: string, fields: object = {}) =>
      resultOf(call(tool, { campaignId, ...fields }, publisher.key), acknowledgementSchema),
    read: () => resultOf(call("get_campaign", { campaignId }, advertiser.key), campaignSchema),
  };
}

/** What a charge of this size moves. **Units** micro-credits. */
export function spendOf(pair: Pair, earned: bigint, fee: bigint): Movement {
  return {
    [`${pair.advertiser.agentId} escrow`]: -(earned + fee),
    [`${pair.publisher.agentId} pending_earnings`]: earned,
    "exchange platform_fee": fee,
  };
}

export type Bookings = Awaited<ReturnType<typeof startBookings>>;

/** A market with a placement for clicks and an advertiser of 25,000 credits. */
export async function startBookings(tool: string, options: PairOptions = {}) {
  const market = await startMarket();
  const publisher = await registerAgent(market.call, "publisher");
  const advertiser = await fundedAdvertiser(market.call, "fleet");
  const placement = await listTestPlacement(market.call, publisher, "cpc", options.placement);
  const argsOf = (fields: object = {}) => ({
    placementId: placement.placementId,
    budgetCredits: 500,
    creativeText: "Cast-iron pans that last a lifetime.",
    creativeUrl: "https://shop.example.com/pans?click={click_id}",
    ...options.campaign,
    ...fields,
  });
  const book = (fields: object = {}, key = advertiser.key) =>
    market.call(tool, argsOf(fields), key);
  return {
    market,
    publisher,
    advertiser,
    placement,
    argsOf,
    book,
    booked: (fields: object = {}) => resultOf(book(fields), campaignSchema),
    campaigns: async () => (await market.sql("select id from campaign")).length,
    /** A time so far from the market's now. */
    at: (offsetMs: number) => new Date(market.clock.now().getTime() + offsetMs).toISOString(),
  };
}
