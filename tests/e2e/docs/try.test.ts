import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";
import { ensureBundles, PAGES } from "../../../server/src/wiring/bundles.ts";
import { registerAgent } from "../../setup/agents.ts";
import { launchBrowser } from "../../setup/browser.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { axeFindings, type Look, openPage } from "../../setup/page.ts";
import { runShell } from "./shell.ts";

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

const show = (look: Look = {}) => openPage(browser, `${exchange.baseUrl}/docs`, look);
/** By its heading; a search for its role would name all of the fifty sections each time. */
const formOf = (page: Page, tool: string) => page.locator(`section[aria-labelledby="${tool}"]`);

async function open(page: Page, tool: string) {
  const section = formOf(page, tool);
  await section.getByText(`Try ${tool}`).click();
  await section.getByRole("button", { name: "Send" }).waitFor();
  return section;
}

const registeredSchema = z.object({ apiKey: z.string(), displayName: z.string() });

test("by keyboard alone an agent is registered, and its key is used and kept nowhere", async () => {
  const { page, context, outside, troubles } = await show();
  await formOf(page, "register").getByText("Try register").focus();
  await page.keyboard.press("Enter");
  const name = formOf(page, "register").getByLabel("displayName");
  await name.waitFor();
  // The fields in their order, then the request as curl, then the button.
  await page.keyboard.press("Tab");
  expect(await formOf(page, "register").getByLabel("provider").evaluate(isFocused)).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Keyboard Shop");
  await page.keyboard.press("Enter");
  const answer = page.getByLabel("Answer of register");
  await answer.waitFor();
  const { apiKey, displayName } = registeredSchema.parse(
    JSON.parse((await answer.textContent()) ?? ""),
  );
  expect(displayName).toBe("Keyboard Shop");
  const key = page.getByLabel("API key for the forms below");
  expect(await key.inputValue()).toBe(apiKey);
  expect(await key.getAttribute("type")).toBe("password");

  const whoami = await open(page, "whoami");
  await whoami.getByRole("button", { name: "Send" }).click();
  await whoami.getByText("Keyboard Shop").waitFor();
  expect(await whoami.getByRole("status").textContent()).toMatch(
    /^200 in \d+ ms, request req_[0-9a-z]{26}$/,
  );
  const curl = (await page.getByLabel("whoami as curl").textContent()) ?? "";
  expect(curl).not.toContain(apiKey);
  const { stdout, stderr } = await runShell(curl, { PLACARD_KEY: apiKey });
  expect(stdout, stderr).toContain("Keyboard Shop");

  expect(await page.evaluate(kept)).toEqual({ local: 0, session: 0, cookie: "" });
  await page.reload();
  expect(await key.inputValue()).toBe("");
  expect([outside, troubles]).toEqual([[], []]);
  await context.close();
});

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}

function kept() {
  return { local: localStorage.length, session: sessionStorage.length, cookie: document.cookie };
}

test("what is wrong with a value is said beside its field", async () => {
  const { key } = await registerAgent(exchange.call, "publisher");
  const { page, context, troubles } = await show();
  await page.getByLabel("API key for the forms below").fill(key);
  const section = await open(page, "list_placement");
  const rate = section.getByLabel("rateCredits");
  await rate.fill("1");
  await section.getByRole("button", { name: "Send" }).click();
  const beside = page.locator("#try-list_placement-rateCredits-error");
  await expect.poll(() => beside.textContent()).toContain("200");
  expect(await rate.evaluate(isFocused)).toBe(true);
  expect(await rate.getAttribute("aria-invalid")).toBe("true");

  // Before anything is sent: what cannot be read at all.
  await rate.fill("much");
  await section.getByRole("button", { name: "Send" }).click();
  await expect.poll(() => beside.textContent()).toContain("Write a number");

  await rate.fill("500");
  await section.getByRole("button", { name: "Send" }).click();
  await section.getByText('"placementId"').waitFor();
  expect(await rate.getAttribute("aria-invalid")).toBe("false");
  // The browser itself notes the refused request.
  expect(troubles.filter((text) => !text.includes("422"))).toEqual([]);
  await context.close();
});

test.each([
  { width: 1280, colorScheme: "light" as const },
  { width: 360, colorScheme: "dark" as const },
])("an open form and its answer fit $width px, $colorScheme, and please axe", async (look) => {
  const { page, context, outside } = await show({ ...look, height: 900 });
  for (const tool of ["search_placements", "deliver_ad"]) {
    const section = await open(page, tool);
    await section.getByRole("button", { name: "Send" }).click();
    await section.getByLabel(`Answer of ${tool}`).waitFor();
  }
  const widest = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(widest).toBeLessThanOrEqual(look.width);
  const section = formOf(page, "search_placements");
  await section.scrollIntoViewIfNeeded();
  await section.screenshot({ path: `tests/.artifacts/docs/form-${look.width}.png` });
  expect(outside).toEqual([]);
  await context.close();
  // The checker is put into the page, which its policy would not allow.
  const free = await browser.newContext({ bypassCSP: true, ...look });
  const checked = await free.newPage();
  await checked.goto(`${exchange.baseUrl}/docs`);
  await open(checked, "create_coupon");
  // The rest of the page is checked in pages.test.ts; all of it again would take half a minute.
  for (const part of ['[aria-labelledby="create_coupon"]', "#try-key"]) {
    expect(await axeFindings(checked, part)).toEqual([]);
  }
  await free.close();
});

test("without scripts every tool is documented all the same", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${exchange.baseUrl}/docs`);
  for (const { name } of CATALOGUE) {
    expect(await page.locator(`#${name}`).count(), name).toBe(1);
  }
  expect(await page.getByText("Try register").count()).toBe(0);
  await page
    .getByRole("row", { name: /budgetCredits \(required\)/ })
    .first()
    .waitFor();
  await context.close();
});
