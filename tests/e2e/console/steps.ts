import type { Browser, Page } from "playwright-core";
import { type Look, openPage, type WatchedPage } from "../../setup/page.ts";

/** Opens the console as the holder of a key. */
export async function openConsole(
  browser: Browser,
  { baseUrl, key }: { baseUrl: string; key: string },
  look?: Look,
): Promise<WatchedPage> {
  const opened = await openPage(browser, `${baseUrl}/console`, look);
  await opened.page.getByLabel("API key of the agent").fill(key);
  await opened.page.getByRole("button", { name: "Open the console" }).click();
  await opened.page.getByRole("navigation", { name: "Views" }).waitFor();
  return opened;
}

export async function go(page: Page, view: string): Promise<void> {
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("link", { name: view, exact: true }).click();
  await page.getByRole("heading", { level: 2, name: view }).waitFor();
}

/** Opens the dialog of an action, fills in its fields and confirms it. */
export async function act(
  page: Page,
  label: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.getByRole("button", { name: label }).first().click();
  const dialog = page.getByRole("dialog");
  for (const [name, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(name);
    const tag = await field.evaluate((element) => element.tagName);
    await (tag === "SELECT" ? field.selectOption(value) : field.fill(value));
  }
  await dialog.getByRole("button", { name: label, exact: true }).click();
}

/** What was done is said on the page. */
export const said = (page: Page, text: string) =>
  page.getByRole("status").getByText(text, { exact: true }).waitFor();
