import { createPublisherKit } from "@placard/publisher-kit";
import { createFetchHandler } from "@placard/publisher-kit/fetch";
import type { KitEvent, PublisherKitOptions, Turn } from "@placard/publisher-kit/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diagnose } from "../../../publisher-kit/src/sidecar/doctor.ts";
import {
  bookCampaign,
  deliverOnce,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
  type TestAgent,
} from "../../setup/agents.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";

const PANS = "Cast-iron pans that last a lifetime. Free returns for 60 days.";
const BOOTS = "Hiking boots with a wide toe box, made to be resoled.";
const CLUB = "Twelve months of savings for members of the Northwind club.";

let exchange: TestExchange;
let publisher: TestAgent;
const campaigns: Record<string, string> = {};
beforeAll(async () => {
  exchange = await startExchange();
  const { call } = exchange;
  publisher = await registerAgent(call, "publisher");
  for (const creativeText of [PANS, BOOTS, CLUB]) {
    // Each advertiser books once: creatives of one advertiser could stand for each other.
    const advertiser = await fundedAdvertiser(call);
    const placement = await listTestPlacement(call, publisher, "cpc", { title: creativeText });
    const booked = await bookCampaign(call, advertiser, placement, { creativeText });
    campaigns[creativeText] = booked.campaignId;
  }
});
afterAll(() => exchange.close());

function openKit(options: Partial<PublisherKitOptions> = {}) {
  const events: KitEvent[] = [];
  const lines: [string, Record<string, unknown> | undefined][] = [];
  const kit = createPublisherKit({
    baseUrl: exchange.baseUrl,
    apiKey: publisher.key,
    timeoutMs: 10_000,
    onEvent: (event) => events.push(event),
    logger: { warn: (event, fields) => lines.push([event, fields]) },
    ...options,
  });
  return { kit, events, lines };
}

const textsOf = (turn: Turn): string[] =>
  turn.status === "filled" ? turn.cards.map(({ title, text }) => `${title} ${text ?? ""}`) : [];

test("pans are never shown on hiking boots, and what names nothing comes last", async () => {
  const { kit } = openKit();
  for (const [ask, wanted, foreign] of [
    ["I need hiking boots for wide feet", BOOTS, PANS],
    ["Which cast-iron pan should I buy?", PANS, BOOTS],
  ] as const) {
    for (let turn = 0; turn < 4; turn += 1) {
      const shown = textsOf(await kit.turn({ text: ask }));
      const places = [wanted, CLUB, foreign].map((creative) =>
        shown.findIndex((text) => text.includes(creative.split(".")[0] ?? "")),
      );
      expect(places, shown.join("\n")).toEqual([0, 1, -1]);
    }
  }
  await kit.close();
  // By its id a campaign fills as ever.
  const delivered = await deliverOnce(exchange.call, publisher, campaigns[PANS] ?? "");
  expect(delivered.filled).toBe(true);
});

test("a wrong key is one event and one log line, however many turns use it", async () => {
  const { kit, events, lines } = openKit({ apiKey: `${publisher.key.slice(0, -4)}aaaa` });
  for (let turn = 0; turn < 3; turn += 1) await kit.turn({ text: "I need hiking boots" });
  expect(events.filter(({ type }) => type === "key_refused")).toHaveLength(1);
  expect(lines.map(([event]) => event)).toEqual(["key_refused"]);
  expect(lines[0]?.[1]?.help).toContain("`apiKey`");
  await kit.close({ drainMs: 10 });
});

test("a refused origin is a log line, and a device token opens a session", async () => {
  const { kit, lines } = openKit();
  const handle = createFetchHandler(kit, { basePath: "/offers" });
  const send = async (path: string, headers: Record<string, string>, body: object = {}) => {
    const init = { method: "POST", body: JSON.stringify(body) };
    const all = { "content-type": "application/json", ...headers };
    const response = await handle(
      new Request(`http://chat.internal/offers/${path}`, { ...init, headers: all }),
    );
    return { status: response.status, body: await response.json() };
  };
  expect((await send("session", { origin: "https://chat.example" })).status).toBe(403);
  expect((await send("session", {})).status).toBe(403);
  expect(lines.map(([event]) => event)).toEqual(["origin_refused", "origin_missing"]);
  const { token } = await kit.deviceToken({ device: "phone" });
  const session = await send("session", { authorization: `Bearer ${token}` });
  const own = { authorization: `Bearer ${session.body.token}` };
  const turn = await send("turn", own, { text: "I need hiking boots" });
  expect(turn.body).toMatchObject({ status: "filled" });
  await kit.close({ drainMs: 10 });
});

test("the doctor accepts a key that only reports, and no other", async () => {
  const { call } = exchange;
  const created = await call("create_key", { scope: "report" }, publisher.key);
  const advertiser = await registerAgent(call, "advertiser");
  const saidOf = async (apiKey: string): Promise<string | undefined> => {
    const kit = { baseUrl: exchange.baseUrl, apiKey, timeoutMs: 10_000 };
    const text = "I need hiking boots";
    for await (const check of diagnose({ kit, text, now: Date.now, page: undefined })) {
      if (check.name === "key") return `${check.state}: ${check.text}`;
    }
    return undefined;
  };
  expect(await saidOf(String(Object(created.body).apiKey))).toBe("ok: accepted");
  expect(await saidOf(publisher.key)).toMatch(/^change: The scope of this key is "full"/);
  expect(await saidOf(advertiser.key)).toMatch(/^change: This key belongs to an advertiser/);
});
