import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import {
  type Campaign,
  campaignSchema,
} from "../../../../server/src/contract/resources/campaign.ts";
import { disputeSchema, type Order } from "../../../../server/src/contract/resources/wallet.ts";
import {
  bookCampaign,
  listTestPlacement,
  resultOf,
  type TestAgent,
} from "../../../setup/agents.ts";
import { setUp } from "../../../setup/shared.ts";
import { DAY_MS, NOBODY } from "../../tools/market.ts";
import { clicksOn, disputeEvent, refundEvent, startCardMarket } from "../checkout/card-market.ts";
import { openSession } from "./session.ts";

const market = setUp(startCardMarket);
afterAll(() => market.expectVerified());
let session: ReturnType<typeof openSession>;
beforeAll(() => {
  session = openSession(market);
});

let buyer: TestAgent;
let publisher: TestAgent;
let order: Order;
let campaign: Campaign;
beforeEach(async () => {
  buyer = await market.agent();
  publisher = await market.agent("publisher");
  order = await market.buy(buyer);
  const placement = await listTestPlacement(market.call, publisher, "cpc");
  campaign = await bookCampaign(market.call, buyer, placement);
});

const clicks = (times: number) => clicksOn(market, publisher, campaign.campaignId, times);

async function dispute(eventIds: string[]): Promise<string> {
  const args = { campaignId: campaign.campaignId, eventIds, reason: "Not ours." };
  const answer = market.call("dispute_events", args, buyer.key);
  return (await resultOf(answer, disputeSchema)).disputeId;
}
const balances = () => market.balance(publisher);
const read = () =>
  resultOf(
    market.call("get_campaign", { campaignId: campaign.campaignId }, publisher.key),
    campaignSchema,
  );
const credits = (amount: number) => BigInt(amount) * 1_000_000n;
const audits = (subject: string) =>
  market.sql("select actor, action, detail from audit where subject = $1 order by id", [subject]);
const lot = async () =>
  (
    await market.sql(
      `select (remaining / 1000000)::integer as remaining, (debt / 1000000)::integer as debt
       from funding_lot where order_id = $1`,
      [uuidFromId(order.orderId)],
    )
  )[0];
const statusOf = async (disputeId: string) =>
  (await market.sql("select status from dispute where id = $1", [uuidFromId(disputeId)]))[0]
    ?.status;

describe("earnings release", () => {
  test("of a dispute lets exactly its earnings mature, at the date they had", async () => {
    const [first] = await clicks(3);
    const disputeId = await dispute([String(first)]);
    const before = await market.sql(
      "select matures_at, seasoned_at, order_id from earning where dispute_id = $1",
      [uuidFromId(disputeId)],
    );
    expect(await market.moved(() => session.decide("release", "dispute", disputeId))).toEqual({});
    expect(await statusOf(disputeId)).toBe("released");
    expect(
      await market.sql(
        `select matures_at, seasoned_at, order_id from earning
         where dispute_id = $1 and status = 'pending'`,
        [uuidFromId(disputeId)],
      ),
    ).toEqual(before);
    await market.travel(31 * DAY_MS);
    expect(await balances()).toMatchObject({ earnedCredits: 60, pendingEarningsCredits: 0 });
  });

  test("of a campaign leaves what is disputed to its own decision", async () => {
    const [first] = await clicks(3);
    const disputeId = await dispute([String(first)]);
    await session.decide("hold", "campaign", campaign.campaignId);
    await session.decide("release", "campaign", campaign.campaignId);
    await market.travel(31 * DAY_MS);
    expect(await balances()).toMatchObject({ earnedCredits: 40, pendingEarningsCredits: 20 });
    expect(await statusOf(disputeId)).toBe("open");
  });
});

