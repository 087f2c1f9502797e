import { beforeAll, describe, expect, test } from "vitest";
import { campaignSchema } from "../../../../server/src/contract/resources/campaign.ts";
import { resultOf } from "../../../setup/agents.ts";
import { bookPair, type Pair, setUpMarket } from "../market.ts";

const market = setUpMarket();
let pair: Pair;
beforeAll(async () => {
  pair = await bookPair(market, "cpc");
});

const get = (campaignId: string, key?: string) => market.call("get_campaign", { campaignId }, key);

describe("works", () => {
  test("both sides see the same campaign, as it was booked, and each what it can do", async () => {
    const [asAdvertiser, asPublisher] = await Promise.all([
      resultOf(get(pair.campaignId, pair.advertiser.key), campaignSchema),
      resultOf(get(pair.campaignId, pair.publisher.key), campaignSchema),
    ]);
    expect(asAdvertiser).toEqual(pair.campaign);
    expect(asPublisher).toEqual({ ...pair.campaign, validActions: ["deliver_ad"] });
  });

  test("the offer is what the creative's words name, read again when they change", async () => {
    const creativeText = "Couches and desk lamps, from Deskbound Supply.";
    const other = await bookPair(market, "cpc", { campaign: { creativeText } });
    expect(other.campaign.offer).toMatchObject({
      types: ["sofa", "desk-lamp"],
      names: expect.arrayContaining(["sofa", "couch", "desk lamp"]),
    });
    const { campaignId, advertiser } = other;
    const creativeUrl = "https://shop.example.com/other";
    await market.call("update_campaign", { campaignId, creativeUrl }, advertiser.key);
    expect((await other.read()).offer).toEqual(other.campaign.offer);
    const slogan = { campaignId, creativeText: "Better every day." };
    await market.call("update_campaign", slogan, advertiser.key);
    expect((await other.read()).offer).toEqual({ types: [], names: [] });
  });

  test("budget = spent + remaining + refunded, from the first event to the end", async () => {
    const other = await bookPair(market, "cpc");
    const steps: [number, number, number, string][] = [];
    const note = async () => {
      const read = await other.read();
      expect(read.spentCredits + read.remainingCredits + read.refundedCredits).toBe(500);
      steps.push([
        read.spentCredits,
        read.remainingCredits,
        read.refundedCredits,
        `${read.status} ${read.escrowStatus}`,
      ]);
    };
    await note();
    await other.deliver();
    await other.report("report_click");
    await note();
    const args = { campaignId: other.campaignId, final: true };
    await market.call("confirm_delivery", args, other.advertiser.key);
    await note();
    await market.travel(3_600_000);
    await note();
    expect(steps).toEqual([
      [0, 500, 0, "active held"],
      [25, 475, 0, "active partially_settled"],
      [25, 475, 0, "completing partially_settled"],
      [25, 0, 475, "completed settled"],
    ]);
  });

  test("the actions that are valid are tools that exist", async () => {
    const { tools } = await (await fetch(`${market.baseUrl}/api/public/info`)).json();
    const names = tools.map((tool: { name: string }) => tool.name);
    const { validActions } = await pair.read();
    expect(validActions.length).toBeGreaterThan(0);
    for (const action of validActions) expect(names).toContain(action);
  });
});
