import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { orderSchema } from "../../../../server/src/contract/resources/wallet.ts";
import { payCheckout, registerAgent } from "../../../setup/agents.ts";
import { expectCleanLedger } from "../../tools/books.ts";
import { NOBODY } from "../../tools/market.ts";
import { openPlatformSession, type PlatformSession } from "./session.ts";

let session: PlatformSession;
beforeAll(async () => {
  session = await openPlatformSession();
});
afterEach(() => session.clear());
afterAll(async () => {
  await expectCleanLedger(session.market);
  await session.close();
});

const audits = (action: string) =>
  session.market.sql(
    "select actor, subject, detail from audit where action = $1 order by id desc",
    [action],
  );

describe("platform wallet", () => {
  test("chooses one agent at most, in place of the one before, and notes who did it", async () => {
    const first = await registerAgent(session.market.call, "advertiser", "First");
    const second = await registerAgent(session.market.call, "both", "Second");
    expect(await session.run("wallet", first.agentId)).toEqual({
      code: 0,
      text: `${first.agentId} (First) is the platform wallet\n`,
    });
    expect(await session.json("wallet", second.agentId)).toMatchObject({
      wallet: { agentId: second.agentId, role: "both", status: "active" },
    });
    expect(await session.market.sql("select agent_id from platform_wallet")).toEqual([
      { agent_id: uuidFromId(second.agentId) },
    ]);
    expect(await audits("platform.wallet")).toMatchObject([
      {
        actor: "ada",
        subject: second.agentId,
        detail: { before: first.agentId, after: second.agentId },
      },
      { subject: first.agentId, detail: { before: null, after: first.agentId } },
    ]);
    expect((await session.run("wallet", "--off")).text).toBe("There is no platform wallet.\n");
    expect(await session.json()).toMatchObject({ wallet: null });
    expect(await session.run("wallet", "--off")).toMatchObject({ code: 0 });
  });

  test("refuses one that only sells, is suspended or unknown, and keeps the old one", async () => {
    const kept = await session.wallet();
    const seller = await registerAgent(session.market.call, "publisher");
    const suspended = await registerAgent(session.market.call, "advertiser");
    await session.agents("suspend", suspended.agentId, "--reason", "A test.");
    for (const [agentId, code] of [
      [seller.agentId, "wrong_role"],
      [suspended.agentId, "agent_suspended"],
      [`agt_${NOBODY}`, "not_found"],
      ["agt_short", "invalid_request"],
    ] as const) {
      await expect(session.run("wallet", agentId), agentId).rejects.toMatchObject({ code });
    }
    expect(await session.json()).toMatchObject({ wallet: { agentId: kept.agentId } });
  });

  test("is one at most by a rule of the database", async () => {
    const { agentId } = await session.wallet();
    const insert = "insert into platform_wallet (is_only, agent_id, set_at) values ($2, $1, now())";
    for (const isOnly of [true, false]) {
      await expect(session.market.sql(insert, [uuidFromId(agentId), isOnly])).rejects.toMatchObject(
        {
          constraint: isOnly ? "platform_wallet_pkey" : "platform_wallet_is_only_check",
        },
      );
    }
  });
});

describe("platform fund", () => {
  test("opens an order for the wallet; its credits come only when somebody has paid", async () => {
    const wallet = await session.wallet();
    const opened = await session.json("fund", "builder", "--yes");
    const order = orderSchema.parse(opened);
    expect(opened).toMatchObject({
      agentId: wallet.agentId,
      packId: "builder",
      credits: 5_000,
      priceUsd: 50,
      status: "open",
    });
    expect(await session.json()).toMatchObject({ wallet: { balance: { availableCredits: 0 } } });
    const moved = await session.market.moved(() => payCheckout(order.checkoutUrl));
    expect(moved).toEqual({
      [`${wallet.agentId} available`]: 5_000_000_000n,
      "exchange checkout_clearing": -5_000_000_000n,
    });
    await expect(payCheckout(order.checkoutUrl)).rejects.toThrow("no form");
    expect(await audits("platform.fund")).toMatchObject([
      {
        actor: "ada",
        subject: wallet.agentId,
        detail: { orderId: order.orderId, packId: "builder", credits: 5_000 },
      },
    ]);
    expect((await session.run("fund", "starter")).text).toMatch(
      /^http\S+\/checkout\/ord_\S+\nPay there: 1000 credits for \$10, until \S+Z\.\n$/,
    );
  });

  test("refuses an unknown pack, and everything while there is no active wallet", async () => {
    await expect(session.run("fund", "starter")).rejects.toMatchObject({ code: "invalid_state" });
    const { agentId } = await session.wallet();
    await expect(session.run("fund", "giant")).rejects.toMatchObject({ code: "invalid_request" });
    await session.agents("suspend", agentId, "--reason", "A test.");
    await expect(session.run("fund", "starter")).rejects.toMatchObject({ code: "agent_suspended" });
    const orders = "select 1 from credit_order where agent_id = $1";
    expect(await session.market.sql(orders, [uuidFromId(agentId)])).toEqual([]);
  });
});

