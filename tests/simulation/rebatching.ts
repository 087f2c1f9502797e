import { micros } from "../../server/src/contract/money.ts";
import type { Database } from "../../server/src/core/db.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import type { CampaignFacts } from "../../server/src/domain/delivery/index.ts";
import { createSettlement, type Settlement } from "../../server/src/domain/events/index.ts";
import { settleEvents } from "../../server/src/domain/events/queries.ts";
import type {
  SettlementEvent,
  SettlementResult,
} from "../../server/src/domain/events/settlement-event.ts";
import { createRandom, type Random } from "../crash/random.ts";
import { plainEvent } from "../setup/settlement-event.ts";
import { createFaults } from "./faults.ts";
import { createLoop, type Owner } from "./loop.ts";
import { createModelDatabase } from "./model/database.ts";
import { createSchema, putBook } from "./model/schema.ts";
import { createServer } from "./model/server.ts";
import { createStore } from "./model/store.ts";
import { createSeededIds } from "./process.ts";
import { startOf } from "./world.ts";

/** How a stream of events is cut into batches: the sizes, one after the other. */
type Cuts = () => number;

const CAMPAIGNS = 3;
const EVENTS = 40;
const WAYS = 4;

/**
 * The same events in the same order leave the same books and the same answers, however they fall
 * into batches: all at once, one by one, at random, by the path of sets or by the exact one.
 */
export async function checkRebatching(seeds: number): Promise<string | null> {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const first = await settleCut(seed, () => EVENTS, "sets");
    const random = createRandom(seed ^ 0xba7c);
    const ways: [Cuts, Path][] = [
      [() => 1, "sets"],
      [() => EVENTS, "exact"],
    ];
    while (ways.length < WAYS) ways.push([() => random.between(1, 9), random.pick(PATHS)]);
    for (const [cuts, path] of ways) {
      const other = await settleCut(seed, cuts, path);
      if (other !== first) return `seed ${seed}, by ${path}:\n  ${first}\n  ${other}`;
    }
  }
  return null;
}

type Path = "sets" | "exact";
const PATHS: readonly Path[] = ["sets", "exact"];

/** Settles a seed's events in batches of given sizes; what comes out of it, as one text. */
async function settleCut(seed: number, cuts: Cuts, path: Path): Promise<string> {
  const loop = createLoop({ seed, start: startOf(seed), isInOrder: true });
  const store = createStore();
  const schema = createSchema(store, {});
  const faults = createFaults(seed);
  faults.calm();
  const server = createServer({ loop, store, schema, faults });
  const owner: Owner = { name: "rebatching", isDead: false };
  const db = createModelDatabase({ server, loop, owner, connections: 3, label: "settle" });
  const random = createRandom(seed);
  const ids = createSeededIds(seed, loop);
  const facts = Array.from({ length: CAMPAIGNS }, () => factsOf(random, ids.uuid()));
  const tx = store.begin("opening");
  for (const one of facts) putBook(schema, tx, bookOf(one, random));
  store.commit(tx);
  const events = eventsOf(random, facts, ids);
  const settle = settlementOn(path, db, { loop, owner, ids });
  let results: SettlementResult[] | undefined;
  loop.soon("the batches", owner, () => {
    void inBatches(events, cuts, settle).then((all) => {
      results = all;
    });
  });
  const ending = await loop.run(() => results !== undefined);
  if (results === undefined) throw new Error(`Settlement is ${ending}.`);
  const answers = results.map(({ reason, counted, charged }) => `${reason} ${counted} ${charged}`);
  const books = schema.books
    .all(null)
    .map(({ campaign_id, status, escrow, earned, fee, units, events: count }) =>
      [campaign_id, status, escrow, earned, fee, units, count].join(" "),
    );
  const deliveries = schema.deliveries
    .all(null)
    .map(({ id, impressions, used }) => `${id} ${impressions} ${used}`)
    .sort();
  return [...books.sort(), ...deliveries, ...answers].join("; ");
}

type Settle = (events: readonly SettlementEvent[]) => Promise<SettlementResult[]>;

