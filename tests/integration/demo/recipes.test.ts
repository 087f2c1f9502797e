import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readAnswer } from "../../../demo-chat/console/recipes/arazzo.ts";
import { createRecipes, type Recipes } from "../../../demo-chat/console/recipes/recipes.ts";
import type { Recipe } from "../../../demo-chat/console/wire.ts";
import { readDemoBrands } from "../../../demo-chat/goods/market/brands.ts";
import { systemClock } from "../../../server/src/core/clock.ts";
import { importFirstBrands } from "../../../server/src/domain/brands/index.ts";
import { verifyLedger } from "../../../server/src/domain/ledger/index.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";

const SHOE = {
  id: "shoe-1",
  title: "Trail running shoe",
  price: 60,
  currency: "USD",
  availability: "in_stock",
  imageUrl: "https://pictures.test/shoe-1.jpg",
  link: "https://shop.test/p/shoe-1",
};

let world: TestExchange;
let recipes: Recipes;
/** Set to make the exchange unreachable. */
let isAway = false;
let nowMs = 0;

beforeAll(async () => {
  world = await startExchange();
  const { exchange } = world;
  await world.loadProducts("shop", [SHOE]);
  const deps = { ids: exchange.services.ids, now: systemClock.now() };
  const brands = await readDemoBrands();
  await exchange.db.tx((tx) => importFirstBrands(tx, brands, deps));
  recipes = createRecipes({
    publicUrl: world.baseUrl,
    isPublic: false,
    fetch: (input, init) =>
      isAway ? Promise.reject(new Error("The exchange is away.")) : fetch(input, init),
    now: () => nowMs + performance.now(),
    visitorOf: () => "visitor",
  });
});
afterAll(() => world.close());

/** Clicks until all is done or a step fails. */
async function clickThrough(visitor: string, number: number): Promise<Recipe> {
  let recipe = await recipes.step(visitor, number);
  while (recipe.steps.some((step) => !step.isDone && step.problem === undefined)) {
    recipe = await recipes.step(visitor, number);
  }
  return recipe;
}

const doneOf = (recipe: Recipe | undefined) =>
  recipe?.steps.filter(({ isDone }) => isDone).length ?? 0;

test("an unreachable exchange leaves the list empty, and is asked again", async () => {
  isAway = true;
  expect(await recipes.list("ann")).toEqual([]);
  isAway = false;
  expect((await recipes.list("ann")).map(({ title }) => title)).toEqual([
    "Sell: list a placement",
    "Buy: book a campaign",
    "Deliver, report, settle, cash out",
    "Book for a brand of the catalogue",
    "Show shop products in a chat",
  ]);
});

// The demo's brands are such that the document runs as it stands.
test.each([1, 2, 3, 4, 5])("recipe %i runs from the document, with new agents", async (number) => {
  const recipe = await clickThrough("ann", number);
  expect(recipe.steps.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  expect(doneOf(recipe)).toBe(recipe.steps.length);
});

test("the steps of earlier workflows come first, each by its own role", async () => {
  const [, , deliver, , products] = await recipes.list("ann");
  const callsOf = (recipe: Recipe | undefined) =>
    recipe?.steps.map(({ who, call }) => `${who} ${call?.title.split(" ").at(-1)}`);
  expect(callsOf(deliver)).toEqual([
    "publisher register",
    "publisher list_placement",
    "advertiser register",
    "advertiser buy_credits",
    expect.stringMatching(/^advertiser \/checkout\/ord_\w+\/pay$/),
    "advertiser search_placements",
    "advertiser create_campaign",
    "publisher list_campaigns",
    "publisher deliver_ad",
    "publisher report_impression",
    "advertiser get_campaign",
    "advertiser confirm_delivery",
    "publisher whoami",
    "publisher request_cashout",
    "advertiser wallet",
  ]);
  expect(callsOf(products)).toEqual([
    "publisher search_shopfeed_products",
    "publisher /api/public/shopfeed-products?q=running+shoes&limit=6",
  ]);
});

test("what is shown has no key, no secret and no link to follow", async () => {
  const text = JSON.stringify(await recipes.list("ann"));
  expect(text).toContain("rk_live_…");
  expect(text).not.toMatch(/rk_live_\w|whsec_\w|\/r\/\w/);
  // Sent with every change of the state.
  expect(text.length).toBeLessThan(60_000);
});

test("all of it leaves books that add up", async () => {
  const checks = await verifyLedger(world.exchange.db);
  expect(checks.filter(({ findings }) => findings.length > 0)).toEqual([]);
});

describe("a visitor's way through a recipe", () => {
  test("begins with the first call ready to be sent, and nothing sent", async () => {
    const [first, second] = (await recipes.list("ben"))[0]?.steps ?? [];
    expect(first).toMatchObject({
      isDone: false,
      call: {
        title: "POST /api/agent register",
        status: null,
        request: { tool: "register", arguments: { role: "publisher" } },
      },
    });
    expect(first?.call).not.toHaveProperty("response");
    expect(second).not.toHaveProperty("call");
  });

  test("a step that fails shows why and is sent again by the next click", async () => {
    await recipes.step("ben", 2);
    isAway = true;
    const failed = (await recipes.step("ben", 2)).steps[1];
    expect(failed).toMatchObject({
      isDone: false,
      problem: "The exchange is away.",
      call: { status: null, response: { error: "The exchange is away." } },
    });
    isAway = false;
    const repeated = (await recipes.step("ben", 2)).steps[1];
    expect(repeated).toMatchObject({ isDone: true, call: { status: 200 } });
    expect(repeated).not.toHaveProperty("problem");
  });

  test("two clicks at once send one call", async () => {
    const before = doneOf((await recipes.list("ben"))[1]);
    await Promise.all([recipes.step("ben", 2), recipes.step("ben", 2)]);
    expect(doneOf((await recipes.list("ben"))[1])).toBe(before + 1);
  });

  test("a reset begins anew with other agents, and only for this visitor", async () => {
    const idOf = (recipe: Recipe | undefined) => JSON.stringify(recipe?.steps[0]?.call?.response);
    const before = idOf((await recipes.list("ben"))[1]);
    const others = await recipes.list("ann");
    expect(doneOf(await recipes.reset("ben", 2))).toBe(0);
    const after = idOf(await recipes.step("ben", 2));
    expect(after).toContain("agt_");
    expect(after).not.toBe(before);
    expect(await recipes.list("ann")).toEqual(others);
  });

  test("expires an hour after the last click", async () => {
    nowMs = 3_600_001;
    expect((await recipes.list("ann")).map(doneOf)).toEqual([0, 0, 0, 0, 0]);
  });
});

test("an answer that misses a criterion or an output is a problem in words", () => {
  const step = {
    stepId: "one",
    description: "",
    operationId: "callTool",
    successCriteria: [
      { condition: "$statusCode == 200" },
      { condition: "$response.body#/a == 'b'" },
    ],
    outputs: { ID: "$response.body#/items/0/id" },
  };
  const read = (status: number, body: Record<string, unknown>) =>
    readAnswer(step, { status, body });
  expect(read(200, { a: "b", items: [{ id: "x" }] })).toEqual({ outputs: { ID: "x" } });
  expect(read(200, { a: "b", items: [] })).toEqual({ problem: "The answer has no ID." });
  expect(read(200, { a: "c" })).toEqual({
    problem: "The answer misses $response.body#/a == 'b'.",
  });
  expect(read(404, { error: { message: "Not there." } })).toEqual({ problem: "Not there." });
});
