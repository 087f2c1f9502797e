import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runReviewCommand } from "../../../server/src/cli/review.ts";
import { uuidFromId } from "../../../server/src/contract/ids.ts";
import { type Campaign, campaignSchema } from "../../../server/src/contract/resources/campaign.ts";
import { placementSchema } from "../../../server/src/contract/resources/placement.ts";
import { systemClock } from "../../../server/src/core/clock.ts";
import { createFactsStore } from "../../../server/src/domain/delivery/index.ts";
import { changePlacement } from "../../../server/src/domain/placements/index.ts";
import {
  bookCampaign,
  fundedAdvertiser,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../setup/agents.ts";
import { expectCleanLedger } from "../tools/books.ts";
import { type Market, NOBODY, refused, SECOND_MS, startMarket } from "../tools/market.ts";

let market: Market;
let publisher: TestAgent;
let advertiser: TestAgent;
let placementId: string;
beforeAll(async () => {
  market = await startMarket({ env: { REVIEW_POLICY: "manual" } });
  publisher = await registerAgent(market.call, "publisher");
  advertiser = await fundedAdvertiser(market.call, "fleet");
  const placement = await listTestPlacement(market.call, publisher, "cpc");
  placementId = placement.placementId;
});
afterAll(async () => {
  await expectCleanLedger(market);
  await market.close();
});

async function run(...words: string[]): Promise<string> {
  const { db, ids, clock } = market.exchange.services;
  let text = "";
  const stdout = { write: (more: string) => (text += more) };
  expect(await runReviewCommand(words, { db, ids, clock, actor: "ada", stdout })).toBe(0);
  return text;
}
const listed = async (...words: string[]): Promise<Record<string, unknown>[]> =>
  JSON.parse(await run("list", ...words, "--json")).items;
const waits = async (id: string) => (await listed()).some((item) => item.id === id);

const book = (fields: object = {}) =>
  bookCampaign(market.call, advertiser, { placementId, adUnitType: "cpc" }, fields);
const read = (campaignId: string) =>
  resultOf(market.call("get_campaign", { campaignId }, advertiser.key), campaignSchema);
const change = (campaignId: string, fields: object) =>
  resultOf(
    market.call("update_campaign", { campaignId, ...fields }, advertiser.key),
    campaignSchema,
  );
/** What a turn gets once the facts of the server have aged. */
async function delivered(campaignId: string): Promise<unknown> {
  market.clock.advance(SECOND_MS);
  const { body } = await market.call("deliver_ad", { campaignId }, publisher.key);
  return Object(body).filled === true ? Object(body).creative.text : Object(body).noFillReason;
}
/** The version that waits: the campaign itself shows the one that is delivered. */
async function waitingVersion(campaignId: string): Promise<string> {
  const found = (await listed()).find((item) => item.campaignId === campaignId);
  return String(found?.id);
}
/** What was told since the table was emptied, by kind, recipient and content. */
async function told(about: string): Promise<unknown[]> {
  const rows = await market.sql(
    `select type, agent_id, data from outbox
      where data ->> 'campaignId' = $1 or data ->> 'placementId' = $1
      order by type, agent_id`,
    [about],
  );
  return rows.map((row) => [row.type, row.agent_id, row.data]);
}
const untold = () => market.sql("delete from outbox");
const idOf = (agent: TestAgent) => uuidFromId(agent.agentId);

describe("a placement", () => {
  test("is not found and not bookable before it is approved", async () => {
    const search = await market.call("search_placements", { publisherId: publisher.agentId });
    expect(Object(search.body).items).toEqual([]);
    const args = {
      placementId,
      budgetCredits: 500,
      creativeText: "Pans.",
      creativeUrl: "https://shop.example.com",
    };
    await refused(market.call("buy_placement", args, advertiser.key), "placement_not_bookable");
    await untold();
    const approved = await run("approve", placementId);
    expect(approved).toBe(`${placementId} is approved\n`);
    expect(await told(placementId)).toEqual([
      ["placement.reviewed", idOf(publisher), { placementId, reviewStatus: "approved" }],
    ]);
    const found = await market.call("search_placements", { publisherId: publisher.agentId });
    expect(Object(found.body).items).toMatchObject([{ placementId, reviewStatus: "approved" }]);
  });

  test("goes back to review when its words change; a verdict on other words is none", async () => {
    const other = await listTestPlacement(market.call, publisher, "cpm");
    const edit = (fields: object) =>
      resultOf(
        market.call(
          "update_placement",
          { placementId: other.placementId, ...fields },
          publisher.key,
        ),
        placementSchema,
      );
    await run("approve", other.placementId, "--revision", "1");
    expect((await edit({ rateCredits: 300 })).reviewStatus).toBe("approved");
    const edited = await edit({ title: "Another sidebar" });
    expect(edited.reviewStatus).toBe("pending_review");
    const stale = run("approve", other.placementId, "--revision", "1");
    await expect(stale).rejects.toMatchObject({ code: "conflict" });
    await run("reject", other.placementId, "--reason", "Say where it is.");
    const [mine] = await market
      .call("list_placements", {}, publisher.key)
      .then(({ body }) => Object(body).items);
    expect(mine).toMatchObject({ reviewStatus: "rejected", reviewReason: "Say where it is." });
    const again = await edit({ description: "Beside recipes, for readers in Kent." });
    expect(again).toMatchObject({ reviewStatus: "pending_review" });
    expect(again.reviewReason).toBeUndefined();
    await edit({ status: "archived" });
    expect(await waits(other.placementId)).toBe(false);
  });
});

test("what waited is approved by itself once nobody reviews, and its owner is told", async () => {
  const other = await listTestPlacement(market.call, publisher, "cpm");
  const own = { publisherId: publisher.agentId, placementId: other.placementId };
  const { db, ids, clock } = market.exchange.services;
  const deps = { ids, now: clock.now(), reviewPolicy: "auto" as const };
  const edit = (change: object) => db.tx((tx) => changePlacement(tx, own, change, deps));
  await untold();
  expect((await edit({ status: "paused" })).reviewStatus).toBe("pending_review");
  expect(await told(own.placementId)).toEqual([]);
  expect((await edit({ title: "A sidebar in Kent" })).reviewStatus).toBe("approved");
  const { placementId } = own;
  const verdict = [
    "placement.reviewed",
    idOf(publisher),
    { placementId, reviewStatus: "approved" },
  ];
  expect(await told(placementId)).toEqual([verdict]);
  expect((await edit({ title: "A sidebar in Surrey" })).reviewStatus).toBe("approved");
  expect(await told(placementId)).toEqual([verdict]);
});

describe("a campaign's first creative", () => {
  test("starts it when it is approved, and nothing is delivered before", async () => {
    const campaign = await book();
    const { campaignId, creative } = campaign;
    expect(campaign).toMatchObject({ status: "pending_review", escrowStatus: "held" });
    expect(await delivered(campaignId)).toBe("creative_not_approved");
    await untold();
    const change = await market.moved(() => run("approve", creative.creativeId));
    expect(change).toEqual({});
    expect(await read(campaignId)).toMatchObject({
      status: "active",
      creative: { reviewStatus: "approved", version: 1 },
    });
    expect(await delivered(campaignId)).toBe(creative.text);
    const verdict = {
      campaignId,
      creativeId: creative.creativeId,
      version: 1,
      reviewStatus: "approved",
      campaignStatus: "active",
    };
    expect(await told(campaignId)).toEqual([
      ["campaign.updated", idOf(publisher), { campaignId, status: "active" }],
      ["creative.reviewed", idOf(advertiser), verdict],
    ]);
  });

  test("that is approved early waits for its start", async () => {
    const startAt = new Date(market.clock.now().getTime() + 60 * SECOND_MS).toISOString();
    const { campaignId, creative } = await book({ startAt });
    await run("approve", creative.creativeId);
    expect((await read(campaignId)).status).toBe("pending_start");
    expect(await delivered(campaignId)).toBe("not_started");
    await market.travel(61 * SECOND_MS);
    expect(await delivered(campaignId)).toBe(creative.text);
  });

  test("takes it along when it is rejected: the whole budget returns, exactly", async () => {
    const { campaignId, creative } = await book({ budgetCredits: 323.456789 });
    const budget = 323_456_789n;
    await untold();
    const rejecting = () =>
      run("reject", creative.creativeId, "--yes", "--reason", "Not for children.");
    expect(await market.moved(rejecting)).toEqual({
      [`${advertiser.agentId} escrow`]: -budget,
      [`${advertiser.agentId} available`]: budget,
    });
    expect(await read(campaignId)).toMatchObject({
      status: "rejected",
      escrowStatus: "refunded",
      budgetCredits: 323.456789,
      spentCredits: 0,
      remainingCredits: 0,
      refundedCredits: 323.456789,
      validActions: [],
      creative: { reviewStatus: "rejected", reviewReason: "Not for children." },
    });
    expect(await delivered(campaignId)).toBe("ended");
    const types = (await told(campaignId)).map((row) => (Array.isArray(row) ? row[0] : row));
    expect(types).toEqual(["campaign.updated", "creative.reviewed", "refund.completed"]);
    await refused(market.call("request_refund", { campaignId }, advertiser.key), "invalid_state");
  });

  test("is decided once: of an approval and a rejection at the same time one counts", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { campaignId, creative } = await book();
      const { creativeId } = creative;
      const attempts = [
        run("approve", creativeId),
        run("reject", creativeId, "--yes"),
        run("approve", creativeId),
      ];
      const ended = await Promise.allSettled(round % 2 === 0 ? attempts : attempts.toReversed());
      const failed = ended.filter(({ status }) => status === "rejected");
      expect(failed).toHaveLength(2);
      for (const one of failed) expect(one).toMatchObject({ reason: { code: "invalid_state" } });
      const after = await read(campaignId);
      const isActive = after.status === "active";
      expect(after.creative.reviewStatus).toBe(isActive ? "approved" : "rejected");
      expect([after.remainingCredits, after.refundedCredits]).toEqual(
        isActive ? [500, 0] : [0, 500],
      );
      await market.expectBooksAddUp();
    }
  });

  test("and a refund at the same time return the budget once", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { campaignId, creative } = await book();
      const change = await market.moved(async () => {
        await Promise.allSettled([
          run("reject", creative.creativeId, "--yes"),
          market.call("request_refund", { campaignId }, advertiser.key),
        ]);
      });
      expect(change).toEqual({
        [`${advertiser.agentId} escrow`]: -500_000_000n,
        [`${advertiser.agentId} available`]: 500_000_000n,
      });
      expect(["rejected", "canceled"]).toContain((await read(campaignId)).status);
    }
  });
});

