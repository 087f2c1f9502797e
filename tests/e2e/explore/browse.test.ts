import type { Browser, Page, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBundles, PAGES } from "../../../server/src/wiring/bundles.ts";
import { launchBrowser } from "../../setup/browser.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { lookFindings } from "../../setup/looks.ts";
import { axeFindings, openPage, photograph } from "../../setup/page.ts";
import { playShop, rows, SHOP, titles } from "./catalogue.ts";

const LIGHT = { currency: "USD", price: 20, link: `${SHOP}/p`, ratingCount: 9, rating: 4.5 };
const LIGHTS = [
  { ...LIGHT, id: "bike-1", title: "Zzbeam rear light", category: "Zzcycling > Lights" },
  { ...LIGHT, id: "bike-2", title: "Zzbeam front light", category: "Zzcycling > Lights" },
  { ...LIGHT, id: "camp-1", title: "Zzbeam headlamp", category: "Zzcamping > Lights" },
  { ...LIGHT, id: "bell-1", title: "Zzbeam bell", category: "Zzcycling > Bells" },
].map((row, at) => ({ ...row, availability: at === 0 ? "out_of_stock" : "in_stock" }));

let exchange: TestExchange;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  await ensureBundles([PAGES], () => undefined);
  [exchange, browser] = await Promise.all([startExchange(), launchBrowser()]);
  await exchange.loadProducts("shop", [...rows(300, exchange.baseUrl), ...LIGHTS]);
  page = await open("");
});

afterAll(async () => {
  await browser?.close();
  await exchange?.close();
});

async function open(search: string, look = {}): Promise<Page> {
  const opened = await openPage(browser, `${exchange.baseUrl}/healthz`, look);
  await playShop(opened.context);
  opened.page.setDefaultTimeout(8_000);
  await opened.page.goto(`${exchange.baseUrl}/explore${search}`);
  return opened.page;
}

const go = (search: string) => page.goto(`${exchange.baseUrl}/explore${search}`);
const searchOf = (at: Page) => decodeURIComponent(new URL(at.url()).search).replaceAll("+", " ");
const words = () => page.getByRole("combobox", { name: "What are you looking for?" });

describe("facets", () => {
  test("Lights under Cycling are no headlamps, and what is sold out comes last", async () => {
    await go("?q=zzbeam");
    await page.getByRole("link", { name: /^Zzcycling 3/ }).click();
    await page.getByRole("link", { name: /^Lights 2/ }).click();
    await page.getByText("2 results for").waitFor();
    expect(searchOf(page)).toBe("?q=zzbeam&category=Zzcycling > Lights");
    expect(await titles(page)).toEqual(["Zzbeam front light", "Zzbeam rear light"]);
    await page.getByRole("link", { name: "Remove Zzcycling › Lights" }).click();
    await page.getByText("4 results for").waitFor();
  });

  test("each choice leaves as many products as it says", async () => {
    await go("?category=Lighting");
    const choices = await page.locator(".choice:not([aria-current])").evaluateAll((all) =>
      all.map((choice) => ({
        href: choice.getAttribute("href") ?? "",
        count: choice.querySelector(".soft")?.firstChild?.textContent ?? "",
      })),
    );
    expect(choices.length).toBeGreaterThan(5);
    for (const { href, count } of choices) {
      const text = await (await fetch(`${exchange.baseUrl}${href}`)).text();
      expect(text, href).toMatch(new RegExp(`>(1–48 of )?${count} results?`));
    }
  });
});

