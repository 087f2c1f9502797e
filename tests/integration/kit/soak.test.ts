import { afterAll, beforeAll, expect, test } from "vitest";
import { seeded } from "../../eval/search/noise.ts";
import { type FaultyLine, startFaultyLine } from "../../kit/soak/faulty-line.ts";
import { judgeSoak } from "../../kit/soak/judge.ts";
import { openMarket, PRODUCTS } from "../../kit/soak/market.ts";
import { soak } from "../../kit/soak/soak.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";

const SEED = 7;
const TURNS = 200;
const HIDES = 20;

let line: FaultyLine;
let world: TestExchange;
beforeAll(async () => {
  line = await startFaultyLine(seeded(SEED));
  world = await startExchange({ env: { PUBLIC_BASE_URL: line.baseUrl } });
  line.pointTo(world.baseUrl);
  await world.loadProducts("soak", PRODUCTS);
});
afterAll(async () => {
  await line.close();
  await world.close();
});

test("every event a kit accepts reaches the exchange once, whatever happens between", async () => {
  const market = await openMarket(world.call);
  const random = seeded(SEED + 1);
  const result = await soak({ line, market, turns: TURNS, hides: HIDES, faultShare: 0.2, random });
  const verdict = await judgeSoak(world.databaseUrl, market, result);
  expect(verdict.faults).toEqual([]);
  expect(verdict.events).toBe(result.accepted.size);
  expect(verdict.events).toBeGreaterThan(TURNS / 2);
});
