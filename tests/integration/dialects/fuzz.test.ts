import { afterAll, beforeAll, expect, test } from "vitest";
import type { Placement } from "../../../server/src/contract/resources/placement.ts";
import { fuzzDoors } from "../../dialects/fuzz.ts";
import { PRODUCTS } from "../../dialects/market.ts";
import { seeded } from "../../eval/search/noise.ts";
import { fundedAdvertiser, listTestPlacement, registerAgent } from "../../setup/agents.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";

let world: TestExchange;
const placements: Placement[] = [];
beforeAll(async () => {
  world = await startExchange();
  await world.loadProducts("shopfeed", PRODUCTS);
  const publisher = await registerAgent(world.call, "publisher");
  for (const unit of ["cpm", "cpc", "cpa"] as const) {
    placements.push(await listTestPlacement(world.call, publisher, unit));
  }
});
afterAll(() => world.close());

test("no broken request gets a 5xx, an invalid answer or a word of our own envelope", async () => {
  const [one, other] = [await fundedAdvertiser(world.call), await fundedAdvertiser(world.call)];
  const keys = [one.key, other.key];
  const run = await fuzzDoors(world.baseUrl, { random: seeded(3), calls: 800, keys, placements });
  expect(run.problems).toEqual([]);
  expect(run.accepted).toBeGreaterThan(200);
});
