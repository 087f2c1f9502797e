import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addressThrough } from "../../demo-chat/console/outages/address.ts";
import { layRelay, type Relay } from "../../demo-chat/console/outages/relay.ts";
import { freePort } from "../../local/free-port.ts";
import { uuidFromId } from "../../server/src/contract/ids.ts";
import {
  type ExchangeProcess,
  SIGNING_KEYS,
  startExchangeProcess,
} from "../bench/support/exchange-process.ts";
import { bookedPair, deliverOnce } from "../setup/agents.ts";
import { startExchange, type TestExchange } from "../setup/exchange.ts";

const BROWSER = {
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};
/** Longer than the first retries of a write that fails. */
const OUTAGE_MS = 2_000;

let placard: TestExchange;
let relay: Relay;
let server: ExchangeProcess;
beforeAll(async () => {
  placard = await startExchange({ env: { SIGNING_KEYS } });
  const { hostname, port } = new URL(placard.databaseUrl);
  relay = await layRelay({ host: hostname, port: Number(port) });
});
afterAll(async () => {
  await relay.close();
  await placard.close();
});
beforeEach(async () => {
  const databaseUrl = addressThrough(placard.databaseUrl, relay.port);
  server = await startExchangeProcess({ databaseUrl, port: await freePort() });
});
afterEach(() => server.kill("SIGKILL"));

/** Links of one campaign, each for one billed click. */
async function openClicks() {
  const { publisher, campaign } = await bookedPair(placard.call, "cpc");
  const text = "select count(*)::integer as n from event where campaign_id = $1 and charged > 0";
  return {
    async link() {
      const { offer } = await deliverOnce(placard.call, publisher, campaign.campaignId);
      return new URL(offer.clickUrl).pathname;
    },
    async billed() {
      const id = uuidFromId(campaign.campaignId);
      const { db } = placard.exchange;
      const rows = await db.query<{ n: number }>({ name: "test.billed", text }, [id]);
      return rows[0]?.n;
    },
  };
}

/** Follows a link through the server that will be stopped. */
async function follow(path: string): Promise<void> {
  const options = { redirect: "manual", headers: BROWSER } as const;
  expect((await fetch(`${server.baseUrl}${path}`, options)).status).toBe(302);
}

const isStopping = () =>
  expect.poll(() => fetch(`${server.baseUrl}/healthz`).then(Boolean, () => false)).toBe(false);

test("a second signal does not end a server that still settles clicks", {
  timeout: 60_000,
}, async () => {
  const { link, billed } = await openClicks();
  const [first, ...others] = [await link(), await link(), await link()];
  await follow(first);
  await expect.poll(billed).toBe(1);
  const client = new pg.Client({ connectionString: placard.databaseUrl });
  await client.connect();
  try {
    await client.query("begin; lock table campaign_book in access exclusive mode");
    for (const path of others) await follow(path);
    // A supervisor repeats a signal that has no visible effect; so does npm.
    server.kill("SIGTERM");
    await isStopping();
    server.kill("SIGTERM");
    server.kill("SIGINT");
    await sleep(OUTAGE_MS);
  } finally {
    await client.end();
  }
  await server.ended;
  expect(await billed()).toBe(3);
});

test("a stop waits for a database that comes back in time", { timeout: 60_000 }, async () => {
  const { link, billed } = await openClicks();
  const [first, ...others] = [await link(), await link(), await link()];
  // The server knows the campaign from now on.
  await follow(first);
  await expect.poll(billed).toBe(1);
  relay.cut();
  for (const path of others) await follow(path);
  server.kill("SIGTERM");
  await isStopping();
  await sleep(OUTAGE_MS);
  relay.restore();
  await server.ended;
  expect(await billed()).toBe(3);
});
