import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRecipes, type Recipes } from "../../../demo-chat/console/recipes/recipes.ts";
import type { Recipe } from "../../../demo-chat/console/wire.ts";
import { runPlatformCommand } from "../../../server/src/cli/platform.ts";
import { systemClock } from "../../../server/src/core/clock.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { importFirstBrands } from "../../../server/src/domain/brands/index.ts";
import { verifyLedger } from "../../../server/src/domain/ledger/index.ts";
import { type Jobs, startJobs } from "../../../server/src/jobs/boss.ts";
import { createPostbackSender } from "../../../server/src/providers/postback/sender.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { isVerified, type Receiver, startReceiver } from "../../setup/receiver.ts";

const TENT = {
  id: "tent-1",
  title: "Trail tent for two",
  price: 180,
  currency: "USD",
  availability: "in_stock",
  imageUrl: "https://pictures.test/tent-1.jpg",
  link: "https://shop.test/p/tent-1",
};
const PELLWORTH = {
  name: "Pellworth",
  domain: "pellworth.example",
  categories: ["kitchen"],
  maxRateCredits: 260,
  adUnitTypes: ["cpc"],
  deepLink: "https://shop.pellworth.example/new",
};

let world: TestExchange;
let jobs: Jobs;
let receiver: Receiver;
let recipes: Recipes;
/** Signing secrets by the agents of the postbacks they belong to. */
const secrets = new Map<string, string>();
/** Set to make the exchange unreachable. */
let isAway = false;
let nowMs = 0;

beforeAll(async () => {
  world = await startExchange({ env: { POSTBACK_ALLOW_HOSTS: "127.0.0.1" } });
  receiver = await startReceiver();
  const sender = createPostbackSender({
    clock: systemClock,
    allowedHosts: new Set(["127.0.0.1"]),
  });
  const { databaseUrl, exchange } = world;
  jobs = await startJobs({ databaseUrl, logger: silentLogger, postbacks: { sender } });
  await world.loadProducts("shop", [TENT]);
  const deps = { ids: exchange.services.ids, now: systemClock.now() };
  await exchange.db.tx((tx) => importFirstBrands(tx, JSON.stringify(PELLWORTH), deps));
  recipes = createRecipes({
    publicUrl: world.baseUrl,
    fetch: (input, init) =>
      isAway ? Promise.reject(new Error("The exchange is away.")) : fetch(input, init),
    namePlatformWallet,
    now: () => nowMs + performance.now(),
    desk: {
      urlFor: (slug) => `${receiver.url}/${slug}`,
      expect: ({ slug, secret }) => void secrets.set(slug, secret),
    },
    visitorOf: () => "visitor",
  });
});
afterAll(async () => {
  recipes.close();
  await jobs.stop();
  await receiver.close();
  await world.close();
});

async function namePlatformWallet(agentId: string): Promise<string> {
  const { db, services } = world.exchange;
  let text = "";
  await runPlatformCommand(["wallet", agentId, "--json"], {
    db,
    ids: services.ids,
    clock: systemClock,
    actor: "test",
    stdout: { write: (more) => (text += more) },
    campaigns: () => services.settings,
    checkout: () => Promise.resolve(services.checkout),
  });
  return text;
}

/** Clicks until all is done or a step fails. */
async function clickThrough(visitor: string, number: number): Promise<Recipe> {
  let recipe = await recipes.step(visitor, number);
  while (recipe.steps.some((step) => !step.isDone && step.problem === undefined)) {
    recipe = await recipes.step(visitor, number);
  }
  return recipe;
}

/** The answer of the only or last call of a tool. */
function answerOf(recipe: Recipe, tool: string): unknown {
  const step = recipe.steps.findLast(({ call }) => call?.title.endsWith(tool));
  if (step === undefined) throw new Error(`Recipe ${recipe.number} never calls ${tool}.`);
  return step.call?.response;
}

const titlesOf = ({ steps }: Recipe) => steps.map(({ call }) => call?.title.split(" ").at(-1));

