import { beforeAll, expect, test } from "vitest";
import { CATALOGUE, moduleOf } from "../../server/src/tools/catalogue.ts";
import { cashOut } from "../integration/domain/cashout/earning.ts";
import { giveEarned } from "../integration/domain/cashout/rig.ts";
import { HOUR_MS, MINUTE_MS, setUpMarket } from "../integration/tools/market.ts";
import {
  bookCampaign,
  deliverOnce,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
} from "../setup/agents.ts";

const market = setUpMarket({ env: { USD_PER_BTC: "64392.23" } });

beforeAll(async () => {
  const row = {
    id: "demo-000001",
    title: "Desk lamp",
    description: "Warm light.",
    category: ["Home", "Lamps"],
    price: 25.5,
    currency: "USD",
    imageUrl: "https://pictures.example.com/lamp.jpg",
    link: "https://shop.example.com/lamp",
  };
  await market.loadProducts("examples", [row]);
});

/** Ids of examples are made up; these stand for what the caller has. */
async function world(unit: "cpc" | "cppromo" | "cpa", tool: string) {
  const { call } = market;
  const publisher = await registerAgent(call, "publisher");
  const advertiser = await fundedAdvertiser(call, "builder");
  const placement = await listTestPlacement(call, publisher, unit);
  const { campaignId } = await bookCampaign(call, advertiser, placement, { budgetCredits: 2_000 });
  const { deliveryId } = await deliverOnce(call, publisher, campaignId);
  const clicked = await call("report_click", { campaignId, deliveryId }, publisher.key);
  await deliverOnce(call, publisher, campaignId);
  const { db, ids, clock } = market.exchange.services;
  const now = clock.now();
  await db.tx((tx) => giveEarned(tx, publisher.agentId, 1_000, { ids, now }));
  const csh = tool === "cancel_cashout" ? (await cashOut(market, publisher)).cashoutId : "";
  const { eventId: evt, clickId: clk } = Object(clicked.body);
  const url = "https://hooks.example.com/placard";
  const registered = await call("register_postback", { url }, advertiser.key);
  const { postbackId: whk } = Object(registered.body);
  const discount = { discountType: "free_shipping", agentInstructions: "Mention the code." };
  const coupon =
    tool === "update_coupon"
      ? await call("create_coupon", { campaignId, ...discount }, advertiser.key)
      : undefined;
  const { couponId: cpn } = Object(coupon?.body);
  const made = await call("create_key", { scope: "report" }, advertiser.key);
  const { prefix } = Object(made.body);
  return {
    prefix,
    publisher,
    advertiser,
    ids: { plc: placement.placementId, cmp: campaignId, csh, cpn, evt, clk, whk },
  };
}

const examples = CATALOGUE.flatMap((tool) =>
  tool.examples.map((example) => ({ tool, example, name: `${tool.name}: ${example.title}` })),
);

test.each(examples)("the example works as written: $name", async ({ tool, example }) => {
  const text = JSON.stringify(example.arguments);
  const unit = /coupon/i.test(tool.name + text) ? "cppromo" : /"cpa"/.test(text) ? "cpa" : "cpc";
  const { publisher, advertiser, prefix, ids } = await world(unit, tool.name);
  const at = (ms: number) => new Date(market.clock.now().getTime() + ms).toISOString();
  const isSeller = Array.isArray(tool.access)
    ? tool.access.includes("publisher")
    : moduleOf(tool) === "sell";
  const args = JSON.parse(
    text
      .replace(/\b[a-z]{3}_01k9zq3v5te7kbn8w2r4c6d8fg/g, (id) => Object(ids)[id.slice(0, 3)] ?? id)
      .replace("rk_live_Qw3x", prefix),
  );
  // The hour of the example is over; the events of this one were settled just now.
  if (tool.name === "dispute_events" && "from" in args) {
    Object.assign(args, { from: at(-HOUR_MS), to: at(MINUTE_MS) });
  }
  const { body, isError } = await market.call(
    tool.name,
    args,
    tool.access === "public" ? undefined : (isSeller ? publisher : advertiser).key,
  );
  expect(isError, JSON.stringify(body)).toBe(false);
});
