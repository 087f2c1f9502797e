import type { Browser, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { productListSchema } from "../../../server/src/contract/resources/product.ts";
import { ensureBundles, PAGES } from "../../../server/src/wiring/bundles.ts";
import { launchBrowser } from "../../setup/browser.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import {
  axeFindings,
  type Look,
  openPage,
  overflowOf,
  photograph,
  someLooks,
  type WatchedPage,
} from "../../setup/page.ts";
import { MARKUP, playShop, rows, SHOP, TURNED, titles } from "./catalogue.ts";

/** Letters that follow each other faster are asked about together. **Units** ms. */
const PACE_MS = 60;
const FIRST_PAGE = /^1–48 of 1,8\d\d results$/;
const LIST = "/api/public/shopfeed-products";

let exchange: TestExchange;
let browser: Browser;
let session: WatchedPage;

beforeAll(async () => {
  await ensureBundles([PAGES], () => undefined);
  [exchange, browser] = await Promise.all([startExchange(), launchBrowser()]);
  await exchange.loadProducts("shop", rows(1_800, exchange.baseUrl));
  session = await openNew();
});

afterAll(async () => {
  await browser?.close();
  await exchange?.close();
});

/** Opens the explorer with the shop's pictures to be had; nothing was asked of the shop before. */
async function openNew(look?: Look): Promise<WatchedPage> {
  const opened = await openPage(browser, `${exchange.baseUrl}/healthz`, look);
  opened.page.setDefaultTimeout(8_000);
  await playShop(opened.context);
  return opened;
}

/** One window for all stories: opening another takes longer than most of them. */
async function open(address = "", given: WatchedPage = session) {
  const { page } = given;
  await page.goto(`${exchange.baseUrl}/explore${address}`);
  const words = page.getByRole("combobox", { name: "What are you looking for?" });
  return { ...given, words, count: page.getByRole("status") };
}

afterEach(async () => {
  await session.page.unrouteAll({ behavior: "ignoreErrors" });
  await session.context.setOffline(false);
  session.troubles.length = 0;
});

const pathOf = (page: Page) => page.url().slice(exchange.baseUrl.length);
const wordsOf = (route: Route) => new URL(route.request().url()).searchParams.get("q") ?? "";

describe("searching", () => {
  test("asks with each letter in the same turn of the event loop, and draws one list", async () => {
    const { page, words, count } = await open();
    await count.getByText(FIRST_PAGE).waitFor();
    await words.focus();
    await page.evaluate(`
      globalThis.asked = [];
      globalThis.drawn = 0;
      let isSameTurn = false;
      addEventListener("input", () => {
        isSameTurn = true;
        setTimeout(() => { isSameTurn = false; });
      }, true);
      const { fetch } = globalThis;
      globalThis.fetch = (address, options) => {
        asked.push([new URL(address, location).searchParams.get("q"), isSameTurn]);
        return fetch(address, options);
      };
      new MutationObserver(([change]) => {
        if (change.target.ariaBusy === "false") drawn += 1;
      }).observe(document.querySelector("section.results"), { attributeFilter: ["aria-busy"] });
    `);
    const word = "lampshade";
    for (const [index, letter] of [...word].entries()) {
      await page.keyboard.press(letter);
      await expect.poll(() => page.evaluate("drawn")).toBe(index + 1);
      await page.waitForTimeout(PACE_MS);
    }
    const expected = [...word].map((_, index) => [word.slice(0, index + 1), true]);
    expect(await page.evaluate("asked")).toEqual(expected);
    await words.fill("lamp");
    await count.getByText("for “lamp”").waitFor();
    expect((await titles(page)).length).toBeGreaterThan(0);
  });

  test("never lets an older answer replace a newer one", async () => {
    const { page, words, count } = await open();
    await count.getByText(FIRST_PAGE).waitFor();
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let oldIsOver: Promise<void> | undefined;
    await page.route(`**${LIST}*`, async (route) => {
      if (wordsOf(route) !== "pan") return route.continue();
      const response = await route.fetch();
      oldIsOver = held.then(() => route.fulfill({ response }).catch(() => undefined));
    });
    const asked = page.waitForRequest((request) => request.url().includes("q=pan"));
    await words.fill("pan");
    await asked;
    await words.fill("zzreduced");
    await count.getByText("2 results for “zzreduced”").waitFor();
    letGo();
    await expect.poll(() => oldIsOver !== undefined).toBe(true);
    await oldIsOver;
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
    expect((await titles(page)).sort()).toEqual(["Zzreduced pan", "Zzreduced pot"]);
  });

  test("says what it read in the words, and filters and orders by hand", async () => {
    const { page, words } = await open();
    await words.fill("kitchen under $40");
    await page.getByRole("link", { name: "Remove Under $40" }).click();
    await expect.poll(() => words.inputValue()).toBe("kitchen");
    await words.fill("lamp, not zzreduced, best rated");
    await page.getByRole("link", { name: "Remove Not zzreduced" }).click();
    await expect.poll(() => pathOf(page)).not.toContain("exclude");
    await words.fill("");
    await page.getByLabel("Sort by").selectOption("price_asc");
    await page.getByRole("link", { name: /^30% off or more/ }).click();
    await page.getByRole("link", { name: /^In stock only/ }).click();
    await page.getByLabel("Price from, $").fill("20");
    await expect
      .poll(() => pathOf(page))
      .toBe("/explore?inStockOnly=true&minDiscountPercent=30&minPrice=20&sort=price_asc");
    await page.locator("section[aria-busy=false]").waitFor();
    const percents = await page.locator(".discount").allTextContents();
    const prices = await page.locator(".price b").allTextContents();
    expect(percents.length).toBe(prices.length);
    for (const percent of percents) expect(Number.parseInt(percent, 10)).toBeGreaterThan(29);
    const amounts = prices.map((price) => Number(price.replace(/[$,]/g, "")));
    expect(amounts).toEqual([...amounts].sort((one, other) => one - other));
    expect(amounts[0]).toBeGreaterThanOrEqual(20);
    await page.getByLabel("to, $").fill("10,5");
    await page.getByText("Write a price as a number").waitFor();
    await page.getByLabel("to, $").fill("10");
    await page.getByText("The lowest price is above the highest.").waitFor();
    await page.getByRole("heading", { name: "No products match these filters" }).waitFor();
    await page.getByRole("link", { name: "Clear filters" }).last().click();
    await expect.poll(() => pathOf(page)).toBe("/explore?sort=price_asc");
  });

  test("keeps its state in the address: shared, turned and gone back", async () => {
    const { page, words, count } = await open("?category=Kitchen&sort=price_desc");
    await count.getByText(/results/).waitFor();
    const chosen = page.getByRole("link", { name: "Remove Kitchen" });
    await chosen.waitFor();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await count.getByText(FIRST_PAGE).waitFor();
    await page.getByRole("link", { name: "Next" }).click();
    await count.getByText(/^49–96 of 1,8\d\d results$/).waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe("results-title");
    await words.pressSequentially("lamp");
    await expect.poll(() => pathOf(page)).toBe("/explore?q=lamp&sort=price_desc");
    expect(await page.title()).toBe("lamp · Explore · Placard");
    // Four letters were one step.
    await page.evaluate("history.back()");
    await count.getByText(/^49–96 of 1,8\d\d results$/).waitFor();
    expect(await words.inputValue()).toBe("");
    await page.evaluate("history.back()");
    await count.getByText(FIRST_PAGE).waitFor();
    await page.evaluate("history.back()");
    await chosen.waitFor();
    await page.evaluate("history.forward()");
    await expect.poll(() => pathOf(page)).toBe("/explore?sort=price_desc");
  });
});