test("suggestions are chosen by keyboard, and a slip of the keys is noticed", async () => {
  await go("");
  // What is suggested for fewer letters may still be on its way, and begins the list anew.
  const isAnswer = (response: Response) => /[?&]q=table(?:\+|%20)la(?:&|$)/.test(response.url());
  const answered = page.waitForResponse(isAnswer);
  await words().pressSequentially("table la");
  await answered;
  const option = page.getByRole("option", { name: /^table lamp/ });
  await option.waitFor();
  await page.keyboard.press("ArrowDown");
  expect(await words().getAttribute("aria-activedescendant")).toBe("suggestion-0");
  expect(await option.getAttribute("aria-selected")).toBe("true");
  await photograph(page, "explore", "suggestions");
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect.poll(() => searchOf(page)).toBe("?q=table lamp");
  expect(await words().getAttribute("aria-expanded")).toBe("false");
  await words().fill("electric kettel");
  await page.locator(".spelling a", { hasText: "electric kettle" }).click();
  await expect.poll(() => words().inputValue()).toBe("electric kettle");
  await page.getByText("Did you mean").waitFor({ state: "detached" });
});

test("a quick view opens by mouse and keyboard, has an address, gives the focus back", async () => {
  await go("?q=zzbeam");
  const opener = page.getByRole("link", { name: "Quick view of Zzbeam bell" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Zzbeam bell" });
  await dialog.waitFor();
  expect(searchOf(page)).toBe("?q=zzbeam&product=bell-1");
  expect(await dialog.getByRole("link", { name: /^View at the shop/ }).getAttribute("rel")).toBe(
    "sponsored noopener noreferrer",
  );
  expect(await axeFindings(page)).toEqual([]);
  await photograph(page, "explore", "quick-view");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(searchOf(page)).toBe("?q=zzbeam");
  await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  await page.evaluate("history.back()");
  await dialog.waitFor({ state: "detached" });
  // A shared address opens it over another list, too.
  await go("?q=lamp&product=bell-1");
  await dialog.waitFor();
});

test("where nothing fits, nothing is shown; a kind that is understood is named", async () => {
  await go("?q=lamp&maxPrice=0.5");
  await page.getByRole("link", { name: "See products of the kind “lamp”" }).waitFor();
  expect(await page.locator(".card").count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await go("?q=help i can't pay my debts anymore");
  await page.getByRole("heading", { name: "These words name no product" }).waitFor();
  // Nothing to sort, and nothing that a filter could leave.
  expect(await page.locator(".card, .sort, .filters").count()).toBe(0);
  await go("?q=how can I lose weight fast, I hate my body");
  await page.getByRole("heading", { name: "These words name no product" }).waitFor();
  expect(await page.locator(".card, .chips a").count()).toBe(0);
});

test("everything works without a script, and nothing moves when it starts", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  plain.setDefaultTimeout(8_000);
  await plain.goto(`${exchange.baseUrl}/explore?category=Zzcycling`);
  await plain.getByText("3 results").waitFor();
  await plain.getByRole("combobox", { name: /looking/ }).fill("zzbeam");
  await plain.getByLabel("Sort by").selectOption("popularity");
  await plain.getByRole("button", { name: "Search" }).click();
  await plain.getByText("3 results for").waitFor();
  expect(new URL(plain.url()).searchParams.get("sort")).toBe("popularity");
  await plain.getByRole("link", { name: "Quick view of Zzbeam bell" }).click();
  await plain.getByRole("dialog", { name: "Zzbeam bell" }).waitFor();
  await context.close();
  const shifts = `new Promise((done) => new PerformanceObserver((list) => {
    done(list.getEntries().reduce((sum, { value }) => sum + value, 0));
  }).observe({ type: "layout-shift", buffered: true }) ?? setTimeout(done, 500, 0))`;
  const scripted = await open("?q=lamp");
  await scripted.waitForLoadState("networkidle");
  expect(await scripted.evaluate(shifts)).toBe(0);
  await scripted.context().close();
});

test.each([
  { name: "list", search: "?q=lamp&category=Lighting" },
  { name: "nothing", search: "?q=lamp&maxPrice=0.5" },
  { name: "quick", search: "?q=lamp&product=bell-1" },
])("the $name is whole in every look, and axe finds nothing", async ({ name, search }) => {
  const at = await open(search);
  const keep = (look: string) => photograph(at, "explore", `browse-${name}-${look}`);
  expect(await lookFindings(at, keep)).toEqual([]);
  await at.context().close();
});
