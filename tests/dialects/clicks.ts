import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { advertiserReportByCampaignSchema } from "../../server/src/contract/resources/report.ts";
import {
  deliverOnce,
  fundAgent,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../setup/agents.ts";
import type { CallTool } from "../setup/exchange.ts";
import { ACCOUNT, buyOf, callAdcp, newKey, packageOf } from "./adcp-client.ts";

/** Units that are paid after a click, each with the event that the buyer reports. */
export const CLICK_UNITS = {
  cpc: undefined,
  cpa: "purchase",
  cpl: "lead",
  cpi: "app_install",
} as const;
export type ClickUnit = keyof typeof CLICK_UNITS;

const BROWSER = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
const CLICK_TIMEOUT_MS = 10_000;
const BUDGET_USD = 40;

const buySchema = z.looseObject({
  media_buy_id: z.string(),
  packages: z.tuple([
    z.looseObject({ ext: z.object({ placard: z.object({ campaign_id: z.string() }) }) }),
  ]),
});
const deliverySchema = z.looseObject({
  aggregated_totals: z.looseObject({
    clicks: z.number(),
    conversions: z.number(),
    spend: z.number(),
  }),
});
const loggedSchema = z.looseObject({ events_processed: z.number() });

export interface Followed {
  /** What one click or conversion costs. **Units** US dollars. */
  readonly price: number;
  /** Of `get_media_buy_delivery`, beside the native report in the same units. */
  readonly shown: { clicks: number; conversions: number; spend: number };
  readonly native: { clicks: number; conversions: number; spend: number };
  /** Events that counted: of three reports of one order, of another buyer's, of no click. */
  readonly counted: { own: readonly number[]; foreign: number; missing: number };
}

/**
 * One buy, one delivery and one click of a reader; then the order is reported three times: twice as
 * the same event, and once more as another event.
 */
export async function followClick(
  call: CallTool,
  baseUrl: string,
  { unit, now }: { unit: ClickUnit; now: () => Date },
): Promise<Followed> {
  const publisher = await registerAgent(call, "publisher");
  const buyer = await openBuyer(call, baseUrl);
  const placement = await listTestPlacement(call, publisher, unit);
  const args = buyOf([packageOf(placement, BUDGET_USD)]);
  const { body } = await callAdcp(baseUrl, buyer.key, "create_media_buy", args);
  const { media_buy_id: id, packages } = buySchema.parse(body);
  const campaignId = packages[0].ext.placard.campaign_id;
  const { offer, deliveryId } = await deliverOnce(call, publisher, campaignId);
  const clickId = `clk_${deliveryId.slice(4, 30)}`;
  const readDelivery = async () => {
    const asked = { media_buy_ids: [id] };
    const { body: delivery } = await callAdcp(baseUrl, buyer.key, "get_media_buy_delivery", asked);
    return deliverySchema.parse(delivery).aggregated_totals;
  };
  await fetch(offer.clickUrl, { redirect: "manual", headers: { "User-Agent": BROWSER } });
  const deadline = performance.now() + CLICK_TIMEOUT_MS;
  while ((await readDelivery()).clicks === 0 && performance.now() < deadline) await sleep(20);
  const counted = await reportOrder(call, baseUrl, { buyer, clickId, unit, now });
  const report = await resultOf(
    call("get_advertiser_report_by_campaign", { period: "daily", campaignId }, buyer.key),
    advertiserReportByCampaignSchema,
  );
  const { clicks, conversions, spend } = await readDelivery();
  const native = report.totals;
  return {
    price: placement.rateCredits / 100,
    shown: { clicks, conversions, spend },
    native: {
      clicks: native.clicks,
      conversions: Object.values(native.conversions).reduce((sum, one) => sum + one, 0),
      spend: native.spendCredits / 100,
    },
    counted,
  };
}

interface Order {
  readonly buyer: TestAgent;
  readonly clickId: string;
  readonly unit: ClickUnit;
  readonly now: () => Date;
}

async function reportOrder(
  call: CallTool,
  baseUrl: string,
  { buyer, clickId, unit, now }: Order,
): Promise<Followed["counted"]> {
  const eventType = CLICK_UNITS[unit];
  if (eventType === undefined) return { own: [], foreign: 0, missing: 0 };
  const log = async (key: string, { event = "one", click = clickId }) => {
    const { body } = await callAdcp(baseUrl, key, "log_event", {
      idempotency_key: newKey(),
      event_source_id: "site",
      events: [
        {
          event_id: event,
          event_type: eventType,
          event_time: now().toISOString(),
          user_match: { click_id: click },
          custom_data: { order_id: "order-1", value: 49.95, currency: "USD" },
        },
      ],
    });
    return loggedSchema.parse(body).events_processed;
  };
  const stranger = await openBuyer(call, baseUrl);
  return {
    own: [
      await log(buyer.key, {}),
      await log(buyer.key, {}),
      await log(buyer.key, { event: "another" }),
    ],
    foreign: await log(stranger.key, { event: "foreign" }),
    missing: await log(buyer.key, { click: "clk_01k9zq3v5te7kbn8w2r4c6d8fg" }),
  };
}

/** A buyer with 50 dollars and a source of events. */
async function openBuyer(call: CallTool, baseUrl: string): Promise<TestAgent> {
  const buyer = await registerAgent(call, "advertiser");
  await fundAgent(call, buyer, "builder");
  await callAdcp(baseUrl, buyer.key, "sync_event_sources", {
    idempotency_key: newKey(),
    account: ACCOUNT,
    event_sources: [{ event_source_id: "site" }],
  });
  return buyer;
}
