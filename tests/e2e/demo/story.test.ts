import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../../setup/browser.ts";
import { createTestDatabase, type TestDatabase } from "../../setup/database.ts";
import { overflowOf, type WatchedPage } from "../../setup/page.ts";
import { makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import { startRedis, type TestRedis } from "../../setup/redis.ts";
import { answered, axeFindings, cards, cardsAfterMs, openDemo, photograph, send } from "./page.ts";
import { priceOf, type RunningDemo, readBooks, runDemo, type Unit } from "./running-demo.ts";

/** Source: the contract's deadline for a sponsored turn. */
const CARDS_MAX_MS = 800;

const QUESTIONS: Readonly<Record<Unit, string>> = {
  cpm: "Which tent should I buy for two people?",
  cpc: "I need running shoes for wide feet",
  cpia: "Recommend a coffee maker for one person",
  cpr: "Recommend noise cancelling headphones under $200",
  cpd: "Help me choose a standing desk under $600",
  cpa: "I want to buy a city bike for commuting",
};

interface Stores {
  readonly variables: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const embedded = (): Promise<Stores> =>
  Promise.resolve({ variables: {}, stop: () => Promise.resolve() });

async function external(): Promise<Stores> {
  const redis: TestRedis = await startRedis();
  const database: TestDatabase = await createTestDatabase();
  return {
    variables: { DATABASE_URL: database.databaseUrl, REDIS_URL: redis.url },
    async stop() {
      await database.drop();
      await redis.stop();
    },
  };
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const everyUnit: readonly Unit[] = ["cpm", "cpc", "cpia", "cpr", "cpd"];
// What differs on other stores is below the unit: one that is counted at the hop, one that is not.
const twoUnits: readonly Unit[] = ["cpc", "cpr"];

describe.each([
  { on: "embedded PostgreSQL and the cache inside", open: embedded, units: everyUnit },
  { on: "an external PostgreSQL and a real Redis", open: external, units: twoUnits },
])("on $on", ({ open, units }) => {
  let stores: Stores;
  let dataDir: string;
  let demo: RunningDemo;

  beforeAll(async () => {
    stores = await open();
    dataDir = await makeTestFolder();
    demo = await runDemo(dataDir, stores.variables);
    await demo.ready();
    expect(demo.output()).toContain("Ready after");
  });
  afterAll(async () => {
    await demo?.stop();
    await stores?.stop();
    await removeTestFolder(dataDir);
  });

  test("a question becomes a sale, and the advertiser's credits become earnings", async () => {
    const chat = await openDemo(browser, demo.url);
    await send(chat.page, QUESTIONS.cpa);
    await expectCards(chat);
    await answered(chat.page);
    const before = await readBooks(demo.url, dataDir, "cpa");

    const shop = await followCampaign(chat, /Ride to work/);
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
    await expectShown(chat, "pending", after.earned);
    await expectShown(chat, "spent", after.spent);
    await expectShown(chat, "fee", after.spent - after.earned);
    await expectClean(chat);
    await chat.context.close();
  });

  test("an order form that is sent twice is one sale", async () => {
    const chat = await openDemo(browser, demo.url);
    await send(chat.page, QUESTIONS.cpa);
    await cards(chat.page).first().waitFor();
    const shop = await followCampaign(chat, /Ride to work/);
    const before = await readBooks(demo.url, dataDir, "cpa");
    const form = shop.page.locator("form.buy").first();
    const fields = await form.locator("input").all();
    const values = await Promise.all(
      fields.map(async (field) => [await field.getAttribute("name"), await field.inputValue()]),
    );
    const address = new URL((await form.getAttribute("action")) ?? "", demo.url).href;
    const order = { form: Object.fromEntries(values), headers: { origin: demo.url } };
    const thanks = await Promise.all([1, 2].map(() => chat.context.request.post(address, order)));
    expect(thanks.map((response) => response.status())).toEqual([200, 200]);
    expect(new Set(thanks.map((response) => response.url())).size).toBe(1);
    const after = await readBooks(demo.url, dataDir, "cpa");
    expect(after.spent - before.spent).toBe(priceOf(before.campaign, "cpa").cost);
    await chat.context.close();
  });

  test.each(units)("%s is paid exactly once for its event", async (unit) => {
    const before = await readBooks(demo.url, dataDir, unit);
    const chat = await openDemo(browser, demo.url);
    await send(chat.page, QUESTIONS[unit]);
    await expectCards(chat);
    await answered(chat.page);
    if (unit === "cpc") await followCampaign(chat, /Shoes for the road/);
    const { cost, share } = priceOf(before.campaign, unit);
    await expect
      .poll(async () => (await readBooks(demo.url, dataDir, unit)).spent - before.spent, {
        timeout: 10_000,
      })
      .toBe(cost);
    const after = await readBooks(demo.url, dataDir, unit);
    expect(after.earned - before.earned).toBe(share);
    expect(before.escrowed - after.escrowed).toBe(cost);
    await expectClean(chat);
    await chat.context.close();
  });

  test.each(["Why is the sky blue?", "I feel depressed since I lost my job"])(
    "no card is shown for: %s",
    async (text) => {
      const chat = await openDemo(browser, demo.url);
      await send(chat.page, QUESTIONS.cpm);
      await cards(chat.page).first().waitFor();
      await answered(chat.page);
      await send(chat.page, text);
      expect(await answered(chat.page)).not.toBe("");
      expect(await cards(chat.page).count()).toBe(0);
      expect(await chat.page.locator(".status").innerText()).toMatch(/^No cards/);
      await chat.context.close();
    },
  );
});

describe("the page", () => {
  let dataDir: string;
  let demo: RunningDemo;

  beforeAll(async () => {
    dataDir = await makeTestFolder();
    demo = await runDemo(dataDir);
    await demo.ready();
    expect(demo.errors()).toBe("");
  });
  afterAll(async () => {
    await demo?.stop();
    await removeTestFolder(dataDir);
  });

  test.each([
    { colorScheme: "light", width: 1280, height: 900 },
    { colorScheme: "dark", width: 1280, height: 900 },
    { colorScheme: "light", width: 768, height: 1000 },
    { colorScheme: "light", width: 360, height: 740 },
    { colorScheme: "dark", width: 360, height: 740 },
  ] as const)("is usable and accessible: $colorScheme, $width px", async (look) => {
    const name = `${look.colorScheme}-${look.width}`;
    const chat = await openDemo(browser, demo.url, look);
    const { page } = chat;
    await page.getByText("Publisher, pending").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await photograph(page, `${name}-start`);
    await send(page, QUESTIONS.cpd);
    await expectCards(chat);
    await answered(page);
    await page
      .getByText(/^Settled/)
      .first()
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await photograph(page, `${name}-answered`);
    expect(await overflowOf(page)).toBe(0);
    const shop = await followCampaign(chat, /A desk that fits you/);
    await photograph(shop.page, `${name}-shop`);
    await expectClean(chat);
    await chat.context.close();
  });

  test("the keyboard reaches the message, the cards and a new conversation", async () => {
    const { page, context } = await openDemo(browser, demo.url);
    await page.getByLabel("Your message").focus();
    await page.keyboard.type(QUESTIONS.cpr);
    await page.keyboard.press("Enter");
    await cards(page).first().waitFor();
    await answered(page);
    const seen = new Set<string>();
    for (let presses = 0; presses < 25; presses += 1) {
      await page.keyboard.press("Tab");
      const part = "document.querySelector('placard-offers').shadowRoot.activeElement?.part?.value";
      seen.add(String(await page.evaluate(part)));
    }
    expect([...seen]).toEqual(expect.arrayContaining(["link", "menu-button"]));
    await page.getByRole("button", { name: "New conversation" }).press("Enter");
    await page.getByText("Ask about something to buy").waitFor();
    expect(await cards(page).count()).toBe(0);
    await context.close();
  });

  test("both / and /demo show the chat under one strict policy", async () => {
    for (const path of ["/", "/demo"]) {
      const response = await fetch(demo.url + path);
      expect(response.status).toBe(200);
      const policy = response.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(await response.text()).not.toMatch(/ style=|<style|<script>/);
    }
  });
});

/** Cards as the contract wants them, on the screen in time. */
async function expectCards({ page }: WatchedPage): Promise<void> {
  await cards(page).first().waitFor();
  expect(await cardsAfterMs(page)).toBeLessThanOrEqual(CARDS_MAX_MS);
  const shown = await cards(page).all();
  expect(shown.length).toBeGreaterThanOrEqual(3);
  for (const card of shown) {
    const parts = await card.locator("[part=disclosure], [part=link]").all();
    const order = await Promise.all(parts.map((part) => part.getAttribute("part")));
    expect(order).toEqual(["disclosure", "link"]);
    const href = await card.locator("a").getAttribute("href");
    expect(new URL(href ?? "").pathname).toMatch(/^\/r\/[\w-]{64}$/);
    expect(await card.locator("[part=disclosure]").innerText()).toMatch(/^(Ad|Sponsored) · /);
  }
  const prices = await cards(page).locator("[part=price] b").allInnerTexts();
  expect(prices.length).toBe(shown.length - 1);
  for (const price of prices) expect(price).toMatch(/^\$[\d,]+\.\d\d$/);
}

async function followCampaign({ page, context }: WatchedPage, name: RegExp) {
  const opening = context.waitForEvent("page");
  const hop = context.waitForEvent("response", (response) => response.url().includes("/r/"));
  await page.getByRole("link", { name }).click();
  const opened = await opening;
  await opened.waitForLoadState();
  await opened.getByRole("heading", { level: 1 }).waitFor();
  return { page: opened, hopStatus: (await hop).status() };
}

/** The page says the same as the API, to the last decimal it shows. */
async function expectShown({ page }: WatchedPage, name: string, amount: bigint): Promise<void> {
  const shown = page.locator(`[data-amount=${name}]`);
  const text = `${(Number(amount) / 1_000_000).toLocaleString("en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  })} cr`;
  await expect.poll(() => shown.innerText(), { timeout: 5_000 }).toBe(text);
}

async function expectClean({ outside, troubles, received }: WatchedPage): Promise<void> {
  expect(outside).toEqual([]);
  expect(troubles).toEqual([]);
  expect(received.length).toBeGreaterThan(0);
  expect(received.filter((text) => text.includes("rk_live_"))).toEqual([]);
}
