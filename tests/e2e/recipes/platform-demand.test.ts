import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { runPlatformCommand } from "../../../server/src/cli/platform.ts";
import { listOf } from "../../../server/src/contract/fields.ts";
import { brandSchema, campaignSchema } from "../../../server/src/contract/resources/campaign.ts";
import { acknowledgementSchema } from "../../../server/src/contract/resources/delivery.ts";
import { placementSchema } from "../../../server/src/contract/resources/placement.ts";
import { orderSchema } from "../../../server/src/contract/resources/wallet.ts";
import { systemClock } from "../../../server/src/core/clock.ts";
import { importBrands, readBrandFile } from "../../../server/src/domain/brands/index.ts";
import { sweepAll, verifyLedger } from "../../../server/src/domain/ledger/index.ts";
import {
  deliverOnce,
  fundedAdvertiser,
  listTestPlacement,
  payCheckout,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../setup/agents.ts";
import type { CallTool, TestExchange } from "../../setup/exchange.ts";
import type { Books } from "./books.ts";
import { setUpRecipe, TRANSPORTS } from "./transports.ts";

describe.each(TRANSPORTS)("the recipe of platform demand over $name", (transport) => {
  const recipe = setUpRecipe(transport, importTwoBrands);

  test("leads from the wallet's credits to a paid report, exact to the micro-credit", () =>
    buyForBrand(recipe.call, recipe.world, recipe.books));

  test("is closed to everybody but the wallet's agent, and to rates above the cap", () =>
    refuseOthers(recipe.call, recipe.world));

  test("a publisher that asks is booked by the next pass, as the operator funds it", () =>
    askAndBeBooked(recipe.call, recipe.world, recipe.books));
});

/** Caps at exactly a placement's rate, one with a deep link and one without. */
async function importTwoBrands({ exchange }: TestExchange): Promise<void> {
  const shared = { maxRateCredits: 40, adUnitTypes: ["cpr", "cpc"] };
  const rows = [
    { ...shared, name: "Pellworth", domain: "pellworth.example", categories: ["cookware"] },
    { ...shared, name: "Tundrik", domain: "tundrik.example", categories: ["camping"] },
  ];
  const [first, second] = rows;
  const linked = { ...first, deepLink: "https://go.pellworth.example/?click={click_id}" };
  const text = [linked, second].map((row) => JSON.stringify(row)).join("\n");
  const deps = { ids: exchange.services.ids, now: systemClock.now() };
  await exchange.db.tx((tx) => importBrands(tx, readBrandFile(text, "jsonl"), deps));
}

async function operator({ exchange }: TestExchange, ...words: string[]): Promise<unknown> {
  const { db, services } = exchange;
  let text = "";
  const code = await runPlatformCommand([...words, "--json"], {
    db,
    ids: services.ids,
    clock: systemClock,
    actor: "operator",
    stdout: { write: (more) => (text += more) },
    campaigns: () => services.settings,
    checkout: () => Promise.resolve(services.checkout),
  });
  expect(code, text).toBe(0);
  return JSON.parse(text);
}

async function brandFor(call: CallTool, category: string) {
  const found = call("search_affiliate_offers", { category });
  const [brand] = (await resultOf(found, listOf(brandSchema))).items;
  if (brand === undefined) throw new Error(`No brand for ${category}.`);
  return brand;
}

/** A wallet is funded like any advertiser: by the page behind `checkoutUrl`, and nothing else. */
async function fundedWallet(call: CallTool, world: TestExchange): Promise<TestAgent> {
  const wallet = await registerAgent(call, "advertiser", "Platform demand");
  await operator(world, "wallet", wallet.agentId);
  const order = call("buy_credits", { packId: "starter" }, wallet.key);
  await payCheckout((await resultOf(order, orderSchema)).checkoutUrl);
  return wallet;
}

async function buyForBrand(call: CallTool, world: TestExchange, books: Books): Promise<void> {
  const publisher = await registerAgent(call, "publisher", "Kitchen Chat");
  await listTestPlacement(call, publisher, "cpr", { title: "Kitchen sidebar", rateCredits: 40 });
  const wallet = await fundedWallet(call, world);
  const brand = await brandFor(call, "cookware");
  const wish = {
    q: "kitchen",
    kind: "chat_sidebar",
    adUnitType: "cpr",
    maxRateCredits: brand.maxRateCredits,
  };
  const found = await resultOf(call("search_placements", wish), listOf(placementSchema));
  const [placement] = found.items;
  expect(found.items).toHaveLength(1);
  const booking = {
    placementId: placement?.placementId,
    adUnitType: "cpr",
    budgetCredits: 400,
    creativeText: "Cast-iron pans that last a lifetime.",
    creativeUrl: brand.deepLink,
    brandId: brand.brandId,
  };
  const booked = await resultOf(call("create_campaign", booking, wallet.key), campaignSchema);
  expect(booked).toMatchObject({
    brandId: brand.brandId,
    rateCredits: brand.maxRateCredits,
    status: "active",
  });
  const { campaignId } = booked;
  const ad = await deliverOnce(call, publisher, campaignId);
  expect(ad.disclosure.text).toContain(brand.disclosure);
  const report = { campaignId, deliveryId: ad.deliveryId, conversionType: "recommendation" };
  const told = call("report_conversion", report, publisher.key);
  expect(await resultOf(told, acknowledgementSchema)).toMatchObject({ chargedCredits: 40 });
  const { db, services } = world.exchange;
  await sweepAll(db, null, { ids: services.ids, now: systemClock.now() });
  expect(await books.balancesOf(wallet.agentId)).toEqual({
    available: 600_000_000n,
    escrow: 360_000_000n,
  });
  expect(await books.balancesOf(publisher.agentId)).toEqual({ pending_earnings: 32_000_000n });
  await books.expectBalanced();
}

async function refuseOthers(call: CallTool, world: TestExchange): Promise<void> {
  const wallet = await fundedWallet(call, world);
  const other = await fundedAdvertiser(call);
  const seller = await registerAgent(call, "publisher");
  const { placementId } = await listTestPlacement(call, seller, "cpc", { rateCredits: 40 });
  const { brandId } = await brandFor(call, "camping");
  const booking = {
    placementId,
    adUnitType: "cpc",
    budgetCredits: 400,
    creativeText: "Tents.",
    creativeUrl: "https://tundrik.example/",
    brandId,
  };
  const refusal = async (args: object, key: string) => {
    const { isError, body } = await call("create_campaign", args, key);
    expect(isError).toBe(true);
    return body;
  };
  expect(await refusal(booking, other.key)).toMatchObject({
    error: { code: "platform_wallet_only", field: "/arguments/brandId" },
  });
  const dear = { ...booking, rateCredits: 40.000001, budgetCredits: 500 };
  expect(await refusal(dear, wallet.key)).toMatchObject({
    error: { code: "rate_above_brand_cap", details: { maxRateCredits: 40 } },
  });
  const answer = await world.call("create_campaign", booking, other.key);
  expect(answer.status).toBe(403);
  const direct = { ...booking, brandId: undefined };
  await resultOf(call("create_campaign", direct, other.key), campaignSchema);
}

async function askAndBeBooked(call: CallTool, world: TestExchange, books: Books): Promise<void> {
  const wallet = await registerAgent(call, "advertiser", "Platform demand");
  await operator(world, "wallet", wallet.agentId);
  const order = orderSchema.parse(await operator(world, "fund", "starter", "--yes"));
  expect(await books.balancesOf(wallet.agentId)).toEqual({});
  await payCheckout(order.checkoutUrl);
  const publisher = await registerAgent(call, "publisher");
  const { placementId } = await listTestPlacement(call, publisher, "cpc", {
    kind: "tool_result",
    topics: ["camping"],
  });
  const request = { placementId, idempotencyKey: randomUUID() };
  const asked = await call("request_platform_demand", request, publisher.key);
  expect(asked).toMatchObject({ isError: false, body: { status: "queued" } });
  await operator(world, "run");
  const mine = call("list_campaigns", { role: "publisher" }, publisher.key);
  const [campaign, ...more] = (await resultOf(mine, listOf(campaignSchema))).items;
  expect(more).toEqual([]);
  expect(campaign).toMatchObject({
    placementId,
    advertiserId: wallet.agentId,
    brandId: (await brandFor(call, "camping")).brandId,
    verifiedOnly: true,
    creative: { url: "https://tundrik.example/" },
  });
  const answer = await call("request_platform_demand", { placementId }, publisher.key);
  expect(answer.body).toMatchObject({ status: "booked", campaignId: campaign?.campaignId });
  await books.expectBalanced();
  const checks = await verifyLedger(world.exchange.db);
  expect(checks.filter(({ findings }) => findings.length > 0)).toEqual([]);
}
