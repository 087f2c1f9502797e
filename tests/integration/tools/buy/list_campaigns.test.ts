import { describe, expect, test } from "vitest";
import { listOf } from "../../../../server/src/contract/fields.ts";
import { campaignSchema } from "../../../../server/src/contract/resources/campaign.ts";
import {
  bookCampaign,
  fundAgent,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { bookPair, NOBODY, refused, setUpMarket } from "../market.ts";

const market = setUpMarket();

const page = (agent: TestAgent, args: object = {}) =>
  resultOf(market.call("list_campaigns", args, agent.key), listOf(campaignSchema));
const idsOf = async (agent: TestAgent, args: object = {}) =>
  (await page(agent, args)).items.map(({ campaignId }) => campaignId);

describe("works", () => {
  test("a publisher learns of a booking", async () => {
    const pair = await bookPair(market, "cpc");
    const asPublisher = { ...pair.campaign, validActions: ["deliver_ad"] };
    expect((await page(pair.publisher)).items).toEqual([asPublisher]);
    expect((await page(pair.advertiser)).items).toEqual([pair.campaign]);
  });

  test("an agent of both roles sees each side, and can ask for one", async () => {
    const both = await registerAgent(market.call, "both");
    await fundAgent(market.call, both, "builder");
    const seller = await registerAgent(market.call, "publisher");
    const bought = await bookCampaign(
      market.call,
      both,
      await listTestPlacement(market.call, seller, "cpc"),
    );
    const buyer = await registerAgent(market.call, "advertiser");
    await fundAgent(market.call, buyer);
    const own = await listTestPlacement(market.call, both, "cpm");
    const sold = await bookCampaign(market.call, buyer, own);
    expect(await idsOf(both)).toEqual([sold.campaignId, bought.campaignId]);
    expect(await idsOf(both, { role: "publisher" })).toEqual([sold.campaignId]);
    expect(await idsOf(both, { role: "advertiser" })).toEqual([bought.campaignId]);
    expect(await idsOf(both, { placementId: own.placementId })).toEqual([sold.campaignId]);
    expect(await idsOf(both, { placementId: `plc_${NOBODY}` })).toEqual([]);
  });

  test("a state shows only its own", async () => {
    const pair = await bookPair(market, "cpc");
    const second = await bookCampaign(market.call, pair.advertiser, pair.placement);
    const args = { campaignId: second.campaignId, final: true };
    await market.call("confirm_delivery", args, pair.advertiser.key);
    expect(await idsOf(pair.publisher, { status: "active" })).toEqual([pair.campaignId]);
    expect(await idsOf(pair.publisher, { status: "completed" })).toEqual([second.campaignId]);
    expect(await idsOf(pair.publisher, { status: "paused" })).toEqual([]);
  });

  test("pages show each once, newest first", async () => {
    const pair = await bookPair(market, "cpc");
    const made = [pair.campaignId];
    for (let more = 0; more < 4; more += 1) {
      made.unshift((await bookCampaign(market.call, pair.advertiser, pair.placement)).campaignId);
    }
    const seen: string[] = [];
    let cursor: string | null | undefined;
    for (let turn = 0; turn < 5 && cursor !== null; turn += 1) {
      const found = await page(pair.publisher, { limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...found.items.map(({ campaignId }) => campaignId));
      cursor = found.nextCursor;
    }
    expect(seen).toEqual(made);
    expect(cursor).toBeNull();
  });
});

describe("rejects bad input", () => {
  test.each([["a cursor of placements", { cursor: btoa(`plc_${NOBODY}`) }, "cursor"]])(
    "%s is refused by its place",
    async (_case, args, place) => {
      const agent = await registerAgent(market.call, "both");
      const error = await refused(
        market.call("list_campaigns", args, agent.key),
        "invalid_arguments",
      );
      expect(error.field).toBe(`/arguments/${place}`);
    },
  );
});

describe("rejects wrong caller", () => {
  test("a third party sees nothing, not even by the placement", async () => {
    const pair = await bookPair(market, "cpc");
    const stranger = await registerAgent(market.call, "both");
    expect(await idsOf(stranger)).toEqual([]);
    expect(await idsOf(stranger, { placementId: pair.placement.placementId })).toEqual([]);
    await refused(market.call("list_campaigns", {}), "missing_key");
  });
});
