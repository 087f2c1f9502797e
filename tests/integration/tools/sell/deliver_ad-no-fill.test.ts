import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  bookCampaign,
  deliverOnce,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
} from "../../../setup/agents.ts";
import {
  bookPair,
  DAY_MS,
  HOUR_MS,
  type Market,
  MINUTE_MS,
  type Pair,
  refused,
  SECOND_MS,
  startMarket,
} from "../market.ts";

let market: Market;
let pair: Pair;
beforeAll(async () => {
  market = await startMarket();
  pair = await bookPair(market, "cpc");
});
afterAll(() => market.close());

const deliveriesOf = async ({ uuid }: Pair) => {
  const rows = await market.sql(
    `select b.deliveries, (select count(*) from delivery d where d.campaign_id = b.campaign_id)
      as rows from campaign_book b where b.campaign_id = $1`,
    [uuid],
  );
  return { counted: Number(rows[0]?.deliveries), rows: Number(rows[0]?.rows) };
};
const noFill = (noFillReason: string) => ({ filled: false, noFillReason });

describe("answers a no-fill, never an error", () => {
  test("not_started before startAt, filled from then on", async () => {
    const startAt = new Date(market.clock.now().getTime() + HOUR_MS).toISOString();
    const other = await bookPair(market, "cpc", { campaign: { startAt } });
    expect(other.campaign.status).toBe("pending_start");
    expect(await other.tryDeliver()).toMatchObject(noFill("not_started"));
    market.clock.advance(HOUR_MS);
    await market.runPeriodicJobs();
    expect(await other.tryDeliver()).toMatchObject({ filled: true });
  });

  test("ended from endAt on, even before the periodic jobs end it", async () => {
    const endAt = new Date(market.clock.now().getTime() + HOUR_MS).toISOString();
    const other = await bookPair(market, "cpc", { campaign: { endAt } });
    const delivered = await other.deliver();
    expect(delivered.offer.expiresAt).toBe(endAt);
    market.clock.advance(HOUR_MS);
    expect(await other.tryDeliver()).toMatchObject(noFill("ended"));
    await market.runPeriodicJobs();
    market.clock.advance(SECOND_MS);
    expect(await other.tryDeliver()).toMatchObject(noFill("ended"));
    expect((await other.read()).status).toBe("completing");
  });

  test("ended once the advertiser confirmed the end", async () => {
    const other = await bookPair(market, "cpc");
    await other.deliver();
    const args = { campaignId: other.campaignId, final: true };
    await market.call("confirm_delivery", args, other.advertiser.key);
    market.clock.advance(SECOND_MS);
    expect(await other.tryDeliver()).toMatchObject(noFill("ended"));
  });

  test("budget_exhausted when less than one unit is left", async () => {
    const other = await bookPair(market, "cpc", { campaign: { budgetCredits: 250 } });
    for (let click = 0; click < 10; click += 1) {
      const { deliveryId } = await other.deliver();
      await other.report("report_click", { deliveryId });
    }
    expect(await other.tryDeliver()).toMatchObject(noFill("budget_exhausted"));
  });

  test("daily_cap for the rest of the UTC day, filled on the next", async () => {
    const other = await bookPair(market, "cpc", { campaign: { dailyCapCredits: 60 } });
    for (let click = 0; click < 2; click += 1) {
      const { deliveryId } = await other.deliver();
      await other.report("report_click", { deliveryId });
    }
    market.clock.advance(SECOND_MS);
    expect(await other.tryDeliver()).toMatchObject(noFill("daily_cap"));
    await market.travel(DAY_MS);
    expect(await other.tryDeliver()).toMatchObject({ filled: true });
  });

  test("paused while the campaign is paused", async () => {
    const other = await bookPair(market, "cpc");
    await market.sql("update campaign_book set status = 'paused' where campaign_id = $1", [
      other.uuid,
    ]);
    expect(await other.tryDeliver()).toMatchObject(noFill("paused"));
  });

  test("creative_not_approved while creative or placement wait for review", async () => {
    const other = await bookPair(market, "cpc");
    await market.sql(
      "update creative set review_status = 'pending_review' where campaign_id = $1",
      [other.uuid],
    );
    expect(await other.tryDeliver()).toMatchObject(noFill("creative_not_approved"));
    await market.sql("update creative set review_status = 'approved' where campaign_id = $1", [
      other.uuid,
    ]);
    await market.sql(
      "update placement set review_status = 'rejected' where title = $1 and id = " +
        "(select placement_id from campaign where id = $2)",
      [other.placement.title, other.uuid],
    );
    market.clock.advance(SECOND_MS);
    expect(await other.tryDeliver()).toMatchObject(noFill("creative_not_approved"));
  });

  test("topic_excluded for a turn about an excluded topic, in any case of letters", async () => {
    const other = await bookPair(market, "cpc", { placement: { excludedTopics: ["Alcohol"] } });
    expect(await other.tryDeliver({ topics: ["pans", "ALCOHOL"] })).toMatchObject(
      noFill("topic_excluded"),
    );
    expect(await other.tryDeliver({ topics: ["pans"] })).toMatchObject({ filled: true });
    expect(await other.tryDeliver()).toMatchObject({ filled: true });
  });

  test("topic_excluded for a question about something else than the creative offers", async () => {
    const creativeText = "Standing desks and office chairs, from Deskbound Supply.";
    const other = await bookPair(market, "cpc", { campaign: { creativeText } });
    expect(await other.tryDeliver({ query: "desk lamp" })).toMatchObject(noFill("topic_excluded"));
    expect(await other.tryDeliver()).toMatchObject({ filled: true });
    for (const query of ["standing desk under $600", "an office chair", "something nice"]) {
      expect(await other.tryDeliver({ query }), query).toMatchObject({ filled: true });
    }
  });

  test("frequency_capped for one session, one campaign and the window only", async () => {
    const frequencyCap = { perSession: 2, windowMinutes: 30 };
    const other = await bookPair(market, "cpc", { placement: { frequencyCap } });
    const second = await bookCampaign(market.call, other.advertiser, other.placement);
    await other.deliver({ sessionKey: "one" });
    market.clock.advance(10 * MINUTE_MS);
    await other.deliver({ sessionKey: "one" });
    expect(await other.tryDeliver({ sessionKey: "one" })).toMatchObject(noFill("frequency_capped"));
    expect(await other.tryDeliver({ sessionKey: "two" })).toMatchObject({ filled: true });
    expect(await other.tryDeliver()).toMatchObject({ filled: true });
    await deliverOnce(market.call, other.publisher, second.campaignId, { sessionKey: "one" });
    market.clock.advance(20 * MINUTE_MS);
    expect(await other.tryDeliver({ sessionKey: "one" })).toMatchObject({ filled: true });
    expect(await other.tryDeliver({ sessionKey: "one" })).toMatchObject(noFill("frequency_capped"));
  });

  test("deadline_exceeded when the answer is not there in the caller's time", async () => {
    const other = await bookPair(market, "cpc");
    await market.holdBook(other.uuid, async () => {
      expect(await other.tryDeliver({ deadlineMs: 50 })).toEqual(noFill("deadline_exceeded"));
    });
    expect(await other.tryDeliver({ deadlineMs: 2_000 })).toMatchObject({ filled: true });
  });

  test("under manual review nothing is delivered before both are approved", async () => {
    const manual = await startMarket({ env: { REVIEW_POLICY: "manual" } });
    try {
      const owner = await registerAgent(manual.call, "publisher");
      const placement = await listTestPlacement(manual.call, owner, "cpc");
      await manual.sql("update placement set review_status = 'approved'");
      const buyer = await fundedAdvertiser(manual.call);
      const campaign = await bookCampaign(manual.call, buyer, placement);
      expect(campaign).toMatchObject({
        status: "pending_review",
        creative: { reviewStatus: "pending_review" },
      });
      const { campaignId } = campaign;
      const { body } = await manual.call("deliver_ad", { campaignId }, owner.key);
      expect(body).toMatchObject(noFill("creative_not_approved"));
    } finally {
      await manual.close();
    }
  });
});

