import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import {
  type Campaign,
  campaignSchema,
} from "../../../../server/src/contract/resources/campaign.ts";
import type { Placement } from "../../../../server/src/contract/resources/placement.ts";
import { systemClock } from "../../../../server/src/core/clock.ts";
import { type Database, openDatabase } from "../../../../server/src/core/db.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import { BRANDS_CHANNEL } from "../../../../server/src/domain/brands/index.ts";
import { createFactsStore } from "../../../../server/src/domain/delivery/index.ts";
import {
  bookCampaign,
  deliverOnce,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { DAY_MS, type Market, refused, SECOND_MS, startMarket } from "../../tools/market.ts";
import { openBrandSession, platformAdvertiser, rowOf } from "./operator.ts";

let market: Market;
let session: Awaited<ReturnType<typeof openBrandSession>>;
let wallet: TestAgent;
let publisher: TestAgent;
let placement: Placement;
let brandId: string;
/** Another process of the same exchange. */
let elsewhere: Database;
beforeAll(async () => {
  market = await startMarket();
  session = await openBrandSession(market);
  wallet = await platformAdvertiser(market);
  publisher = await registerAgent(market.call, "publisher");
  placement = await listTestPlacement(market.call, publisher, "cpc");
  elsewhere = openDatabase({
    connectionString: market.databaseUrl,
    connections: 2,
    logger: silentLogger,
    role: "placard_app",
  });
});
afterAll(async () => {
  await market.expectBooksAddUp();
  await elsewhere.close();
  await session.close();
  await market.close();
});
beforeEach(async () => {
  await session.load(rowOf());
  brandId = (await session.brandOf("pellworth.example")).brandId;
});

const book = (fields: object = {}) =>
  bookCampaign(market.call, wallet, placement, { brandId, rateCredits: 30, ...fields });
const read = ({ campaignId }: Campaign) =>
  resultOf(market.call("get_campaign", { campaignId }, wallet.key), campaignSchema);
const deliver = async ({ campaignId }: Campaign): Promise<unknown> =>
  (await market.call("deliver_ad", { campaignId }, publisher.key)).body;
const update = ({ campaignId }: Campaign, fields: object) =>
  market.call("update_campaign", { campaignId, ...fields }, wallet.key);
const PAUSED = { filled: false, noFillReason: "paused" };

/** Changes the row behind the back of everything that would pause a campaign. */
const setCap = (credits: number) =>
  market.sql("update brand set max_rate = $1 where domain = 'pellworth.example'", [
    String(credits * 1_000_000),
  ]);

describe("a cap that an import lowers", () => {
  test("pauses exactly the active campaigns above it and tells both sides why", async () => {
    const [above, at, direct] = [
      await book(),
      await book({ rateCredits: 29 }),
      await book({ brandId: undefined }),
    ];
    await session.load(rowOf({ name: "Tundrik", domain: "tundrik.example", maxRateCredits: 90 }));
    const other = await book({ brandId: (await session.brandOf("tundrik.example")).brandId });
    const { revision } = await read(above);
    const { pausedCampaignIds } = await session.load(rowOf({ maxRateCredits: 29 }));
    expect(pausedCampaignIds).toContain(above.campaignId);
    expect(await read(above)).toMatchObject({ status: "paused", revision: revision + 1 });
    expect(await deliver(above)).toEqual(PAUSED);
    for (const campaign of [at, direct, other]) {
      expect(pausedCampaignIds).not.toContain(campaign.campaignId);
      expect(await read(campaign)).toMatchObject({ status: "active" });
      expect(await deliver(campaign)).toMatchObject({ filled: true });
    }
    const told = await market.sql(
      `select agent_id, type, data from outbox
      where campaign_id = $1 and data->>'status' = 'paused'`,
      [uuidFromId(above.campaignId)],
    );
    const data = {
      campaignId: above.campaignId,
      status: "paused",
      reason: "The rate is above the brand's maxRateCredits.",
    };
    const type = "campaign.updated";
    expect(told).toHaveLength(2);
    expect(told).toEqual(
      expect.arrayContaining(
        [wallet, publisher].map(({ agentId }) => ({ agent_id: uuidFromId(agentId), type, data })),
      ),
    );
    const [audit] = await market.sql("select detail from audit order by id desc limit 1");
    expect(audit).toMatchObject({ detail: { changed: 1, pausedCampaignIds } });
  });

  test("keeps them paused until it is raised again, and the money stays in escrow", async () => {
    const campaign = await book();
    expect(
      await market.moved(async () => {
        await session.load(rowOf({ maxRateCredits: 29.999999 }));
        const error = await refused(update(campaign, { status: "active" }), "rate_above_brand_cap");
        expect(error.details).toEqual({ maxRateCredits: 29.999999 });
        expect(await read(campaign)).toMatchObject({ status: "paused" });
        await session.load(rowOf({ maxRateCredits: 30 }));
        expect((await update(campaign, { status: "active" })).status).toBe(200);
        expect(await deliver(campaign)).toMatchObject({ filled: true });
      }),
    ).toEqual({});
  });

  test("keeps an exhausted campaign from waking by a top-up", async () => {
    const campaign = await book({ budgetCredits: 300 });
    const { campaignId } = campaign;
    for (let click = 0; click < 10; click += 1) {
      const { deliveryId } = await deliverOnce(market.call, publisher, campaignId);
      await market.call("report_click", { campaignId, deliveryId }, publisher.key);
    }
    expect(await read(campaign)).toMatchObject({ status: "exhausted" });
    await session.load(rowOf({ maxRateCredits: 29 }));
    await refused(update(campaign, { addBudgetCredits: 300 }), "rate_above_brand_cap");
    expect(await read(campaign)).toMatchObject({ status: "exhausted", remainingCredits: 0 });
    await session.load(rowOf());
    expect((await update(campaign, { addBudgetCredits: 300 })).status).toBe(200);
    expect(await read(campaign)).toMatchObject({ status: "active" });
  });

  test("pauses a campaign that was waiting for its start, once that comes", async () => {
    const startAt = new Date(market.clock.now().getTime() + SECOND_MS).toISOString();
    const campaign = await book({ startAt });
    const fine = await book({ startAt, rateCredits: 29 });
    await session.load(rowOf({ maxRateCredits: 29 }));
    expect(await read(campaign)).toMatchObject({ status: "pending_start" });
    await market.travel(2 * SECOND_MS);
    expect(await read(campaign)).toMatchObject({ status: "paused" });
    expect(await read(fine)).toMatchObject({ status: "active" });
    await refused(update(campaign, { status: "active" }), "rate_above_brand_cap");
  });

  test("counts as 0 for a brand that is retired", async () => {
    const campaign = await book({ rateCredits: 25 });
    const { pausedCampaignIds } = await session.load(rowOf({ isActive: false }));
    expect(pausedCampaignIds).toContain(campaign.campaignId);
    const error = await refused(update(campaign, { status: "active" }), "rate_above_brand_cap");
    expect(error.details).toEqual({ maxRateCredits: 0 });
    expect(await deliver(campaign)).toEqual(PAUSED);
  });

  test("changes nothing of it when the import is undone", async () => {
    const campaign = await book();
    await market.sql("alter table audit rename to audit_away");
    await expect(session.load(rowOf({ maxRateCredits: 1 }))).rejects.toThrow(/audit/);
    await market.sql("alter table audit_away rename to audit");
    expect(await read(campaign)).toMatchObject({ status: "active" });
    expect((await session.brandOf("pellworth.example")).maxRateCredits).toBe(40);
  });

  test("still takes reports for what was delivered before", async () => {
    const campaign = await book();
    const { campaignId } = campaign;
    const { deliveryId } = await deliverOnce(market.call, publisher, campaignId);
    await session.load(rowOf({ maxRateCredits: 1 }));
    const { body } = await market.call("report_click", { campaignId, deliveryId }, publisher.key);
    expect(body).toMatchObject({ billable: true, chargedCredits: 30 });
  });

  test("does not block, nor is blocked by, resumes at the same time", async () => {
    const campaigns = [await book(), await book(), await book()];
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([
        session.load(rowOf({ maxRateCredits: round % 2 === 0 ? 29 : 30 })),
        ...campaigns.map((campaign) => update(campaign, { status: "active" })),
      ]);
      for (const answer of answers.slice(1)) {
        expect([200, 422]).toContain("status" in answer ? answer.status : 0);
      }
      const active = await market.sql(
        `select c.id from campaign c join campaign_book b on b.campaign_id = c.id
        join brand r on r.id = c.brand_id
        where b.status = 'active' and (c.rate > r.max_rate or not r.is_active)`,
      );
      expect(active).toEqual([]);
    }
  });
});

