import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { ensureBundles, PAGES } from "../../../server/src/wiring/bundles.ts";
import { registerAgent } from "../../setup/agents.ts";
import { launchBrowser } from "../../setup/browser.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { axeFindings, type Look, openPage, overflowOf, photograph } from "../../setup/page.ts";
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

const addressOf = (tool: string) => `${exchange.baseUrl}/docs/tools/${tool}`;
const show = (tool: string, look: Look = {}) => openPage(browser, addressOf(tool), look);

async function open(page: Page, tool: string) {
  const section = page.locator("#try");
  await section.getByText(`Try ${tool}`).click();
  await section.getByRole("button", { name: "Send" }).waitFor();
  return section;
}

const registeredSchema = z.object({ apiKey: z.string(), displayName: z.string() });

test("by keyboard an agent is registered, and its key is kept only if asked for", async () => {
  const { page, context, outside, troubles } = await show("register");
  await page.getByText("Try register").focus();
  await page.keyboard.press("Enter");
  const key = page.getByLabel("API key");
  await key.waitFor();
  // The key, whether to keep it, then the fields in their order.
  const stops = ["API key", "Keep the key in this tab", "provider", "displayName"];
  for (const label of stops) {
    await page.keyboard.press("Tab");
    expect(await page.locator("#try").getByLabel(label).evaluate(isFocused), label).toBe(true);
  }
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Keyboard Shop");
  await page.keyboard.press("Enter");
  const answer = page.getByLabel("Answer of register");
  await answer.waitFor();
  const { apiKey, displayName } = registeredSchema.parse(
    JSON.parse((await answer.textContent()) ?? ""),
  );
  expect(displayName).toBe("Keyboard Shop");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator("#try .code").last().getByRole("button", { name: "Copy" }).click();
  expect(await page.evaluate("navigator.clipboard.readText()")).toContain(apiKey);
  expect(await key.inputValue()).toBe(apiKey);
  expect(await key.getAttribute("type")).toBe("password");
  expect(await page.evaluate(kept)).toEqual({ local: 0, session: 0, cookie: "" });

  await page.getByLabel("Keep the key in this tab").check();
  await page.goto(addressOf("whoami"));
  const whoami = await open(page, "whoami");
  expect(await key.inputValue()).toBe(apiKey);
  await whoami.getByRole("button", { name: "Send" }).click();
  await whoami.getByText("Keyboard Shop").waitFor();
  expect(await whoami.getByRole("status").textContent()).toMatch(
    /^200 in \d+ ms, request req_[0-9a-z]{26}$/,
  );
  const curl = (await page.getByLabel("whoami as curl").textContent()) ?? "";
  expect(curl).not.toContain(apiKey);
  const { stdout, stderr } = await runShell(curl, { PLACARD_KEY: apiKey });
  expect(stdout, stderr).toContain("Keyboard Shop");

  await page.getByLabel("Keep the key in this tab").uncheck();
  expect(await page.evaluate(kept)).toEqual({ local: 0, session: 0, cookie: "" });
  await page.reload();
  await open(page, "whoami");
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
  const { page, context, troubles } = await show("list_placement");
  const section = await open(page, "list_placement");
  await page.getByLabel("API key").fill(key);
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
  for (const tool of ["search_placements", "create_coupon"]) {
    const { page, context, outside } = await show(tool, { ...look, height: 900 });
    const section = await open(page, tool);
    await section.getByRole("button", { name: "Send" }).click();
    await section.getByLabel(`Answer of ${tool}`).waitFor();
    expect(await overflowOf(page)).toBe(0);
    await photograph(page, "docs", `form-${tool}-${look.width}`);
    expect(outside).toEqual([]);
    await context.close();
  }
  // The checker is put into the page, which its policy would not allow.
  const free = await browser.newContext({ bypassCSP: true, ...look });
  const checked = await free.newPage();
  await checked.goto(addressOf("create_coupon"));
  await open(checked, "create_coupon");
  expect(await axeFindings(checked, "#try")).toEqual([]);
  await free.close();
});