describe("honours consent", () => {
  const frequencyCap = { perSession: 1, windowMinutes: 60 };
  const sessionsOf = async ({ uuid }: Pair) => {
    await vi.waitFor(async () => expect((await deliveriesOf(capped)).rows).toBeGreaterThan(0));
    const rows = await market.sql("select session from delivery where campaign_id = $1", [uuid]);
    return rows.map(({ session }) => session);
  };
  let capped: Pair;

  test.each([{ coppa: true }, { coppa: 1 }])("a child's chat gets no ad: %j", async (consent) => {
    expect(await pair.tryDeliver({ consent })).toEqual(noFill("consent_missing"));
  });

  test.each([
    { gdpr: 1 },
    { gdpr: true, gdprConsent: "" },
    { gpc: 1 },
    { gpc: true, gdpr: 1, gdprConsent: "CPz" },
  ])("%j gets contextual ads: no session is stored or compared", async (consent) => {
    capped = await bookPair(market, "cpc", { placement: { frequencyCap } });
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await capped.tryDeliver({ sessionKey: "s", consent })).toMatchObject({ filled: true });
    }
    await vi.waitFor(async () => expect((await deliveriesOf(capped)).rows).toBe(2));
    expect(await sessionsOf(capped)).toEqual([null, null]);
  });

  test.each([{ gdpr: 1, gdprConsent: "CPz" }, { gdpr: 0 }, { gpc: 0, coppa: 0 }])(
    "%j lets the session be remembered, as a hash",
    async (consent) => {
      capped = await bookPair(market, "cpc", { placement: { frequencyCap } });
      await capped.deliver({ sessionKey: "visitor@example.com", consent });
      expect(await capped.tryDeliver({ sessionKey: "visitor@example.com", consent })).toEqual(
        noFill("frequency_capped"),
      );
      const [session] = await sessionsOf(capped);
      expect(session).toMatch(/^[0-9a-f]{8}-/);
    },
  );

  test("an unknown consent signal is refused by its place", async () => {
    const error = await refused(
      market.call(
        "deliver_ad",
        { campaignId: pair.campaignId, consent: { gdprr: 1 } },
        pair.publisher.key,
      ),
      "invalid_arguments",
    );
    expect(error.field).toBe("/arguments/consent/gdprr");
  });
});