describe("a later version", () => {
  async function started(): Promise<Campaign> {
    const campaign = await book();
    await run("approve", campaign.creative.creativeId);
    return read(campaign.campaignId);
  }

  test("is delivered once it is approved, the one before until then", async () => {
    const { campaignId, creative } = await started();
    await change(campaignId, { creativeText: "Pans with lids." });
    expect(await delivered(campaignId)).toBe(creative.text);
    await run("approve", await waitingVersion(campaignId));
    expect(await delivered(campaignId)).toBe("Pans with lids.");
    expect((await read(campaignId)).creative).toMatchObject({ version: 2, url: creative.url });
  });

  test("that is rejected changes nothing: the last approved one goes on", async () => {
    const { campaignId, creative } = await started();
    await change(campaignId, { creativeText: "Pans with lids." });
    const rejected = await waitingVersion(campaignId);
    const moved = await market.moved(() => run("reject", rejected, "--yes"));
    expect(moved).toEqual({});
    expect(await read(campaignId)).toMatchObject({ status: "active", creative: { version: 1 } });
    expect(await delivered(campaignId)).toBe(creative.text);
    // The next change builds on what was approved, not on what was rejected.
    await change(campaignId, { creativeUrl: "https://shop.example.com/lids" });
    await run("approve", await waitingVersion(campaignId));
    expect((await read(campaignId)).creative).toMatchObject({ version: 3, text: creative.text });
  });

  test("that a newer one has overtaken is not delivered any more", async () => {
    const { campaignId } = await started();
    await change(campaignId, { creativeText: "Second pans." });
    const second = await waitingVersion(campaignId);
    await change(campaignId, { creativeText: "Third pans." });
    const waiting = (await listed()).filter((item) => item.campaignId === campaignId);
    expect(waiting.map((item) => item.text)).toEqual(["Second pans.", "Third pans."]);
    await run("approve", String(waiting[1]?.id));
    expect(await waits(second)).toBe(false);
    await run("approve", second);
    expect(await delivered(campaignId)).toBe("Third pans.");
  });

  test("reaches other processes within a second", async () => {
    const { campaignId } = await started();
    const elsewhere = createFactsStore({ db: market.exchange.db, clock: systemClock });
    const shown = async () => (await elsewhere.fresh(campaignId))?.creative.text;
    await shown();
    await change(campaignId, { creativeText: "Pans of tomorrow." });
    await run("approve", await waitingVersion(campaignId));
    const approvedAt = performance.now();
    await expect.poll(shown, { interval: 10, timeout: 1_000 }).toBe("Pans of tomorrow.");
    expect(performance.now() - approvedAt).toBeLessThan(1_000);
  });

  test("cannot be edited, by whoever serves", async () => {
    const { campaignId } = await started();
    const editing = market.exchange.db.query(
      { name: "", text: "update creative set text = 'x' where campaign_id = $1" },
      [uuidFromId(campaignId)],
    );
    await expect(editing).rejects.toMatchObject({ code: "42501" });
  });
});

