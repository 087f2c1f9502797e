import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rollUp } from "../../../../server/src/domain/reports/index.ts";
import { createTestDatabase, type TestDatabase } from "../../../setup/database.ts";
import { attributionDifferences, differencesOf, questionsOf } from "./differences.ts";
import { openRandomMarket, type RandomMarket } from "./random-market.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const EVENTS = 10_000;
const BATCH = 250;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Clocks go forward in New York on 8 March and in Berlin on 29 March; never in Kathmandu. */
const START = new Date("2026-03-01T03:15:00.000Z");
const DAYS = 33;
const ZONES = ["America/New_York", "Europe/Berlin", "Asia/Kathmandu"];

let database: TestDatabase;
let market: RandomMarket;
beforeAll(async () => {
  database = await createTestDatabase();
  market = await openRandomMarket({
    databaseUrl: database.databaseUrl,
    campaigns: 40,
    start: START,
    seed: SEED,
  });
  const { random, clock, db } = market;
  const rounds = EVENTS / BATCH;
  for (let round = 0; round < rounds; round += 1) {
    await market.settle(BATCH);
    await market.travel(random.between(1, ((2 * DAYS) / rounds) * DAY_MS));
    // At some times all is folded, at others some; what follows the last time stays unfolded.
    if (random.isOneIn(6) && round < rounds - 3) await rollUp(db, clock.now(), 40);
  }
}, 120_000);
afterAll(async () => {
  await market.close();
  await database.drop();
});

describe(`totals, series, items and ledger are equal (seed ${SEED})`, () => {
  test("for every tool and period, in two zones, one of which changes its clocks", async () => {
    const questions = questionsOf(
      ["America/New_York", "Asia/Kathmandu"],
      START,
      market.clock.now(),
    );
    const { differences, compared } = await differencesOf(market, questions);
    expect(differences.slice(0, 10)).toEqual([]);
    expect(compared).toBeGreaterThan(10_000);
  });

  test("for windows that begin and end at any millisecond", async () => {
    const { random, clock } = market;
    const moment = () =>
      START.getTime() + random.between(0, clock.now().getTime() - START.getTime());
    const questions = Array.from({ length: 4 }, () => {
      const [from, to] = [moment(), moment()].sort((left, right) => left - right);
      return {
        period: random.pick(["daily", "weekly", "monthly", "range"] as const),
        timezone: random.pick(ZONES),
        from: new Date(from ?? 0).toISOString(),
        to: new Date((to ?? 0) + 1).toISOString(),
      };
    });
    // Exactly at the time of an event: the beginning is inside, the end is not.
    const [first, last] = [market.happened[100], market.happened.at(-1)];
    questions.push({
      period: "range",
      timezone: "UTC",
      from: new Date(first?.atMs ?? 0).toISOString(),
      to: new Date(last?.atMs ?? 0).toISOString(),
    });
    const { differences } = await differencesOf(market, questions);
    expect(differences.slice(0, 10)).toEqual([]);
  });

  test("for the attribution of campaigns of every unit", async () => {
    const window = { from: START, to: new Date(market.clock.now().getTime() + 1) };
    // One of each unit; the proof asks all.
    const campaigns = market.campaigns.slice(0, 8);
    expect((await attributionDifferences(market, window, campaigns)).slice(0, 10)).toEqual([]);
  });

  test("whether the roller has folded everything or nothing is left to fold", async () => {
    await rollUp(market.db, market.clock.now());
    await rollUp(market.db, market.clock.now());
    const questions = questionsOf(["Europe/Berlin"], START, market.clock.now());
    expect((await differencesOf(market, questions)).differences.slice(0, 10)).toEqual([]);
  });
});
