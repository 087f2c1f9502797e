import { readFile } from "node:fs/promises";
import pg from "pg";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidFromId } from "../../../server/src/contract/ids.ts";
import { ensureBundles, PAGES } from "../../../server/src/wiring/bundles.ts";
import {
  bookCampaign,
  deliverOnce,
  fundAgent,
  listTestPlacement,
  registerAgent,
  type TestAgent,
} from "../../setup/agents.ts";
import { launchBrowser } from "../../setup/browser.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { lookFindings } from "../../setup/looks.ts";
import { axeFindings, type Look, openPage, photograph } from "../../setup/page.ts";
import { act, go, openConsole, said } from "./steps.ts";

/** What somebody hostile would call a thing: a formula, markup, and text that turns round. */
const FORMULA = "=cmd|' /C calc'!A0";
const MARKUP = "<img src=x onerror=alert(1)>";
const TURNED = "\u202egnp.exe";

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
  // Such a name is refused today; the page must bear one that is there already.
  const name = "update agent set display_name = $2 where id = $1";
  await change(name, [uuidFromId(publisher.agentId), `${MARKUP} ${TURNED}`]);
  advertiser = await registerAgent(call, "both", FORMULA);
  await fundAgent(call, advertiser);
  const placement = await listTestPlacement(call, publisher, "cpc", { title: `${FORMULA} title` });
  const campaign = await bookCampaign(call, advertiser, placement);
  campaignId = campaign.campaignId;
  for (let count = 0; count < 3; count += 1) {
    const { deliveryId } = await deliverOnce(call, publisher, campaignId);
    await call("report_impression", { campaignId, deliveryId }, publisher.key);
    await call("report_click", { campaignId, deliveryId }, publisher.key);
  }
  await call("register_postback", { url: "https://example.com/hooks" }, advertiser.key);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.close();
});

/** What no tool changes. */
async function change(statement: string, values: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: exchange.databaseUrl });
  await client.connect();
  await client.query(statement, [...values]);
  await client.end();
}

const open = (key: string, look?: Look) =>
  openConsole(browser, { baseUrl: exchange.baseUrl, key }, look);

describe("the gate", () => {
  test("refuses what is no key by itself, and a wrong key in the exchange's words", async () => {
    const { page, context } = await openPage(browser, `${exchange.baseUrl}/console`);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") asked.push(request.url());
    });
    await page.getByLabel("API key of the agent").fill("hello");
    await page.getByRole("button", { name: "Open the console" }).click();
    await page.getByRole("alert").getByText("This is not a key.").waitFor();
    expect(asked).toEqual([]);
    await page.getByLabel("API key of the agent").fill(`rk_live_${"a".repeat(36)}`);
    await page.getByRole("button", { name: "Open the console" }).click();
    await page.getByRole("alert").getByText("key", { exact: false }).first().waitFor();
    expect(await page.getByRole("alert").innerText()).not.toContain("`");
    expect(asked.every((url) => url.endsWith("/api/agent"))).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await photograph(page, "console", "gate");
    await context.close();
  });

  test("keeps the key in memory alone: nothing is stored, and a reload asks again", async () => {
    const { page, context } = await open(advertiser.key);
    const stored = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.URL])",
    );
    expect(stored).not.toContain(advertiser.key);
    expect(await context.storageState()).toEqual({ cookies: [], origins: [] });
    await page.reload();
    await page.getByLabel("API key of the agent").waitFor();
    await context.close();
  });

  test("a tab that keeps the key opens again, until Lock deletes it", async () => {
    const { page, context } = await openPage(browser, `${exchange.baseUrl}/console#ledger`);
    await page.getByLabel("API key of the agent").fill(advertiser.key);
    await page.getByLabel("Keep the key in this tab").check();
    await page.getByRole("button", { name: "Open the console" }).click();
    await page.getByRole("heading", { level: 2, name: "Ledger" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 2, name: "Ledger" }).waitFor();
    await page.getByRole("button", { name: "Lock" }).click();
    await page.reload();
    await page.getByLabel("API key of the agent").waitFor();
    expect(await context.storageState()).toEqual({ cookies: [], origins: [] });
    await context.close();
  });

  test("Lock deletes the key", async () => {
    const { page, context } = await open(advertiser.key);
    await page.getByRole("button", { name: "Lock" }).click();
    expect(await page.getByLabel("API key of the agent").inputValue()).toBe("");
    await context.close();
  });
});

