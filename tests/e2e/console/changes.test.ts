import pg from "pg";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidFromId } from "../../../server/src/contract/ids.ts";
import { ensureBundles, PAGES } from "../../../server/src/wiring/bundles.ts";
import {
  bookCampaign,
  fundAgent,
  listTestPlacement,
  registerAgent,
  type TestAgent,
} from "../../setup/agents.ts";
import { launchBrowser } from "../../setup/browser.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { lookFindings } from "../../setup/looks.ts";
import { axeFindings, photograph } from "../../setup/page.ts";
import { act, go, openConsole, said } from "./steps.ts";

let exchange: TestExchange;
let browser: Browser;
let publisher: TestAgent;
let advertiser: TestAgent;
let campaignId: string;

beforeAll(async () => {
  await ensureBundles([PAGES], () => undefined);
  exchange = await startExchange();
  browser = await launchBrowser();
  const { call } = exchange;
  publisher = await registerAgent(call, "publisher");
  advertiser = await registerAgent(call, "advertiser");
  await fundAgent(call, advertiser);
  const placement = await listTestPlacement(call, publisher, "cpc");
  campaignId = (await bookCampaign(call, advertiser, placement)).campaignId;
});

afterAll(async () => {
  await browser?.close();
  await exchange?.close();
});

const open = (key: string) => openConsole(browser, { baseUrl: exchange.baseUrl, key });
const campaignPage = () => `${exchange.baseUrl}/console#campaigns?id=${campaignId}`;

