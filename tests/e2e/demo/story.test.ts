import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../../setup/browser.ts";
import type { WatchedPage } from "../../setup/page.ts";
import { makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import {
  answered,
  expectCards,
  expectClean,
  followCampaign,
  openDemo,
  openView,
  send,
} from "./page.ts";
import {
  priceOf,
  type RunningDemo,
  readBooks,
  readTotals,
  runDemo,
  type Unit,
  unitNames,
} from "./running-demo.ts";
import { PLANS, playUnit } from "./units.ts";

let browser: Browser;
let dataDir: string;
let demo: RunningDemo;

beforeAll(async () => {
  dataDir = await makeTestFolder();
  [browser, demo] = await Promise.all([launchBrowser(), runDemo(dataDir)]);
  await demo.ready();
  expect(demo.output()).toContain("Ready after");
  expect(demo.errors()).toBe("");
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
  await removeTestFolder(dataDir);
});

test("a question becomes a sale, and the advertiser's credits become earnings", async () => {
  const chat = await openDemo(browser, demo.url);
  await send(chat.page, PLANS.cpa.ask);
  await expectCards(chat);
  await answered(chat.page);
  const before = await readBooks(demo.url, dataDir, "cpa");

  const shop = await followCampaign(chat, PLANS.cpa.headline);
  expect(shop.hopStatus).toBe(302);
  expect(shop.page.url()).toMatch(/\/shop\/c\/pedalhouse\?click_id=clk_[0-9a-z]{26}$/);
  await shop.page.getByRole("button", { name: /^Buy / }).first().click();
  await shop.page.getByRole("heading", { name: "Thank you for your order" }).waitFor();
  expect(await shop.page.innerText("main")).toContain("paid 240.00 cr, of which 192.00 cr");

  const after = await readBooks(demo.url, dataDir, "cpa");
  const { cost, share } = priceOf(before.campaign, "cpa");
  expect(cost).toBe(240_000_000n);
  expect(share).toBe(192_000_000n);
  expect(after.spent - before.spent).toBe(cost);
  expect(before.escrowed - after.escrowed).toBe(cost);
  expect(after.earned - before.earned).toBe(share);
  expect(after.available).toBe(before.available);

  await openView(chat.page, "Money");
  const { spent, earned } = await readTotals(demo.url, dataDir);
  await expectShown(chat, "data-amount=spent", spent);
  await expectShown(chat, "data-amount=pending", earned);
  await expectShown(chat, "data-amount=fee", spent - earned);
  await expectShown(chat, "data-moved=sum", 0n);
  expectClean(chat);
  await chat.context.close();
});

test.each(unitNames())("%s is paid exactly once, from the turn to the ledger", async (unit) => {
  const chat = await openDemo(browser, demo.url, {}, linkFor(unit));
  await playUnit(chat, unit, { url: demo.url, dataDir });
  await chat.context.close();
});

/** The second publisher sells three of the units. */
function linkFor(unit: Unit): string {
  const isLadle = unit === "cppromo" || unit === "cpl" || unit === "cpi";
  return isLadle ? "?publisher=Ladle+Kitchen+Chat&view=timeline" : "";
}

/** The page says the same as the API, to the last decimal it shows. */
async function expectShown({ page }: WatchedPage, name: string, amount: bigint): Promise<void> {
  const shown = page.locator(`[${name}]`);
  const text = `${(Number(amount) / 1_000_000).toLocaleString("en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  })} cr`;
  await expect.poll(() => shown.innerText(), { timeout: 5_000 }).toBe(text);
}