describe("earnings reverse", () => {
  test("of a dispute returns price and fee to the advertiser, and nothing else", async () => {
    const [first, second] = await clicks(4);
    const disputeId = await dispute([String(first), String(second)]);
    expect(await market.moved(() => session.decide("reverse", "dispute", disputeId))).toEqual({
      [`${publisher.agentId} pending_earnings`]: credits(-40),
      "exchange platform_fee": credits(-10),
      [`${buyer.agentId} available`]: credits(50),
    });
    expect(await statusOf(disputeId)).toBe("reversed");
    expect(await lot()).toEqual({ remaining: 550, debt: 0 });
    await market.expectVerified();
  });

  test("leaves the campaign's book: spent is what its events cost", async () => {
    await clicks(4);
    await session.decide("reverse", "campaign", campaign.campaignId);
    const shown = await read();
    expect(shown).toMatchObject({
      budgetCredits: 500,
      spentCredits: 100,
      remainingCredits: 400,
      refundedCredits: 0,
    });
    expect(await market.balance(buyer)).toMatchObject({
      availableCredits: 600,
      escrowedCredits: 400,
    });
    await market.expectBooksAddUp();
  });

  test("both sides find it in their wallets and are told", async () => {
    const disputeId = await dispute(await clicks(1));
    await session.decide("reverse", "dispute", disputeId);
    for (const [agent, amountCredits] of [
      [publisher, -20],
      [buyer, 25],
    ] as const) {
      const { body } = await market.call("wallet", { type: "earning_reversed" }, agent.key);
      expect(Object(body).items).toMatchObject([
        { type: "earning_reversed", amountCredits, campaignId: campaign.campaignId },
      ]);
      const told = await market.sql(
        "select data from outbox where agent_id = $1 and data -> 'disputeIds' ->> 0 = $2",
        [uuidFromId(agent.agentId), disputeId],
      );
      expect(told).toMatchObject([{ data: { earnings: "reversed", returnedCredits: 25 } }]);
    }
  });

  test("of a campaign takes what is not matured, and decides its open disputes", async () => {
    const [first] = await clicks(2);
    const disputeId = await dispute([String(first)]);
    await clicks(2);
    expect(
      await market.moved(() => session.decide("reverse", "campaign", campaign.campaignId)),
    ).toMatchObject({ [`${publisher.agentId} pending_earnings`]: credits(-80) });
    expect(await statusOf(disputeId)).toBe("reversed");
  });

  test("never takes what matured: that is the publisher's", async () => {
    await clicks(2);
    await market.sweep();
    await market.travel(31 * DAY_MS);
    expect(await balances()).toMatchObject({ earnedCredits: 40 });
    expect(
      await market.moved(() => session.decide("reverse", "campaign", campaign.campaignId)),
    ).toEqual({});
    expect(await balances()).toMatchObject({ earnedCredits: 40 });
  });

  test("of an agent takes all of its campaigns, each with its audit row", async () => {
    const placement = await listTestPlacement(market.call, publisher, "cpc");
    const first = campaign;
    await clicks(1);
    campaign = await bookCampaign(market.call, buyer, placement);
    await clicks(2);
    const output = await session.decide("reverse", "agent", publisher.agentId);
    expect(output).toBe(
      "60 credits of 2 campaigns are taken back; " +
        "they and the fee are available to the advertisers again\n",
    );
    expect(await balances()).toMatchObject({ pendingEarningsCredits: 0 });
    expect(await audits(first.campaignId)).toMatchObject([
      {
        actor: "operator",
        action: "earnings.reverse",
        detail: { earningsCredits: 20, feeCredits: 5, reason: "Looked at." },
      },
    ]);
    expect(await audits(campaign.campaignId)).toHaveLength(1);
  });
});

describe("a purchase that is taken back while its earnings are disputed", () => {
  test("takes held ones like pending ones; the dispute then has nothing left to move", async () => {
    const disputeId = await dispute((await clicks(3)).slice(0, 2));
    await market.send(disputeEvent(order));
    expect(await balances()).toMatchObject({ pendingEarningsCredits: 0, earnedCredits: 0 });
    expect(await market.moved(() => session.decide("reverse", "dispute", disputeId))).toEqual({});
    await market.expectVerified();
  });

  test("in part, first pays its debt out of what the operator takes back", async () => {
    await market.call(
      "update_campaign",
      { campaignId: campaign.campaignId, addBudgetCredits: 480 },
      buyer.key,
    );
    const disputeId = await dispute((await clicks(4)).slice(0, 2));
    // 20 credits are left of the purchase; 10 of the 30 come out of the earnings.
    await market.send(refundEvent(order, 30));
    expect(await lot()).toEqual({ remaining: 0, debt: 0 });
    await market.expectVerified();
    await session.decide("reverse", "dispute", disputeId);
    await market.expectVerified();
    expect(await lot()).toMatchObject({ debt: 0 });
  });

  test("after the operator took the earnings back, costs the publisher nothing more", async () => {
    const disputeId = await dispute(await clicks(2));
    await session.decide("reverse", "dispute", disputeId);
    const before = await balances();
    await market.send(disputeEvent(order));
    expect(await balances()).toEqual(before);
    await market.expectVerified();
  });
});

