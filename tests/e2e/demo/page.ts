import type { Browser, Page } from "playwright-core";
import { z } from "zod";
import { photograph as keep, type Look, openPage, type WatchedPage } from "../../setup/page.ts";

export { axeFindings } from "../../setup/page.ts";

/** Opens the demo chat in a fresh profile. */
export async function openDemo(
  browser: Browser,
  url: string,
  look: Look = {},
): Promise<WatchedPage> {
  const opened = await openPage(browser, `${url}/demo`, look, watchPage);
  await opened.page.getByRole("button", { name: "Send" }).waitFor();
  return opened;
}

/** Runs inside the page before its own scripts. */
function watchPage(): void {
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
  // The card may be there before the next frame is.
  await page.waitForFunction("window.placardTiming.cardsAtMs > 0");
  const timing = timingSchema.parse(await page.evaluate("window.placardTiming"));
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

export const photograph = (page: Page, name: string): Promise<void> => keep(page, "demo", name);