describe("a card", () => {
  test("has its label before its one way out, which is tracked and marked", async () => {
    const { page, count } = await open("?q=pan");
    await count.getByText(/results?/).waitFor();
    const cards = await page.locator(".card").evaluateAll((all) =>
      all.map((card) => {
        const label = card.querySelector(".label");
        const [link, ...more] = card.querySelectorAll<HTMLAnchorElement>("a[rel]");
        if (label === null || link === undefined) return null;
        const isBefore = label.compareDocumentPosition(link) === Node.DOCUMENT_POSITION_FOLLOWING;
        const { pathname, origin } = new URL(link.href);
        const isHop = origin === location.origin && pathname.startsWith("/r/");
        const isSeen = label.checkVisibility() && label.textContent?.startsWith("Ad · ");
        return [isBefore, isHop, isSeen, link.target, link.rel, more.length];
      }),
    );
    expect(cards.length).toBeGreaterThan(0);
    const right = [true, true, true, "_blank", "sponsored noopener noreferrer", 0];
    for (const card of cards) expect(card).toEqual(right);
    const popup = page.context().waitForEvent("page");
    await page.locator(".card").first().click();
    const landing = await popup;
    await landing.waitForURL(`${SHOP}/**`);
    await landing.close();
  });

  test("with a link that is no hop is not shown at all", async () => {
    const { page } = await open("?q=nothing-to-see");
    await page.route(`**${LIST}*`, async (route) => {
      const address = `${exchange.baseUrl}${LIST}?q=pan&limit=3`;
      const list = productListSchema.parse(await (await fetch(address)).json());
      const [good, ...bad] = list.items;
      const links = [`${SHOP}/pan`, "javascript:alert(1)"];
      const items = bad.map((item, index) => ({ ...item, clickUrl: links[index] }));
      await route.fulfill({ json: { ...list, items: [good, ...items] } });
    });
    await page.getByRole("link", { name: "See all products" }).click();
    await expect.poll(() => page.locator(".card").count()).toBe(1);
  });

  test("has hostile names as text, a drawing for a lost picture, no false discount", async () => {
    const { page, words, count, troubles } = await open("?q=zzhostile");
    await count.getByText("2 results for “zzhostile”").waitFor();
    expect((await titles(page)).sort()).toEqual([MARKUP, TURNED].sort());
    const turned = page.locator(".card", { hasText: TURNED });
    expect(await turned.locator(".title bdi[dir=auto]").count()).toBe(1);
    expect(await page.locator(".card img").count()).toBe(2);
    expect(troubles).toEqual([]);
    await photograph(page, "explore", "hostile");
    await words.fill("zzbroken");
    await page.locator(".card .picture svg").waitFor();
    expect(await page.locator(".card img").count()).toBe(0);
    await words.fill("zzreduced");
    await count.getByText("2 results for “zzreduced”").waitFor();
    expect(await page.locator(".discount").allTextContents()).toEqual(["20% off"]);
    expect(await page.locator(".card s").count()).toBe(1);
  });
});

