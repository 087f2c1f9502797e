import { beforeAll, describe, expect, test, vi } from "vitest";
import { listOf } from "../../../../server/src/contract/fields.ts";
import { placementSchema } from "../../../../server/src/contract/resources/placement.ts";
import { bookCampaign, deliverOnce, fundedAdvertiser, resultOf } from "../../../setup/agents.ts";
import { bookPair, DAY_MS, type Pair, SECOND_MS, setUpMarket } from "../market.ts";

const market = setUpMarket();
let pair: Pair;
beforeAll(async () => {
  pair = await bookPair(market, "cpc");
});

const deliveriesOf = async ({ uuid }: Pair) => {
  const rows = await market.sql(
    `select b.deliveries, (select count(*) from delivery d where d.campaign_id = b.campaign_id)
      as rows from campaign_book b where b.campaign_id = $1`,
    [uuid],
  );
  return { counted: Number(rows[0]?.deliveries), rows: Number(rows[0]?.rows) };
};

describe("works", () => {
  test("a delivery has everything the chat must show and report", async () => {
    const delivered = await pair.deliver({ sessionKey: "s", turnId: "t", topics: ["pans"] });
    const { offer } = delivered;
    expect(delivered).toMatchObject({
      campaignId: pair.campaignId,
      placementId: pair.placement.placementId,
      creative: {
        text: pair.campaign.creative.text,
        url: "https://shop.example.com/pans?click={click_id}",
        version: 1,
      },
      disclosure: { label: "Ad", sponsor: "A advertiser" },
      contextUse: "presentation_only",
      billing: { adUnitType: "cpc", rateCredits: 25, reportTool: "report_click" },
    });
    expect(Date.parse(delivered.expiresAt)).toBe(market.clock.now().getTime() + DAY_MS);
    expect(offer).toMatchObject({ text: pair.campaign.creative.text, sponsor: "A advertiser" });
    expect(offer.title).toBe("Cast-iron pans that last a lifetime");
    expect(offer.clickUrl).toMatch(new RegExp(`^${market.baseUrl}/r/[A-Za-z0-9_-]{64}$`));
    expect(delivered.disclosure.text).toContain("Ad");
    expect(delivered.disclosure.text).toContain("A advertiser");
  });

  test("the link shows nothing of the landing address", async () => {
    const { offer } = await pair.deliver();
    const token = offer.clickUrl.split("/r/")[1] ?? "";
    expect(Buffer.from(token, "base64url").toString("latin1")).not.toContain("shop.example");
  });

  test("the context block quotes the offer as data inside a boundary of its own", async () => {
    const [first, second] = [await pair.deliver(), await pair.deliver()];
    const boundary = /<<<([0-9a-f]+)\n/.exec(first.contextBlock)?.[1];
    expect(boundary).toHaveLength(24);
    expect(second.contextBlock).not.toContain(boundary);
    const data = first.contextBlock.split(`<<<${boundary}\n`)[1]?.split(`\n${boundary}>>>`)[0];
    expect(JSON.parse(data ?? "")).toEqual({
      sponsor: "A advertiser",
      offer: pair.campaign.creative.text,
      url: first.offer.clickUrl,
    });
    expect(first.contextBlock).toContain('label it "Ad"');
  });

  test.each([
    ["cpm", "report_impression", undefined],
    ["cpia", "report_impression", undefined],
    ["cpr", "report_conversion", "recommendation"],
    ["cpd", "report_conversion", "decision"],
    ["cpa", "report_conversion", "cpa"],
  ] as const)("a %s delivery names %s", async (unit, reportTool, conversionType) => {
    const other = await bookPair(market, unit, { campaign: { budgetCredits: 2_000 } });
    const { billing } = await other.deliver();
    expect(billing).toMatchObject({ adUnitType: unit, reportTool });
    expect(billing.conversionType).toBe(conversionType);
  });

  test("a placement may name its own label and the use of the context", async () => {
    const other = await bookPair(market, "cpr", { placement: { disclosureLabel: "Sponsored" } });
    const delivered = await other.deliver();
    expect(delivered.disclosure.label).toBe("Sponsored");
    expect(delivered.contextUse).toBe("reasoning_context");
  });

  test("the first delivery is committed before the answer, later ones in a second", async () => {
    const other = await bookPair(market, "cpm");
    await other.deliver();
    expect(await deliveriesOf(other)).toEqual({ counted: 1, rows: 1 });
    await other.deliver();
    await other.deliver();
    await vi.waitFor(
      async () => expect(await deliveriesOf(other)).toEqual({ counted: 3, rows: 3 }),
      { timeout: SECOND_MS, interval: 20 },
    );
  });

  test("a delivery that is reported at once is counted all the same", async () => {
    const other = await bookPair(market, "cpm");
    await other.deliver();
    const { deliveryId } = await other.deliver();
    await other.report("report_impression", { deliveryId });
    await vi.waitFor(
      async () => expect(await deliveriesOf(other)).toEqual({ counted: 2, rows: 2 }),
      { timeout: SECOND_MS, interval: 20 },
    );
  });

  test("reports that race the writing of their deliveries are all taken", async () => {
    const other = await bookPair(market, "cpm", { campaign: { budgetCredits: 4_000 } });
    await other.deliver();
    const turn = async (): Promise<number> => {
      const { deliveryId } = await other.deliver();
      const { counted } = await other.report("report_impression", { deliveryId });
      return counted;
    };
    let counted = 0;
    for (let round = 0; round < 20; round += 1) {
      const flushed = market.exchange.services.delivery.recorder.flush(other.uuid);
      const counts = await Promise.all(Array.from({ length: 20 }, turn));
      await flushed;
      counted += counts.reduce((sum, count) => sum + count, 0);
    }
    expect(counted).toBe(400);
    await vi.waitFor(
      async () => expect(await deliveriesOf(other)).toEqual({ counted: 401, rows: 401 }),
      { timeout: SECOND_MS, interval: 20 },
    );
  });

  test("many campaigns may share a placement", async () => {
    const rival = await fundedAdvertiser(market.call);
    const second = await bookCampaign(market.call, rival, pair.placement, {
      creativeText: "Another pan.",
    });
    const delivered = await deliverOnce(market.call, pair.publisher, second.campaignId);
    expect(delivered.creative.text).toBe("Another pan.");
    expect((await pair.deliver()).creative.text).toBe(pair.campaign.creative.text);
  });
});

describe("is safe to repeat", () => {
  test("each call is a delivery of its own, under an id nobody can guess", async () => {
    const deliveries = await Promise.all(Array.from({ length: 5 }, () => pair.deliver()));
    const ids = new Set(deliveries.map(({ deliveryId }) => deliveryId));
    const links = new Set(deliveries.map(({ offer }) => offer.clickUrl));
    expect([ids.size, links.size]).toEqual([5, 5]);
  });
});

describe("moves exactly the money it says", () => {
  test("delivering moves none, and statistics count it", async () => {
    const other = await bookPair(market, "cpm");
    expect(await market.moved(() => other.deliver())).toEqual({});
    const { items } = await resultOf(
      market.call("list_placements", {}, other.publisher.key),
      placementListSchema,
    );
    expect(items[0]?.stats.deliveries).toBe(1);
  });
});

const placementListSchema = listOf(placementSchema);