describe("platform limits", () => {
  test("shows and changes what is given, in credits, and refuses limits out of order", async () => {
    expect(await session.json("limits", "--total-day", "30000.5")).toEqual({
      bookingBudgetCredits: 500,
      publisherDayCredits: 2_500,
      totalDayCredits: 30_000.5,
    });
    const [latest] = await audits("platform.limits");
    expect(latest).toMatchObject({ actor: "ada", detail: { totalDayCredits: 30_000.5 } });
    expect((await session.run("limits")).text).toContain("2,500 credits");
    for (const words of [
      ["--booking", "99.999999"],
      ["--booking", "2500.000001"],
      ["--total-day", "2499"],
      ["--total-day", "1e12"],
      ["--publisher-day", "many"],
      ["--publisher-day", "0.0000001"],
      ["agt_x"],
    ]) {
      await expect(session.run("limits", ...words), words.join()).rejects.toMatchObject({
        code: "invalid_request",
      });
    }
    expect(await session.json("limits")).toMatchObject({ totalDayCredits: 30_000.5 });
  });
});

describe("platform run", () => {
  test("says what it booked, why others were declined, and writes who ran it", async () => {
    const wallet = await session.wallet("starter");
    await session.brand("jars");
    const { placementId } = await session.seller("jars");
    const declined = await session.seller("jars", { unit: "cpm" });
    const report = await session.json("run");
    expect(report).toMatchObject({
      outcome: "done",
      booked: [{ placementId, budgetCredits: 500, brandName: "Maker of jars" }],
      declined: [{ placementId: declined.placementId, reason: "not_trusted" }],
      declinedCount: 1,
      withdrawn: [],
    });
    const [audit] = await audits("platform.run");
    expect(audit).toMatchObject({ actor: "ada", detail: { booked: [expect.any(String)] } });
    const again = await session.run("run");
    expect(again.code).toBe(0);
    expect(again.text).toMatch(/^declined +reason +why\nplc_\S+ +not_trusted +This ad unit is/);
    expect(again.text).toMatch(/\n0 booked, 1 declined\n$/);
    expect(await audits("platform.run")).toHaveLength(1);
    expect(await session.json()).toMatchObject({
      wallet: { agentId: wallet.agentId, balance: { availableCredits: 500, escrowedCredits: 500 } },
      today: { campaigns: 1, committedCredits: 500 },
      requests: { queued: 0, booked: 0, declined: 0 },
    });
    const shown = (await session.run()).text;
    expect(shown).toMatch(/^wallet +agt_\S+ \(Platform demand\), active\navailable +500 credits\n/);
  });

  test("without a wallet it books nothing and fails", async () => {
    expect(await session.run("run")).toEqual({
      code: 1,
      text: "There is no platform wallet: platform wallet AGENT_ID sets one.\n",
    });
  });
});

test.each([
  [["buy"]],
  [["wallet"]],
  [["wallet", "agt_a", "agt_b"]],
  [["wallet", "--yes"]],
  [["fund"]],
  [["fund", "starter", "--off"]],
  [["run", "plc_x"]],
  [["run", "--booking", "5"]],
  [["--nonsense"]],
])("%s is refused with the usage", async (words) => {
  await expect(session.run(...words)).rejects.toMatchObject({
    code: "invalid_request",
    options: { suggestion: expect.stringContaining("platform wallet [AGENT_ID] [--off]") },
  });
});
