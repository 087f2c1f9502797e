import { afterAll, describe, expect, test } from "vitest";
import { cashoutSchema } from "../../../../server/src/contract/resources/wallet.ts";
import { resultOf } from "../../../setup/agents.ts";
import { setUp } from "../../../setup/shared.ts";
import { cashOut, earningPublisher, runCashouts } from "../../domain/cashout/earning.ts";
import { expectBooks } from "../../domain/cashout/rig.ts";
import { DAY_MS, refused, startMarket } from "../market.ts";

const market = setUp(() => startMarket({ env: { CASHOUT_NEW_ADDRESS_HOURS: "24" } }));
afterAll(() => expectBooks(market.exchange.db, market.sql));

const cancel = (cashoutId: string, key?: string) =>
  market.call("cancel_cashout", { cashoutId }, key);

/** As if no other agent had ever used the test's address. */
const forgetAddresses = () => market.sql("update cashout set address = id::text");

describe("works", () => {
  test("a requested cashout is taken back", async () => {
    const agent = await earningPublisher(market);
    const { cashoutId } = await cashOut(market, agent);
    const canceled = await resultOf(cancel(cashoutId, agent.key), cashoutSchema);
    expect(canceled).toMatchObject({
      cashoutId,
      status: "canceled",
      validActions: ["request_cashout"],
    });
    expect(canceled).not.toHaveProperty("quote");
  });

  test("its owner is told", async () => {
    const agent = await earningPublisher(market);
    const { cashoutId } = await cashOut(market, agent);
    await cancel(cashoutId, agent.key);
    const told = await market.sql(
      `select data ->> 'status' as status from outbox
       where type = 'cashout.updated' and data ->> 'cashoutId' = $1 order by id`,
      [cashoutId],
    );
    expect(told).toEqual([{ status: "requested" }, { status: "canceled" }]);
  });
});

describe("rejects bad input", () => {
  test("what is paid cannot be taken back", async () => {
    await forgetAddresses();
    const agent = await earningPublisher(market);
    const { cashoutId } = await cashOut(market, agent);
    await market.travel(DAY_MS);
    await runCashouts(market);
    const error = await refused(cancel(cashoutId, agent.key), "invalid_state");
    expect(error.details).toEqual({ status: "completed", validActions: ["request_cashout"] });
  });
});

describe("is safe to repeat", () => {
  test("of many at once exactly one returns the credits", async () => {
    const agent = await earningPublisher(market);
    const { cashoutId } = await cashOut(market, agent);
    const moved = await market.moved(async () => {
      const all = await Promise.all([1, 2, 3, 4, 5].map(() => cancel(cashoutId, agent.key)));
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    });
    expect(moved).toMatchObject({ [`${agent.agentId} earned`]: 500_000_000n });
  });

  test("against the background work it wins or loses, never both", async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await forgetAddresses();
      const agent = await earningPublisher(market);
      const { cashoutId } = await cashOut(market, agent);
      market.clock.advance(DAY_MS);
      const [answer] = await Promise.all([cancel(cashoutId, agent.key), runCashouts(market)]);
      const { body } = await market.call("whoami", {}, agent.key);
      const earnedCredits = answer.status === 200 ? 1_000 : 500;
      expect(body).toMatchObject({ balance: { earnedCredits, cashoutPendingCredits: 0 } });
    }
  });
});

describe("moves exactly the money it says", () => {
  test("all held credits return to earned", async () => {
    const agent = await earningPublisher(market, 900);
    const { cashoutId } = await cashOut(market, agent, { amountCredits: 612 });
    expect(await market.moved(() => cancel(cashoutId, agent.key))).toEqual({
      [`${agent.agentId} earned`]: 612_000_000n,
      [`${agent.agentId} cashout_pending`]: -612_000_000n,
    });
  });
});
