import type { AdUnitType } from "../../../../server/src/contract/enums.ts";
import { idFromUuid } from "../../../../server/src/contract/ids.ts";
import { codeOfReason } from "../../../../server/src/contract/reasons.ts";
import {
  AD_UNITS,
  ADVERTISER_KINDS,
  type EventKind,
  KIND,
} from "../../../../server/src/contract/units.ts";
import { type Database, openDatabase } from "../../../../server/src/core/db.ts";
import { createIdSource, type IdSource } from "../../../../server/src/core/ids.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import type { CampaignFacts } from "../../../../server/src/domain/delivery/index.ts";
import { findFacts, insertDeliveries } from "../../../../server/src/domain/delivery/queries.ts";
import { createSettlement, type Settlement } from "../../../../server/src/domain/events/index.ts";
import type {
  SettlementEvent,
  SettlementResult,
} from "../../../../server/src/domain/events/settlement-event.ts";
import { createReports } from "../../../../server/src/domain/reports/index.ts";
import { createRandom, type Random } from "../../../crash/random.ts";
import { createManualClock } from "../../../setup/manual-clock.ts";
import { plainEvent } from "../../../setup/settlement-event.ts";
import type { Happened } from "./oracle.ts";

const CREDIT = 1_000_000;
const UNITS: readonly AdUnitType[] = ["cpm", "cpm", "cpm", "cpia", "cpc", "cpr", "cpa", "cpl"];
const SIDES = 2;

export interface RandomMarket {
  readonly db: Database;
  readonly owner: Database;
  readonly clock: ReturnType<typeof createManualClock>;
  readonly random: Random;
  readonly reports: ReturnType<typeof createReports>;
  readonly campaigns: readonly CampaignFacts[];
  /** Everything that was settled, as its acknowledgement said. */
  readonly happened: Happened[];
  /** Settles about this many events of random campaigns at the present time. */
  settle(events: number): Promise<void>;
  /** Moves the clock, as a server would live through it. */
  travel(durationMs: number): Promise<void>;
  close(): Promise<void>;
}

interface Open {
  readonly uuid: string;
  readonly atMs: number;
}

/**
 * Publishers, advertisers and campaigns of several units with real settlement between them, and a
 * clock that stands wherever the test wants. Some budgets end, some have a daily cap.
 */
export async function openRandomMarket(options: {
  databaseUrl: string;
  campaigns: number;
  start: Date;
  seed: number;
}): Promise<RandomMarket> {
  const clock = createManualClock(options.start);
  const random = createRandom(options.seed);
  const [owner, db] = [openPool(options.databaseUrl), openPool(options.databaseUrl, "placard_app")];
  await ensurePartitions(owner, clock.now());
  const campaigns = await insertCampaigns(owner, options.campaigns, { random, now: clock.now() });
  const happened: Happened[] = [];
  const ids = createIdSource(clock);
  const settlement = createSettlement({ db, ids, clock, logger: silentLogger });
  const traffic = { db, clock, random, campaigns, happened, ids, settlement };
  const deliveries = new Map<string, Open[]>();
  return {
    db,
    owner,
    clock,
    random,
    campaigns,
    happened,
    reports: createReports({ db, replica: undefined, clock, logger: silentLogger }),
    async settle(count) {
      await deliver(traffic, deliveries);
      await settle(traffic, deliveries, count);
    },
    async travel(durationMs) {
      clock.advance(durationMs);
      await ensurePartitions(owner, clock.now());
    },
    async close() {
      await settlement.drain();
      await owner.close();
      await db.close();
    },
  };
}

function openPool(connectionString: string, role?: string): Database {
  return openDatabase({
    connectionString,
    connections: 4,
    logger: silentLogger,
    ...(role === undefined ? {} : { role }),
  });
}

interface Traffic extends Pick<RandomMarket, "db" | "clock" | "random" | "campaigns" | "happened"> {
  readonly ids: IdSource;
  readonly settlement: Settlement;
}

