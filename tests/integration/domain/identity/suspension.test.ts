import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { whoamiSchema } from "../../../../server/src/contract/resources/agent.ts";
import { cashoutSchema } from "../../../../server/src/contract/resources/wallet.ts";
import { registerAgent, resultOf, type TestAgent } from "../../../setup/agents.ts";
import { expectCleanLedger } from "../../tools/books.ts";
import {
  bookPair,
  DAY_MS,
  type Market,
  NOBODY,
  refused,
  SECOND_MS,
  startMarket,
} from "../../tools/market.ts";
import { cashOut, earningPublisher, runCashouts } from "../cashout/earning.ts";
import { openSession } from "../disputes/session.ts";

let market: Market;
let session: ReturnType<typeof openSession>;
beforeAll(async () => {
  market = await startMarket({ env: { CASHOUT_NEW_ADDRESS_HOURS: "24" } });
  session = openSession(market);
});
afterAll(async () => {
  await expectCleanLedger(market);
  await market.close();
});

/** Running servers notice within a second: that is how long a test lets pass. */
async function suspend({ agentId }: TestAgent): Promise<void> {
  await session.agents("suspend", agentId, "--reason", "Clicks from one machine.");
  market.clock.advance(SECOND_MS);
}
async function activate({ agentId }: TestAgent): Promise<void> {
  await session.agents("activate", agentId);
  market.clock.advance(SECOND_MS);
}
const balance = async (agent: TestAgent) =>
  (await resultOf(market.call("whoami", {}, agent.key), whoamiSchema)).balance;
const audits = (agent: TestAgent) =>
  market.sql("select actor, action, detail from audit where subject = $1 order by id", [
    agent.agentId,
  ]);