test("the keyboard alone searches, walks the cards and comes back", async () => {
  const { page, words, count } = await open("?q=lamp");
  await count.getByText(/results?/).waitFor();
  const focusedCard = () =>
    page.evaluate(
      "[...document.querySelectorAll('.card .title a')].indexOf(document.activeElement)",
    );
  const press = (key: string) => page.keyboard.press(key);
  await press("/");
  expect(await words.evaluate((field) => field === document.activeElement)).toBe(true);
  await press("ArrowDown");
  await press("ArrowRight");
  expect(await focusedCard()).toBe(1);
  await press("ArrowDown");
  // Beside the filters stand four cards in a row.
  expect(await focusedCard()).toBe(5);
  await press("ArrowUp");
  await press("Home");
  expect(await focusedCard()).toBe(0);
  const popup = page.context().waitForEvent("page");
  await press("Enter");
  await (await popup).close();
  await press("ArrowUp");
  expect(await words.evaluate((field) => field === document.activeElement)).toBe(true);
  await press("Escape");
  expect(await words.inputValue()).toBe("");
  await count.getByText(FIRST_PAGE).waitFor();
  await words.fill("a/b");
  expect(await words.inputValue()).toBe("a/b");
  await press("Escape");
  expect(await words.inputValue()).toBe("");
  await count.getByText(FIRST_PAGE).waitFor();
  await press("Tab");
  expect(await page.evaluate("document.activeElement.closest('#filters') !== null")).toBe(true);
});

describe("without products", () => {
  test("says kindly that nothing fits, waits for a loading catalogue, and repeats", async () => {
    const { page, words, count } = await open("?q=qqqqqqqq");
    await page.getByRole("heading", { name: "No products match these words" }).waitFor();
    await photograph(page, "explore", "empty");
    let isPending = true;
    await page.route(`**${LIST}*`, async (route) => {
      if (!isPending) return route.continue();
      isPending = false;
      const response = await route.fetch();
      const none = { status: "feed_pending", items: [], hasMore: false };
      await route.fulfill({ json: { ...(await response.json()), ...none } });
    });
    await words.fill("zzreduced");
    await page.getByRole("heading", { name: "still being loaded" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await photograph(page, "explore", "pending");
    await count.getByText("2 results for “zzreduced”").waitFor();
  });

  test("says what went wrong, and goes on when it can", async () => {
    const { page, words, count, context } = await open("?q=pan");
    await count.getByText(/results?/).waitFor();
    await context.setOffline(true);
    await words.fill("zzreduced");
    await page.getByRole("alert").getByText("You are offline.").waitFor();
    expect(await page.locator(".card").count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await photograph(page, "explore", "offline");
    await context.setOffline(false);
    await count.getByText("2 results for “zzreduced”").waitFor();
    let isBroken = true;
    await page.route(`**${LIST}*`, (route) =>
      isBroken ? route.fulfill({ status: 502, body: "Bad gateway" }) : route.continue(),
    );
    await words.fill("pan");
    await page.getByRole("alert").getByText("The exchange answered 502.").waitFor();
    isBroken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await count.getByText("for “pan”").waitFor();
  });
});

describe("the look", () => {
  const looks = [
    { name: "light", look: { colorScheme: "light", width: 1280 } },
    { name: "dark", look: { colorScheme: "dark", width: 1440 }, isLong: true },
    { name: "phone", look: { colorScheme: "light", width: 360, height: 780 }, isLong: true },
    { name: "phone-dark", look: { colorScheme: "dark", width: 360, height: 780 } },
  ] as const;
  test.each(someLooks(looks))(
    "in $name has nothing clipped and nothing axe would report",
    async (given) => {
      const { page, context, count, outside, troubles } = await open(
        "?q=desk%20lamp%2C%20not%20glass%2C%20under%20%24300",
        await openNew(given.look),
      );
      await count.getByText(/results?/).waitFor();
      const opener = page.getByRole("button", { name: "Filters" });
      const isPhone = given.look.width === 360;
      if (isPhone) await opener.click();
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      await page.locator(".card img").first().scrollIntoViewIfNeeded();
      await photograph(page, "explore", given.name);
      if (isPhone) await opener.click();
      else {
        await page.setViewportSize({ width: 768, height: 900 });
        expect(await overflowOf(page)).toBe(0);
        await photograph(page, "explore", `${given.name}-768`);
      }
      // Only pictures, and none of the exchange's pages says where they are shown.
      for (const address of outside)
        expect(address).toMatch(/^https:\/\/shop\.example\.com\/shop\/img/);
      expect(troubles).toEqual([]);
      await context.close();
    },
  );
});