/** Up to six deliveries of each campaign, now. */
async function deliver(traffic: Traffic, deliveries: Map<string, Open[]>): Promise<void> {
  const { db, clock, random, campaigns, happened, ids } = traffic;
  const made = campaigns.flatMap((facts) =>
    Array.from({ length: random.between(0, 6) }, () => ({ facts, uuid: ids.uuid() })),
  );
  const atMs = clock.now().getTime();
  await insertDeliveries(
    db,
    made.map(({ facts, uuid }) => ({ campaignUuid: facts.uuid, uuid, version: 1, session: null })),
  );
  for (const { facts, uuid } of made) {
    const known = deliveries.get(facts.uuid) ?? [];
    deliveries.set(facts.uuid, [...known.slice(-20), { uuid, atMs }]);
    happened.push({ ...NOTHING, facts, atMs, kind: 0, quantity: 1, counted: 1 });
  }
}

async function settle(
  traffic: Traffic,
  deliveries: ReadonlyMap<string, Open[]>,
  count: number,
): Promise<void> {
  const { clock, random, campaigns, happened, ids, settlement } = traffic;
  const atMs = clock.now().getTime();
  const events = Array.from({ length: count }, () => {
    const facts = random.pick(campaigns);
    const delivery = random.pick(deliveries.get(facts.uuid) ?? [{ uuid: ids.uuid(), atMs }]);
    return randomEvent(random, facts, { uuid: ids.uuid(), delivery: delivery.uuid });
  });
  const results = await settlement.settle(events);
  events.forEach((event, index) => {
    const result = results[index];
    if (result === undefined) throw new Error("An event was not answered.");
    happened.push(happenedOf(event, result, atMs));
  });
}

async function ensurePartitions(owner: Database, now: Date): Promise<void> {
  await owner.query({ name: "test.partitions", text: "select ensure_partitions($1)" }, [now]);
}

async function insertCampaigns(
  owner: Database,
  count: number,
  of: { random: Random; now: Date },
): Promise<CampaignFacts[]> {
  const agents = await insertAgents(owner, of.now);
  const campaigns: CampaignFacts[] = [];
  for (let number = 0; number < count; number += 1) {
    const sides = {
      publisher: agents.publishers[number % SIDES] ?? "",
      advertiser: agents.advertisers[Math.floor(number / SIDES) % SIDES] ?? "",
    };
    campaigns.push(await insertCampaign(owner, { ...sides, ...of, number }));
  }
  return campaigns;
}

const NOT_BILLING = codeOfReason("not_billing_unit");
const NOTHING = {
  reason: 0,
  quantity: 0,
  counted: 0,
  verified: 0,
  viewable: 0,
  cited: 0,
  charged: 0n,
  fee: 0n,
};

function happenedOf(event: SettlementEvent, result: SettlementResult, atMs: number): Happened {
  const { facts, kind, quantity } = event;
  const { reason, charged } = result;
  const counted = reason === NOT_BILLING && result.counted === 0 ? quantity : result.counted;
  return {
    facts,
    atMs,
    kind,
    reason,
    quantity,
    counted,
    verified: result.isVerified ? counted : 0,
    viewable: event.detail === null || kind !== KIND.impression ? 0 : counted,
    cited: event.cited === true ? counted : 0,
    charged,
    fee: charged === 0n ? 0n : BigInt(result.counted) * facts.unitFee,
  };
}