test("a campaign is paused, topped up and resumed by dialogs that say what follows", async () => {
  const { page, context, troubles } = await open(advertiser.key);
  await page.goto(campaignPage());
  await page.getByRole("button", { name: "Pause" }).click();
  const dialog = page.getByRole("dialog", { name: "Pause this campaign" });
  await dialog.getByText("stay in escrow", { exact: false }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await act(page, "Pause");
  await said(page, "The campaign is paused.");
  await act(page, "Top up", { "Credits to add": "50" });
  await said(page, "The budget is larger.");
  await act(page, "Resume");
  await said(page, "The campaign is active.");
  const { body } = await exchange.call("get_campaign", { campaignId }, advertiser.key);
  expect(body).toMatchObject({ status: "active", budgetCredits: 550 });
  expect(troubles).toEqual([]);
  await context.close();
});

test("a refused change is explained in its dialog and changes nothing", async () => {
  const { page, context } = await open(advertiser.key);
  await page.goto(campaignPage());
  await act(page, "Top up", { "Credits to add": "9000000" });
  const alert = page.getByRole("dialog").getByRole("alert");
  await alert.getByText("insufficient_credits").waitFor();
  const { body } = await exchange.call("get_campaign", { campaignId }, advertiser.key);
  expect(body).toMatchObject({ budgetCredits: 550 });
  await context.close();
});

test("a coupon is added, paused and resumed; a message reaches the other side", async () => {
  const { page, context } = await open(advertiser.key);
  await page.goto(campaignPage());
  await act(page, "Add coupon", {
    Code: "PAN10",
    "Instructions for the chat model": "Mention code PAN10 for free shipping.",
    Discount: "free_shipping",
  });
  await said(page, "The coupon is active.");
  await act(page, "Write a message", { Message: "Is the sidebar live?" });
  await said(page, "The message is sent.");
  await go(page, "Coupons");
  await page.getByRole("row", { name: "PAN10" }).getByRole("button", { name: "Pause" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("row", { name: "PAN10" }).getByText("paused").waitFor();
  await context.close();

  const other = await open(publisher.key);
  await other.page.goto(campaignPage());
  await other.page.getByRole("cell", { name: "Is the sidebar live?" }).waitFor();
  await other.context.close();
});

test("a placement is added, edited and paused", async () => {
  const { page, context } = await open(publisher.key);
  await go(page, "Placements");
  await act(page, "Add placement", {
    Title: "Beside recipes",
    Description: "Beside recipes and kitchen questions.",
    "Ad unit": "cpm",
    "Rate, credits": "300",
  });
  await said(page, "The placement is listed.");
  const row = page.getByRole("row", { name: "Beside recipes" });
  await row.getByText("300.00 cr").waitFor();
  await row.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByLabel("Rate, credits").fill("310");
  await page.getByRole("dialog").getByRole("button", { name: "Edit", exact: true }).click();
  await row.getByText("310.00 cr").waitFor();
  await row.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause", exact: true }).click();
  await row.getByText("paused").waitFor();
  await context.close();
});

test("a key with fewer rights is shown once and can be revoked; the own one cannot", async () => {
  const { page, context } = await open(publisher.key);
  await go(page, "Keys");
  await act(page, "Create key", { Rights: "report" });
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^rk_live_/).waitFor();
  await dialog.getByLabel("I have stored it").check();
  await dialog.getByRole("button", { name: "Close" }).click();
  const made = page.getByRole("row", { name: "deliver and report" });
  await made.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
  await made.waitFor({ state: "detached" });
  const own = page.getByRole("row", { name: "everything" }).getByRole("button");
  expect(await own.isDisabled()).toBe(true);
  await context.close();
});

test("credits are bought on the checkout page, for the pack that was chosen", async () => {
  const { page, context } = await open(advertiser.key);
  await act(page, "Buy credits", { Pack: "builder" });
  const link = page.getByRole("dialog").getByRole("link", { name: "Pay $50.00" });
  const address = (await link.getAttribute("href")) ?? "";
  expect(address).toMatch(/\/checkout\/ord_/);
  await context.close();
  const checkout = await browser.newContext({ bypassCSP: true });
  const tab = await checkout.newPage();
  await tab.goto(address);
  const isWhole = async (state: string, heading: string) => {
    await tab.getByRole("heading", { level: 1, name: heading }).waitFor();
    const keep = (look: string) => photograph(tab, "checkout", `${state}-${look}`);
    expect(await lookFindings(tab, keep), state).toEqual([]);
  };
  await isWhole("open", "Buy 5,000 credits");
  await tab.getByRole("button", { name: "Pay $50.00" }).press("Enter");
  await isWhole("paid", "Paid");
  const orderId = address.split("/").at(-1) ?? "";
  for (const { state, change, query = "", heading } of OTHER_STATES) {
    await setOrder(orderId, change);
    await tab.goto(`${address}${query}`);
    await isWhole(state, heading);
  }
  await checkout.close();
});

/** What the provider's messages and time bring about. */
const OTHER_STATES: readonly { state: string; change: string; query?: string; heading: string }[] =
  [
    { state: "reversed", change: "status = 'reversed', reversed = credits", heading: "reversed" },
    {
      state: "canceled",
      change: "status = 'open', reversed = 0, paid_at = null",
      query: "?canceled=1",
      heading: "Buy 5,000 credits",
    },
    { state: "expired", change: "expires_at = created_at", heading: "expired" },
  ];

async function setOrder(orderId: string, change: string): Promise<void> {
  const client = new pg.Client({ connectionString: exchange.databaseUrl });
  await client.connect();
  await client.query(`update credit_order set ${change} where id = $1`, [uuidFromId(orderId)]);
  await client.end();
}

test("a link away asks first and stores the key only on request", async () => {
  const { page, context } = await open(advertiser.key);
  const docs = page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Docs" });
  const dialog = page.getByRole("dialog", { name: "Leave the console?" });
  const stored = () => page.evaluate("JSON.stringify({ ...sessionStorage })");
  await docs.click();
  await dialog.waitFor();
  for (const look of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: look });
    expect(await axeFindings(page)).toEqual([]);
    await photograph(page, "console", `leave-${look}`);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await photograph(page, "console", "leave-360");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await go(page, "Keys");
  await docs.click();
  await dialog.getByRole("button", { name: "Leave without the key" }).click();
  await page.waitForURL("**/docs");
  expect(await stored()).not.toContain(advertiser.key);
  await context.close();

  const again = await open(advertiser.key);
  await again.page.getByRole("link", { name: "Explore" }).click();
  await again.page.getByRole("button", { name: "Keep the key in this tab and leave" }).click();
  await again.page.waitForURL("**/explore");
  await again.page.getByRole("link", { name: "Console" }).click();
  await again.page.getByRole("navigation", { name: "Views" }).waitFor();
  await again.page.getByRole("link", { name: "Docs" }).click();
  await again.page.waitForURL("**/docs");
  await again.context.close();
});
