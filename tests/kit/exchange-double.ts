import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";

export type Call = { tool: string; args: Record<string, unknown>; authorization: string };
export type Reply = {
  status?: number;
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
};
type Handler = (call: Call, response: ServerResponse) => Reply | "hang" | Promise<Reply | "hang">;

/** A real HTTP server that speaks the exchange's wire format and fails on command. */
export async function startExchange(handlers: Record<string, Handler> = {}) {
  const calls: Call[] = [];
  /** What a GET of a path answers. */
  const pages: Record<string, (response: ServerResponse) => void> = {};
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    response.on("close", () => open.delete(response));
    const page = pages[request.url ?? ""];
    if (page !== undefined) page(response);
    else void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const baseUrl = `http://127.0.0.1:${port}`;
  const defaults: Record<string, Handler> = {
    search_shopfeed_products: () => ({ body: { status: "ok", items: [product(baseUrl, 1)] } }),
    list_campaigns: () => ({ body: { items: [], nextCursor: null } }),
    deliver_ad: ({ args }) => ({
      body: delivery(baseUrl, {
        campaignId: String(args.campaignId),
        cites: args.citations === true,
      }),
    }),
    report_events: (call) => ({ body: acknowledge(call) }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { tool, arguments: args } = JSON.parse(await textOf(request));
    const call = { tool, args, authorization: String(request.headers.authorization) };
    calls.push(call);
    const handler = handlers[tool] ?? defaults[tool];
    const reply = handler === undefined ? { status: 404, body: {} } : await handler(call, response);
    if (reply === "hang") return;
    const { status = 200, body, raw, headers = {} } = reply;
    response.writeHead(status, {
      "content-type": "application/json",
      "x-request-id": "req_test",
      ...headers,
    });
    response.end(raw ?? JSON.stringify(body));
  }

  return {
    baseUrl,
    calls,
    pages,
    handlers,
    callsOf: (tool: string) => calls.filter((call) => call.tool === tool),
    async [Symbol.asyncDispose]() {
      for (const response of open) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function acknowledge(call: Call) {
  const events = Array.isArray(call.args.events) ? call.args.events : [];
  return {
    items: events.map((event, index) => ({
      index,
      campaignId: event.campaignId,
      eventId: event.eventId,
      accepted: true,
      duplicate: false,
      billable: true,
      verified: false,
      counted: 1,
      chargedCredits: 2,
      earnedCredits: 1.6,
      remainingCredits: 98,
      campaignStatus: "active",
    })),
    chargedCredits: events.length * 2,
  };
}

export function product(baseUrl: string, number: number, change: Record<string, unknown> = {}) {
  return {
    id: `p${number}`,
    feedType: "shopfeed_us_shop",
    title: `Trail shoe ${number}`,
    image: { url: "https://img.example/1.jpg", width: 400, height: 400, alt: "A shoe" },
    price: {
      amount: 40 + number,
      currency: "USD",
      compareAtAmount: null,
      discountPercent: null,
      discountAmount: null,
    },
    availability: "in_stock",
    seller: "Shoe shop",
    rating: { value: 4.5, count: 12 },
    disclosure: "Sponsored by Shoe shop",
    clickUrl: `${baseUrl}/r/${"p".repeat(62)}${String(number).padStart(2, "0")}`,
    updatedAt: "2026-01-01T00:00:00Z",
    ...change,
  };
}

export const campaignId = (number: number): string => `cmp_0${String(number).padStart(25, "0")}`;
export const placementId = (number: number): string => `plc_0${String(number).padStart(25, "0")}`;

export function campaign(number: number, adUnitType: string, placement = 1) {
  return {
    campaignId: campaignId(number),
    placementId: placementId(placement),
    adUnitType,
    status: "active",
  };
}

/** As the exchange makes them; the number of the campaign stands for the signature. */
export const tagOf = (sponsor: string, id: string): string => `${sponsor}-k7${id.slice(-2)}`;

export function delivery(
  baseUrl: string,
  change: Record<string, unknown> & { campaignId: string; unit?: string; cites?: boolean },
) {
  const { unit = "cpm", cites = false, ...fields } = change;
  const title = `Northwind ${fields.campaignId.slice(-2)}`;
  const citation = { tag: tagOf("northwind", fields.campaignId), label: "Ad" };
  return {
    filled: true,
    deliveryId: `dlv_${fields.campaignId.slice(4)}_${"A".repeat(22)}`,
    expiresAt: "2030-01-01T00:00:00Z",
    placementId: placementId(1),
    creative: { text: "Boots that last", url: "https://northwind.example/", version: 1 },
    offer: {
      title,
      text: "Boots that last",
      clickUrl: `${baseUrl}/r/${"c".repeat(64)}`,
      sponsor: "Northwind",
    },
    disclosure: { label: "Ad", sponsor: "Northwind", text: "Ad · Northwind" },
    contextUse: "reasoning_context",
    ...(cites && { citation }),
    contextBlock: `[offer x1 ${fields.campaignId}] ${title} [end x1]`,
    billing: { adUnitType: unit, rateCredits: 2, reportTool: "report_impression" },
    ...fields,
  };
}
