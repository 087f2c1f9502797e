import { describe, expect, test, vi } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { whoamiSchema } from "../../../../server/src/contract/resources/agent.ts";
import {
  fundedAdvertiser,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { bookPair, MINUTE_MS, refused, SECOND_MS, setUpMarket } from "../market.ts";

const market = setUpMarket();

const whoami = (agent: TestAgent) => resultOf(market.call("whoami", {}, agent.key), whoamiSchema);
const EMPTY = {
  availableCredits: 0,
  escrowedCredits: 0,
  pendingEarningsCredits: 0,
  earnedCredits: 0,
  cashoutPendingCredits: 0,
};

describe("works", () => {
  test("a new agent sees itself, its key's beginning, its limits and empty balances", async () => {
    const agent = await registerAgent(market.call, "publisher", "A chat");
    const answer = await whoami(agent);
    expect(answer).toMatchObject({
      agentId: agent.agentId,
      provider: "Test House",
      displayName: "A chat",
      role: "publisher",
      status: "active",
      balance: EMPTY,
      key: { prefix: agent.key.slice(0, 12) },
      apiVersion: "1.0",
    });
    expect(answer.limits).toEqual({
      read: { perSecond: 50, burst: 100 },
      write: { perSecond: 10, burst: 20 },
      report: { perSecond: 200, burst: 400 },
      search: { perSecond: 20, burst: 40 },
      register: { perSecond: 20 / 3600, burst: 20 },
      event: { perSecond: 20_000, burst: 20_000 },
      unbilled: { perSecond: 1_000, burst: 2_000 },
    });
  });

  test.each([
    ["publisher", ["list_placements", "wallet"]],
    ["advertiser", ["buy_credits", "wallet"]],
    ["both", ["list_placements", "buy_credits", "wallet"]],
  ] as const)("a %s without money is pointed to %j", async (role, nextTools) => {
    expect((await whoami(await registerAgent(market.call, role))).nextTools).toEqual(nextTools);
  });

  test("an advertiser with money is pointed to the inventory", async () => {
    const { nextTools, balance } = await whoami(await fundedAdvertiser(market.call));
    expect(nextTools[0]).toBe("search_placements");
    expect(balance).toEqual({ ...EMPTY, availableCredits: 1_000 });
  });

  test("an advertiser whose money is all booked is pointed to its bookings", async () => {
    const pair = await bookPair(market, "cpc", { campaign: { budgetCredits: 5_000 } });
    expect((await whoami(pair.advertiser)).nextTools[0]).toBe("list_campaigns");
  });

  test("a publisher with 500 earned credits is pointed to its cashout", async () => {
    const pair = await bookPair(market, "cpm", { campaign: { budgetCredits: 700 } });
    await pair.deliver();
    await pair.report("report_impression", { count: 3_200 });
    expect((await whoami(pair.publisher)).nextTools[0]).toBe("list_placements");
    const { campaignId } = pair;
    await market.call("confirm_delivery", { campaignId }, pair.advertiser.key);
    expect((await whoami(pair.publisher)).nextTools[0]).toBe("request_cashout");
  });

  test("money that settled a moment ago is in the balances of both sides", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await pair.report("report_click");
    expect((await whoami(pair.publisher)).balance).toEqual({
      ...EMPTY,
      pendingEarningsCredits: 20,
    });
    expect((await whoami(pair.advertiser)).balance).toEqual({
      ...EMPTY,
      availableCredits: 4_500,
      escrowedCredits: 475,
    });
    await market.expectBooksAddUp();
  });

  test("confirmed earnings are earned", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await pair.report("report_click");
    await market.call("confirm_delivery", { campaignId: pair.campaignId }, pair.advertiser.key);
    expect((await whoami(pair.publisher)).balance).toEqual({ ...EMPTY, earnedCredits: 20 });
  });

  test("the last use of the key is known to a minute", async () => {
    const agent = await registerAgent(market.call, "publisher");
    await whoami(agent);
    market.clock.advance(2 * MINUTE_MS);
    const usedAt = await vi.waitFor(async () => {
      market.clock.advance(SECOND_MS);
      const { key } = await whoami(agent);
      expect(key.lastUsedAt).not.toBeNull();
      return Date.parse(key.lastUsedAt ?? "");
    });
    expect(market.clock.now().getTime() - usedAt).toBeLessThanOrEqual(4 * MINUTE_MS);
  });
});

describe("rejects bad input", () => {
  test("a key among the arguments is refused and not repeated", async () => {
    const agent = await registerAgent(market.call, "publisher");
    const answer = await market.call("whoami", { note: `my key: ${agent.key}` }, agent.key);
    await refused(Promise.resolve(answer), "key_in_arguments");
    expect(answer.text).not.toContain(agent.key);
  });
});

describe("rejects wrong caller", () => {
  test.each([
    ["no key", undefined, "missing_key"],
    ["an empty key", "", "invalid_key"],
    ["a mistyped key", `rk_live_${"x".repeat(36)}`, "invalid_key"],
    ["a key of another service", "sk_live_123", "invalid_key"],
  ])("%s", async (_case, key, code) => {
    const answer = await market.call("whoami", {}, key);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toMatch(/^Bearer/);
    const error = await refused(Promise.resolve(answer), code);
    expect(error.nextTools).toEqual(["register"]);
  });

  test("a revoked key stops working within a second", async () => {
    const agent = await registerAgent(market.call, "publisher");
    await whoami(agent);
    await market.sql("update api_key set ends_at = $1 where agent_id = $2", [
      market.clock.now(),
      uuidFromId(agent.agentId),
    ]);
    market.clock.advance(SECOND_MS);
    await refused(market.call("whoami", {}, agent.key), "revoked_key");
  });

  test("a suspended agent may still look", async () => {
    const agent = await registerAgent(market.call, "both");
    await market.sql("update agent set status = 'suspended' where id = $1", [
      uuidFromId(agent.agentId),
    ]);
    expect((await whoami(agent)).status).toBe("suspended");
    await refused(market.call("buy_credits", { packId: "starter" }, agent.key), "agent_suspended");
  });
});

describe("is safe to repeat", () => {
  test("asking many times at once sweeps earnings once", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await pair.report("report_click");
    await Promise.all(
      Array.from({ length: 6 }, (_, turn) =>
        whoami(turn % 2 === 0 ? pair.publisher : pair.advertiser),
      ),
    );
    expect((await whoami(pair.publisher)).balance.pendingEarningsCredits).toBe(20);
    await market.expectBooksAddUp();
  });
});