describe("each recipe, click by click, is done by fresh agents over the wire", () => {
  test("1: a publisher lists, is booked, reports, and is paid out", async () => {
    const recipe = await clickThrough("ann", 1);
    expect(recipe.steps.filter(({ isDone }) => !isDone)).toEqual([]);
    expect(answerOf(recipe, "report_impression")).toMatchObject({
      counted: 1_000,
      chargedCredits: 800,
      earnedCredits: 640,
    });
    expect(answerOf(recipe, "confirm_delivery")).toMatchObject({ maturedCredits: 640 });
    expect(answerOf(recipe, "whoami")).toMatchObject({ balance: { earnedCredits: 640 } });
    expect(answerOf(recipe, "list_cashouts")).toMatchObject({
      items: [{ status: "completed", amountCredits: 600 }],
    });
  });

  test("2: an advertiser pays, books, adds a coupon and hears of the click", async () => {
    const recipe = await clickThrough("ann", 2);
    expect(recipe.steps.filter(({ isDone }) => !isDone)).toEqual([]);
    expect(titlesOf(recipe)).toEqual([
      "register",
      "list_placement",
      "register",
      "buy_credits",
      expect.stringMatching(/^\/checkout\/ord_\w+\/pay$/),
      "search_placements",
      "create_campaign",
      "create_coupon",
      "register_postback",
      "deliver_ad",
      "/r/…",
      "get_advertiser_report",
      "get_attribution",
    ]);
    expect(answerOf(recipe, "get_advertiser_report")).toMatchObject({
      totals: { clicks: 1, spendCredits: 25 },
    });
    const [heard, ...more] = receiver.received;
    expect(more).toEqual([]);
    expect(heard?.type).toBe("click.recorded");
    const secret = secrets.get(heard?.path.split("/").at(-1) ?? "") ?? "";
    expect(heard !== undefined && isVerified(heard, secret)).toBe(true);
  });

  test("3: the platform's wallet books for a brand and pays for a click", async () => {
    const recipe = await clickThrough("ann", 3);
    expect(recipe.steps.filter(({ isDone }) => !isDone)).toEqual([]);
    expect(answerOf(recipe, "create_campaign")).toMatchObject({
      brandId: expect.stringMatching(/^brd_/),
      creative: { url: PELLWORTH.deepLink },
    });
    // The brand's own site is not visited.
    expect(answerOf(recipe, "/r/…")).toEqual({ location: PELLWORTH.deepLink });
    expect(answerOf(recipe, "get_campaign")).toMatchObject({ spentCredits: 30 });
  });

  test("4: products are found, clicked, and cost nobody anything", async () => {
    const recipe = await clickThrough("ann", 4);
    expect(recipe.steps.filter(({ isDone }) => !isDone)).toEqual([]);
    expect(answerOf(recipe, "/r/…")).toMatchObject({ location: TENT.link });
    expect(answerOf(recipe, "search_shopfeed_products")).toMatchObject({ status: "empty" });
    expect(answerOf(recipe, "wallet")).toMatchObject({ items: [] });
  });

  test("5: a cited recommendation and a cited decision pay, each beside its label", async () => {
    const recipe = await clickThrough("ann", 5);
    expect(recipe.steps.flatMap(({ problem }) => problem ?? [])).toEqual([]);
    const answers = (tool: string) =>
      recipe.steps.flatMap(({ call }) => (call?.title.endsWith(tool) ? [call.response] : []));
    expect(answers("create_campaign")).toMatchObject([{ citedOnly: true }, { citedOnly: true }]);
    expect(answers("deliver_ad")).toMatchObject([
      { citation: { tag: expect.stringMatching(/^lumenhall-lamps-\w{4}$/), label: "Ad" } },
      { citation: { tag: expect.stringMatching(/^brightwick-\w{4}$/), label: "Ad" } },
    ]);
    const link = "\\(http\\S+/r/\\.\\.\\.[0-9a-f]{8}\\)";
    const label = (sponsor: string) => `${sponsor} \\(\\[Ad · ${sponsor}\\]${link}\\)`;
    expect(answers("createCitationReader")).toMatchObject([
      {
        text: expect.stringMatching(`I would take ${label("Lumenhall Lamps")}\\.$`),
        citations: [{ kind: "rec", rendered: true }],
        cited: 1,
      },
      {
        text: expect.stringMatching(`^${label("Lumenhall Lamps")}.*${label("Brightwick")}\\.$`),
        citations: [
          { kind: "ad", rendered: true },
          { kind: "pick", rendered: true },
        ],
        cited: 2,
      },
    ]);
    expect(answers("report_conversion")).toMatchObject([
      { cited: true, billable: true, chargedCredits: 15, earnedCredits: 12 },
      { cited: true, billable: true, chargedCredits: 30, earnedCredits: 24 },
    ]);
    expect(answerOf(recipe, "get_publisher_report")).toMatchObject({
      totals: { cited: 2, citedShare: 1 },
    });
  });

  test("what is shown has no key, no secret and no link to follow", () => {
    const text = JSON.stringify(recipes.list("ann"));
    expect(text).toContain("rk_live_…");
    expect(text).not.toMatch(/rk_live_\w|whsec_\w|\/r\/\w/);
    // Sent with every change of the state.
    expect(text.length).toBeLessThan(60_000);
  });

  test("all of it leaves books that add up", async () => {
    const checks = await verifyLedger(world.exchange.db);
    expect(checks.filter(({ findings }) => findings.length > 0)).toEqual([]);
  });
});

