import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { acknowledgementSchema } from "../../../../server/src/contract/resources/delivery.ts";
import { deliverOnce, listTestPlacement, resultOf } from "../../../setup/agents.ts";
import { expectCleanLedger } from "../../tools/books.ts";
import { DAY_MS } from "../../tools/market.ts";
import { openPlatformSession, type PlatformSession, reasonIn } from "./session.ts";

let session: PlatformSession;
beforeAll(async () => {
  session = await openPlatformSession();
  await session.clear();
});
afterEach(() => session.clear());
afterAll(async () => {
  await expectCleanLedger(session.market);
  await session.close();
});

const BROWSER = {
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

describe("limits", () => {
  test("bind what is committed to a publisher in a day, and what it can earn on any", async () => {
    const wallet = await session.wallet("fleet");
    await session.run("limits", "--publisher-day", "1000");
    await session.brand("nets");
    const { publisher } = await session.seller("nets");
    const topics = ["nets"];
    await listTestPlacement(session.market.call, publisher, "cpc", { topics });
    await listTestPlacement(session.market.call, publisher, "cpc", { topics });
    const other = await session.seller("nets");
    const first = await session.pass();
    expect(first.booked).toHaveLength(3);
    expect(first.booked.map(({ placementId }) => placementId)).toContain(other.placementId);
    expect(first.declined).toMatchObject([{ reason: "publisher_day_limit" }]);

    const own = first.booked.filter(({ publisherId }) => publisherId === publisher.agentId);
    const [one, two] = own.map(({ campaignId }) => campaignId);
    const refund = (campaignId: string | undefined) =>
      session.market.call("request_refund", { campaignId }, wallet.key);
    // A refund does not make room on the same day: it could be had again and again.
    await refund(one);
    expect((await session.pass()).booked).toEqual([]);
    // A day later the other budget can still be spent, and counts.
    await session.market.travel(DAY_MS);
    expect((await session.pass()).booked).toHaveLength(1);
    expect((await session.pass()).declined).toMatchObject([{ reason: "publisher_day_limit" }]);
    await refund(two);
    expect((await session.pass()).booked).toHaveLength(1);
    expect((await session.pass()).booked).toEqual([]);
  });

  test("bind what is committed in a day in all, and a new day begins anew", async () => {
    await session.wallet("fleet");
    await session.brand("bells");
    for (let count = 0; count < 3; count += 1) await session.seller("bells");
    await session.market.travel(DAY_MS);
    await session.run("limits", "--publisher-day", "1000", "--total-day", "1000");
    const first = await session.pass();
    expect(first.booked).toHaveLength(2);
    expect(first.declined).toMatchObject([{ reason: "total_day_limit" }]);
    expect((await session.pass()).booked).toEqual([]);
    await session.market.travel(DAY_MS);
    expect((await session.pass()).booked).toHaveLength(1);
  });

  test("are for trusted publishers first, whoever asked before them", async () => {
    await session.wallet("fleet");
    await session.brand("gongs");
    const { publisher, placementId } = await session.seller("gongs");
    await session.market.call("request_platform_demand", { placementId }, publisher.key);
    const trusted = await session.seller("gongs", { isTrusted: true });
    await session.market.travel(DAY_MS);
    await session.run("limits", "--publisher-day", "500", "--total-day", "500");
    const report = await session.pass();
    expect(report.booked).toMatchObject([{ placementId: trusted.placementId }]);
    expect(reasonIn(report, placementId)).toBe("total_day_limit");
  });

  test("leave room for small budgets where large ones have none", async () => {
    await session.wallet("fleet");
    await session.run("limits", "--publisher-day", "1000");
    await session.brand("cellos");
    const { publisher } = await session.seller("cellos", { fields: { rateCredits: 100 } });
    const fields = { topics: ["cellos"], rateCredits: 100.1 };
    for (let count = 0; count < 3; count += 1) {
      await listTestPlacement(session.market.call, publisher, "cpc", fields);
    }
    await session.run("limits", "--booking", "100", "--publisher-day", "1100");
    const cheap = { topics: ["cellos"], rateCredits: 25 };
    await listTestPlacement(session.market.call, publisher, "cpc", cheap);
    const report = await session.pass();
    // 1,000 for the first, then 1,001 three times in vain, then ten units at 25.
    expect(report.booked.map(({ budget }) => budget)).toEqual([1_000_000_000n]);
    await session.run("limits", "--publisher-day", "1250");
    expect((await session.pass()).booked.map(({ budget }) => budget)).toEqual([250_000_000n]);
  });

  test("count what the wallet's agent books by hand", async () => {
    const wallet = await session.wallet("fleet");
    await session.run("limits", "--publisher-day", "1000");
    const { brandId } = await session.brand("drums");
    const { publisher, placement } = await session.seller("drums");
    const creative = { creativeText: "Drums.", creativeUrl: "https://drums.example.com/" };
    const { placementId, adUnitType } = placement;
    const booking = { placementId, adUnitType, budgetCredits: 501, brandId, ...creative };
    const byHand = await session.market.call("create_campaign", booking, wallet.key);
    expect(byHand.status, byHand.text).toBe(200);
    const topics = ["drums"];
    const second = await listTestPlacement(session.market.call, publisher, "cpc", { topics });
    const report = await session.pass();
    expect(report.booked).toEqual([]);
    expect(reasonIn(report, second.placementId)).toBe("publisher_day_limit");
  });
});

describe("without trust", () => {
  test("clicks are paid when the hop saw them, never because they were reported", async () => {
    await session.wallet("starter");
    await session.brand("vases");
    const { publisher } = await session.seller("vases");
    const campaignId = (await session.pass()).booked[0]?.campaignId ?? "";
    const { call, moved } = session.market;
    const told = await deliverOnce(call, publisher, campaignId);
    const { deliveryId } = told;
    const report = call("report_click", { campaignId, deliveryId }, publisher.key);
    expect(await resultOf(report, acknowledgementSchema)).toMatchObject({
      billable: false,
      reason: "unverified",
      chargedCredits: 0,
    });
    const { offer } = await deliverOnce(call, publisher, campaignId);
    const paid = await moved(async () => {
      const hop = await fetch(offer.clickUrl, { redirect: "manual", headers: BROWSER });
      expect(hop.status).toBe(302);
      // The reader is sent on before the click is settled.
      await vi.waitFor(async () =>
        expect(await session.campaign(campaignId, publisher)).toMatchObject({ spentCredits: 25 }),
      );
    });
    expect(paid[`${publisher.agentId} pending_earnings`]).toBe(20_000_000n);
  });

  test("leads are paid when the wallet's agent reports them, never by the publisher", async () => {
    const wallet = await session.wallet("builder");
    await session.brand("banks");
    const { publisher } = await session.seller("banks", { unit: "cpl" });
    const campaignId = (await session.pass()).booked[0]?.campaignId ?? "";
    const { call } = session.market;
    const { deliveryId, offer } = await deliverOnce(call, publisher, campaignId);
    // Not even after a click that the hop saw, which a publisher can make by itself.
    await fetch(offer.clickUrl, { redirect: "manual", headers: BROWSER });
    const seen = "select 1 from event where campaign_id = $1 and kind = 2";
    await vi.waitFor(async () =>
      expect(await session.market.sql(seen, [uuidFromId(campaignId)])).toHaveLength(1),
    );
    const lead = { campaignId, deliveryId, conversionType: "cpl", orderId: "lead-1" };
    const report = (key: string) =>
      resultOf(call("report_conversion", lead, key), acknowledgementSchema);
    expect(await report(publisher.key)).toMatchObject({ chargedCredits: 0, reason: "unverified" });
    expect(await report(wallet.key)).toMatchObject({ chargedCredits: 100, verified: true });
  });

  test("impressions and recommendations are not bought at all", async () => {
    await session.wallet("starter");
    await session.brand("rugs");
    const cpm = await session.seller("rugs", { unit: "cpm" });
    const cpr = await session.seller("rugs", { unit: "cpr" });
    const report = await session.pass();
    expect(report.booked).toEqual([]);
    expect(reasonIn(report, cpm.placementId)).toBe("not_trusted");
    expect(reasonIn(report, cpr.placementId)).toBe("not_trusted");
    await session.agents("trust", cpm.publisher.agentId);
    const trusted = (await session.pass()).booked;
    expect(trusted).toMatchObject([{ placementId: cpm.placementId, isOnTrust: true }]);
  });

  test("what was booked on trust ends with it, and the rest of its budget returns", async () => {
    const wallet = await session.wallet("builder");
    await session.brand("shoes");
    const { publisher } = await session.seller("shoes", { unit: "cpm", isTrusted: true });
    const proven = await session.seller("shoes");
    const booked = (await session.pass()).booked;
    const onTrust = booked.find(({ isOnTrust }) => isOnTrust)?.campaignId ?? "";
    const byHop = booked.find(({ placementId }) => placementId === proven.placementId);
    await session.agents("trust", publisher.agentId, "--off");
    const moved = await session.market.moved(async () => {
      const report = await session.pass();
      expect(report).toMatchObject({ withdrawn: [onTrust], booked: [] });
      expect(report.declined).toMatchObject([{ reason: "not_trusted" }]);
    });
    expect(moved).toEqual({
      [`${wallet.agentId} escrow`]: -500_000_000n,
      [`${wallet.agentId} available`]: 500_000_000n,
    });
    expect(await session.campaign(onTrust, wallet)).toMatchObject({ status: "canceled" });
    const { campaignId = "" } = byHop ?? {};
    expect(await session.campaign(campaignId, wallet)).toMatchObject({ status: "active" });
    expect((await session.pass()).withdrawn).toEqual([]);
  });
});
