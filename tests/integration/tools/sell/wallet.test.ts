import { describe, expect, test } from "vitest";
import { type Entry, walletSchema } from "../../../../server/src/contract/resources/wallet.ts";
import { fundAgent, registerAgent, resultOf, type TestAgent } from "../../../setup/agents.ts";
import { bookPair, refused, setUpMarket } from "../market.ts";

const market = setUpMarket();

const wallet = (agent: TestAgent, args: object = {}) =>
  resultOf(market.call("wallet", args, agent.key), walletSchema);
const shortly = ({ type, account, amountCredits, balanceAfterCredits }: Entry) =>
  [type, account, amountCredits, balanceAfterCredits].join(" ");

describe("works", () => {
  test("an advertiser sees purchase, escrow and spending, newest first", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await pair.report("report_click");
    await market.sweep();
    const sweptAt = market.clock.now().toISOString();
    const { items, balance, nextCursor } = await wallet(pair.advertiser);
    expect(nextCursor).toBeNull();
    expect(items[0]).toMatchObject({
      type: "campaign_spend",
      account: "escrow",
      amountCredits: -25,
      balanceAfterCredits: 475,
      campaignId: pair.campaignId,
      placementId: pair.placement.placementId,
      createdAt: sweptAt,
    });
    // The two sides of one booking carry one time, so their order between them is free.
    expect(items.slice(1, 3).map(shortly).toSorted()).toEqual([
      "escrow_hold available -500 4500",
      "escrow_hold escrow 500 500",
    ]);
    expect(items.slice(3).map(shortly)).toEqual(["credit_purchase available 5000 5000"]);
    expect(items[3]?.orderId).toMatch(/^ord_/);
    expect(balance).toMatchObject({ availableCredits: 4_500, escrowedCredits: 475 });
  });

  test("a publisher sees earnings arrive and mature", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await pair.report("report_click");
    await market.call("confirm_delivery", { campaignId: pair.campaignId }, pair.advertiser.key);
    const { items } = await wallet(pair.publisher);
    expect(items.map(shortly).toSorted()).toEqual([
      "earning_matured earned 20 20",
      "earning_matured pending_earnings -20 0",
      "earning_pending pending_earnings 20 20",
    ]);
  });

  test("pages show each entry once, newest first, with a balance that adds up", async () => {
    const agent = await registerAgent(market.call, "both");
    for (let order = 0; order < 7; order += 1) await fundAgent(market.call, agent);
    const seen: Entry[] = [];
    let cursor: string | null | undefined;
    for (let page = 0; page < 10 && cursor !== null; page += 1) {
      const found = await wallet(agent, { limit: 3, ...(cursor ? { cursor } : {}) });
      expect(found.balance.availableCredits).toBe(7_000);
      expect(found.items.length).toBeLessThanOrEqual(3);
      seen.push(...found.items);
      cursor = found.nextCursor;
    }
    expect(cursor).toBeNull();
    expect(seen.map(({ balanceAfterCredits }) => balanceAfterCredits)).toEqual([
      7_000, 6_000, 5_000, 4_000, 3_000, 2_000, 1_000,
    ]);
    expect(new Set(seen.map(({ entryId }) => entryId)).size).toBe(7);
  });

  test("entries that arrive while paging do not shift the pages", async () => {
    const agent = await registerAgent(market.call, "both");
    for (let order = 0; order < 4; order += 1) await fundAgent(market.call, agent);
    const first = await wallet(agent, { limit: 2 });
    await fundAgent(market.call, agent);
    const second = await wallet(agent, { limit: 2, cursor: first.nextCursor });
    expect(second.items.map(({ balanceAfterCredits }) => balanceAfterCredits)).toEqual([
      2_000, 1_000,
    ]);
  });

  test("a type shows only its own entries", async () => {
    const pair = await bookPair(market, "cpc");
    const { items } = await wallet(pair.advertiser, { type: "credit_purchase" });
    expect(items.map(({ type }) => type)).toEqual(["credit_purchase"]);
    expect((await wallet(pair.advertiser, { type: "cashout_paid" })).items).toEqual([]);
  });
});

describe("rejects wrong caller", () => {
  test("nobody sees another's entries, not even with another's cursor", async () => {
    const owner = await registerAgent(market.call, "both");
    for (let order = 0; order < 2; order += 1) await fundAgent(market.call, owner);
    const { nextCursor } = await wallet(owner, { limit: 1 });
    const stranger = await registerAgent(market.call, "both");
    expect((await wallet(stranger, { cursor: nextCursor })).items).toEqual([]);
    await refused(market.call("wallet", {}), "missing_key");
  });
});

describe("moves exactly the money it says", () => {
  test("every transaction sums to zero, and no entry can be changed", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await pair.report("report_click");
    expect(await market.moved(() => wallet(pair.advertiser))).toEqual({});
    await market.expectBooksAddUp();
    for (const change of ["update entry set amount = 1", "delete from entry", "truncate entry"]) {
      await expect(market.sql(change)).rejects.toThrow(/never changed/);
    }
  });
});