describe("a suspension freezes", () => {
  test("maturity, in time and by confirmation; activation lets both happen", async () => {
    const [first, second] = [await bookPair(market, "cpc"), await bookPair(market, "cpc")];
    for (const pair of [first, second]) {
      const { deliveryId } = await pair.deliver();
      await pair.report("report_click", { deliveryId });
      await suspend(pair.publisher);
      expect(await balance(pair.publisher)).toMatchObject({ pendingEarningsCredits: 20 });
    }
    await market.sweep();
    await market.travel(4 * DAY_MS);
    const confirm = { campaignId: second.campaignId };
    const { body } = await market.call("confirm_delivery", confirm, second.advertiser.key);
    expect(body).toMatchObject({ maturedCredits: 0 });
    for (const { publisher } of [first, second]) {
      expect(await balance(publisher)).toMatchObject({
        pendingEarningsCredits: 20,
        earnedCredits: 0,
      });
      await activate(publisher);
      await market.runPeriodicJobs();
      expect(await balance(publisher)).toMatchObject({
        pendingEarningsCredits: 0,
        earnedCredits: 20,
      });
    }
  });

  test("a confirmation is not lost: it takes effect with the activation", async () => {
    const pair = await bookPair(market, "cpa", { campaign: { budgetCredits: 2_000 } });
    const { deliveryId } = await pair.deliver();
    await pair.report("report_conversion", { deliveryId, conversionType: "cpa", orderId: "o-1" });
    await suspend(pair.publisher);
    await market.call("confirm_delivery", { campaignId: pair.campaignId }, pair.advertiser.key);
    await activate(pair.publisher);
    await market.runPeriodicJobs();
    expect(await balance(pair.publisher)).toMatchObject({ earnedCredits: 160 });
  });

  test("cashouts: none is requested, and one that was is not submitted", async () => {
    const agent = await earningPublisher(market, 2_000);
    const { cashoutId } = await cashOut(market, agent);
    await suspend(agent);
    await refused(
      market.call("request_cashout", { amountCredits: 500, btcAddress: "x" }, agent.key),
      "agent_suspended",
    );
    market.clock.advance(2 * DAY_MS);
    await runCashouts(market);
    const status = async () => {
      const rows = await market.sql("select status from cashout where id = $1", [
        uuidFromId(cashoutId),
      ]);
      return rows[0]?.status;
    };
    expect(await status()).toBe("requested");
    await market.sql(
      `update cashout set status = 'approved', usd_per_btc = 60000, satoshis = 8000,
         quote_expires_at = $2 where id = $1`,
      [uuidFromId(cashoutId), market.clock.now()],
    );
    await runCashouts(market);
    expect(await status()).toBe("approved");
    await activate(agent);
    await expect
      .poll(async () => {
        market.clock.advance(5 * SECOND_MS);
        await runCashouts(market);
        return status();
      })
      .toBe("completed");
    const listed = await market.call("list_cashouts", {}, agent.key);
    expect(cashoutSchema.parse(Object(listed.body).items[0]).status).toBe("completed");
  });

  test("delivery for a suspended publisher and for a suspended advertiser", async () => {
    const pair = await bookPair(market, "cpc");
    await pair.deliver();
    await suspend(pair.advertiser);
    expect(await pair.tryDeliver()).toEqual({ filled: false, noFillReason: "paused" });
    expect(await pair.read()).toMatchObject({ status: "active" });
    await activate(pair.advertiser);
    expect(await pair.tryDeliver()).toMatchObject({ filled: true });
    await suspend(pair.publisher);
    expect(await pair.tryDeliver()).toMatchObject({ error: { code: "agent_suspended" } });
    await activate(pair.publisher);
    expect(await pair.tryDeliver()).toMatchObject({ filled: true });
  });

  test("nothing that was delivered before: it can still be reported", async () => {
    const pair = await bookPair(market, "cpc");
    const { deliveryId } = await pair.deliver();
    await suspend(pair.advertiser);
    expect(await pair.report("report_click", { deliveryId })).toMatchObject({ chargedCredits: 25 });
    expect(await balance(pair.advertiser)).toMatchObject({ escrowedCredits: 475 });
  });

  test("a start: a campaign of a suspended advertiser becomes active only afterwards", async () => {
    const startAt = new Date(market.clock.now().getTime() + DAY_MS).toISOString();
    const pair = await bookPair(market, "cpc", { campaign: { startAt } });
    await suspend(pair.advertiser);
    await market.travel(2 * DAY_MS);
    expect((await pair.read()).status).toBe("pending_start");
    await activate(pair.advertiser);
    await market.runPeriodicJobs();
    expect((await pair.read()).status).toBe("active");
  });

  test("booking: by the suspended, and of a suspended publisher's placements", async () => {
    const pair = await bookPair(market, "cpc");
    const { placementId } = pair.placement;
    const args = {
      placementId,
      budgetCredits: 500,
      creativeText: "Pans.",
      creativeUrl: "https://shop.example.com/pans",
    };
    const book = () => market.call("buy_placement", args, pair.advertiser.key);
    const found = async () => {
      const filter = { publisherId: pair.publisher.agentId };
      return Object((await market.call("search_placements", filter)).body).items.length;
    };
    await suspend(pair.publisher);
    await refused(book(), "placement_not_bookable");
    expect(await found()).toBe(0);
    await activate(pair.publisher);
    expect(await found()).toBe(1);
    await suspend(pair.advertiser);
    await refused(book(), "agent_suspended");
    await activate(pair.advertiser);
    expect((await book()).status).toBe(200);
  });

  test("nothing that is only looked at: whoami and wallet show unswept money too", async () => {
    const pair = await bookPair(market, "cpc");
    const { deliveryId } = await pair.deliver();
    await suspend(pair.advertiser);
    await pair.report("report_click", { deliveryId });
    const { body } = await market.call("wallet", { type: "campaign_spend" }, pair.advertiser.key);
    expect(Object(body)).toMatchObject({
      balance: { escrowedCredits: 475 },
    });
  });
});

