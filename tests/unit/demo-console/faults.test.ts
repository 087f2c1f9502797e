import { describe, expect, test } from "vitest";
import { faultWords, NO_FAULTS } from "../../../demo-chat/console/faults/defaults.ts";
import { attemptWithFaults } from "../../../demo-chat/console/faults/exchange-faults.ts";
import type { Attempt } from "../../../demo-chat/console/turns/calls.ts";
import type { FaultName, ServerFaults } from "../../../demo-chat/console/wire.ts";

const PUBLIC_URL = "https://exchange.example.com";

const product = (place: number) => ({
  id: `p-${place}`,
  title: `Kettle ${place}`,
  disclosure: "Ad",
  clickUrl: `${PUBLIC_URL}/r/token`,
  image: { url: `${PUBLIC_URL}/shop/img/p-${place}.svg`, alt: "A kettle" },
});

const ANSWERS: Readonly<Record<string, object>> = {
  search_shopfeed_products: { status: "ok", items: [1, 2, 3].map(product), hasMore: false },
  deliver_ad: {
    filled: true,
    offer: { title: "Tea", clickUrl: `${PUBLIC_URL}/r/token` },
    disclosure: { label: "Sponsored", text: "Sponsored · Tea" },
  },
  list_campaigns: { items: [{ campaignId: "cmp_1" }], nextCursor: null },
  report_events: { items: [], chargedCredits: 0 },
};

/** One call with faults, what came back, and whether the exchange was asked. */
async function attempt(tool: string, faults: Partial<ServerFaults>, signal?: AbortSignal) {
  let sent = 0;
  const noted: (FaultName | undefined)[] = [];
  const call: Attempt = {
    tool,
    args: {},
    signal,
    send: async () => {
      sent += 1;
      return Response.json(ANSWERS[tool] ?? {}, { headers: { "x-request-id": "req_1" } });
    },
    note: ({ fault }) => noted.push(fault),
  };
  const response = await attemptWithFaults(call, { ...NO_FAULTS, ...faults }, PUBLIC_URL);
  const body: unknown = await response.json();
  return {
    status: response.status,
    requestId: response.headers.get("x-request-id"),
    body,
    sent,
    noted,
  };
}

describe.each(["empty", "feed_pending"] as const)("%s", (exchange) => {
  test("finds nothing and delivers nothing, while everything else goes on", async () => {
    const search = await attempt("search_shopfeed_products", { exchange });
    expect(search.body).toMatchObject({ status: exchange, items: [] });
    const delivery = await attempt("deliver_ad", { exchange });
    expect(delivery.body).toMatchObject({ filled: false });
    expect([search.sent, delivery.sent]).toEqual([0, 0]);
    expect((await attempt("list_campaigns", { exchange })).sent).toBe(1);
  });
});

test("every fault has its words, and none has none", () => {
  expect(faultWords(NO_FAULTS)).toEqual([]);
  const all: ServerFaults = {
    latencyMs: 300,
    exchange: "timeout",
    card: "bad_link",
    images: "missing",
    clockSkewMinutes: -5,
    tokenExpired: true,
    globalPrivacyControl: true,
    childDirected: true,
  };
  expect(faultWords(all)).toHaveLength(Object.keys(all).length);
  expect(faultWords(all)).toContain("the chat's clock is 5 minutes slow");
});
