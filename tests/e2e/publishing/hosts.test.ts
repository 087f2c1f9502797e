import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkApp } from "../../prove/hosts/app.ts";
import { driveHost } from "../../prove/hosts/drive.ts";
import { type Market, openMarket } from "../../prove/hosts/market.ts";
import { HOSTS } from "../../prove/hosts/table.ts";
import { launchBrowser } from "../../setup/browser.ts";
import { packedOnce } from "../../setup/packed.ts";

const TIMEOUT_MS = 120_000;
const tools = fileURLToPath(new URL("../../tools/node_modules/", import.meta.url));

let market: Market;
let browser: Browser;
beforeAll(async () => {
  [market, browser] = await Promise.all([openMarket(), launchBrowser()]);
}, TIMEOUT_MS);
afterAll(async () => {
  await browser?.close();
  await market?.close();
});

/** The long form, with every host, its packages from the registry: `npm run prove -- hosts`. */
test(
  "Express from its page shows labelled cards and reports each view once",
  async () => {
    const host = HOSTS.find(({ name }) => name === "express-5");
    if (host === undefined) throw new Error("Express is not in the table.");
    const app = await linkApp(host, (await packedOnce()).archives, { express: `${tools}express5` });
    const publisher = await market.openPublisher();
    const env = { PLACARD_URL: market.baseUrl, PLACARD_KEY: publisher.apiKey };
    const running = await app.start(env, `${process.execPath} start.ts`);
    try {
      const world = { app: running, browser, market, publisher };
      const { cards, views } = await driveHost(world, host.drive);
      expect(cards).toBeGreaterThan(3);
      expect(views).toBeGreaterThanOrEqual(3);
    } finally {
      await running.stop();
      await app.remove();
    }
  },
  TIMEOUT_MS,
);