describe("agents suspend and activate", () => {
  test("leave an audit row each, with the reason", async () => {
    const agent = await registerAgent(market.call, "both");
    expect(await session.agents("suspend", agent.agentId, "--reason", "Two wallets.")).toMatch(
      /^agt_\w+ is suspended/,
    );
    const shown = JSON.parse(await session.agents("activate", agent.agentId, "--json"));
    expect(shown).toMatchObject({ agentId: agent.agentId, status: "active" });
    expect(await audits(agent)).toEqual([
      { actor: "operator", action: "agents.suspend", detail: { reason: "Two wallets." } },
      { actor: "operator", action: "agents.activate", detail: {} },
    ]);
  });

  test("happen once, and a closed agent stays closed", async () => {
    const agent = await registerAgent(market.call, "both");
    const status = (details: object) => ({ code: "invalid_state", options: { details } });
    await expect(session.agents("activate", agent.agentId)).rejects.toMatchObject(
      status({ status: "active", validActions: ["agents suspend", "agents close"] }),
    );
    await suspend(agent);
    await expect(suspend(agent)).rejects.toMatchObject(
      status({ status: "suspended", validActions: ["agents activate", "agents close"] }),
    );
    await market.sql("update agent set status = 'closed' where id = $1", [
      uuidFromId(agent.agentId),
    ]);
    await expect(activate(agent)).rejects.toMatchObject(
      status({ status: "closed", validActions: [] }),
    );
    expect(await audits(agent)).toHaveLength(1);
  });

  test("of two at once one happens", async () => {
    const agent = await registerAgent(market.call, "both");
    const both = await Promise.allSettled([suspend(agent), suspend(agent)]);
    expect(both.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect(await audits(agent)).toHaveLength(1);
  });
});

describe("agents trust", () => {
  test("marks a publisher and takes the mark away", async () => {
    const agent = await registerAgent(market.call, "publisher");
    const listed = async () => {
      const { items } = JSON.parse(await session.agents("list", "--trusted", "--json"));
      return items.some(({ agentId }: { agentId: string }) => agentId === agent.agentId);
    };
    expect(await session.agents("trust", agent.agentId)).toBe(`${agent.agentId} is trusted\n`);
    expect(await listed()).toBe(true);
    await session.agents("trust", agent.agentId, "--off");
    expect(await listed()).toBe(false);
    expect(await audits(agent)).toMatchObject([
      { action: "agents.trust", detail: { isOn: true } },
      { action: "agents.trust", detail: { isOn: false } },
    ]);
  });

  test("is for those who sell", async () => {
    const agent = await registerAgent(market.call, "advertiser");
    await expect(session.agents("trust", agent.agentId)).rejects.toMatchObject({
      code: "wrong_role",
    });
  });
});

describe("agents list", () => {
  test("is a table of the newest, by status", async () => {
    const agent = await registerAgent(market.call, "both");
    await suspend(agent);
    const table = await session.agents("list", "--status", "suspended");
    expect(table).toMatch(/^agent +name +provider +role +status/);
    expect(table).toContain(agent.agentId);
    expect(await session.agents("list", "--status", "active")).not.toContain(agent.agentId);
  });
});

describe("a wrong call", () => {
  test.each([
    [[]],
    [["ban", `agt_${NOBODY}`]],
    [["suspend", "--reason", "x"]],
    [["suspend", `agt_${NOBODY}`]],
    [["suspend", `cmp_${NOBODY}`, "--reason", "x"]],
    [["activate", `agt_${NOBODY}`, "--off"]],
    [["activate", `agt_${NOBODY}`, "--reason", "x"]],
    [["trust", `agt_${NOBODY}`, `agt_${NOBODY}`]],
    [["list", "--status", "asleep"]],
    [["list", `agt_${NOBODY}`]],
    [["list", "--force"]],
  ])("%j is explained", async (words) => {
    await expect(session.agents(...words)).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("about an agent that does not exist says so", async () => {
    for (const words of [["suspend", "--reason", "x"], ["activate"], ["trust"]]) {
      const call = session.agents(words[0] ?? "", `agt_${NOBODY}`, ...words.slice(1));
      await expect(call).rejects.toMatchObject({ code: "not_found" });
    }
  });
});
