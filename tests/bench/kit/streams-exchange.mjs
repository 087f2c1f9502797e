// Run by streams.ts in a process of its own, so that its CPU is not the chat's: an exchange with
// twelve products and six bookings, which answers within 5 to 40 ms, or with "hang" never. Prints
// its port.
import { createServer } from "node:http";

const PRODUCTS = 12;
const BOOKINGS = 6;
const LATENCY_MIN_MS = 5;
const LATENCY_SPAN_MS = 35;
const UNITS = ["cpm", "cpr", "cpd", "cpc", "cpia", "cpm"];

const hangs = process.argv[2] === "hang";
const server = createServer((request, response) => {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (part) => {
    text += part;
  });
  request.on("end", () => {
    const { tool, arguments: args } = JSON.parse(text);
    if (hangs && tool !== undefined) return;
    const body = JSON.stringify(answers[tool]?.(args) ?? {});
    const delayMs = LATENCY_MIN_MS + Math.random() * LATENCY_SPAN_MS;
    setTimeout(() => {
      response.setHeader("content-type", "application/json");
      response.end(body);
    }, delayMs);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));

const link = (name) => `http://127.0.0.1:${server.address().port}/r/${name.padEnd(64, "x")}`;
const idOf = (number) => `cmp_0${String(number).padStart(25, "0")}`;

const answers = {
  search_shopfeed_products: ({ q }) => ({
    status: "ok",
    items: Array.from({ length: PRODUCTS }, (_, number) => product(q, number)),
    nextCursor: null,
  }),
  list_campaigns: () => ({
    items: UNITS.map((adUnitType, number) => ({
      campaignId: idOf(number),
      placementId: `plc_0${"0".repeat(25)}`,
      adUnitType,
      status: "active",
      advertiserId: `agt_${number}`,
      creative: { text: `Offer ${number} that lasts`, url: "https://shop.example/" },
    })),
    nextCursor: null,
  }),
  deliver_ad: ({ campaignId, citations }) => delivery(campaignId, citations),
  report_events: ({ events }) => ({
    items: events.map(({ eventId, campaignId }, index) => ({ index, eventId, campaignId })),
  }),
};

function product(query, number) {
  return {
    id: `p${number}`,
    title: `${query} ${number}, a long title as shops write them, with size and color`,
    image: { url: `https://img.example/${number}.jpg`, width: 400, height: 400, alt: query },
    price: {
      amount: 40 + number,
      currency: "USD",
      compareAtAmount: null,
      discountPercent: null,
      discountAmount: null,
    },
    availability: "in_stock",
    seller: `Shop ${number}`,
    rating: { value: 4.5, count: 12 },
    disclosure: `Ad · Sold by Shop ${number}`,
    clickUrl: link(`p${number}`),
    updatedAt: "2026-01-01T00:00:00Z",
  };
}

function delivery(campaignId, citations) {
  const number = Number(campaignId.slice(-2));
  const sponsor = `Sponsor ${number % BOOKINGS}`;
  return {
    filled: true,
    deliveryId: `dlv_${campaignId.slice(4)}_${"A".repeat(22)}`,
    expiresAt: "2100-01-01T00:00:00Z",
    offer: {
      title: `${sponsor} boots`,
      text: "Boots that last",
      clickUrl: link(`c${number}`),
      sponsor,
    },
    disclosure: { label: "Ad", sponsor, text: `Ad · ${sponsor}` },
    contextUse: "reasoning_context",
    ...(citations === true && { citation: { tag: `sponsor-k7${number}0`, label: "Ad" } }),
    contextBlock: `[offer ${campaignId}] ${sponsor} boots [end]`,
    billing: { adUnitType: UNITS[number], rateCredits: 2 },
  };
}
