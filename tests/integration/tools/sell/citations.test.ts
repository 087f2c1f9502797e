import { afterAll, describe, expect, test } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { setUp } from "../../../setup/shared.ts";
import {
  argsOf,
  CITING,
  citationOf,
  type Delivered,
  deliverCited,
  PAID,
  recommend,
  UNPAID,
} from "../citing.ts";
import { bookPair, HOUR_MS, type PairOptions, refused, spendOf, startMarket } from "../market.ts";

const market = setUp(startMarket);
afterAll(() => market.expectBooksAddUp());

const pairOf = (options: PairOptions = CITING, unit: "cpr" | "cpd" = "cpr") =>
  bookPair(market, unit, options);

describe("deliver_ad with citations", () => {
  test("gives tag, label and marks, and a block that has the marks and no address", async () => {
    const { citation, contextBlock, offer, disclosure } = await deliverCited(await pairOf());
    expect(citation.tag).toMatch(/^a-advertiser-[0-9a-hjkmnp-tv-z]{4}$/);
    expect(citation).toEqual({
      tag: citation.tag,
      label: "Ad",
      marks: {
        ad: `[[ad:${citation.tag}]]`,
        rec: `[[rec:${citation.tag}]]`,
        pick: `[[pick:${citation.tag}]]`,
      },
    });
    expect(disclosure.label).toBe("Ad");
    const data = contextBlock.split("\n").find((line) => line.startsWith("{")) ?? "";
    expect(JSON.parse(data)).toEqual({
      sponsor: offer.sponsor,
      offer: offer.text,
      marks: citation.marks,
    });
    expect(contextBlock).not.toContain("http");
  });

  test("and without them changes nothing", async () => {
    const pair = await pairOf();
    const delivered = await pair.deliver({ locale: "de" });
    expect(delivered.citation).toBeUndefined();
    expect(delivered.contextBlock).toContain(delivered.offer.clickUrl);
    expect(delivered.contextBlock).not.toContain("[[");
    expect(delivered.disclosure.label).toBe("Ad");
  });

  test("has one label in the reader's language, which the report proves", async () => {
    const pair = await pairOf();
    const delivered = await deliverCited(pair, { locale: "de-AT" });
    expect(delivered.citation.label).toBe("Anzeige");
    expect(delivered.disclosure).toMatchObject({ label: "Anzeige" });
    expect(delivered.disclosure.text).toMatch(/^Anzeige · /);
    expect(await recommend(pair, delivered, { label: "Ad" })).toMatchObject({ cited: false });
    expect(await recommend(pair, delivered)).toMatchObject({ ...PAID, cited: true });
  });

  test("keeps a label of the placement's own", async () => {
    const pair = await pairOf({ placement: { citations: true, disclosureLabel: "Anzeige" } });
    const delivered = await deliverCited(pair, { locale: "fr" });
    expect(delivered.citation.label).toBe("Anzeige");
    expect(await recommend(pair, delivered)).toMatchObject({ ...PAID, cited: true });
  });
});

describe("a campaign that pays only what is cited", () => {
  test("pays for the delivery's own tag, once", async () => {
    const pair = await pairOf();
    const delivered = await deliverCited(pair);
    const moved = await market.moved(async () => {
      expect(await recommend(pair, delivered)).toMatchObject({ ...PAID, cited: true });
      expect(await recommend(pair, delivered)).toMatchObject({ reason: "duplicate", cited: true });
    });
    expect(moved).toEqual(spendOf(pair, 8_000_000n, 2_000_000n));
  });

  test("pays a decision for a pick among several", async () => {
    const pair = await pairOf(CITING, "cpd");
    const delivered = await deliverCited(pair);
    const citation = citationOf(delivered, { kind: "pick", cited: 2 });
    const { deliveryId } = delivered;
    const report = { deliveryId, conversionType: "decision", citation };
    expect(await pair.report("report_conversion", report)).toMatchObject({
      billable: true,
      cited: true,
      chargedCredits: 20,
    });
  });

  test.each([
    [
      "another delivery's tag",
      (own: Delivered, other: Delivered) => citationOf(own, { tag: other.citation.tag }),
    ],
    ["a forged tag", (own: Delivered) => citationOf(own, { tag: forged(own.citation.tag) })],
    ["another label", (own: Delivered) => citationOf(own, { label: "Sponsored" })],
    [
      "another sponsor's name",
      (own: Delivered) => citationOf(own, { tag: `acme${own.citation.tag.slice(-5)}` }),
    ],
  ])("pays nothing for %s; one that does not ask for citations pays", async (_what, wrong) => {
    for (const [pair, outcome] of [
      [await pairOf(), { ...UNPAID, reason: "disclosure_missing" }],
      [await pairOf({}), PAID],
    ] as const) {
      const [other, own] = [await deliverCited(pair), await deliverCited(pair)];
      expect(await recommend(pair, own, wrong(own, other))).toMatchObject({
        ...outcome,
        cited: false,
      });
    }
  });

  test("pays nothing without a citation, and says nothing of one", async () => {
    const pair = await pairOf();
    const { deliveryId } = await pair.deliver();
    const answers = [
      await pair.report("report_conversion", { deliveryId, conversionType: "recommendation" }),
      await pair.report("report_conversion", { conversionType: "recommendation" }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ ...UNPAID, reason: "disclosure_missing" });
      expect(answer).not.toHaveProperty("cited");
    }
    const impression = await pair.report("report_impression", { deliveryId });
    expect(impression.reason).toBe("not_billing_unit");
  });

  test("pays what names another turn's delivery only for that delivery", async () => {
    const pair = await pairOf();
    const [earlier, later] = [await deliverCited(pair), await deliverCited(pair)];
    const mixed = { ...argsOf(earlier), deliveryId: later.deliveryId };
    expect(await pair.report("report_conversion", mixed)).toMatchObject({
      reason: "disclosure_missing",
      cited: false,
    });
    expect(await recommend(pair, earlier)).toMatchObject({ ...PAID, cited: true });
  });
});

