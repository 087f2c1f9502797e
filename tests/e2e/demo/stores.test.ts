import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../../setup/browser.ts";
import { createTestDatabase, type TestDatabase } from "../../setup/database.ts";
import { makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import { startRedis, type TestRedis } from "../../setup/redis.ts";
import {
  answered,
  askForCards,
  expectCards,
  openDemo,
  openView,
  send,
  sidebarSays,
  stepWith,
} from "./page.ts";
import { type RunningDemo, runDemo } from "./running-demo.ts";
import { PLANS, playUnit } from "./units.ts";

/** What differs on other stores than the embedded ones, and what happens when they go away. */

let browser: Browser;
let dataDir: string;
let demo: RunningDemo;
let redis: TestRedis;
let database: TestDatabase;

beforeAll(async () => {
  [dataDir, redis, database, browser] = await Promise.all([
    makeTestFolder(),
    startRedis(),
    createTestDatabase(),
    launchBrowser(),
  ]);
  demo = await runDemo(dataDir, {
    DEMO_PRODUCTS: "1500",
    DATABASE_URL: database.databaseUrl,
    REDIS_URL: redis.url,
  });
  await demo.ready();
  expect(demo.output()).toContain("Ready after");
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
  await database?.drop();
  await redis?.stop();
  await removeTestFolder(dataDir);
});

// What differs is below the unit: one is counted at the hop, one is not.
test.each(["cpc", "cpr"] as const)("%s is paid exactly once on external stores", async (unit) => {
  const chat = await openDemo(browser, demo.url);
  await playUnit(chat, unit, { url: demo.url, dataDir });
  await chat.context.close();
});

test("cards come in time on external stores", async () => {
  const chat = await openDemo(browser, demo.url);
  await send(chat.page, PLANS.cpm.ask);
  await expectCards(chat);
  await chat.context.close();
});

// `tests/integration/demo/outages.test.ts` has what happens without either store.
test("during a database outage the reader is answered, then all is well", async () => {
  const { page, context } = await openDemo(browser, demo.url, {}, "?view=faults");
  const take = page.getByRole("button", { name: /Database outage/ });
  await take.click();
  await page.getByText(/Away for another \d+ s\./).waitFor();
  expect(await take.isDisabled()).toBe(true);
  await page.getByText("Broken on purpose: Database outage.").waitFor();
  await send(page, PLANS.cpm.ask);
  expect((await answered(page)).length).toBeGreaterThan(60);
  await openView(page, "What happened");
  await stepWith(page, /: the database\./).waitFor();
  // Products are searched in memory, as long as the key that asks was seen a moment ago.
  expect(await sidebarSays(page)).toMatch(/^(6 offers in |No offers: the server could not answer)/);

  await page.request.post(`${demo.url}/demo/outage`, { data: { store: "database", seconds: 0 } });
  await page.getByText("Broken on purpose").waitFor({ state: "detached" });
  await send(page, PLANS.cpm.ask);
  await answered(page);
  await askForCards(page, PLANS.cpm.ask, PLANS.cpm.headline);
  // The panel of faults has scrolled the page; a card is paid when it is seen.
  await page.getByRole("link", { name: PLANS.cpm.headline }).scrollIntoViewIfNeeded();
  await stepWith(page, /Settled: Northfold Outfitters/).waitFor();
  await context.close();
});
