import { readFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../../setup/browser.ts";
import { lookFindings } from "../../setup/looks.ts";
import { overflowOf, shiftsOf, someLooks } from "../../setup/page.ts";
import { makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import { FAULTS, type FaultCase } from "./faults.ts";
import {
  answered,
  askForCards,
  askUntilFast,
  axeFindings,
  cards,
  expectClean,
  openDemo,
  openView,
  photograph,
  send,
  sidebarSays,
  stepWith,
} from "./page.ts";
import { hidesAndReloads, isNotBilled, leadsOn, stopsAndRetries } from "./reader.ts";
import { type RunningDemo, runDemo } from "./running-demo.ts";
import { PLANS } from "./units.ts";

/** Source: issue of the QA console; without the widget. **Units** bytes, brotli. */
const SCRIPT_MAX = 60_000;
/** Of the layout, as browsers measure it. */
const SHIFT_MAX = 0.02;
const REPLAYS = 20;
/** No recipe has more calls. */
const CLICKS_MAX = 40;

/** Enough to see each kind of thing in a look. */
const SOME_VIEWS = ["What happened", "Money", "Faults"];
const VIEWS = [
  "Try this first",
  "What happened",
  "Money",
  "Faults",
  "Settings",
  "Recipes",
  "Postbacks",
  "Record and replay",
];

let browser: Browser;
let dataDir: string;
let demo: RunningDemo;

beforeAll(async () => {
  dataDir = await makeTestFolder();
  [browser, demo] = await Promise.all([
    launchBrowser(),
    runDemo(dataDir, { DEMO_PRODUCTS: "1500" }),
  ]);
  await demo.ready();
  expect(demo.errors()).toBe("");
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
  await removeTestFolder(dataDir);
});

const open = (query = "", look = {}) => openDemo(browser, demo.url, look, query);
const asking = (text: string) => `ask=${encodeURIComponent(text)}`;

async function expectContained({ query, ask, sidebar, timeline, more }: FaultCase) {
  const question = ask ?? PLANS.cpd.ask;
  const { page, context, outside } = await open(`?view=timeline&${query}&${asking(question)}`);
  await askUntilFast(page, question, sidebar);
  expect(await sidebarSays(page)).toMatch(sidebar);
  expect(await page.locator(".faults-on").innerText()).toMatch(/^Broken on purpose: /);
  for (const words of timeline) await stepWith(page, words).first().waitFor();
  await more?.(page);
  expect(outside).toEqual([]);
  await context.close();
}

test.each(FAULTS)("a fault is contained and told: $name", expectContained);

test("a link brings back settings, faults, looks, questions and the open step", async () => {
  const first = await open();
  await openView(first.page, "Settings");
  await first.page.getByLabel("Publisher", { exact: true }).selectOption("Ladle Kitchen Chat");
  await first.page.getByLabel("Placement", { exact: true }).selectOption("cppromo");
  await first.page.getByLabel("Mode", { exact: true }).selectOption("sidebar");
  await first.page.getByLabel("Theme", { exact: true }).selectOption("dark");
  await first.page.getByLabel("Language of the cards").selectOption("ar");
  await first.page.getByLabel("Width of the sidebar").fill("440");
  await openView(first.page, "Faults");
  await first.page.getByLabel("Missing pictures").check();
  await first.page.getByLabel("Your message").fill(PLANS.cppromo.ask);
  await first.page.keyboard.press("Enter");
  await answered(first.page);
  await openView(first.page, "What happened");
  await stepWith(first.page, "Product search").locator(".step").click();
  await first.page.waitForURL(/[?&]steps=\d/);
  const link = first.page.url();
  const shown = await first.page.locator(".step[aria-expanded=true]").innerText();

  const second = await open(new URL(link).search);
  const { page } = second;
  await expect.poll(() => page.url()).toBe(link);
  expect(await page.locator(".message.user").innerText()).toContain(PLANS.cppromo.ask);
  const again = await page.locator(".step[aria-expanded=true]").innerText();
  expect(again.replace(/\d+/g, "")).toBe(shown.replace(/\d+/g, ""));
  expect(await page.evaluate("getComputedStyle(document.body).colorScheme")).toBe("dark");
  expect(await page.evaluate("document.documentElement.dir")).toBe("rtl");
  expect(await sidebarWidth(page)).toBe(440);
  expect(await page.locator("h1").innerText()).toBe("Ladle Kitchen Chat");
  await openView(page, "Settings");
  expect(await page.getByLabel("Placement", { exact: true }).inputValue()).toBe("cppromo");
  expect(await page.getByLabel("Mode", { exact: true }).inputValue()).toBe("sidebar");
  await openView(page, "Faults");
  expect(await page.getByLabel("Missing pictures").isChecked()).toBe(true);
  await first.context.close();
  await second.context.close();
});

// All five run in `tests/integration/demo/recipes.test.ts`; the page is the same for each.
test("a recipe is completed by pressing one button", async () => {
  const number = 4;
  const chat = await open("?view=recipes");
  const { page } = chat;
  const recipe = page.locator(".recipe").filter({ has: page.locator(`#recipe-${number}`) });
  const next = recipe.locator(".row button").first();
  const total = await recipe.locator("li").count();
  expect(total).toBeGreaterThan(1);
  for (let clicks = 0; clicks < CLICKS_MAX; clicks += 1) {
    if ((await next.innerText()) === "Finished") break;
    await next.click();
    await page.locator(".recipes-list[aria-busy=false]").waitFor();
  }
  expect(await recipe.getByRole("status").innerText()).toBe("All done.");
  expect(await recipe.locator("li.done").count()).toBe(total);
  expect(await recipe.locator(".bad").allInnerTexts()).toEqual([]);
  const last = recipe.locator("li.done details").last();
  await last.locator("summary").click();
  expect(await last.locator("pre").last().innerText()).toMatch(/^\{/);
  expect(await axeFindings(page)).toEqual([]);
  expectClean(chat);
  await chat.context.close();
});

test("a conversation is labelled, recorded, replayed 20 times alike and saved", async () => {
  const { page, context } = await open("?view=recording");
  await askForCards(page, PLANS.cpd.ask, PLANS.cpd.headline);
  const questions = await page.locator(".message.user").count();
  const answer = page.locator(".message.assistant").last();
  const labels = answer.getByRole("link", { name: "Ad · Deskbound Supply" });
  expect(await labels.count()).toBe(2);
  const href = await labels.first().getAttribute("href");
  await page.reload();
  await labels.first().waitFor();
  expect(await labels.first().getAttribute("href")).toBe(href);
  expect(await axeFindings(page)).toEqual([]);
  const results = page.locator("#replayed").locator("..");
  await page.getByRole("button", { name: `Replay ${REPLAYS} times` }).click();
  await page.getByRole("heading", { name: `Replayed ${REPLAYS} times` }).waitFor();
  expect(await results.getByRole("status").innerText()).toBe("Every step as it was recorded.");
  expect(await results.locator("details.more").count()).toBe(questions);

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as JSON" }).click();
  const file = await (await saving).path();
  const saved = await readFile(file, "utf8");
  expect(saved).not.toMatch(/rk_live_\w/);
  expect(JSON.parse(saved)).toMatchObject({ version: 2 });

  const exporting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as browser test" }).click();
  const program = await readFile(await (await exporting).path(), "utf8");
  expect(program).toContain(PLANS.cpd.ask);

  // Somebody else opens the file, in another browser.
  const other = await open("?view=recording");
  await other.page.getByLabel("Open a recording").setInputFiles({
    name: "theirs.json",
    mimeType: "application/json",
    buffer: Buffer.from(saved),
  });
  await other.page.getByText(`theirs.json: ${questions} question`).waitFor();
  await other.page.getByRole("button", { name: "Replay", exact: true }).click();
  await other.page.getByText("Every step as it was recorded.").waitFor();
  await other.page.getByLabel("Open a recording").setInputFiles({
    name: "wrong.json",
    mimeType: "application/json",
    buffer: Buffer.from("[1]"),
  });
  await other.page.getByText("This file is not a recording.").waitFor();
  await context.close();
  await other.context.close();
});

test("the keyboard alone completes the story: ask, buy, see the money, break, mend", async () => {
  const chat = await open();
  const { page, context } = chat;
  await pressTo(page, page.getByLabel("Your message"));
  await page.keyboard.type(PLANS.cpa.ask);
  await page.keyboard.press("Enter");
  await answered(page);
  await askForCards(page, PLANS.cpa.ask, PLANS.cpa.headline);

  await pressTo(page, page.getByRole("button", { name: /Product search/ }));
  await page.keyboard.press("Enter");
  await page.locator(".details").waitFor();
  await pressTo(page, page.getByRole("link", { name: PLANS.cpa.headline }));
  const opening = context.waitForEvent("page");
  await page.keyboard.press("Enter");
  const shop = await opening;
  await pressTo(shop, shop.getByRole("button", { name: /^Buy / }).first());
  await shop.keyboard.press("Enter");
  await shop.getByRole("heading", { name: "Thank you for your order" }).waitFor();

  await page.bringToFront();
  await pressTo(page, page.getByRole("button", { name: "Money" }));
  await page.keyboard.press("Enter");
  await page.getByText(/^240\.00 cr left escrow/).waitFor();
  await pressTo(page, page.getByRole("button", { name: "Faults" }));
  await page.keyboard.press("Enter");
  await pressTo(page, page.getByLabel("Offline"));
  await page.keyboard.press("Space");
  await page.getByText("Broken on purpose: Offline.").waitFor();
  await pressTo(page, page.getByRole("button", { name: "Turn off all faults" }));
  await page.keyboard.press("Enter");
  await page.getByText("Broken on purpose").waitFor({ state: "detached" });
  await pressTo(page, page.getByRole("button", { name: "New conversation" }));
  await page.keyboard.press("Enter");
  await page.getByText("Ask about something to buy").waitFor();
  expect(await cards(page).count()).toBe(0);
  await context.close();
});

const LOOKS = [
  { colorScheme: "light", width: 1280, height: 900, views: VIEWS },
  { colorScheme: "dark", width: 360, height: 740, views: VIEWS },
  { colorScheme: "dark", width: 1280, height: 900, views: SOME_VIEWS, isLong: true },
  { colorScheme: "light", width: 360, height: 740, views: SOME_VIEWS, isLong: true },
  { colorScheme: "light", width: 768, height: 1000, views: SOME_VIEWS },
  { colorScheme: "dark", width: 1920, height: 1080, views: VIEWS, isLong: true },
] as const;

test("every view is whole and accessible, light and dark, on a phone and on a desk", async () => {
  const chat = await open();
  const { page } = chat;
  expect(await axeFindings(page)).toEqual([]);
  await photograph(page, "first-visit");
  await page.getByRole("button", { name: "Ask for a bike" }).click();
  await answered(page);
  await askForCards(page, PLANS.cpa.ask, PLANS.cpa.headline);
  for (const { colorScheme, width, height, views } of someLooks(LOOKS)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    for (const view of views) {
      await openView(page, view);
      if (view === "What happened") await openSome(page);
      if (view === "Money") await page.getByRole("button", { name: "In escrow" }).first().click();
      if (views === VIEWS) expect(await axeFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      const name = view.toLowerCase().replaceAll(" ", "-");
      await photograph(page, `${colorScheme}-${width}-${name}`);
    }
  }
  // The views of the timeline and of the forms in the looks that are left: colours, directions.
  for (const view of ["What happened", "Settings"] as const) {
    await openView(page, view);
    expect(await lookFindings(page), view).toEqual([]);
  }
  // A question under way, beside the cards of the one before.
  await page.route("**/demo/chat", () => undefined);
  await send(page, PLANS.cpa.ask);
  await page.getByRole("button", { name: "Stop" }).waitFor();
  const keep = (look: string) => photograph(page, `running-${look}`);
  expect(await lookFindings(page, keep), "a running chat").toEqual([]);
  expectClean(chat);
  await chat.context.close();
}, 120_000);

test("nothing is cut off from right to left, at twice the size, narrow or wide", async () => {
  const { page, context } = await open("?view=settings");
  await askForCards(page, PLANS.cpa.ask);
  const look = async (name: string) => {
    expect(await overflowOf(page)).toBe(0);
    await photograph(page, `look-${name}`);
    await page.getByRole("button", { name: "Reset to defaults" }).click();
  };
  await page.getByLabel("Language of the cards").selectOption("Arabic");
  await page.locator("html[dir=rtl]").waitFor();
  await look("rtl");
  await page.getByLabel("200% zoom").check();
  await look("zoom");
  for (const width of [240, 480]) {
    await page.getByLabel("Width of the sidebar").fill(String(width));
    await expect.poll(() => sidebarWidth(page)).toBe(width);
    await look(`width-${width}`);
  }
  await page.locator("html[dir=ltr]").waitFor();
  await context.close();
});

test("hidden cards leave the count, and a reload keeps cards and answers", () =>
  hidesAndReloads(browser, demo.url));
test("an answer can be stopped and asked for again", () => stopsAndRetries(browser, demo.url));
test("the purchase leads back to the chat, and a step to the account it paid from", () =>
  leadsOn(browser, demo.url));
test("an automated browser is not billed, and the timeline says so", () =>
  isNotBilled(browser, demo.url));

test("from 1,280 px on, the timeline is beside the chat", async () => {
  const { page, context } = await open("?view=timeline");
  const placesAt = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    const [chat, behind] = await Promise.all(
      [".chat", ".behind"].map((part) => page.locator(part).boundingBox()),
    );
    if (!chat || !behind) throw new Error("A part of the page is missing.");
    return { isBeside: behind.x > chat.x + chat.width, isBelow: behind.y > chat.y + chat.height };
  };
  expect(await placesAt(1280)).toEqual({ isBeside: true, isBelow: false });
  expect(await placesAt(1920)).toEqual({ isBeside: true, isBelow: false });
  expect(await placesAt(1279)).toMatchObject({ isBelow: true });
  await context.close();
});

const sidebarWidth = (page: Page) =>
  page.locator("placard-offers").evaluate((one) => one.clientWidth);

/** The last step and a call in it, as somebody reading would. */
async function openSome(page: Page): Promise<void> {
  const search = stepWith(page, "Product search").first();
  if ((await search.locator(".details").count()) === 0) {
    await search.locator(".step").click();
    await search.locator(".call summary").click();
  }
}

test("the page is there before its script, which moves nothing", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${demo.url}/demo`);
  await page.getByRole("heading", { level: 1, name: "Larkspur Chat" }).waitFor();
  const samples = page.locator(".welcome").getByRole("button");
  expect(await samples.allInnerTexts()).toContainEqual(expect.stringContaining("two people"));
  expect(await page.getByLabel("Your message").isVisible()).toBe(true);
  for (const name of ["Sponsored offers", "Try this first"]) {
    expect(await page.getByRole("heading", { name }).isVisible()).toBe(true);
  }
  await context.close();
  for (const width of [360, 1280]) {
    const opened = await open("", { width });
    expect(await shiftsOf(opened.page)).toBeLessThan(SHIFT_MAX);
    await opened.context.close();
  }
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

test("the page's own script stays under 60 KB on the wire", async () => {
  const response = await fetch(`${demo.url}/demo/assets/demo.js`);
  const script = Buffer.from(await response.arrayBuffer());
  expect(script.length).toBeGreaterThan(10_000);
  expect(brotliCompressSync(script).length).toBeLessThan(SCRIPT_MAX);
});

/** More than the page has to stop at. */
const TABS_MAX = 150;

/** Presses Tab until what is wanted has the focus; after the last stop it begins anew. */
async function pressTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    if (await wanted.evaluate((one) => one.matches(":focus"))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The keyboard does not reach ${wanted}.`);
}