/** The tag with its last character changed. */
const forged = (tag: string) => tag.slice(0, -1) + (tag.endsWith("0") ? "1" : "0");

describe("whatever the campaign", () => {
  test.each([true, false])(
    "a label that was not shown pays nothing (citations %s)",
    async (citations) => {
      const pair = await pairOf({ placement: { citations } });
      const delivered = await deliverCited(pair);
      expect(await recommend(pair, delivered, { rendered: false })).toMatchObject({
        ...UNPAID,
        reason: "disclosure_missing",
      });
      expect(await recommend(pair, delivered)).toMatchObject({ ...PAID, cited: true });
    },
  );

  test("a name without advice is no recommendation", async () => {
    const pair = await pairOf({});
    expect(await recommend(pair, await deliverCited(pair), { kind: "ad" })).toMatchObject({
      ...UNPAID,
      reason: "conversion_type_mismatch",
      cited: true,
    });
  });

  test.each([
    ["the only offer cited", { kind: "pick", cited: 1 }],
    ["an offer advised beside others", { kind: "rec", cited: 3 }],
  ])("%s is no decision", async (_what, fields) => {
    const pair = await pairOf({}, "cpd");
    const delivered = await deliverCited(pair);
    const report = { ...argsOf(delivered, fields), conversionType: "decision" };
    expect(await pair.report("report_conversion", report)).toMatchObject({
      ...UNPAID,
      reason: "conversion_type_mismatch",
    });
  });

  test("an expired delivery is outside the window, an unknown one not delivered", async () => {
    for (const options of [CITING, {}]) {
      const pair = await pairOf(options);
      const delivered = await deliverCited(pair);
      const other = await pairOf(options);
      const foreign = { ...argsOf(delivered), deliveryId: (await other.deliver()).deliveryId };
      expect(await pair.report("report_conversion", foreign)).toMatchObject({
        ...UNPAID,
        reason: "not_delivered",
        cited: false,
      });
      market.clock.advance(24 * HOUR_MS + 1_000);
      expect(await recommend(pair, delivered)).toMatchObject({
        ...UNPAID,
        reason: "outside_window",
        cited: false,
      });
    }
  });

  test("a campaign of another unit counts a shown recommendation, not a hidden one", async () => {
    const pair = await bookPair(market, "cpc");
    const report = (delivered: Delivered, fields: object) => recommend(pair, delivered, fields);
    expect(await report(await deliverCited(pair), {})).toMatchObject({
      reason: "not_billing_unit",
      cited: true,
    });
    expect(await report(await deliverCited(pair), { rendered: false })).toMatchObject({
      reason: "disclosure_missing",
    });
  });

  test("a client with the specification's fields alone earns as before", async () => {
    const pair = await pairOf({});
    await pair.deliver();
    const answer = await pair.report("report_conversion", { conversionType: "recommendation" });
    expect(answer).toMatchObject(PAID);
    expect(answer).not.toHaveProperty("cited");
  });

  test("a renamed sponsor and a changed label break no open delivery", async () => {
    const pair = await pairOf();
    const delivered = await deliverCited(pair);
    await market.sql("update agent set display_name = 'Other' where id = $1", [
      uuidFromId(pair.advertiser.agentId),
    ]);
    const { placementId } = pair.placement;
    const change = { placementId, disclosureLabel: "Sponsored", citations: false };
    await market.call("update_placement", change, pair.publisher.key);
    expect((await deliverCited(pair)).citation).toMatchObject({
      label: "Sponsored",
      tag: expect.stringMatching(/^other-/),
    });
    expect(await recommend(pair, delivered)).toMatchObject({ ...PAID, cited: true });
  });

  test("the event keeps how it was cited", async () => {
    const pair = await pairOf({});
    const delivered = await deliverCited(pair);
    await recommend(pair, delivered);
    const [event] = await market.sql("select detail from event where campaign_id = $1", [
      pair.uuid,
    ]);
    expect(event?.detail).toMatchObject({
      citation: citationOf(delivered),
      isCited: true,
      conversionType: "recommendation",
    });
  });

  test("report_events says of each report whether it is cited", async () => {
    const pair = await pairOf();
    const [own, other] = [await deliverCited(pair), await deliverCited(pair)];
    const { campaignId } = pair;
    const events = [argsOf(own), { ...argsOf(own), deliveryId: other.deliveryId }].map((event) => ({
      type: "conversion",
      campaignId,
      ...event,
    }));
    const { body } = await market.call("report_events", { events }, pair.publisher.key);
    expect(body).toMatchObject({
      items: [
        { index: 0, cited: true, billable: true },
        { index: 1, cited: false, reason: "disclosure_missing" },
      ],
      chargedCredits: 10,
    });
  });
});

describe("rejects", () => {
  test.each([
    ["a citation without its delivery", { deliveryId: undefined }, "deliveryId"],
    ["a citation of an order", { conversionType: "cpa" }, "citation"],
    ["a citation of a coupon", { conversionType: "coupon_redeemed", couponCode: "X" }, "citation"],
  ])("%s", async (_what, fields, field) => {
    const pair = await pairOf();
    const { campaignId } = pair;
    const args = { campaignId, ...argsOf(await deliverCited(pair)), ...fields };
    const answer = market.call("report_conversion", args, pair.publisher.key);
    expect(await refused(answer, "invalid_arguments")).toMatchObject({
      field: `/arguments/${field}`,
    });
  });
});
