import { expect, test } from "vitest";
import { acknowledgementSchema } from "../../../../server/src/contract/resources/delivery.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import { createEvents, createSettlement } from "../../../../server/src/domain/events/index.ts";
import { bookCampaign, deliverOnce, listTestPlacement } from "../../../setup/agents.ts";
import {
  bookPair,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  NOBODY,
  type Pair,
  refused,
  SECOND_MS,
  setUpMarket,
} from "../../tools/market.ts";

/** Adversarial cases of tracking that are no clicks of the hop; those are in `clicks.test.ts`. */
const market = setUpMarket();

const clickIdOf = async (pair: Pair) => {
  const { deliveryId } = await pair.deliver();
  const { clickId } = await pair.report("report_click", { deliveryId });
  return clickId;
};
const convert = (pair: Pair, fields: object) =>
  pair.report("report_conversion", { conversionType: "cpa", ...fields });
const bookActions = () => bookPair(market, "cpa", { campaign: { budgetCredits: 2_000 } });

test.each([
  ["more than 7 days back", -7 * DAY_MS - MINUTE_MS],
  ["more than 5 minutes ahead", 5 * MINUTE_MS + SECOND_MS],
])("case 38: an event %s is refused and leaves no trace", async (_name, offsetMs) => {
  const pair = await bookPair(market, "cpm");
  const { deliveryId } = await pair.deliver();
  const occurredAt = new Date(market.clock.now().getTime() + offsetMs).toISOString();
  const { campaignId, publisher } = pair;
  const moved = await market.moved(async () => {
    const report = { campaignId, deliveryId, occurredAt };
    await refused(market.call("report_impression", report, publisher.key), "event_outside_window");
  });
  expect(moved).toEqual({});
  const rows = await market.sql("select id from event where campaign_id = $1", [pair.uuid]);
  expect(rows).toEqual([]);
});

test("case 39: a foreign, an unknown and a stale click pay nothing", async () => {
  const [pair, other] = [await bookActions(), await bookActions()];
  const [own, foreign] = [await clickIdOf(pair), await clickIdOf(other)];
  const moved = await market.moved(async () => {
    for (const clickId of [foreign, `clk_${NOBODY}`]) {
      const report = await convert(pair, { clickId, orderId: `order of ${clickId}` });
      expect(report).toMatchObject({ billable: false, reason: "not_delivered" });
    }
    await market.travel(7 * DAY_MS + HOUR_MS);
    const report = await convert(pair, { clickId: own, orderId: "late" });
    expect(report).toMatchObject({ billable: false, reason: "outside_window" });
  });
  expect(moved).toEqual({});
});

test("case 40: an order pays once for ever, whichever placement reports it first", async () => {
  const pair = await bookActions();
  const second = await listTestPlacement(market.call, pair.publisher, "cpa");
  const rival = await bookCampaign(market.call, pair.advertiser, second, { budgetCredits: 2_000 });
  expect(await convert(pair, { clickId: await clickIdOf(pair), orderId: "Order 1" })).toMatchObject(
    { billable: true },
  );
  const again = async () => {
    const { campaignId } = rival;
    const { deliveryId } = await deliverOnce(market.call, pair.publisher, campaignId);
    const fields = { campaignId, deliveryId, conversionType: "cpa", orderId: " ORDER 1" };
    const { body } = await market.call("report_conversion", fields, pair.publisher.key);
    return acknowledgementSchema.parse(body);
  };
  expect(await again()).toMatchObject({ duplicate: true, chargedCredits: 0 });
  await market.travel(40 * DAY_MS);
  const [row] = await market.sql("select status from campaign_book where campaign_id = $1", [
    pair.uuid,
  ]);
  expect(row?.status).toBe("active");
  expect(await again()).toMatchObject({ duplicate: true, chargedCredits: 0 });
});

test("case 44: an install one second after its click is invalid, one after it is not", async () => {
  const pair = await bookPair(market, "cpi", { campaign: { budgetCredits: 2_000 } });
  const { db, services } = market.exchange;
  const { facts, recorder, signer, ids } = services.delivery;
  const { clock } = market;
  const settlement = createSettlement({ db, ids, clock, logger: silentLogger });
  // As outside the demo, whose scripts install at once.
  const events = createEvents({ facts, recorder, settlement, signer, ids, clock });
  const installAfter = async (gapMs: number) => {
    const clickId = await clickIdOf(pair);
    clock.advance(gapMs);
    const { campaignId } = pair;
    const [result] = await events.report(
      [{ type: "conversion", conversionType: "cpi", campaignId, clickId }],
      pair.publisher,
    );
    if (result === undefined || "error" in result) throw new Error("The report was refused.");
    return acknowledgementSchema.parse(JSON.parse(`{${result.text}`));
  };
  expect(await installAfter(SECOND_MS)).toMatchObject({
    accepted: true,
    billable: false,
    reason: "invalid_traffic",
  });
  expect(await installAfter(30 * SECOND_MS)).toMatchObject({ billable: true, chargedCredits: 100 });
  await settlement.drain();
});
