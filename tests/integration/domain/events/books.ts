import type { AdUnitType } from "../../../../server/src/contract/enums.ts";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { systemClock } from "../../../../server/src/core/clock.ts";
import { type Database, openDatabase, type Statement } from "../../../../server/src/core/db.ts";
import { createIdSource } from "../../../../server/src/core/ids.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import type { CampaignFacts } from "../../../../server/src/domain/delivery/index.ts";
import { findFacts } from "../../../../server/src/domain/delivery/queries.ts";
import { createSettlement, type Settlement } from "../../../../server/src/domain/events/index.ts";
import { settleEvents } from "../../../../server/src/domain/events/queries.ts";
import type {
  SettlementEvent,
  SettlementResult,
} from "../../../../server/src/domain/events/settlement-event.ts";
import { createTestDatabase } from "../../../setup/database.ts";
import { plainEvent } from "../../../setup/settlement-event.ts";

export const ids = createIdSource(systemClock);

/** Money of a campaign to be made. **Units** micro-credits. */
export interface NewBook {
  readonly adUnitType?: AdUnitType;
  readonly unitPrice: number;
  readonly unitFee: number;
  readonly funded: number;
  readonly dailyCap?: number;
}

export interface Books {
  readonly db: Database;
  readonly databaseUrl: string;
  /** A settlement with connections of its own, as another process would have. */
  settlement(): Settlement;
  /** The same, together with the statements it has sent so far. */
  watched(): { settlement: Settlement; sent: readonly Sent[] };
  /** A campaign with any price, which no booking could have. */
  campaign(book: NewBook): Promise<CampaignFacts>;
  /** The exact path alone, in one batch. */
  exactly(events: readonly SettlementEvent[], batch?: string): Promise<SettlementResult[]>;
  /** All that settlement left of a campaign, comparable between campaigns and batches. */
  read(facts: CampaignFacts): Promise<Recorded>;
  close(): Promise<void>;
}

/** A statement of a settlement: for how many events, and whether PostgreSQL refused it. */
export interface Sent {
  readonly name: string;
  readonly events: number;
  readonly failed: boolean;
}

export interface Recorded {
  readonly book: Readonly<Record<string, unknown>>;
  readonly events: readonly object[];
  readonly deliveries: readonly object[];
  readonly journal: Readonly<Record<string, unknown>>;
}

/** An empty database and settlement over it, without tools and HTTP. */
export async function openBooks(): Promise<Books> {
  const { databaseUrl, drop } = await createTestDatabase();
  const open = (role?: string) =>
    openDatabase({
      connectionString: databaseUrl,
      connections: 3,
      logger: silentLogger,
      ...(role === undefined ? {} : { role }),
    });
  const owner = open();
  const db = open("placard_app");
  const others: Database[] = [];
  return {
    db,
    databaseUrl,
    settlement() {
      const own = open("placard_app");
      others.push(own);
      return createSettlement({ db: own, ids, clock: systemClock, logger: silentLogger });
    },
    watched() {
      const own = open("placard_app");
      others.push(own);
      const sent: Sent[] = [];
      const db: Database = { ...own, lane: (...options) => watch(own.lane(...options), sent) };
      return {
        settlement: createSettlement({ db, ids, clock: systemClock, logger: silentLogger }),
        sent,
      };
    },
    campaign: (book) => insertCampaign(owner, book),
    exactly: (events, batch) =>
      settleEvents(db, { uuid: batch ?? ids.uuid(), now: systemClock.now() }, events),
    read: (facts) => readCampaign(owner, facts),
    async close() {
      await Promise.all([owner, db, ...others].map((one) => one.close()));
      await drop();
    },
  };
}

/** Where each settling statement carries its events. */
const EVENTS_AT: Readonly<Record<string, number>> = {
  "events.settle_impressions": 10,
  "events.find_known": 1,
  "events.settle_events": 2,
};

function watch(db: Database, sent: Sent[]): Database {
  return {
    ...db,
    async query<Row extends object>(statement: Statement, values = statement.values ?? []) {
      const carried = values[EVENTS_AT[statement.name] ?? -1];
      const events = Array.isArray(carried) ? carried : JSON.parse(String(carried ?? "[]"));
      const note = (failed: boolean) =>
        sent.push({ name: statement.name, events: events.length, failed });
      try {
        const rows = await db.query<Row>(statement, values);
        note(false);
        return rows;
      } catch (error) {
        note(true);
        throw error;
      }
    },
  };
}

