import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBundles, PAGES } from "../../../server/src/wiring/bundles.ts";
import { launchBrowser } from "../../setup/browser.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { axeFindings } from "../../setup/page.ts";

const SHOTS = fileURLToPath(new URL("../../.artifacts/docs/", import.meta.url));

let exchange: TestExchange;
let browser: Browser;
beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  await ensureBundles([PAGES], () => undefined);
  [exchange, browser] = await Promise.all([startExchange(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await exchange?.close();
});

interface Shown {
  readonly page: Page;
  /** Requests that left our own origin, and anything the browser complained about. */
  readonly complaints: readonly string[];
}

async function show(
  path: string,
  look: { width: number; colorScheme: "light" | "dark"; isChecked?: boolean },
): Promise<Shown> {
  const { width, colorScheme } = look;
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    // Only for the checker that a test puts in; the policy itself is tested without it.
    bypassCSP: look.isChecked === true,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(exchange.baseUrl)) complaints.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  const answer = await page.goto(exchange.baseUrl + path);
  if (answer?.status() !== 200) complaints.push(`${path} answered ${answer?.status()}`);
  return { page, complaints };
}

const paths = ["/docs", "/docs/errors"];
const widths = [360, 768, 1280];
const looks = paths.flatMap((path) => widths.map((width) => ({ path, width })));

test.each(looks)("$path fits a window of $width px and asks nobody else", async (look) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { page, complaints } = await show(look.path, { width: look.width, colorScheme });
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    const name = `${look.path.slice(1).replace("/", "-")}-${look.width}-${colorScheme}.png`;
    await page.screenshot({ path: SHOTS + name });
    await page.context().close();
    expect(complaints).toEqual([]);
    expect(widest).toBeLessThanOrEqual(look.width);
  }
});

test.each(paths)("axe finds nothing to report on %s", async (path) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { page } = await show(path, { width: 768, colorScheme, isChecked: true });
    const found = await axeFindings(page);
    await page.context().close();
    expect(found).toEqual([]);
  }
});

test("the address that an error gives shows what the code means", async () => {
  const answer = await exchange.call("whoami", {});
  expect(answer.status).toBe(401);
  const { docUrl } = JSON.parse(answer.text).error;
  const { page } = await show(docUrl.slice(exchange.baseUrl.length), {
    width: 768,
    colorScheme: "light",
  });
  const heading = page.getByRole("heading", { name: "missing_key" });
  await heading.waitFor();
  expect(await heading.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(
    800,
  );
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
