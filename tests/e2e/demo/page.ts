import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { z } from "zod";

const artifacts = fileURLToPath(new URL("../../.artifacts/demo/", import.meta.url));

/** The name headless Chromium gives itself is that of a robot, whose clicks are never billed. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) " +
  "Chrome/140.0 Safari/537.36";

export interface DemoPage {
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

/** Opens the demo chat in a fresh profile, with everything watched that must not happen. */
export async function openDemo(browser: Browser, url: string, look: Look = {}): Promise<DemoPage> {
  const { colorScheme = "light", width = 1280, height = 900 } = look;
  const viewport = { width, height };
  const context = await browser.newContext({ colorScheme, viewport, userAgent: USER_AGENT });
  const outside: string[] = [];
  const troubles: string[] = [];
  const received: string[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) outside.push(request.url());
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
  await context.addInitScript(watchPage);
  const page = await context.newPage();
  page.on("pageerror", (error) => troubles.push(error.message));
  await page.goto(`${url}/demo`);
  await page.getByRole("button", { name: "Send" }).waitFor();
  return { page, context, outside, troubles, received };
}

/** Runs inside the page before its own scripts. */
function watchPage(): void {
  document.addEventListener("securitypolicyviolation", (event) => {
    const text = `${event.violatedDirective} ${event.blockedURI} ${event.sample}`;
    if ("reportViolation" in window && typeof window.reportViolation === "function") {
      window.reportViolation(text);
    }
  });
  const timing = { askedAtMs: 0, cardsAtMs: 0 };
  Object.assign(window, { placardTiming: timing });
  document.addEventListener(
    "submit",
    () => {
      timing.askedAtMs = performance.now();
      timing.cardsAtMs = 0;
    },
    true,
  );
  const look = () => {
    const root = document.querySelector("placard-offers")?.shadowRoot;
    const card = root?.querySelector("[part=card]");
    const isShown = card !== null && card !== undefined && card.getBoundingClientRect().height > 0;
    if (isShown && timing.askedAtMs > 0 && timing.cardsAtMs === 0) {
      timing.cardsAtMs = performance.now();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const timingSchema = z.object({ askedAtMs: z.number(), cardsAtMs: z.number() });

/** From pressing Send until the first card is on the screen. **Units** milliseconds. */
export async function cardsAfterMs(page: Page): Promise<number> {
  const timing = timingSchema.parse(await page.evaluate("window.placardTiming"));
  expect(timing.cardsAtMs).toBeGreaterThan(0);
  return timing.cardsAtMs - timing.askedAtMs;
}

export async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel("Your message").fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}

/** Waits until the answer has been said to its end. */
export async function answered(page: Page): Promise<string> {
  const last = page.locator(".message.assistant").last();
  await page.locator(".log[aria-busy=false]").waitFor();
  return last.innerText();
}

export const cards = (page: Page) => page.locator("placard-offers").locator("[part=card]");

const axeSchema = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string(), target: z.unknown() })) }),
);

/** What axe finds wrong with the page as it stands, one line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  const source = await readFile(
    createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
    "utf8",
  );
  await page.evaluate(source);
  const run =
    "axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations)";
  const violations = axeSchema.parse(await page.evaluate(run));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

export async function photograph(page: Page, name: string): Promise<void> {
  await mkdir(artifacts, { recursive: true });
  await page.screenshot({ path: `${artifacts}${name}.png`, fullPage: true });
}