describe("earnings hold", () => {
  test("of a dispute that was released takes it up again, while it is pending", async () => {
    const disputeId = await dispute((await clicks(2)).slice(0, 1));
    await session.decide("release", "dispute", disputeId);
    await session.decide("hold", "dispute", disputeId);
    expect(await statusOf(disputeId)).toBe("open");
    await session.decide("release", "dispute", disputeId);
    await market.travel(31 * DAY_MS);
    await expect(session.decide("hold", "dispute", disputeId)).rejects.toMatchObject({
      code: "invalid_state",
      options: { details: { status: "matured", validActions: [] } },
    });
    expect(await statusOf(disputeId)).toBe("released");
  });

  test("of an agent holds unswept money too, and what is held is not disputed again", async () => {
    const [first] = await clicks(2);
    await session.decide("hold", "agent", publisher.agentId);
    await market.travel(31 * DAY_MS);
    expect(await balances()).toMatchObject({ earnedCredits: 0, pendingEarningsCredits: 40 });
    const args = { campaignId: campaign.campaignId, eventIds: [first], reason: "Not ours." };
    const { body } = await market.call("dispute_events", args, buyer.key);
    expect(Object(body).error).toMatchObject({
      code: "invalid_state",
      details: { status: "held", validActions: [], eventIds: [first] },
    });
    await session.decide("release", "agent", publisher.agentId);
    await market.runPeriodicJobs();
    expect(await balances()).toMatchObject({ earnedCredits: 40, pendingEarningsCredits: 0 });
  });
});

describe("every decision twice, and two at once", () => {
  test.each(["release", "reverse"])("%s of a dispute happens once", async (action) => {
    const disputeId = await dispute(await clicks(1));
    await session.decide(action, "dispute", disputeId);
    const change = await market.moved(() =>
      expect(session.decide(action, "dispute", disputeId)).rejects.toMatchObject({
        code: "invalid_state",
        options: {
          details: {
            status: action === "release" ? "released" : "reversed",
            validActions: action === "release" ? ["earnings hold"] : [],
          },
        },
      }),
    );
    expect(change).toEqual({});
    expect(await audits(disputeId)).toHaveLength(1);
  });

  test("of release and reverse at once exactly one wins, and the money says which", async () => {
    const disputeId = await dispute(await clicks(2));
    const outcomes = await Promise.allSettled(
      ["release", "reverse", "release", "reverse"].map((action) =>
        session.decide(action, "dispute", disputeId),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const isReversed = (await statusOf(disputeId)) === "reversed";
    expect((await balances()).pendingEarningsCredits).toBe(isReversed ? 0 : 40);
    await market.expectVerified();
  });
});

describe("earnings list", () => {
  test("shows what is pending and held, by campaign and dispute", async () => {
    const disputeId = await dispute((await clicks(3)).slice(0, 1));
    const json = await session.earnings("list", "--campaign", campaign.campaignId, "--json");
    expect(JSON.parse(json).items).toMatchObject([
      { campaignId: campaign.campaignId, disputeId, status: "held", earningsCredits: 20 },
      { publisherId: publisher.agentId, status: "pending", earningsCredits: 40, feeCredits: 10 },
    ]);
    const table = await session.earnings("list", "--agent", publisher.agentId);
    expect(table).toMatch(/^campaign +publisher +status +dispute +credits/);
    expect(await session.earnings("list", "--status", "reversed", "--dispute", disputeId)).toBe(
      "No earnings.\n",
    );
  });
});

describe("a wrong call", () => {
  test("without --yes moves nothing", async () => {
    const disputeId = await dispute(await clicks(1));
    const call = session.earnings("reverse", "--dispute", disputeId, "--reason", "No.");
    await expect(call).rejects.toMatchObject({ message: expect.stringContaining("--yes") });
    expect(await statusOf(disputeId)).toBe("open");
  });

  test.each([
    [[]],
    [["pay"]],
    [["hold", "--reason", "x", "--yes"]],
    [["hold", "--campaign", `cmp_${NOBODY}`, "--yes"]],
    [["hold", "--campaign", `agt_${NOBODY}`, "--reason", "x", "--yes"]],
    [["hold", "--campaign", `cmp_${NOBODY}`, "--agent", `agt_${NOBODY}`, "--reason", "x", "--yes"]],
    [["list", "--status", "lost"]],
    [["list", "--yes"]],
    [["list", "--force"]],
  ])("%j is explained", async (words) => {
    await expect(session.earnings(...words)).rejects.toMatchObject({ code: "invalid_request" });
  });

  test.each([
    ["campaign", `cmp_${NOBODY}`],
    ["dispute", `dsp_${NOBODY}`],
  ])("about a %s that does not exist says so", async (target, id) => {
    await expect(session.decide("hold", target, id)).rejects.toMatchObject({ code: "not_found" });
  });
});
