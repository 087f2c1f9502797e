import { createPublisherKit } from "@placard/publisher-kit";
import type { KitEvent, PublisherKitOptions } from "@placard/publisher-kit/types";
import { campaign, campaignId, delivery, startExchange, tagOf } from "./exchange-double.ts";

export const ASK = { text: "I'm looking for trail running boots" };
/** The tag of the first campaign's offer. */
export const TAG = tagOf("northwind", campaignId(1));

type Double = Awaited<ReturnType<typeof startExchange>>;

/** An exchange with one live campaign of each given unit. */
export async function exchangeWith(...units: string[]) {
  const exchange = await startExchange({
    list_campaigns: () => ({
      body: { items: units.map((unit, n) => campaign(n + 1, unit)), nextCursor: null },
    }),
    search_shopfeed_products: () => ({ body: { status: "empty", items: [] } }),
  });
  exchange.handlers.deliver_ad = ({ args }) => {
    const id = String(args.campaignId);
    const unit = units[Number(id.slice(-2)) - 1] ?? "cpm";
    const cites = args.citations === true;
    return { body: delivery(exchange.baseUrl, { campaignId: id, unit, cites }) };
  };
  return exchange;
}

export function kitFor(exchange: Double, options: Partial<PublisherKitOptions> = {}) {
  const events: KitEvent[] = [];
  const kit = createPublisherKit({
    baseUrl: exchange.baseUrl,
    apiKey: "rk_live_test_key_of_the_publisher",
    mode: "both",
    // Far beyond what the first turn of a process needs on a busy machine.
    timeoutMs: 5_000,
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { kit, events };
}

/** Everything the exchange received, over all batches. */
export function reported(exchange: Double): Record<string, unknown>[] {
  return exchange
    .callsOf("report_events")
    .flatMap(({ args }) => (Array.isArray(args.events) ? args.events : []));
}
