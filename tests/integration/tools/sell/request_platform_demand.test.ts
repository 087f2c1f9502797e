import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { demandRequestSchema } from "../../../../server/src/contract/resources/placement.ts";
import { resultOf } from "../../../setup/agents.ts";
import { openPlatformSession, type PlatformSession } from "../../domain/platform/session.ts";
import { expectCleanLedger } from "../books.ts";
import { newKey, refused } from "../market.ts";

let session: PlatformSession;
beforeAll(async () => {
  session = await openPlatformSession();
});
afterEach(() => session.clear());
afterAll(async () => {
  await expectCleanLedger(session.market);
  await session.close();
});

const ask = (placementId: unknown, key?: string) =>
  session.market.call("request_platform_demand", { placementId }, key);
const asked = (placementId: string, key: string) =>
  resultOf(ask(placementId, key), demandRequestSchema);

describe("works", () => {
  test("queues once and says when it is decided; a booking and its campaign follow", async () => {
    await session.wallet("starter");
    await session.brand("globes");
    // No sidebar: this kind is looked at only because somebody asked.
    const { publisher, placementId } = await session.seller("globes", {
      fields: { kind: "tool_result" },
    });
    expect((await session.pass()).booked).toEqual([]);
    const first = await asked(placementId, publisher.key);
    expect(first).toEqual({
      placementId,
      status: "queued",
      explanation: expect.stringMatching(/^Queued: decided within about 3 minutes\./),
      requestedAt: session.market.clock.now().toISOString(),
      checkedEverySeconds: 180,
      nextTools: ["request_platform_demand", "list_campaigns"],
    });
    expect(await asked(placementId, publisher.key)).toEqual(first);
    const [booked] = (await session.pass()).booked;
    expect(booked).toMatchObject({ placementId });
    const done = await asked(placementId, publisher.key);
    expect(done).toMatchObject({
      status: "booked",
      campaignId: booked?.campaignId,
      decidedAt: expect.any(String),
      nextTools: ["deliver_ad", "get_campaign"],
    });
    expect(await asked(placementId, publisher.key)).toEqual(done);
    expect(await session.market.sql("select 1 from platform_request")).toHaveLength(1);
  });

  test("tells what stands in the way, and keeps a decision until something changes", async () => {
    await session.wallet("starter");
    await session.brand("quilts", { maxRateCredits: 30 });
    const cpm = await session.seller("quilts", { unit: "cpm" });
    expect(await asked(cpm.placementId, cpm.publisher.key)).toMatchObject({
      status: "queued",
      reason: "not_trusted",
      explanation: expect.stringContaining("cpc, cpa, cpl and cpi"),
    });
    const dear = await session.seller("quilts", { fields: { rateCredits: 31 } });
    const { placementId, publisher } = dear;
    await asked(placementId, publisher.key);
    await session.pass();
    const declined = {
      status: "declined",
      reason: "rate_above_caps",
      explanation: expect.stringContaining("maxRateCredits"),
      nextTools: ["update_placement", "search_affiliate_offers"],
    };
    expect(await asked(placementId, publisher.key)).toMatchObject(declined);
    const cheaper = { placementId, rateCredits: 30 };
    await session.market.call("update_placement", cheaper, publisher.key);
    expect(await asked(placementId, publisher.key)).toMatchObject({ status: "queued" });
    expect((await session.pass()).booked).toMatchObject([{ placementId }]);
  });

  test("a placement that is served already says so without being queued", async () => {
    await session.wallet("starter");
    await session.brand("organs");
    const { publisher, placementId } = await session.seller("organs");
    const [booked] = (await session.pass()).booked;
    const { campaignId } = booked ?? {};
    expect(await asked(placementId, publisher.key)).toMatchObject({ status: "booked", campaignId });
    expect((await session.pass()).booked).toEqual([]);
  });
});

describe("rejects bad input", () => {
  test("a placement that cannot be booked is not queued", async () => {
    const { publisher, placementId } = await session.seller("axes");
    const paused = { placementId, status: "paused" };
    await session.market.call("update_placement", paused, publisher.key);
    await refused(ask(placementId, publisher.key), "placement_not_bookable");
    expect(
      await session.market.sql("select 1 from platform_request where status = 'queued'"),
    ).toEqual([]);
  });
});

describe("is safe to repeat", () => {
  test("one key gives the bytes of its first answer, whatever has happened since", async () => {
    await session.wallet("starter");
    await session.brand("flutes");
    const { publisher, placementId } = await session.seller("flutes");
    const idempotencyKey = newKey();
    const call = (args: object) =>
      session.market.call("request_platform_demand", args, publisher.key, { idempotencyKey });
    const first = await call({ placementId });
    expect(first.status, first.text).toBe(200);
    expect((await session.pass()).booked).toHaveLength(1);
    const again = await call({ placementId });
    expect(again.text).toBe(first.text);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    const other = { placementId: placementId.replace("plc_01", "plc_00") };
    await refused(call(other), "idempotency_key_reused");
    expect(await asked(placementId, publisher.key)).toMatchObject({ status: "booked" });
  });

  test("asked five times at once it is queued once, and no money moves", async () => {
    const { publisher, placementId } = await session.seller("harps");
    const moved = await session.market.moved(async () => {
      const answers = await Promise.all(
        [1, 2, 3, 4, 5].map(() => asked(placementId, publisher.key)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["queued"]));
    });
    expect(moved).toEqual({});
    const kept = "select 1 from platform_request where placement_id = $1";
    expect(await session.market.sql(kept, [uuidFromId(placementId)])).toHaveLength(1);
  });
});
