import { createServer, type Server } from "node:http";
import Koa from "koa";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProductLookups } from "../../../demo-chat/shop/lookups.ts";
import { createShop } from "../../../demo-chat/shop/shop.ts";
import { launchBrowser } from "../../setup/browser.ts";
import { lookFindings } from "../../setup/looks.ts";
import { openPage, type WatchedPage } from "../../setup/page.ts";
import { photograph } from "./page.ts";

/** The pages alone, without an exchange: what they say of it is given here. */
const catalogue = { seed: 20_260_101, baseUrl: "", count: 1_500 };
const products = createProductLookups(catalogue);

let browser: Browser;
let server: Server;
let url: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const message = "Emberpan Cookware paid 80.00 cr, of which 64.00 cr went to the chat.";
  const shop = createShop({
    products,
    search: async (query) =>
      query === "no such thing"
        ? { isPending: false, ids: [], hasMore: false, total: 0 }
        : {
            isPending: false,
            ids: products.list({ offset: 0, limit: 20 }).map(({ row }) => row.id),
            hasMore: true,
            total: 134,
          },
    advertising: {
      report: async () => ({ reported: true, message }),
      checkCoupon: async (code) =>
        code === "EMBER15"
          ? { ok: true, code, percentOff: 15 }
          : { ok: false, message: `The code ${code} is used up. Take another one.` },
    },
  });
  server = createServer(new Koa().use(shop).callback());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
});
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

const product = (): string => products.findAdvertiser("emberpan")?.productIds[0] ?? "";

type View = { name: string; path: () => string; act?: (page: Page) => Promise<void> };

const VIEWS: readonly View[] = [
  { name: "front", path: () => "/shop" },
  { name: "results", path: () => "/shop?q=tent" },
  { name: "no-results", path: () => "/shop?q=no+such+thing" },
  { name: "product", path: () => `/shop/p/${product()}` },
  { name: "codes", path: () => "/shop/c/emberpan" },
  { name: "sign-up", path: () => "/shop/c/tablespoon-school" },
  { name: "install", path: () => "/shop/c/pantrypage" },
  {
    name: "used-up-code",
    path: () => "/shop/c/emberpan",
    async act(page) {
      await page.getByLabel("Coupon code").first().fill("LASTPAN");
      await page.getByRole("button", { name: /^Buy / }).first().click();
      await page.getByText("The code LASTPAN is used up.").waitFor();
    },
  },
  {
    name: "thanks",
    path: () => `/shop/p/${product()}?click_id=clk_01k9zq3v5te7kbn8w2r4c6d8fg`,
    async act(page) {
      await page.getByLabel("Coupon code").fill("EMBER15");
      await page.getByRole("button", { name: /^Buy for/ }).click();
      await page.getByRole("heading", { name: "Thank you for your order" }).waitFor();
    },
  },
];

async function show({ page }: WatchedPage, { path, act }: View): Promise<void> {
  await page.goto(url + path());
  await act?.(page);
}

test.each(VIEWS)("$name is whole in every look, and axe finds nothing", async (view) => {
  const opened = await openPage(browser, `${url}/shop`);
  const { page } = opened;
  await show(opened, view);
  const keep = (look: string) => photograph(page, `shop-${view.name}-${look}`);
  expect(await lookFindings(page, keep)).toEqual([]);
  // A refused form is answered with 422, which the browser's console calls an error.
  expect(opened.troubles.filter((text) => !text.includes("status of 422"))).toEqual([]);
  expect(opened.outside).toEqual([]);
  await opened.context.close();
});

test("a refused code has the keyboard in its field, and the other forms keep theirs", async () => {
  const opened = await openPage(browser, `${url}/shop`);
  const view = VIEWS.find(({ name }) => name === "used-up-code");
  if (view === undefined) throw new Error("The view is gone.");
  await show(opened, view);
  const focused = opened.page.locator("input:focus");
  expect(await focused.inputValue()).toBe("LASTPAN");
  const values = await opened.page
    .getByLabel("Coupon code")
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("value")));
  expect(values).toEqual(["LASTPAN", ...values.slice(1).map(() => "EMBER15")]);
  await opened.context.close();
});