describe("the advertiser's console", () => {
  test("shows the balance and the spend of the ledger", async () => {
    const { page, context, outside, troubles } = await open(advertiser.key);
    await page.getByLabel("as advertiser").check();
    const balance = page.getByRole("region", { name: "Balance" });
    await balance.getByText("500.00 cr").first().waitFor();
    // Three clicks at the floor of 25 credits.
    await page.getByText("75.00 cr spent", { exact: false }).first().waitFor();
    expect(outside).toEqual([]);
    expect(troubles).toEqual([]);
    // Nothing is drawn where there is nothing: the same agent sells nothing as a publisher.
    await page.getByLabel("as publisher").check();
    await page.getByText("0.00 cr earned", { exact: true }).waitFor();
    expect(await page.getByText("As a table").count()).toBe(0);
    await context.close();
  });

  test("every chart says in a table what it draws", async () => {
    const { page, context } = await open(advertiser.key);
    await page.getByLabel("as advertiser").check();
    await page.getByText("75.00 cr spent", { exact: false }).first().waitFor();
    await page.getByText("As a table").first().click();
    const table = page.getByRole("table", { name: "spent, credits by time" });
    expect(await table.getByRole("row").count()).toBeGreaterThan(28);
    await table.getByRole("cell", { name: "75.00 cr", exact: true }).waitFor();
    await context.close();
  });

  test("opens a campaign with its days, conversions and postback log", async () => {
    const { page, context } = await open(advertiser.key);
    await page.getByLabel("as advertiser").check();
    await go(page, "Campaigns");
    await page.getByRole("link", { name: "Iron pans", exact: false }).first().click();
    await page.getByRole("heading", { name: "Conversions" }).waitFor();
    await page.getByRole("heading", { name: "Webhook log" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await context.close();
  });

  test("lists every ledger entry and filters by type", async () => {
    const { page, context } = await open(advertiser.key);
    await go(page, "Ledger");
    await page.getByRole("cell", { name: "escrow hold" }).first().waitFor();
    await page.getByLabel("Type").selectOption("credit_purchase");
    // The old rows go at once, and the new ones come with the answer: a head and one purchase.
    await page.getByRole("cell", { name: "escrow hold" }).first().waitFor({ state: "detached" });
    await page.getByRole("cell", { name: "credit purchase", exact: true }).first().waitFor();
    expect(await page.getByRole("row").count()).toBe(2);
    await context.close();
  });

  test("a secret stays until it is stored, whole in its dialog", async () => {
    const { page, context } = await open(advertiser.key);
    await go(page, "Webhooks");
    await act(page, "Test");
    await said(page, "A test message was sent.");
    await page.getByRole("button", { name: "Rotate secret" }).first().click();
    const dialog = page.getByRole("dialog");
    const isCut = () => dialog.evaluate((element) => element.scrollWidth > element.clientWidth);
    expect(await isCut()).toBe(false);
    await dialog.getByRole("button", { name: "Rotate secret" }).click();
    const secret = dialog.getByText(/^whsec_/);
    await secret.waitFor();
    expect(await isCut()).toBe(false);
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("Escape");
    await expect.poll(() => secret.isVisible()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    expect(await dialog.getByRole("button", { name: "Close" }).isDisabled()).toBe(true);
    await dialog.getByLabel("I have stored it").check();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByText(/whsec_/).waitFor({ state: "detached" });
    await said(page, "The secret is rotated.");
    await go(page, "Ledger");
    await page.getByText("The secret is rotated.").waitFor({ state: "detached" });
    await context.close();
  });

  test("a webhook of chosen types waits for the challenge of its test", async () => {
    const { page, context } = await open(advertiser.key);
    await page.getByLabel("as advertiser").check();
    await page.getByRole("link", { name: "Iron pans", exact: false }).first().click();
    await page.getByText("No messages about this campaign yet.", { exact: true }).waitFor();
    await go(page, "Webhooks");
    await page.getByRole("button", { name: "Add webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address").fill("https://example.com/clicks");
    const types = dialog.getByRole("group", { name: "Types" });
    await types.getByLabel("click recorded").check();
    await types.getByLabel("campaign exhausted").check();
    await types.getByLabel("impressions of a minute").check();
    expect(await axeFindings(page)).toEqual([]);
    await photograph(page, "console", "add-webhook");
    await dialog.getByRole("button", { name: "Add webhook" }).click();
    await dialog.getByLabel("I have stored it").check();
    await dialog.getByRole("button", { name: "Close" }).click();
    const row = page.getByRole("row", { name: "https://example.com/clicks" });
    await row.getByText("campaign exhausted, impressions of a minute, click recorded").waitFor();
    await row.getByText("waiting for the challenge").waitFor();
    await context.close();
    await change("update postback_endpoint set proven_at = now() where url = $1", [
      "https://example.com/clicks",
    ]);
    const again = await open(advertiser.key);
    await go(again.page, "Webhooks");
    await again.page
      .getByRole("row", { name: "https://example.com/clicks" })
      .getByText("active")
      .waitFor();
    await again.context.close();
  });

  test("explains in a tab of its own, so that the key stays", async () => {
    const { page, context } = await open(advertiser.key);
    await page.getByLabel("as advertiser").check();
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "What each reason means" }).first().click();
    const docs = await opened;
    await docs.getByRole("heading", { name: "Why a report was not charged" }).waitFor();
    expect(await docs.evaluate("window.opener")).toBe(null);
    await go(page, "Keys");
    await context.close();
  });
});

test.each(["advertiser", "publisher"] as const)(
  "the %s reads when, why and of which click an event was not billed",
  async (side) => {
    const { page, context } = await open(side === "publisher" ? publisher.key : advertiser.key);
    if (side === "advertiser") await page.getByLabel("as advertiser").check();
    await page.getByText("3 events counted and not paid for").waitFor();
    await page.getByRole("link", { name: "Iron pans", exact: false }).first().click();
    const table = page.getByRole("table", { name: "Events that were not billed" });
    const other = table.getByRole("row", { name: "the campaign pays for something else" });
    await other.nth(2).waitFor();
    expect(await other.first().textContent()).toContain("impression");
    expect(await other.first().textContent()).toContain("clk_");
    await context.close();
  },
);

describe("addresses", () => {
  test("each view has its own, with filters, and the way back leads through them", async () => {
    const { page, context } = await open(advertiser.key);
    await page.getByLabel("as advertiser").check();
    await go(page, "Ledger");
    await page.getByLabel("Type").selectOption("credit_purchase");
    await page.getByRole("cell", { name: "credit purchase", exact: true }).first().waitFor();
    expect(new URL(page.url()).hash).toBe("#ledger?side=advertiser&type=credit_purchase");
    await go(page, "Coupons");
    await page.goBack();
    await page.getByRole("heading", { level: 2, name: "Ledger" }).waitFor();
    expect(await page.getByLabel("Type").inputValue()).toBe("credit_purchase");
    await context.close();
  });

  test("a range of days is compared with as many before it", async () => {
    const { page, context } = await open(advertiser.key);
    await page.getByLabel("as advertiser").check();
    await page.getByRole("combobox", { name: "Time", exact: true }).selectOption("7");
    await page.getByText("Compared with the 7 days before.", { exact: false }).waitFor();
    await page.getByRole("figure").getByText("75.00 cr spent", { exact: false }).waitFor();
    await page.getByRole("combobox", { name: "Time", exact: true }).selectOption("own");
    await page.getByLabel("From", { exact: true }).fill("2021-01-01");
    await page.getByLabel("To", { exact: true }).fill("2021-01-03");
    await page.getByText("Compared with the 3 days before.", { exact: false }).waitFor();
    await page.getByText("Nothing was delivered in this time.", { exact: false }).waitFor();
    await context.close();
  });
});

describe("hostile names", () => {
  test("are text in the page: no markup, and their direction stays inside", async () => {
    const { page, context, troubles } = await open(publisher.key);
    const title = page.getByRole("heading", { level: 1 });
    expect(await title.textContent()).toBe(`${MARKUP} ${TURNED}`);
    expect(await title.locator("bdi[dir=auto]").count()).toBe(1);
    expect(await page.locator("img").count()).toBe(0);
    await go(page, "Placements");
    await page.getByText(FORMULA, { exact: false }).first().waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  test("cannot calculate in the downloaded CSV", async () => {
    const { page, context } = await open(publisher.key);
    await page.getByText("cr earned", { exact: false }).first().waitFor();
    const save = async () => {
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download CSV" }).first().click();
      const download = await downloading;
      expect(download.suggestedFilename()).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.csv$/);
      const text = await readFile(await download.path(), "utf8");
      for (const cell of text.split(/[,\r\n]+/)) expect(cell).not.toMatch(/^"?[=@\t]/);
      return text;
    };
    expect((await save()).split(/\r?\n/).length).toBeGreaterThan(28);
    await go(page, "Placements");
    expect(await save()).toContain(`'${FORMULA} title`);
    await context.close();
  });
});

/** The views of each side; the publisher's are those that show it something else. */
const SIDES = {
  advertiser: ["Overview", "Campaigns", "Coupons", "Ledger", "Webhooks", "Keys"],
  publisher: ["Overview", "Placements", "Campaigns", "Cashouts"],
} as const;

test.each(["advertiser", "publisher"] as const)(
  "every view of the %s is whole in every look, and axe finds nothing",
  async (side) => {
    const { key } = side === "advertiser" ? advertiser : publisher;
    const { page, context, outside, troubles } = await open(key);
    if (side === "advertiser") await page.getByLabel("as advertiser").check();
    await page
      .getByText(/\d cr (spent|earned)/)
      .first()
      .waitFor();
    for (const view of SIDES[side]) {
      await page.getByRole("link", { name: view, exact: true }).first().click();
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await page.locator(".skeleton").waitFor({ state: "detached" });
      if (view === "Campaigns") {
        await page.getByRole("table").getByRole("link").first().click();
        await page.getByRole("heading", { level: 3, name: "Messages" }).waitFor();
        await page.locator(".skeleton").first().waitFor({ state: "detached" });
      }
      const name = `${side}-${view.toLowerCase()}`;
      const keep = (look: string) => photograph(page, "console", `${name}-${look}`);
      expect(await lookFindings(page, keep), view).toEqual([]);
    }
    expect(outside).toEqual([]);
    expect(troubles).toEqual([]);
    await context.close();
  },
  120_000,
);

test("the keyboard alone opens the console and reaches a chart's table", async () => {
  const { page, context } = await openPage(browser, `${exchange.baseUrl}/console`);
  await page.getByLabel("API key of the agent").focus();
  await page.keyboard.type(publisher.key);
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Views" }).waitFor();
  await page.locator("summary").first().waitFor();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate("document.activeElement.tagName")) === "SUMMARY") break;
  }
  await page.keyboard.press("Enter");
  await page.getByRole("table").first().waitFor();
  await context.close();
});