describe("a visitor's way through a recipe", () => {
  test("begins with the first call ready to be sent, and nothing sent", () => {
    const [first, second] = recipes.list("ben")[0]?.steps ?? [];
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
    await recipes.step("ben", 1);
    isAway = true;
    const failed = (await recipes.step("ben", 1)).steps[1];
    expect(failed).toMatchObject({
      isDone: false,
      problem: "The exchange is away.",
      call: { status: null, response: { error: { message: "The exchange is away." } } },
    });
    isAway = false;
    const repeated = (await recipes.step("ben", 1)).steps[1];
    expect(repeated).toMatchObject({ isDone: true, call: { status: 200 } });
    expect(repeated).not.toHaveProperty("problem");
  });

  test("two clicks at once send one call", async () => {
    const before = recipes.list("ben")[0]?.steps.filter(({ isDone }) => isDone).length ?? 0;
    await Promise.all([recipes.step("ben", 1), recipes.step("ben", 1)]);
    const after = recipes.list("ben")[0]?.steps.filter(({ isDone }) => isDone).length;
    expect(after).toBe(before + 1);
  });

  test("a wallet that another visitor took is named again before the booking", async () => {
    const until = async (visitor: string, tool: string) => {
      for (;;) {
        const recipe = await recipes.step(visitor, 3);
        const next = recipe.steps.find(({ isDone }) => !isDone);
        if (next?.call?.title.endsWith(tool) === true) return;
      }
    };
    await until("ben", "create_campaign");
    await clickThrough("eve", 3);
    const refused = await recipes.step("ben", 3);
    const next = refused.steps.find(({ isDone }) => !isDone);
    expect(next?.call?.title).toMatch(/^npm run operator -- platform wallet agt_/);
    expect(refused.steps.some(({ problem }) => problem !== undefined)).toBe(true);
    await recipes.step("ben", 3);
    const done = await clickThrough("ben", 3);
    expect(done.steps.every(({ isDone }) => isDone)).toBe(true);
  });

  test("a reset begins anew with other agents, and only for this visitor", async () => {
    const idOf = (recipe: Recipe | undefined) => JSON.stringify(recipe?.steps[0]?.call?.response);
    const before = idOf(recipes.list("ben")[0]);
    const others = recipes.list("ann");
    expect(recipes.reset("ben", 1).steps.some(({ isDone }) => isDone)).toBe(false);
    const after = idOf(await recipes.step("ben", 1));
    expect(after).toContain("agt_");
    expect(after).not.toBe(before);
    expect(recipes.list("ann")).toEqual(others);
  });

  test("is forgotten an hour after the last click", () => {
    nowMs = 3_600_001;
    expect(recipes.list("ann").flatMap(({ steps }) => steps.filter((one) => one.isDone))).toEqual(
      [],
    );
  });
});
