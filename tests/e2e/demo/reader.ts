import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import {
  answered,
  askForCards,
  cards,
  followCampaign,
  openDemo,
  openView,
  send,
  sidebarSays,
  stepWith,
} from "./page.ts";
import { PLANS } from "./units.ts";

type Span = { from: number; to: number };

/** The stretch of time that a step's bar shows, in thousandths of the answer. */
async function spanOf(page: Page, words: string): Promise<Span> {
  const rect = stepWith(page, words).last().locator(".waterfall rect");
  const [from, width] = await Promise.all(
    ["x", "width"].map(async (name) => Number(await rect.getAttribute(name))),
  );
  return { from: from ?? Number.NaN, to: (from ?? 0) + (width ?? Number.NaN) };
}

/** The answer runs beside the offers, and ends after them. */
async function expectWaterfall(page: Page): Promise<void> {
  const answer = await spanOf(page, "The answer is complete");
  const search = await spanOf(page, "Product search");
  const offers = await spanOf(page, "cards for the reader");
  expect(answer.from).toBeLessThan(offers.to);
  expect(search.to).toBeLessThanOrEqual(offers.to);
  expect(offers.to).toBeLessThan(answer.to);
  expect(answer.to).toBeCloseTo(1_000);
}

const offersIn = async (page: Page) => Number((await sidebarSays(page)).split(" ")[0]);

/** A hidden card leaves the count and comes back with Undo; a reload keeps the cards. */
export async function hidesAndReloads(browser: Browser, url: string): Promise<void> {
  const { page, context } = await openDemo(browser, url);
  await askForCards(page, PLANS.cpd.ask, PLANS.cpd.headline);
  const all = await cards(page).count();
  expect(await offersIn(page)).toBe(all);
  await expectWaterfall(page);
  const widget = page.locator("placard-offers");
  await widget.locator("[part=menu-button]").first().click();
  await widget.getByRole("button", { name: /^Hide/ }).first().click();
  await expect.poll(() => offersIn(page)).toBe(all - 1);
  await widget.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => offersIn(page)).toBe(all);

  const answer = await page.locator(".message.assistant").last().innerText();
  const links = await cards(page)
    .locator("a")
    .evaluateAll((some) => some.map(String));
  await page.reload();
  await cards(page).first().waitFor();
  expect(
    await cards(page)
      .locator("a")
      .evaluateAll((some) => some.map(String)),
  ).toEqual(links);
  expect(await page.locator(".message.assistant").last().innerText()).toBe(answer);
  expect(await page.locator(".message.assistant a[title]").count()).toBeGreaterThan(0);
  expect(await offersIn(page)).toBe(all);
  await context.close();
}

/** Stop ends an answer where it is; Retry asks again and says it whole. */
export async function stopsAndRetries(browser: Browser, url: string): Promise<void> {
  const { page, context } = await openDemo(browser, url);
  await send(page, "Why is the sky blue?");
  await page.getByText("Air scatters").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  expect(await answered(page)).toMatch(/…$/);
  await page.getByRole("button", { name: "Retry" }).click();
  await page.locator(".message.assistant").nth(1).waitFor();
  expect(await answered(page)).toMatch(/the red is what remains\.$/);

  // A question that never left is replaced by the one that did.
  await openView(page, "Faults");
  await page.getByLabel("Offline").check();
  await send(page, "What is the capital of France?");
  expect(await answered(page)).toContain("cannot be reached");
  await page.getByLabel("Offline").uncheck();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText("The capital of France is Paris.").waitFor();
  expect(await page.locator(".message.user").count()).toBe(3);
  await context.close();
}

/** From the purchase back to the chat, and into the advertiser's own account. */
export async function leadsOn(browser: Browser, url: string): Promise<void> {
  const chat = await openDemo(browser, url);
  await askForCards(chat.page, PLANS.cpa.ask, PLANS.cpa.headline);
  const { page: shop } = await followCampaign(chat, PLANS.cpa.headline);
  await shop.getByRole("button", { name: /^Buy / }).first().click();
  await shop.getByRole("main").getByRole("link", { name: "Back to the chat" }).click();
  await cards(shop).first().waitFor();
  expect(new URL(shop.url()).pathname).toBe("/demo");
  expect(await shop.locator(".message.user").innerText()).toContain(PLANS.cpa.ask);
  await openView(shop, "What happened");
  const sale = stepWith(shop, "Bought in the shop");
  expect(await sale.locator(".moved").innerText()).toBe("240.00 cr");
  await sale.locator(".step").click();

  const addresses: string[] = [];
  chat.context.on("request", (request) => addresses.push(request.url()));
  const opening = chat.context.waitForEvent("page");
  const name = "Open the console as this advertiser: Pedalhouse Cycles";
  await sale.getByRole("button", { name }).click();
  const account = await opening;
  await account.getByRole("heading", { name: "Pedalhouse Cycles" }).waitFor();
  expect(addresses.filter((address) => /rk_live_/.test(address))).toEqual([]);
  // The tab of the chat has given the key away.
  expect(await shop.evaluate("sessionStorage.length")).toBe(0);
  await chat.context.close();
}

/** The name that headless Chromium gives itself is that of a program. */
export async function isNotBilled(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/demo`);
  await page.locator(".composer button:not(:disabled)").waitFor();
  await askForCards(page, PLANS.cpm.ask, PLANS.cpm.headline);
  await stepWith(page, "Not billed: automated browser. Northfold Outfitters (cpm)").waitFor();
  await context.close();
}
