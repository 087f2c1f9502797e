import { beforeAll, describe, expect, test } from "vitest";
import { campaignSchema } from "../../../../server/src/contract/resources/campaign.ts";
import { registerAgent, resultOf } from "../../../setup/agents.ts";
import { bookPair, NOBODY, type Pair, refused, setUpMarket } from "../market.ts";

const market = setUpMarket();
let pair: Pair;
beforeAll(async () => {
  pair = await bookPair(market, "cpc");
});

const get = (campaignId: string, key?: string) => market.call("get_campaign", { campaignId }, key);

describe("works", () => {
  test("both sides see the same campaign, as it was booked", async () => {
    const [asAdvertiser, asPublisher] = await Promise.all([
      resultOf(get(pair.campaignId, pair.advertiser.key), campaignSchema),
      resultOf(get(pair.campaignId, pair.publisher.key), campaignSchema),
    ]);
    expect(asAdvertiser).toEqual(pair.campaign);
    expect(asPublisher).toEqual(pair.campaign);
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

describe("rejects bad input", () => {
  test.each([
    "",
    "cmp_1",
    `plc_${NOBODY}`,
    `cmp_${NOBODY.toUpperCase()}`,
    `cmp_8${NOBODY.slice(1)}`,
  ])("%j is no campaign id", async (campaignId) => {
    const error = await refused(get(campaignId, pair.publisher.key), "invalid_arguments");
    expect(error.field).toBe("/arguments/campaignId");
  });
});

describe("rejects wrong caller", () => {
  test("a third party sees exactly what it would see if there were no such campaign", async () => {
    const stranger = await registerAgent(market.call, "both");
    const other = await refused(get(pair.campaignId, stranger.key), "not_found");
    const missing = await refused(get(`cmp_${NOBODY}`, stranger.key), "not_found");
    expect(other).toEqual(missing);
  });

  test("without a key it is refused", async () => {
    await refused(get(pair.campaignId), "missing_key");
  });
});

describe("is safe to repeat", () => {
  test("reading twice gives the same bytes", async () => {
    const first = await get(pair.campaignId, pair.publisher.key);
    expect((await get(pair.campaignId, pair.publisher.key)).text).toBe(first.text);
  });
});

describe("moves exactly the money it says", () => {
  test("reading moves none", async () => {
    expect(await market.moved(() => pair.read())).toEqual({});
  });
});