describe("operator review", () => {
  test("lists what waits, and shows one of them whole, whatever an agent wrote", async () => {
    const { creative, campaignId } = await book({ creativeText: "Two\nlines of pans." });
    const lines = (await run("list", "--kind", "creative")).trimEnd().split("\n");
    expect(lines.at(-1)).toContain("Two�lines of pans.");
    expect(lines.at(-1)).toContain(`${campaignId} 1 pending_review`);
    const text = await run("list", creative.creativeId);
    expect(text).toContain("\ntext:\n  Two\n  lines of pans.\n\nurl:\n  https://shop.example.com");
    expect(await listed("--kind", "placement")).toEqual([]);
    const [item] = (await listed()).filter(({ id }) => id === creative.creativeId);
    expect(item).toMatchObject({ kind: "creative", agentId: advertiser.agentId, campaignId });
    const json = JSON.parse(await run("approve", creative.creativeId, "--json"));
    expect(json).toMatchObject({ id: creative.creativeId, status: "approved" });
  });

  test("writes one row of audit for each verdict, and none for a refused one", async () => {
    const { creative, campaignId } = await book();
    const { creativeId } = creative;
    const audits = () =>
      market.sql("select actor, action, detail from audit where subject = $1", [creativeId]);
    await run("reject", creativeId, "--yes", "--reason", "Too loud.");
    const written = await audits();
    expect(written).toMatchObject([
      {
        actor: "ada",
        action: "review.reject",
        detail: { agentId: advertiser.agentId, campaignId, reason: "Too loud." },
      },
    ]);
    await expect(run("reject", creativeId, "--yes")).rejects.toMatchObject({
      code: "invalid_state",
    });
    expect(await audits()).toEqual(written);
    for (const id of [`crt_${NOBODY}`, `plc_${NOBODY}`]) {
      await expect(run("approve", id)).rejects.toMatchObject({ code: "not_found" });
      await expect(run("list", id)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test.each([
    [],
    ["open"],
    ["approve"],
    ["approve", "cmp_7"],
    ["approve", `crt_${NOBODY}`, `crt_${NOBODY}`],
    ["approve", `crt_${NOBODY}`, "--revision", "1"],
    ["approve", `plc_${NOBODY}`, "--revision", "one"],
    ["approve", `plc_${NOBODY}`, "--kind", "placement"],
    ["reject", `crt_${NOBODY}`],
    ["list", "--kind", "coupon"],
    ["list", "--reason", "x"],
    ["list", `crt_${NOBODY}`, "--kind", "creative"],
    ["list", "--loud"],
  ])("%s %s %s %s is refused with the usage", async (...words) => {
    await expect(run(...words)).rejects.toMatchObject({
      code: "invalid_request",
      options: { suggestion: expect.stringContaining("review approve ID") },
    });
  });
});
