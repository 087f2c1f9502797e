import { join } from "node:path";
import type { Middleware } from "koa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nowMs } from "../../../demo-chat/console/clock.ts";
import { createReceiver, type Receiver } from "../../../demo-chat/console/receiver/receiver.ts";
import { topicsOf } from "../../../demo-chat/console/turns/topics.ts";
import type { ReceivedPostback } from "../../../demo-chat/console/wire.ts";
import { demoAdvertisers } from "../../../demo-chat/goods/advertisers.ts";
import type { DemoAgents } from "../../../demo-chat/goods/market/agents.ts";
import {
  createExchangeClient,
  type ExchangeClient,
  listAll,
} from "../../../demo-chat/goods/market/exchange-client.ts";
import type { Keeper } from "../../../demo-chat/goods/market/keeper.ts";
import { openKeyFile } from "../../../demo-chat/goods/market/key-file.ts";
import { openMarket } from "../../../demo-chat/goods/market/load.ts";
import { DEMO_SAMPLES } from "../../../demo-chat/goods/market/samples.ts";
import { createProductLookups } from "../../../demo-chat/shop/lookups.ts";
import { createPublisherKit } from "../../../publisher-kit/src/index.ts";
import type { PublisherKit } from "../../../publisher-kit/src/types.ts";
import type { AdUnitType } from "../../../server/src/contract/enums.ts";
import { makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import { type Postman, startPostman } from "../domain/postbacks/postman.ts";
import { type Market, startMarket } from "../tools/market.ts";
import { refusalTests } from "./receiver-tests.ts";
import {
  type Done,
  FIRST_UNITS,
  forgetNewTopics,
  formOf,
  landFrom,
  readSides,
  send,
  watchedShop,
} from "./shop-visits.ts";

let market: Market;
let postman: Postman;
let dataDir: string;
let shopUrl: string;
let shop: Middleware | undefined;
let client: ExchangeClient;
let receiver: Receiver;
let agents: DemoAgents;
let keeper: Keeper;
let kits: Map<string, PublisherKit>;
const actions: Done[] = [];
const told: ReceivedPostback[] = [];

const catalogue = () => ({ seed: 20_260_101, baseUrl: shopUrl, count: 1_500 });

beforeAll(async () => {
  // The shop stands beside the exchange, as under npm start, and opens after it.
  const mounted: Middleware[] = [
    async (ctx, next) => (receiver === undefined ? next() : receiver.middleware(ctx, next)),
    async (ctx, next) => (shop === undefined ? next() : shop(ctx, next)),
  ];
  market = await startMarket({ mounted, env: { POSTBACK_ALLOW_HOSTS: "127.0.0.1" } });
  postman = await startPostman(market);
  dataDir = await makeTestFolder();
  shopUrl = market.baseUrl;
  client = createExchangeClient({ publicUrl: market.baseUrl, localUrl: market.baseUrl });
  receiver = makeReceiver();
  receiver.subscribe((postback) => told.push(postback));
  const old = await open(makeReceiver(), FIRST_UNITS);
  await old.keeper.stop();
  await forgetNewTopics(client, old.agents.publisher.apiKey);
  ({ agents, keeper } = await open(receiver));
  const products = createProductLookups(catalogue());
  shop = watchedShop({ client, products, bookings: () => keeper.bookings(), done: actions });
  kits = new Map(
    agents.publishers.map(({ name, apiKey }) => {
      const kit = createPublisherKit({ baseUrl: market.baseUrl, apiKey, timeoutMs: 5_000 });
      return [name, kit];
    }),
  );
});
afterAll(async () => {
  for (const kit of kits?.values() ?? []) await kit.close({ drainMs: 0 });
  await keeper?.stop();
  await postman?.close();
  await market?.close();
  await removeTestFolder(dataDir);
});

function makeReceiver(): Receiver {
  return createReceiver({ client, publicUrl: shopUrl, now: nowMs, warn: () => undefined });
}

function open(into: Receiver, units?: readonly AdUnitType[]) {
  const advertisers = demoAdvertisers(catalogue()).filter(
    ({ adUnitType }) => units?.includes(adUnitType) ?? true,
  );
  const onError = (error: unknown) => expect(error).toBeUndefined();
  return openMarket({ client, dataDir, advertisers, receiver: into, onError });
}

const bookingOf = (unit: AdUnitType) => {
  const found = keeper.bookings().find(({ agent }) => agent.advertiser.adUnitType === unit);
  if (found === undefined) throw new Error(`Nothing is booked for ${unit}.`);
  return found;
};

const land = (unit: AdUnitType) => landFrom(kits, unit, shopUrl);

const post = (path: string, fields: Readonly<Record<string, string>>) =>
  send(shopUrl + path, fields);

/** What an action moves between the two sides of a unit's booking. **Units** credits. */
async function movedBy(unit: AdUnitType, act: () => Promise<unknown>) {
  const look = () => readSides(client, bookingOf(unit));
  const before = await look();
  await act();
  const after = await look();
  await market.expectBooksAddUp();
  return { escrowed: after.escrowed - before.escrowed, pending: after.pending - before.pending };
}

describe("the bookings", () => {
  test("all nine units are booked, also on the data of a version that knew six", async () => {
    const units = keeper
      .bookings()
      .map(({ agent, publisher }) => [publisher.name, agent.advertiser.adUnitType]);
    expect(units).toEqual([
      ...FIRST_UNITS.map((unit) => ["Larkspur Chat", unit]),
      ["Ladle Kitchen Chat", "cppromo"],
      ["Ladle Kitchen Chat", "cpl"],
      ["Ladle Kitchen Chat", "cpi"],
    ]);
    for (const { agent, campaignIds } of keeper.bookings()) {
      expect(campaignIds).toHaveLength(1);
      const [campaignId] = campaignIds;
      const campaign = await client.call("get_campaign", { campaignId }, agent.apiKey);
      expect(campaign).toMatchObject({ status: "active", adUnitType: agent.advertiser.adUnitType });
      expect(campaign.couponIds).toHaveLength(agent.advertiser.coupons.length);
    }
  });

  test("what an earlier version did not know is excluded where it is not wanted", async () => {
    const { apiKey } = agents.publisher;
    for (const placement of await listAll(client, "list_placements", {}, apiKey)) {
      expect(placement.excludedTopics).toEqual(expect.arrayContaining(["pans", "knives"]));
    }
  });

  test("a further start finds everything and makes nothing", async () => {
    const keys = await openKeyFile(join(dataDir, "demo-keys.json"));
    const slots = ["publisher ladle", "advertiser emberpan", "postback emberpan", "postback ladle"];
    const before = slots.map((slot) => keys.get(slot));
    const again = await open(makeReceiver());
    await again.keeper.stop();
    const ids = (from: Keeper) => from.bookings().map(({ campaignIds }) => campaignIds);
    expect(ids(again.keeper)).toEqual(ids(keeper));
    const kept = await openKeyFile(join(dataDir, "demo-keys.json"));
    expect(slots.map((slot) => kept.get(slot))).toEqual(before);
    for (const { apiKey } of [...agents.publishers, ...agents.advertisers]) {
      expect(await listAll(client, "list_postbacks", {}, apiKey)).toHaveLength(1);
    }
  });

  test.each(DEMO_SAMPLES.filter(({ adUnitType }) => adUnitType !== null))(
    "$text brings the card of $adUnitType and no other advertiser's",
    async ({ text, adUnitType, publisher = "" }) => {
      const turn = await kits.get(publisher)?.turn({ text, topics: topicsOf(text, []) });
      const cards = turn?.status === "filled" ? turn.cards : [];
      const sponsors = cards.filter(({ kind }) => kind === "campaign").map((card) => card.sponsor);
      expect(sponsors).toEqual([bookingOf(adUnitType ?? "cpm").agent.name]);
    },
  );

  test("a desk lamp brings no campaign for desks, whatever the chat says it is about", async () => {
    const { publisher } = bookingOf("cpd");
    const kit = kits.get(publisher.name);
    const turn = await kit?.turn({ text: "I want to buy a desk lamp", topics: ["desk"] });
    const cards = turn?.status === "filled" ? turn.cards : [];
    expect(cards.filter(({ kind }) => kind === "campaign")).toEqual([]);
  });

  test.each(DEMO_SAMPLES.filter(({ adUnitType }) => adUnitType === null))(
    "$text brings nothing in any chat",
    async ({ text }) => {
      for (const kit of kits.values()) {
        const turn = await kit.turn({ text, topics: topicsOf(text, []) });
        expect(turn).toMatchObject({ status: "no_fill" });
      }
    },
  );
});

describe("the shop behind the links", () => {
  test("an order pays cpa once, however often its form is sent", async () => {
    const { path, page, clickId } = await land("cpa");
    const fields = formOf(page);
    expect(fields).toMatchObject({ click_id: clickId, coupon: "PEDAL10" });
    const pages: Awaited<ReturnType<typeof post>>[] = [];
    const moved = await movedBy("cpa", async () => {
      pages.push(...(await Promise.all([1, 2].map(() => post(`${path}/buy`, fields)))));
      pages.push(await post(`${path}/buy`, fields));
    });
    expect(moved).toEqual({ escrowed: -240, pending: 192 });
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
    expect(pages[0]?.text).toContain("paid 240.00 cr, of which 192.00 cr went to the chat");
    const made = actions.filter(({ action }) => action.clickId === clickId);
    expect(made).toHaveLength(1);
    expect(made[0]?.outcome.calls).toMatchObject([
      { title: "POST /api/agent report_conversion", status: 200, response: { billable: true } },
    ]);
    // The price less ten percent, as the page says, is what the advertiser was told.
    const { action } = made[0] ?? {};
    if (action?.kind !== "order") throw new Error("No order was made.");
    expect(action.valueUsd).toBe(Math.round(action.priceUsd * 90) / 100);
    expect(JSON.stringify(made[0]?.outcome.calls)).not.toMatch(/rk_live_/);
  });

  test("a redeemed code pays cppromo, reported by the chat that showed it", async () => {
    const { path, page } = await land("cppromo");
    const fields = formOf(page);
    expect(fields.coupon).toBe("EMBER15");
    let thanks = "";
    const moved = await movedBy("cppromo", async () => {
      thanks = (await post(`${path}/buy`, { ...fields, coupon: "ember15" })).text;
    });
    expect(moved).toEqual({ escrowed: -80, pending: 64 });
    expect(thanks).toContain("Emberpan Cookware paid 80.00 cr, of which 64.00 cr");
    expect(thanks).toContain("EMBER15: −$");
  });

  test("an order without a code pays a cppromo advertiser's chat nothing", async () => {
    const { path, page } = await land("cppromo");
    const moved = await movedBy("cppromo", async () => {
      const { text } = await post(`${path}/buy`, { ...formOf(page), coupon: "" });
      expect(text).toContain("pays for redeemed coupons, and no code was used");
    });
    expect(moved).toEqual({ escrowed: 0, pending: 0 });
  });

  test("wrong and used-up codes are answered beside their field, and nothing is sold", async () => {
    const { path, page, clickId } = await land("cppromo");
    const wrong = await post(`${path}/buy`, { ...formOf(page), coupon: "FREEPANS" });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain("Emberpan Cookware has no code FREEPANS.");
    expect(wrong.text).toMatch(/value="FREEPANS"[^>]* aria-invalid="true"/);
    // The form that was refused can be sent again with another code.
    const moved = await movedBy("cppromo", async () => {
      const last = await post(`${path}/buy`, { ...formOf(wrong.text), coupon: "LASTPAN" });
      expect(last.text).toContain("paid 80.00 cr");
    });
    expect(moved).toEqual({ escrowed: -80, pending: 64 });
    const product = bookingOf("cppromo").agent.advertiser.productIds[0] ?? "";
    const own = await (await fetch(`${shopUrl}/shop/p/${product}?click_id=${clickId}`)).text();
    const usedUp = await post(`/shop/p/${product}/buy`, { ...formOf(own), coupon: "LASTPAN" });
    expect(usedUp.status).toBe(422);
    expect(usedUp.text).toContain("The code LASTPAN is used up.");
    expect(actions.filter(({ action }) => action.clickId === clickId)).toHaveLength(1);
  });

  test("a sign-up pays cpl once per address, and the exchange never sees the address", async () => {
    const email = "kim.reader@example.com";
    const { path, page } = await land("cpl");
    for (const wrong of ["", "kim", "kim@home", "a b@example.com"]) {
      const refused = await post(`${path}/sign-up`, { ...formOf(page), email: wrong });
      expect(refused.status, wrong).toBe(422);
      expect(refused.text).toContain("such as kim@example.com");
    }
    const moved = await movedBy("cpl", async () => {
      const { text } = await post(`${path}/sign-up`, { ...formOf(page), email });
      expect(text).toContain("Tablespoon School paid 150.00 cr, of which 120.00 cr");
    });
    expect(moved).toEqual({ escrowed: -150, pending: 120 });
    const later = await land("cpl");
    const again = await movedBy("cpl", async () => {
      const fields = { ...formOf(later.page), email: email.toUpperCase() };
      expect((await post(`${path}/sign-up`, fields)).text).toContain(
        "was not charged: reported before",
      );
    });
    expect(again).toEqual({ escrowed: 0, pending: 0 });
    const [event] = await market.sql(
      "select count(*)::int as n from event where detail::text ~ $1",
      ["kim.reader"],
    );
    expect(event?.n).toBe(0);
  });

  test("an install pays cpi once per form", async () => {
    const { path, page } = await land("cpi");
    const moved = await movedBy("cpi", async () => {
      const fields = formOf(page);
      const [first, second] = [
        await post(`${path}/install`, fields),
        await post(`${path}/install`, fields),
      ];
      expect(first.text).toContain("Pantrypage App paid 120.00 cr, of which 96.00 cr");
      expect(second.url).toBe(first.url);
    });
    expect(moved).toEqual({ escrowed: -120, pending: 96 });
  });

  test("without a click, or where the advertiser pays for else, nothing is reported", async () => {
    const page = await (await fetch(`${shopUrl}/shop/c/pantrypage`)).text();
    const without = await post("/shop/c/pantrypage/install", formOf(page));
    expect(without.text).toContain("The visit did not come from an ad: no charge.");
    const shoes = await land("cpc");
    const bought = await post(`${shoes.path}/buy`, formOf(shoes.page));
    expect(bought.text).toContain("Solegarden Shoes pays for clicks, not for orders.");
    expect((await post("/shop/c/pantrypage/buy", {})).status).toBe(404);
    const foreign = { product_id: bookingOf("cpc").agent.advertiser.productIds[0] ?? "" };
    expect((await post("/shop/c/pedalhouse/buy", foreign)).status).toBe(404);
    expect((await post("/shop/c/solegarden/sign-up", {})).status).toBe(404);
  });
});

describe("the receiver", () => {
  test("both sides of a booking hear of its conversions, signed, each message once", async () => {
    await postman.run();
    const seen = receiver.received();
    expect(seen.every(({ isVerified }) => isVerified)).toBe(true);
    const heard = (type: string) =>
      seen.filter((one) => one.type === type).map(({ advertiser }) => advertiser);
    expect(heard("campaign.booked")).toEqual(expect.arrayContaining(["Ladle Kitchen Chat"]));
    expect(heard("coupon.redeemed")).toEqual(
      expect.arrayContaining(["Emberpan Cookware", "Ladle Kitchen Chat"]),
    );
    expect(new Set(heard("conversion.recorded"))).toEqual(
      new Set([
        "Larkspur Chat",
        "Pedalhouse Cycles",
        "Ladle Kitchen Chat",
        "Tablespoon School",
        "Pantrypage App",
      ]),
    );
    expect(told).toEqual(seen);
    const names = seen.map(({ id, advertiser }) => `${id} ${advertiser}`);
    expect(new Set(names).size).toBe(names.length);
  });

  refusalTests(() => ({ shopUrl, dataDir, receiver, told }));

  test("a secret that was lost is replaced, and what comes then verifies", async () => {
    const keys = await openKeyFile(join(dataDir, "demo-keys.json"));
    await keys.remove("postback pantrypage");
    const next = makeReceiver();
    const again = await open(next);
    await again.keeper.stop();
    receiver = next;
    const apiKey = bookingOf("cpi").agent.apiKey;
    const [postback] = await listAll(client, "list_postbacks", {}, apiKey);
    await client.call("test_postback", { postbackId: postback?.postbackId }, apiKey);
    await postman.run();
    // An earlier click may be told to others only now.
    const own = receiver.received().filter(({ advertiser }) => advertiser === "Pantrypage App");
    expect(own).toMatchObject([{ type: "postback.test", isVerified: true }]);
  });

  test("webhooks at an address of before are deleted", async () => {
    const moved = createReceiver({
      client,
      publicUrl: "http://127.0.0.1:9",
      now: nowMs,
      warn: () => undefined,
    });
    await moved.open(agents, await openKeyFile(join(dataDir, "moved-keys.json")));
    const { apiKey } = agents.publisher;
    const urls = (await listAll(client, "list_postbacks", {}, apiKey)).map(({ url }) => url);
    expect(urls).toEqual(["http://127.0.0.1:9/demo/postbacks/larkspur"]);
  });

  test("an address the exchange may not post to is a warning and not the end", async () => {
    const warnings: string[] = [];
    const outside = createReceiver({
      client,
      publicUrl: "http://192.168.7.7:8787",
      now: nowMs,
      warn: (message) => warnings.push(message),
    });
    await outside.open(agents, await openKeyFile(join(dataDir, "other-keys.json")));
    expect(warnings).toEqual([expect.stringContaining("POSTBACK_ALLOW_HOSTS")]);
  });
});