function settlementOn(
  path: Path,
  db: Database,
  { loop, owner, ids }: { loop: ReturnType<typeof createLoop>; owner: Owner; ids: Ids },
): Settle {
  if (path === "exact") {
    return (events) => settleEvents(db, { uuid: ids.uuid(), now: loop.now() }, events);
  }
  const settlement: Settlement = createSettlement({
    db,
    ids,
    clock: loop,
    logger: silentLogger,
    recentIdsBits: 5,
    scheduler: {
      soon: (run) => loop.soon("batcher", owner, run),
      after: (delayMs, run) => loop.after(delayMs, { name: "retry", owner, run }),
    },
  });
  return (events) => settlement.settle(events);
}

async function inBatches(
  events: readonly SettlementEvent[],
  cuts: Cuts,
  settle: Settle,
): Promise<SettlementResult[]> {
  const results: SettlementResult[] = [];
  for (let start = 0; start < events.length; ) {
    const size = cuts();
    results.push(...(await settle(events.slice(start, start + size))));
    start += size;
  }
  return results;
}

type Ids = ReturnType<typeof createSeededIds>;

/** Odd prices, whose fee is cut off in every unit. */
function factsOf(random: Random, uuid: string): CampaignFacts & { adUnitType: "cpm" | "cpc" } {
  const unitPrice = micros(random.between(3, 999_999));
  const adUnitType = random.isOneIn(3) ? "cpc" : "cpm";
  return {
    campaignId: uuid,
    uuid,
    number: 1n,
    advertiserId: "an advertiser",
    publisherId: "a publisher",
    placementId: "a placement",
    adUnitType,
    rate: unitPrice,
    unitPrice,
    unitFee: micros((unitPrice * 2_000n) / 10_000n),
    clickDays: 7,
    contextHours: 24,
    conversionSource: "any",
    verifiedOnly: false,
    citedOnly: false,
    sponsor: "A sponsor",
    brand: null,
    status: "active",
    escrow: micros(0),
    hasDelivered: true,
    startedAt: new Date(0),
    endAt: null,
    dailyCap: null,
    spentToday: micros(0),
    readAt: new Date(0),
    creative: { text: "", url: "", version: 1, types: [], isApproved: true, landings: null },
    coupon: null,
    placement: {
      status: "active",
      isApproved: true,
      contextUse: "presentation_only",
      excludedTopics: [],
      frequencyCap: null,
      disclosureLabel: "Sponsored",
    },
  };
}

/** Some budgets and caps end among the events, some do not. */
function bookOf(facts: CampaignFacts, random: Random) {
  const units = facts.adUnitType === "cpm" ? random.between(5, 4_000) : random.between(1, 20);
  const funded = facts.unitPrice * BigInt(units) + BigInt(random.between(0, 2));
  const cap = random.isOneIn(3) ? facts.unitPrice * BigInt(random.between(1, units)) : null;
  return {
    campaign_id: facts.uuid,
    advertiser_id: facts.advertiserId,
    publisher_id: facts.publisherId,
    placement_id: facts.placementId,
    status: "active" as const,
    unit_price: facts.unitPrice,
    unit_fee: facts.unitFee,
    funded,
    escrow: funded,
    earned: 0n,
    fee: 0n,
    refunded: 0n,
    swept_earned: 0n,
    swept_fee: 0n,
    units: 0n,
    events: 0n,
    deliveries: 0n,
    daily_cap: cap,
    spent_day: null,
    spent_today: 0n,
  };
}

function eventsOf(random: Random, facts: readonly CampaignFacts[], ids: Ids): SettlementEvent[] {
  const deliveries = facts.map(() => [ids.uuid(), ids.uuid(), ids.uuid()]);
  const events: SettlementEvent[] = [];
  while (events.length < EVENTS) {
    if (events.length > 0 && random.isOneIn(8)) {
      events.push(random.pick(events));
      continue;
    }
    const place = random.between(0, facts.length - 1);
    const one = facts[place];
    const own = deliveries[place];
    if (one === undefined || own === undefined) throw new RangeError("No such campaign.");
    const isImpression = one.adUnitType === "cpm";
    const quantity = isImpression ? random.pick([1, 1, 2, 7, 300, 5_000]) : 1;
    events.push(plainEvent(one, { uuid: ids.uuid(), deliveryUuid: random.pick(own), quantity }));
  }
  return events;
}
