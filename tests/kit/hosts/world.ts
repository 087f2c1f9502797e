import { createPublisherKit } from "@placard/publisher-kit";
import type { KitEvent, PublisherKitOptions } from "@placard/publisher-kit/types";
import { campaign, campaignId, delivery, startExchange, tagOf } from "../exchange-double.ts";

export const ASK = "I'm looking for trail running boots";

/** A booking of the double: its sponsor and what it pays for. */
type Booking = { sponsor: string; unit: string };

/** The first is paid by recommendation, the second by decision, the third by context. */
export const BOOKINGS: readonly Booking[] = [
  { sponsor: "Northwind", unit: "cpr" },
  { sponsor: "Velmora", unit: "cpd" },
  { sponsor: "Arden", unit: "cpia" },
];

/** An exchange with one campaign for each booking, and a kit that asks it. */
export async function openWorld(options: Partial<PublisherKitOptions> = {}) {
  const exchange = await startExchange({
    list_campaigns: () => ({
      body: { items: BOOKINGS.map(({ unit }, at) => campaign(at + 1, unit)), nextCursor: null },
    }),
  });
  exchange.handlers.deliver_ad = ({ args }) => {
    const id = String(args.campaignId);
    const { sponsor, unit } = BOOKINGS[Number(id.slice(-2)) - 1] ?? { sponsor: "", unit: "cpm" };
    const clickUrl = clickUrlOf(exchange.baseUrl, sponsor);
    const cites = args.citations === true;
    return {
      body: delivery(exchange.baseUrl, {
        campaignId: id,
        unit,
        offer: { title: `${sponsor} boot`, text: "Boots that last", clickUrl, sponsor },
        disclosure: { label: "Ad", sponsor, text: `Ad · ${sponsor}` },
        ...(cites && { citation: { tag: tagOf(sponsor.toLowerCase(), id), label: "Ad" } }),
      }),
    };
  };
  const events: KitEvent[] = [];
  const kit = createPublisherKit({
    baseUrl: exchange.baseUrl,
    apiKey: "rk_live_test_key_of_the_publisher",
    mode: "context",
    // Far beyond what a busy machine needs; tests of the deadline set their own.
    timeoutMs: 5_000,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const reports = (): Record<string, unknown>[] =>
    exchange
      .callsOf("report_events")
      .flatMap(({ args }) => (Array.isArray(args.events) ? args.events : []));
  /** The label of a sponsor's mark, as it stands in an answer. */
  const label = (sponsor: string): string =>
    `([Ad · ${sponsor}](${clickUrlOf(exchange.baseUrl, sponsor)}))`;
  return {
    exchange,
    kit,
    events,
    reports,
    label,
    url: (sponsor: string) => clickUrlOf(exchange.baseUrl, sponsor),
    [Symbol.asyncDispose]: () => closeAll(kit, exchange),
  };
}

const clickUrlOf = (baseUrl: string, sponsor: string): string =>
  `${baseUrl}/r/${sponsor.toLowerCase().padEnd(64, "c")}`;

async function closeAll(kit: ReturnType<typeof createPublisherKit>, exchange: AsyncDisposable) {
  await kit.close({ drainMs: 10 });
  await exchange[Symbol.asyncDispose]();
}

/** The marks of a sponsor's offer. */
export function marksOf(sponsor: string) {
  const number = BOOKINGS.findIndex((booking) => booking.sponsor === sponsor) + 1;
  const campaign = campaignId(number);
  const tag = tagOf(sponsor.toLowerCase(), campaign);
  return { tag, campaign, ad: `[[ad:${tag}]]`, rec: `[[rec:${tag}]]`, pick: `[[pick:${tag}]]` };
}
