import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { idFromUuid } from "../../../server/src/contract/ids.ts";
import { systemClock } from "../../../server/src/core/clock.ts";
import { importFirstBrands } from "../../../server/src/domain/brands/index.ts";
import { chooseWallet } from "../../../server/src/domain/platform/index.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { createNaiveAgent, type NaiveAgent } from "./agent.ts";
import { findObject, shows } from "./answers.ts";
import { createBuyer, createSeller, type Neighbour, payAt } from "./world.ts";

/**
 * An agent that only does what the exchange tells it completes every recipe of the specification
 * from nothing. What it is to reach is a predicate over answers; how, it has to be told.
 */
let world: TestExchange;
let agent: NaiveAgent;
let neighbours: Neighbour[] = [];

beforeEach(async () => {
  neighbours = [];
  world = await startExchange();
  const pass = async () => {
    for (const act of neighbours) await act();
  };
  agent = await createNaiveAgent(world.baseUrl, { pay: payAt, pass });
});
afterEach(() => world.close());

async function reach(
  { goal, callsMax }: { goal: string; callsMax: number },
  fits: (found: Readonly<Record<string, unknown>>) => boolean,
) {
  const calls = await agent.run({
    goal,
    isReached: shows(fits),
  });
  expect(calls.length).toBeLessThanOrEqual(callsMax);
  return calls;
}

test("the agent itself names no tool, no field of advertising and no goal", async () => {
  for (const file of ["agent.ts", "arguments.ts"]) {
    const text = await readFile(new URL(file, import.meta.url), "utf8");
    for (const { name } of CATALOGUE) expect(text).not.toContain(name);
    expect(text).not.toMatch(
      /campaign|placement|credits|cashout|brand|product|publisher|impression/i,
    );
  }
});

test("selling: from nothing to a cashout", async () => {
  neighbours = [await createBuyer(world.call)];
  const calls = await reach({ goal: "sell", callsMax: 150 }, ({ cashoutId, amountCredits }) => {
    return typeof cashoutId === "string" && Number(amountCredits) >= 500;
  });
  expect(new Set(calls.map(({ tool }) => tool))).toContain("deliver_ad");
});

test("buying: from nothing to a campaign that pays for events", async () => {
  neighbours = [createSeller(world.call)];
  await reach({ goal: "buy", callsMax: 30 }, ({ campaignId, status, spentCredits }) => {
    return typeof campaignId === "string" && status === "active" && Number(spentCredits) > 0;
  });
});

test("platform demand: from nothing to a campaign for a brand at or below its cap", async () => {
  const { db, ids } = world.exchange.services;
  const deps = { ids, now: systemClock.now() };
  const brand = { name: "Pellworth", domain: "pellworth.example", maxRateCredits: 30 };
  await db.tx((tx) => importFirstBrands(tx, JSON.stringify(brand), deps));
  const chooseNewest = async () => {
    const [wallet] = await world.exchange.db.query<{ id: string }>({
      name: "test.newest_advertiser",
      text: "select id from agent where role = 'advertiser' order by id desc limit 1",
    });
    if (wallet !== undefined)
      await db.tx((tx) => chooseWallet(tx, idFromUuid("agt", wallet.id), deps.now));
  };
  neighbours = [createSeller(world.call, { rateCredits: 29 }), chooseNewest];
  const calls = await reach({ goal: "brand", callsMax: 30 }, ({ campaignId, brandId, status }) => {
    return typeof campaignId === "string" && typeof brandId === "string" && status === "active";
  });
  expect(calls.at(-1)?.body).toMatchObject({ rateCredits: expect.any(Number) });
  expect(Number(calls.at(-1)?.body.rateCredits)).toBeLessThanOrEqual(30);
});

test("products: from nothing to a tracked link that leads to the shop", async () => {
  await world.loadProducts("shop", [
    {
      id: "shoe-1",
      title: "Trail running shoes",
      price: 59.9,
      currency: "USD",
      availability: "in_stock",
      imageUrl: "https://pictures.test/shoe.jpg",
      link: "https://shop.test/p/shoe",
    },
  ]);
  const calls = await reach(
    { goal: "products", callsMax: 10 },
    ({ clickUrl }) => typeof clickUrl === "string",
  );
  const product = findObject(calls.slice(-1), ({ clickUrl }) => typeof clickUrl === "string");
  const hop = await fetch(String(product?.clickUrl), { redirect: "manual" });
  expect([hop.status, hop.headers.get("location")]).toEqual([302, "https://shop.test/p/shoe"]);
});
