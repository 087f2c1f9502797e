import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { acknowledgementSchema } from "../../../../server/src/contract/resources/event.ts";
import { deliverOnce, listTestPlacement, resultOf } from "../../../setup/agents.ts";
import { expectCleanLedger } from "../../tools/books.ts";
import { DAY_MS } from "../../tools/market.ts";
import { openPlatformDesk, type PlatformDesk, reasonIn } from "./desk.ts";

let desk: PlatformDesk;
beforeAll(async () => {
  desk = await openPlatformDesk();
  await desk.clear();
});
afterEach(() => desk.clear());
afterAll(async () => {
  await expectCleanLedger(desk.market);
  await desk.close();
});

const BROWSER = {
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

describe("limits", () => {
  test("bind what is committed to a publisher in a day, and what it can earn on any", async () => {
    const wallet = await desk.wallet("fleet");
    await desk.run("limits", "--publisher-day", "1000");
    await desk.brand("nets");
    const { publisher } = await desk.seller("nets");
    const topics = ["nets"];
    await listTestPlacement(desk.market.call, publisher, "cpc", { topics });
    await listTestPlacement(desk.market.call, publisher, "cpc", { topics });
    const other = await desk.seller("nets");
    const first = await desk.pass();
    expect(first.booked).toHaveLength(3);
    expect(first.booked.map(({ placementId }) => placementId)).toContain(other.placementId);
    expect(first.declined).toMatchObject([{ reason: "publisher_day_limit" }]);

    const own = first.booked.filter(({ publisherId }) => publisherId === publisher.agentId);
    const [one, two] = own.map(({ campaignId }) => campaignId);
    const refund = (campaignId: string | undefined) =>
      desk.market.call("request_refund", { campaignId }, wallet.key);
    // A refund does not make room on the same day: it could be had again and again.
    await refund(one);
    expect((await desk.pass()).booked).toEqual([]);
    // A day later the other budget can still be spent, and counts.
    await desk.market.travel(DAY_MS);
    expect((await desk.pass()).booked).toHaveLength(1);
    expect((await desk.pass()).declined).toMatchObject([{ reason: "publisher_day_limit" }]);
    await refund(two);
    expect((await desk.pass()).booked).toHaveLength(1);
    expect((await desk.pass()).booked).toEqual([]);
  });

  test("bind what is committed in a day in all, and a new day begins anew", async () => {
    await desk.wallet("fleet");
    await desk.brand("bells");
    for (let count = 0; count < 3; count += 1) await desk.seller("bells");
    await desk.market.travel(DAY_MS);
    await desk.run("limits", "--publisher-day", "1000", "--total-day", "1000");
    const first = await desk.pass();
    expect(first.booked).toHaveLength(2);
    expect(first.declined).toMatchObject([{ reason: "total_day_limit" }]);
    expect((await desk.pass()).booked).toEqual([]);
    await desk.market.travel(DAY_MS);
    expect((await desk.pass()).booked).toHaveLength(1);
  });

  test("are for trusted publishers first, whoever asked before them", async () => {
    await desk.wallet("fleet");
    await desk.brand("gongs");
    const { publisher, placementId } = await desk.seller("gongs");
    await desk.market.call("request_platform_demand", { placementId }, publisher.key);
    const trusted = await desk.seller("gongs", { isTrusted: true });
    await desk.market.travel(DAY_MS);
    await desk.run("limits", "--publisher-day", "500", "--total-day", "500");
    const report = await desk.pass();
    expect(report.booked).toMatchObject([{ placementId: trusted.placementId }]);
    expect(reasonIn(report, placementId)).toBe("total_day_limit");
  });

  test("leave room for small budgets where large ones have none", async () => {
    await desk.wallet("fleet");
    await desk.run("limits", "--publisher-day", "1000");
    await desk.brand("cellos");
    const { publisher } = await desk.seller("cellos", { fields: { rateCredits: 100 } });
    const fields = { topics: ["cellos"], rateCredits: 100.1 };
    for (let count = 0; count < 3; count += 1) {
      await listTestPlacement(desk.market.call, publisher, "cpc", fields);
    }
    await desk.run("limits", "--booking", "100", "--publisher-day", "1100");
    const cheap = { topics: ["cellos"], rateCredits: 25 };
    await listTestPlacement(desk.market.call, publisher, "cpc", cheap);
    const report = await desk.pass();
    // 1,000 for the first, then 1,001 three times in vain, then ten units at 25.
    expect(report.booked.map(({ budget }) => budget)).toEqual([1_000_000_000n]);
    await desk.run("limits", "--publisher-day", "1250");
    expect((await desk.pass()).booked.map(({ budget }) => budget)).toEqual([250_000_000n]);
  });

  test("count what the wallet's agent books by hand", async () => {
    const wallet = await desk.wallet("fleet");
    await desk.run("limits", "--publisher-day", "1000");
    const { brandId } = await desk.brand("drums");
    const { publisher, placement } = await desk.seller("drums");
    const creative = { creativeText: "Drums.", creativeUrl: "https://drums.example.com/" };
    const { placementId, adUnitType } = placement;
    const booking = { placementId, adUnitType, budgetCredits: 501, brandId, ...creative };
    const byHand = await desk.market.call("create_campaign", booking, wallet.key);
    expect(byHand.status, byHand.text).toBe(200);
    const topics = ["drums"];
    const second = await listTestPlacement(desk.market.call, publisher, "cpc", { topics });
    const report = await desk.pass();
    expect(report.booked).toEqual([]);
    expect(reasonIn(report, second.placementId)).toBe("publisher_day_limit");
  });
});

describe("without trust", () => {
  test("clicks are paid when the hop saw them, never because they were reported", async () => {
    await desk.wallet("starter");
    await desk.brand("vases");
    const { publisher } = await desk.seller("vases");
    const campaignId = (await desk.pass()).booked[0]?.campaignId ?? "";
    const { call, moved } = desk.market;
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
        expect(await desk.campaign(campaignId, publisher)).toMatchObject({ spentCredits: 25 }),
      );
    });
    expect(paid[`${publisher.agentId} pending_earnings`]).toBe(20_000_000n);
  });

  test("leads are paid when the wallet's agent reports them, never by the publisher", async () => {
    const wallet = await desk.wallet("builder");
    await desk.brand("banks");
    const { publisher } = await desk.seller("banks", { unit: "cpl" });
    const campaignId = (await desk.pass()).booked[0]?.campaignId ?? "";
    const { call } = desk.market;
    const { deliveryId, offer } = await deliverOnce(call, publisher, campaignId);
    // Not even after a click that the hop saw, which a publisher can make by itself.
    await fetch(offer.clickUrl, { redirect: "manual", headers: BROWSER });
    const seen = "select 1 from event where campaign_id = $1 and kind = 2";
    await vi.waitFor(async () =>
      expect(await desk.market.sql(seen, [uuidFromId(campaignId)])).toHaveLength(1),
    );
    const lead = { campaignId, deliveryId, conversionType: "cpl", orderId: "lead-1" };
    const report = (key: string) =>
      resultOf(call("report_conversion", lead, key), acknowledgementSchema);
    expect(await report(publisher.key)).toMatchObject({ chargedCredits: 0, reason: "unverified" });
    expect(await report(wallet.key)).toMatchObject({ chargedCredits: 100, verified: true });
  });

  test("impressions and recommendations are not bought at all", async () => {
    await desk.wallet("starter");
    await desk.brand("rugs");
    const cpm = await desk.seller("rugs", { unit: "cpm" });
    const cpr = await desk.seller("rugs", { unit: "cpr" });
    const report = await desk.pass();
    expect(report.booked).toEqual([]);
    expect(reasonIn(report, cpm.placementId)).toBe("not_trusted");
    expect(reasonIn(report, cpr.placementId)).toBe("not_trusted");
    await desk.agents("trust", cpm.publisher.agentId);
    const trusted = (await desk.pass()).booked;
    expect(trusted).toMatchObject([{ placementId: cpm.placementId, isOnTrust: true }]);
  });

  test("what was booked on trust ends with it, and the rest of its budget returns", async () => {
    const wallet = await desk.wallet("builder");
    await desk.brand("shoes");
    const { publisher } = await desk.seller("shoes", { unit: "cpm", isTrusted: true });
    const proven = await desk.seller("shoes");
    const booked = (await desk.pass()).booked;
    const onTrust = booked.find(({ isOnTrust }) => isOnTrust)?.campaignId ?? "";
    const byHop = booked.find(({ placementId }) => placementId === proven.placementId);
    await desk.agents("trust", publisher.agentId, "--off");
    const moved = await desk.market.moved(async () => {
      const report = await desk.pass();
      expect(report).toMatchObject({ withdrawn: [onTrust], booked: [] });
      expect(report.declined).toMatchObject([{ reason: "not_trusted" }]);
    });
    expect(moved).toEqual({
      [`${wallet.agentId} escrow`]: -500_000_000n,
      [`${wallet.agentId} available`]: 500_000_000n,
    });
    expect(await desk.campaign(onTrust, wallet)).toMatchObject({ status: "canceled" });
    const { campaignId = "" } = byHop ?? {};
    expect(await desk.campaign(campaignId, wallet)).toMatchObject({ status: "active" });
    expect((await desk.pass()).withdrawn).toEqual([]);
  });
});
