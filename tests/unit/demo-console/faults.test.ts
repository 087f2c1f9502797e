import { describe, expect, test } from "vitest";
import { faultWords, NO_FAULTS } from "../../../demo-chat/console/faults/defaults.ts";
import { attemptWithFaults } from "../../../demo-chat/console/faults/exchange-faults.ts";
import type { Attempt } from "../../../demo-chat/console/turns/calls.ts";
import { consentOf } from "../../../demo-chat/console/turns/session-kits.ts";
import { defaultSettings } from "../../../demo-chat/console/turns/settings.ts";
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

test.each(Object.keys(ANSWERS))("without a fault %s passes as it is", async (tool) => {
  expect(await attempt(tool, {})).toEqual({
    status: 200,
    requestId: "req_1",
    body: ANSWERS[tool],
    sent: 1,
    noted: [],
  });
});

test("a server error has a request id in the header and in the body, and asks nobody", async () => {
  const { status, requestId, body, sent, noted } = await attempt("report_events", {
    exchange: "server_error",
  });
  expect(status).toBe(500);
  expect(requestId).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(body).toMatchObject({ error: { code: "internal", recovery: "transient" }, requestId });
  expect(sent).toBe(0);
  expect(noted).toEqual(["exchange"]);
});

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

test("a timeout answers nobody until the caller gives up, before or after it asks", async () => {
  const waiting = new AbortController();
  const asked = attempt("deliver_ad", { exchange: "timeout" }, waiting.signal);
  waiting.abort(new Error("enough"));
  await expect(asked).rejects.toThrow("enough");
  await expect(attempt("deliver_ad", { exchange: "timeout" }, waiting.signal)).rejects.toThrow();
});

test("latency comes before the call, and ends with it", async () => {
  const startedAtMs = performance.now();
  expect(await attempt("list_campaigns", { latencyMs: 30 })).toMatchObject({
    sent: 1,
    noted: ["latencyMs"],
  });
  expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(29);
  const signal = AbortSignal.abort();
  await expect(attempt("list_campaigns", { latencyMs: 2_000 }, signal)).rejects.toThrow();
});

test("broken cards are the first ones of a search, and the offer of a delivery", async () => {
  const items = async (faults: Partial<ServerFaults>) =>
    (await attempt("search_shopfeed_products", faults)).body;
  const third = product(3);
  expect(await items({ card: "bad_link" })).toMatchObject({
    items: [{ clickUrl: "https://elsewhere.example/offer" }, { id: "p-2" }, third],
  });
  expect(await items({ card: "no_disclosure" })).toMatchObject({
    items: [{ disclosure: "" }, { disclosure: "" }, third],
  });
  expect(await items({ card: "script_title" })).toMatchObject({
    items: [{ title: expect.stringMatching(/^<script>.+<\/script> Kettle 1$/) }, {}, third],
  });
  expect(await items({ images: "missing" })).toMatchObject({
    items: [0, 1, 2].map((place) => ({
      image: { url: `${PUBLIC_URL}/shop/img/missing-${place}.svg`, alt: "A kettle" },
    })),
  });
  const offer = async (card: ServerFaults["card"]) => (await attempt("deliver_ad", { card })).body;
  expect(await offer("bad_link")).toMatchObject({
    offer: { clickUrl: "https://elsewhere.example/offer" },
  });
  expect(await offer("no_disclosure")).toMatchObject({ disclosure: { text: "" } });
  expect(await offer("script_title")).toMatchObject({
    offer: { title: expect.stringMatching(/^<script>.+<\/script> Tea$/) },
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

test("privacy signals join those the page told, and are left alone when nothing is on", () => {
  const settings = defaultSettings("Larkspur Chat");
  expect(consentOf(settings, { gdpr: true })).toBeUndefined();
  const faults = { ...NO_FAULTS, globalPrivacyControl: true, childDirected: true };
  expect(consentOf({ ...settings, faults }, { gdpr: true })).toEqual({
    gdpr: true,
    gpc: true,
    coppa: true,
  });
});