describe("delivery checks the cap by itself", () => {
  test("so that a campaign nobody paused is not delivered above it", async () => {
    const campaign = await book();
    expect(await deliver(campaign)).toMatchObject({ filled: true });
    await setCap(29);
    await expect.poll(() => deliver(campaign), { interval: 10, timeout: 1_000 }).toEqual(PAUSED);
    expect(await read(campaign)).toMatchObject({ status: "active" });
    await setCap(30);
    await expect
      .poll(() => deliver(campaign), { interval: 10, timeout: 1_000 })
      .toMatchObject({ filled: true });
    await market.sql("update brand set is_active = false");
    await expect.poll(() => deliver(campaign), { interval: 10, timeout: 1_000 }).toEqual(PAUSED);
  });

  test("in another process as soon as it is told, not when its memory is old", async () => {
    // Its clock stands still: without the news it would believe what it read for ever.
    const clock = { ...systemClock, monotonicMs: () => 0 };
    const facts = createFactsStore({ db: elsewhere, clock });
    let isListening = false;
    const stop = elsewhere.listen(BRANDS_CHANNEL, () => {
      isListening = true;
      facts.forgetBrands();
    });
    await expect
      .poll(async () => {
        await market.sql("select pg_notify('brands', '')");
        return isListening;
      })
      .toBe(true);
    const campaign = await book();
    const capOf = async () => (await facts.fresh(campaign.campaignId))?.brand?.cap;
    expect(await capOf()).toBe(40_000_000n);
    await setCap(29);
    const changedAt = performance.now();
    await expect.poll(capOf, { interval: 5, timeout: 1_000 }).toBe(29_000_000n);
    expect(performance.now() - changedAt).toBeLessThan(1_000);
    stop();
  });
});

test("a cap that was lowered for a day delivers nothing in it", async () => {
  const campaign = await book();
  await session.load(rowOf({ maxRateCredits: 29 }));
  await market.travel(DAY_MS);
  expect(await deliver(campaign)).toEqual(PAUSED);
});