/** An event of the campaign's own unit, with a delivery of its own. */
export function eventOf(
  facts: CampaignFacts,
  fields: Partial<SettlementEvent> = {},
): SettlementEvent {
  return plainEvent(facts, { uuid: ids.uuid(), deliveryUuid: ids.uuid(), ...fields });
}

async function insertCampaign(owner: Database, book: NewBook): Promise<CampaignFacts> {
  const campaignId = ids.id("cmp");
  const values = [
    uuidFromId(campaignId),
    ids.uuid(),
    ids.uuid(),
    ids.uuid(),
    book.adUnitType ?? "cpm",
    String(book.unitPrice),
    String(book.unitFee),
    String(book.funded),
    book.dailyCap === undefined ? null : String(book.dailyCap),
  ];
  await owner.query(
    {
      name: "test.insert_campaign",
      text: `with agents as (
          insert into agent (id, provider, display_name, role, created_at)
          values ($2, 'Test', 'Buyer', 'advertiser', now()),
            ($3, 'Test', 'Chat', 'publisher', now())
        ), placements as (
          insert into placement (
            id, publisher_id, title, description, kind, ad_unit_type, rate, review_status,
            context_use, disclosure_label, created_at, updated_at
          )
          values ($4, $3, 'Sidebar', 'Beside a chat', 'chat_sidebar', $5, $6::bigint, 'approved',
            'reasoning_context', 'Sponsored', now(), now())
        ), campaigns as (
          insert into campaign (
            id, advertiser_id, publisher_id, placement_id, ad_unit_type, rate, fee_bps, click_days,
            context_hours, conversion_source, verified_only, created_at, updated_at
          )
          values ($1, $2, $3, $4, $5, $6::bigint, 2000, 7, 24, 'any', false, now(), now())
        ), creatives as (
          insert into creative (campaign_id, version, id, text, url, review_status, created_at)
          values ($1, 1, gen_random_uuid(), 'Pans', 'https://pans.example', 'approved', now())
        )
        insert into campaign_book (
          campaign_id, advertiser_id, publisher_id, placement_id, status, unit_price, unit_fee,
          funded, escrow, daily_cap
        )
        values ($1, $2, $3, $4, 'active', $6::bigint, $7::bigint, $8::bigint, $8::bigint,
          $9::bigint)`,
    },
    values,
  );
  const facts = await findFacts(owner, campaignId, systemClock.now());
  if (facts === undefined) throw new Error("The campaign is not there.");
  return facts;
}

async function readCampaign(owner: Database, facts: CampaignFacts): Promise<Recorded> {
  const [book] = await owner.query<Record<string, unknown>>(
    {
      name: "test.read_book",
      text: `select status, escrow, earned, fee, refunded, units, events, spent_today
        from campaign_book
        where campaign_id = $1`,
    },
    [facts.uuid],
  );
  const events = await owner.query<Record<string, unknown>>(
    {
      name: "test.read_events",
      text: `select id, delivery_id, kind, reason, quantity, counted, charged, is_verified
        from event
        where campaign_id = $1
        order by id`,
    },
    [facts.uuid],
  );
  const deliveries = await owner.query<Record<string, unknown>>(
    {
      name: "test.read_deliveries",
      text: `select id, impressions, used
        from delivery
        where campaign_id = $1
        order by id`,
    },
    [facts.uuid],
  );
  const [journal] = await owner.query<Record<string, unknown>>(
    {
      name: "test.read_journal",
      text: `select coalesce(sum(events), 0) as events, coalesce(sum(units), 0) as units,
          coalesce(sum(escrow_delta), 0) as escrow, coalesce(sum(publisher_delta), 0) as publisher,
          coalesce(sum(fee_delta), 0) as fee
        from journal
        where campaign_id = $1`,
    },
    [facts.uuid],
  );
  return { book: book ?? {}, events, deliveries, journal: journal ?? {} };
}