/** Mostly what the campaign bills; also clicks, bots, other conversions, orders told twice. */
function randomEvent(
  random: Random,
  facts: CampaignFacts,
  ids: { uuid: string; delivery: string },
): SettlementEvent {
  const billing = AD_UNITS[facts.adUnitType].kind;
  const kind: EventKind = random.isOneIn(5) ? random.pick([KIND.click, KIND.impression]) : billing;
  const isBot = random.isOneIn(25);
  const isViewable = kind === KIND.impression && random.isOneIn(6);
  const isCited = kind === KIND.recommendation && random.isOneIn(2);
  const isOrder = ADVERTISER_KINDS.includes(kind);
  const isVerified = (kind === KIND.click || isOrder) && random.isOneIn(3);
  return plainEvent(facts, {
    uuid: ids.uuid,
    deliveryUuid: ids.delivery,
    kind,
    quantity: kind === KIND.impression ? random.between(1, 20) : 1,
    preassignedReason: isBot ? codeOfReason("declared_bot") : 0,
    isBilling: kind === billing,
    isVerified: isVerified && !isBot && kind !== KIND.click,
    // One in ten orders comes twice.
    orderHash: isOrder ? orderHash(random.between(1, 1_000_000_000), random.isOneIn(10)) : null,
    detail: isViewable ? { evidence: { viewable: true } } : isCited ? { isCited } : null,
    cited: isCited,
  });
}

function orderHash(number: number, isRepeated: boolean): string {
  const digits = (isRepeated ? number % 50 : number).toString(16).padStart(12, "0");
  return `00000000-0000-4000-8000-${digits}`;
}

async function insertAgents(owner: Database, now: Date) {
  const rows = await owner.query<{ id: string; role: string }>(
    {
      name: "test.insert_agents",
      text: `insert into agent (id, provider, display_name, role, created_at)
        select gen_random_uuid(), 'Test', 'Agent', r.role, $1
        from unnest(array['publisher', 'advertiser']) as r (role), generate_series(1, ${SIDES})
        returning id, role`,
    },
    [now],
  );
  const idsOf = (role: string) => rows.filter((row) => row.role === role).map(({ id }) => id);
  return { publishers: idsOf("publisher"), advertisers: idsOf("advertiser") };
}

async function insertCampaign(
  owner: Database,
  of: { publisher: string; advertiser: string; number: number; random: Random; now: Date },
): Promise<CampaignFacts> {
  const { publisher, advertiser, number, random, now } = of;
  const unit = UNITS[number % UNITS.length] ?? "cpm";
  const price = unit === "cpm" ? random.between(200_000, 333_333) : random.between(1, 60) * CREDIT;
  const funded = number % 7 === 3 ? price * random.between(40, 900) : 9_000_000 * CREDIT;
  const cap = number % 9 === 4 ? price * random.between(5, 60) : null;
  const [row] = await owner.query<{ id: string }>(
    {
      name: "test.insert_campaign",
      text: `with placed as (
          insert into placement (
            id, publisher_id, title, description, kind, ad_unit_type, rate, review_status,
            context_use, disclosure_label, created_at, updated_at
          )
          values (gen_random_uuid(), $1, 'Sidebar', 'Beside a chat', 'chat_sidebar', $3, $4,
            'approved', 'reasoning_context', 'Sponsored', $8, $8)
          returning id
        ), booked as (
          insert into campaign (
            id, advertiser_id, publisher_id, placement_id, ad_unit_type, rate, fee_bps, click_days,
            context_hours, conversion_source, verified_only, created_at, updated_at
          )
          select gen_random_uuid(), $2, $1, placed.id, $3, $4, 2000, 7, 24, 'any', false, $8, $8
          from placed
          returning id, placement_id
        ), shown as (
          insert into creative (campaign_id, version, id, text, url, review_status, created_at)
          select id, 1, gen_random_uuid(), 'Pans', 'https://pans.example', 'approved', $8
          from booked
        )
        insert into campaign_book (
          campaign_id, advertiser_id, publisher_id, placement_id, status, unit_price, unit_fee,
          funded, escrow, daily_cap
        )
        select id, $2, $1, placement_id, 'active', $4, $5, $6, $6, $7
        from booked
        returning campaign_id as id`,
    },
    [
      publisher,
      advertiser,
      unit,
      String(price),
      String(Math.floor(price / 5)),
      String(funded),
      cap === null ? null : String(cap),
      now,
    ],
  );
  const facts = await findFacts(owner, idFromUuid("cmp", row?.id ?? ""), now);
  if (facts === undefined) throw new Error("The campaign is not there.");
  return facts;
}
