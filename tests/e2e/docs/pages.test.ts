import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBundles, PAGES } from "../../../server/src/wiring/bundles.ts";
import { launchBrowser } from "../../setup/browser.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { axeFindings, isEveryLook, openPage, overflowOf, photograph } from "../../setup/page.ts";

const SCRIPT_BYTES_MAX = 80_000;
/** One page of each kind. */
const PATHS = [
  "/",
  "/docs",
  "/docs/tools/create_campaign",
  "/docs/kit/sidecar",
  "/docs/search?q=webhook",
  "/checkout/ord_nope",
];
/** Each scheme is checked by axe, and a narrow and a wide page; all in `npm run prove -- looks`. */
const LOOKS = [
  { width: 360, colorScheme: "light", isChecked: true },
  { width: 768, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
  { width: 1920, colorScheme: "dark", isChecked: true },
  { width: 1280, colorScheme: "dark", forcedColors: "active", isChecked: true },
  { width: 360, colorScheme: "light", isRightToLeft: true },
] as const;

let exchange: TestExchange;
let browser: Browser;
beforeAll(async () => {
  await ensureBundles([PAGES], () => undefined);
  [exchange, browser] = await Promise.all([startExchange(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await exchange?.close();
});

async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

test.each(PATHS)("axe finds nothing on %s, and it fits every width", async (path) => {
  // The checker is put into the page, which its policy would not allow.
  const page = await newPage({ bypassCSP: true });
  await page.goto(exchange.baseUrl + path);
  const findings: string[] = [];
  for (const look of LOOKS) {
    const { width, colorScheme } = look;
    const forcedColors = "forcedColors" in look ? look.forcedColors : "none";
    const dir = "isRightToLeft" in look ? "rtl" : "ltr";
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, forcedColors });
    await page.evaluate(`document.documentElement.dir = "${dir}"`);
    expect(await overflowOf(page), `${path} at ${width}, ${dir}`).toBe(0);
    const isChecked = "isChecked" in look || isEveryLook();
    const found = isChecked ? await axeFindings(page) : [];
    findings.push(...found.map((one) => `${JSON.stringify(look)} ${one}`));
    await photograph(page, "docs", `${path.replace(/\W+/g, "-")}-${width}-${colorScheme}-${dir}`);
  }
  await page.context().close();
  expect(findings).toEqual([]);
});

/** What moved while the page loaded, as browsers measure it. */
const SHIFTS = `new Promise((resolve) => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: "layout-shift", buffered: true });
  setTimeout(() => {
    const entries = observer.takeRecords();
    resolve(entries.reduce((sum, { value }) => sum + value, 0));
  }, 300);
})`;

test.each(PATHS)("%s loads only from here, breaks no policy and does not shift", async (path) => {
  for (const width of [360, 1280]) {
    const opened = await openPage(browser, exchange.baseUrl + path, { width });
    expect(await opened.page.evaluate(SHIFTS)).toBe(0);
    // The browser itself notes the missing page.
    const troubles = opened.troubles.filter((text) => !/status of 404/.test(text));
    expect([opened.outside, troubles]).toEqual([[], []]);
    await opened.context.close();
  }
});

test("without a script a page is the same, and its script is small", async () => {
  const [bare, full] = await Promise.all([newPage({ javaScriptEnabled: false }), newPage()]);
  for (const path of ["/docs/tools/create_campaign", "/docs/guides/publisher"]) {
    await Promise.all([bare, full].map((page) => page.goto(exchange.baseUrl + path)));
    const texts = await Promise.all(
      [bare, full].map((page) => page.locator("article h1, article h2, article p").allInnerTexts()),
    );
    const [without = [], withScript = []] = texts.map((all) =>
      all
        .map((text) => text.replace(/\s*Copy$/, ""))
        .filter((text) => text !== "" && !/needs JavaScript/.test(text)),
    );
    expect(without.length).toBeGreaterThan(5);
    expect(withScript).toEqual(without);
  }
  await Promise.all([bare, full].map((page) => page.context().close()));
  const script = readFileSync("server/pages/dist/docs.js");
  expect(brotliCompressSync(script).length).toBeLessThan(SCRIPT_BYTES_MAX);
});

const isFocused = (element: Element) => element === document.activeElement;

test("by keyboard a reader skips the header, searches and opens an error's meaning", async () => {
  const { page, context, troubles } = await openPage(browser, `${exchange.baseUrl}/docs`);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  expect(await skip.evaluate(isFocused)).toBe(true);
  await page.keyboard.press("Enter");
  expect(await page.locator("main").evaluate(isFocused)).toBe(true);
  await page.keyboard.press("/");
  await page.keyboard.type("insufficient credits");
  await page.locator(".found a").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/docs\/errors#insufficient_credits$/);
  const heading = page.locator("#insufficient_credits");
  await expect
    .poll(() => heading.evaluate((element) => element.getBoundingClientRect().top))
    .toBeLessThan(300);
  expect(troubles).toEqual([]);
  await context.close();
});

test("by mouse a reader chooses a language, copies the code and goes on", async () => {
  const { page, context } = await openPage(browser, `${exchange.baseUrl}/docs/tools/whoami`);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByText("TypeScript", { exact: true }).first().click();
  const panel = page.locator(".panel.ts");
  await panel.getByRole("button", { name: "Copy" }).click();
  await panel.getByRole("button", { name: "Copied" }).waitFor();
  const copied: unknown = await page.evaluate("navigator.clipboard.readText()");
  expect(copied).toBe(await panel.locator("pre").textContent());
  expect(String(copied)).toContain("await fetch(");
  await page.getByRole("link", { name: "Next: wallet" }).click();
  await page.waitForURL(/\/docs\/tools\/wallet$/);
  await context.close();
});

test("on a telephone the menu leads to every page", async () => {
  const { page, context } = await openPage(browser, `${exchange.baseUrl}/docs`, { width: 360 });
  const link = page.locator("#pages").getByRole("link", { name: "Going live" });
  expect(await link.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menu" }).click();
  await link.click();
  await page.waitForURL(/\/docs\/guides\/going-live$/);
  await context.close();
});

test("the search works without a script, and answers programs with JSON", async () => {
  const page = await newPage({ javaScriptEnabled: false });
  await page.goto(`${exchange.baseUrl}/docs`);
  await page.getByLabel("Search the docs").fill("rotate a webhook secret");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Rotate the secret" }).getByRole("link").click();
  await page.waitForURL(/\/docs\/guides\/postbacks#rotate-the-secret$/);
  await page.context().close();
  const found = await fetch(`${exchange.baseUrl}/docs/search?q=refund`, {
    headers: { Accept: "application/json" },
  });
  expect(await found.json()).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ path: "/docs/tools/request_refund" }),
    ]),
  });
});

