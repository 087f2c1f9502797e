import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { z } from "zod";

/** The name headless Chromium gives itself is that of a robot, whose clicks are never billed. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) " +
  "Chrome/140.0 Safari/537.36";

export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Requests to anywhere but the exchange. */
  readonly outside: string[];
  /** Violations of the page's policy, and errors. */
  readonly troubles: string[];
  /** Texts the server sent, to look for what must not be in them. */
  readonly received: string[];
}

export interface Look {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
}

/** Opens an address in a fresh profile, with everything watched that must not happen. */
export async function openPage(
  browser: Browser,
  address: string,
  look: Look = {},
  watchMore?: () => void,
): Promise<WatchedPage> {
  const { colorScheme = "light", width = 1280, height = 900 } = look;
  const viewport = { width, height };
  const context = await browser.newContext({ colorScheme, viewport, userAgent: USER_AGENT });
  const outside: string[] = [];
  const troubles: string[] = [];
  const received: string[] = [];
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "blob:" && origin !== new URL(address).origin) outside.push(request.url());
  });
  context.on("response", async (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (!/json|html|javascript/.test(type) || response.status() !== 200) return;
    received.push(await response.text().catch(() => ""));
  });
  context.on("console", (message) => {
    if (message.type() === "error") troubles.push(message.text());
  });
  await context.exposeBinding("reportViolation", (_source, text: unknown) => {
    troubles.push(String(text));
  });
  await context.addInitScript(watchPolicy);
  if (watchMore !== undefined) await context.addInitScript(watchMore);
  const page = await context.newPage();
  page.on("pageerror", (error) => troubles.push(error.message));
  await page.goto(address);
  return { page, context, outside, troubles, received };
}

/** Runs inside the page before its own scripts. */
function watchPolicy(): void {
  document.addEventListener("securitypolicyviolation", (event) => {
    const text = `${event.violatedDirective} ${event.blockedURI} ${event.sample}`;
    if ("reportViolation" in window && typeof window.reportViolation === "function") {
      window.reportViolation(text);
    }
  });
}

const axeSchema = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string(), target: z.unknown() })) }),
);

/**
 * Waits for what moves now and will come to rest. An animation that another one replaces meanwhile
 * may never say so, so it waits no longer than they last.
 */
const STILL = `Promise.race([
  Promise.all(
    document
      .getAnimations()
      .filter((moving) => moving.effect.getComputedTiming().endTime < 2000)
      .map((moving) => moving.finished.catch(() => undefined)),
  ),
  new Promise((rest) => setTimeout(rest, 2000)),
]).then(() => undefined)`;

let axeSource: Promise<string> | undefined;

function readAxe(): Promise<string> {
  const path = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  axeSource ??= readFile(path, "utf8");
  return axeSource;
}

/** What axe finds wrong with the page, or a part of it, as it stands, one line each. */
export async function axeFindings(page: Page, part = "html"): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(await readAxe());
  // Half way to its colour a button has another contrast.
  await page.evaluate(STILL);
  const context = JSON.stringify({ include: [part] });
  const run = `axe.run(${context}, { resultTypes: ['violations'] }).then((all) => all.violations)`;
  const violations = axeSchema.parse(await page.evaluate(run));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** How much wider than its window a page is. **Units** CSS pixels. */
export function overflowOf(page: Page): Promise<unknown> {
  return page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
}

/** What moved while the page loaded, as browsers measure it. */
export function shiftsOf(page: Page): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    setTimeout(() => {
      const entries = observer.takeRecords();
      resolve(entries.reduce((sum, { value }) => sum + value, 0));
    }, 300);
  })`);
}

/** In `npm run prove -- looks` all looks; else those that show each scheme and each width once. */
export function someLooks<Look extends object>(looks: readonly Look[]): readonly Look[] {
  return isEveryLook() ? looks : looks.filter((look) => !("isLong" in look));
}

/** Whether this run is `npm run prove -- looks`. */
export function isEveryLook(): boolean {
  return process.env.ALL_LOOKS === "1";
}

/**
 * Keeps a picture of the whole page under `tests/.artifacts`, in `npm run prove -- looks`: no test
 * reads them, and a page takes a second to be drawn.
 */
export async function photograph(page: Page, folder: string, name: string): Promise<void> {
  if (!isEveryLook()) return;
  const place = fileURLToPath(new URL(`../.artifacts/${folder}/`, import.meta.url));
  await mkdir(place, { recursive: true });
  await page.screenshot({ path: `${place}${name}.png`, fullPage: true });
}
