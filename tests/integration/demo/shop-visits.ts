import type { Middleware } from "koa";
import { expect } from "vitest";
import { topicsOf } from "../../../demo-chat/console/turns/topics.ts";
import { type ExchangeClient, listAll } from "../../../demo-chat/goods/market/exchange-client.ts";
import type { Booking } from "../../../demo-chat/goods/market/market.ts";
import { DEMO_SAMPLES } from "../../../demo-chat/goods/market/samples.ts";
import { createAdvertising } from "../../../demo-chat/shop/advertising.ts";
import { createShopSearch } from "../../../demo-chat/shop/search.ts";
import { createShop } from "../../../demo-chat/shop/shop.ts";
import type { ActionOutcome, ProductLookups, ShopAction } from "../../../demo-chat/shop/types.ts";
import type { PublisherKit } from "../../../publisher-kit/src/types.ts";
import type { AdUnitType } from "../../../server/src/contract/enums.ts";

/** What the version before sold, and all it knew turns to be about. */
export const FIRST_UNITS: readonly AdUnitType[] = ["cpm", "cpc", "cpia", "cpr", "cpd", "cpa"];
const FIRST_TOPICS = ["camping", "shoes", "coffee", "audio", "desk", "cycling", "other"];

/** Leaves the placements as that version listed them. */
export async function forgetNewTopics(client: ExchangeClient, apiKey: string): Promise<void> {
  for (const { placementId, topics } of await listAll(client, "list_placements", {}, apiKey)) {
    const own: readonly unknown[] = Array.isArray(topics) ? topics : [];
    const excludedTopics = FIRST_TOPICS.filter((topic) => !own.includes(topic));
    await client.call("update_placement", { placementId, excludedTopics }, apiKey);
  }
}

export type Done = { action: ShopAction; outcome: ActionOutcome };

/** The demo's shop, with what was done in it kept. */
export function watchedShop(options: {
  client: ExchangeClient;
  products: ProductLookups;
  bookings: () => readonly Booking[];
  done: Done[];
}): Middleware {
  const { client, products, bookings, done } = options;
  const { checkCoupon, report } = createAdvertising(client, bookings);
  return createShop({
    products,
    search: createShopSearch(client),
    advertising: {
      checkCoupon,
      async report(action) {
        const outcome = await report(action);
        done.push({ action, outcome });
        return outcome;
      },
    },
  });
}

/** A program that fetches a link is no reader, unless it says that it is a browser. */
const READER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0" };

type Kits = ReadonlyMap<string, PublisherKit>;
type Landed = { clickId: string; path: string; page: string };

/** Asks in the chat that sells the unit, and gives the card its advertiser pays for. */
async function cardOf(kits: Kits, unit: AdUnitType) {
  const sample = DEMO_SAMPLES.find(({ adUnitType }) => adUnitType === unit);
  const { text = "", publisher = "" } = sample ?? {};
  const turn = await kits.get(publisher)?.turn({ text, topics: topicsOf(text, []) });
  const cards = turn?.status === "filled" ? turn.cards : [];
  const card = cards.find(({ kind }) => kind === "campaign");
  if (card === undefined) throw new Error(`No card for ${text}: ${JSON.stringify(turn)}`);
  return card;
}

/** Follows the card of a unit to its landing page. */
export async function landFrom(kits: Kits, unit: AdUnitType, shopUrl: string): Promise<Landed> {
  const hop = await fetch((await cardOf(kits, unit)).clickUrl, {
    redirect: "manual",
    headers: READER,
  });
  expect(hop.status).toBe(302);
  const url = new URL(hop.headers.get("location") ?? "");
  expect(url.origin).toBe(shopUrl);
  const clickId = url.searchParams.get("click_id") ?? "";
  expect(clickId).toMatch(/^clk_[0-9a-z]{26}$/);
  return { clickId, path: url.pathname, page: await (await fetch(url)).text() };
}

/** What a browser would send with the page's first form. */
export function formOf(page: string): Record<string, string> {
  const form = /<form[^>]*method="post"[\s\S]*?<\/form>/.exec(page)?.[0] ?? "";
  const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([input]) => input);
  const attribute = (input: string, name: string) =>
    new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1] ?? "";
  return Object.fromEntries(
    inputs.map((input) => [attribute(input, "name"), attribute(input, "value")]),
  );
}

/** Sends a form and follows to where it leads. */
export async function send(url: string, fields: Readonly<Record<string, string>>) {
  const response = await fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  const text = (await response.text()).replaceAll(/\s+/g, " ");
  return { status: response.status, url: response.url, text };
}

/** What both sides of a booking hold. **Units** credits. */
export async function readSides(client: ExchangeClient, { agent, publisher }: Booking) {
  const ours = await balanceOf(client, agent.apiKey);
  const theirs = await balanceOf(client, publisher.apiKey);
  return { escrowed: ours.escrowedCredits ?? 0, pending: theirs.pendingEarningsCredits ?? 0 };
}

async function balanceOf(client: ExchangeClient, apiKey: string): Promise<Record<string, number>> {
  const { balance } = await client.call("whoami", {}, apiKey);
  return { ...(typeof balance === "object" ? balance : {}) };
}
