import { expect, test, vi } from "vitest";
import { campaignSchema } from "../../server/src/contract/resources/campaign.ts";
import { reviewCreative } from "../../server/src/domain/campaigns/index.ts";
import { bookPair, setUpMarket } from "../integration/tools/market.ts";
import { resultOf } from "../setup/agents.ts";

const market = setUpMarket();
const SHOWN = "https://shop.example.com/pans";
const CHANGED = "https://elsewhere.example.com/casino";

async function locationOf(clickUrl: string) {
  const answer = await fetch(clickUrl, { redirect: "manual" });
  return answer.headers.get("Location");
}

test("a link leads where it led when shown, until a reviewer approves the change", async () => {
  const pair = await bookPair(market, "cpc", { campaign: { creativeUrl: SHOWN } });
  const { campaignId } = pair;
  const deliver = async () => (await pair.deliver()).offer.clickUrl;
  const before = await deliver();
  const update = (change: object) =>
    resultOf(
      market.call("update_campaign", { campaignId, ...change }, pair.advertiser.key),
      campaignSchema,
    );
  const { creative } = await update({ creativeUrl: CHANGED });
  expect(creative).toMatchObject({ url: CHANGED, reviewStatus: "approved", version: 2 });
  const after = await deliver();
  market.clock.advance(5_000);
  expect(await locationOf(after)).toBe(CHANGED);
  expect(await locationOf(before)).toBe(SHOWN);

  const { db, ids } = market.exchange.services;
  await db.tx((tx) =>
    reviewCreative(
      tx,
      { creativeId: creative.creativeId, to: "approved", reason: undefined },
      { ids, now: market.clock.now() },
    ),
  );
  await vi.waitFor(async () => {
    market.clock.advance(5_000);
    expect(await locationOf(before)).toBe(CHANGED);
  });

  await update({ creativeUrl: `${SHOWN}/third` });
  market.clock.advance(5_000);
  expect([await locationOf(before), await locationOf(after)]).toEqual([CHANGED, CHANGED]);
});