test("the address that an error gives shows what the code means", async () => {
  const answer = await exchange.call("whoami", {});
  expect(answer.status).toBe(401);
  const page = await newPage();
  await page.goto(JSON.parse(answer.text).error.docUrl);
  const heading = page.getByRole("heading", { name: "missing_key" });
  await heading.waitFor();
  const { y = 0 } = (await heading.boundingBox()) ?? {};
  expect(y).toBeLessThan(800);
  await page.context().close();
});

test("a page of the docs is kept by caches and asked for again by its tag", async () => {
  const first = await fetch(`${exchange.baseUrl}/docs`);
  expect(first.headers.get("cache-control")).toContain("public");
  expect(first.headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
  const etag = first.headers.get("etag") ?? "";
  // Without a word about caching, fetch would ask for a fresh copy.
  const headers = { "If-None-Match": etag, "Cache-Control": "max-age=0" };
  const again = await fetch(`${exchange.baseUrl}/docs`, { headers });
  expect(again.status).toBe(304);
});

test("a printed page has its text without navigation and buttons", async () => {
  const page = await newPage();
  await page.goto(`${exchange.baseUrl}/docs/tools/whoami`);
  await page.emulateMedia({ media: "print" });
  for (const hidden of [".side", ".top nav", ".bottom", ".try", ".copy"]) {
    expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
  }
  expect(await page.getByRole("heading", { name: "Arguments" }).isVisible()).toBe(true);
  await page.context().close();
});

test("browsers find an icon at its usual address", async () => {
  const icon = await fetch(`${exchange.baseUrl}/favicon.ico`);
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
});
