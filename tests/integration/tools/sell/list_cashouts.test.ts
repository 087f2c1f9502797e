import { afterAll, describe, expect, test } from "vitest";
import { listOf } from "../../../../server/src/contract/fields.ts";
import { cashoutSchema } from "../../../../server/src/contract/resources/wallet.ts";
import { registerAgent, resultOf, type TestAgent } from "../../../setup/agents.ts";
import { setUp } from "../../../setup/shared.ts";
import { cashOut, earningPublisher } from "../../domain/cashout/earning.ts";
import { expectBooks } from "../../domain/cashout/rig.ts";
import { refused, startMarket } from "../market.ts";

/** The sandbox approves and completes a cashout within this time. */
const SANDBOX_MAX_MS = 5_000;

const market = setUp(() => startMarket({ env: { CASHOUT_NEW_ADDRESS_HOURS: "1" } }));
afterAll(() => expectBooks(market.exchange.db, market.sql));

const schema = listOf(cashoutSchema);
const list = (agent: TestAgent, args: object = {}) =>
  resultOf(market.call("list_cashouts", args, agent.key), schema);

/** So many cashouts that were requested and taken back, oldest first. */
async function canceled(agent: TestAgent, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { cashoutId } = await cashOut(market, agent, { amountCredits: 500 + index });
    await market.call("cancel_cashout", { cashoutId }, agent.key);
    ids.push(cashoutId);
  }
  return ids;
}

describe("works", () => {
  test("pages show each cashout once, newest first", async () => {
    const agent = await earningPublisher(market, 2_000);
    const ids = await canceled(agent, 5);
    const first = await list(agent, { limit: 3 });
    const second = await list(agent, { limit: 3, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ cashoutId }) => cashoutId)).toEqual(
      ids.toReversed(),
    );
    expect(second.nextCursor).toBeNull();
  });

  test("a status shows only those in it", async () => {
    const agent = await earningPublisher(market, 2_000);
    await canceled(agent, 2);
    const { cashoutId } = await cashOut(market, agent);
    const open = await list(agent, { status: "requested" });
    expect(open.items.map((one) => one.cashoutId)).toEqual([cashoutId]);
    expect((await list(agent, { status: "canceled" })).items).toHaveLength(2);
    expect((await list(agent, { status: "completed" })).items).toEqual([]);
  });

  test("the sandbox approves, pays and completes within five seconds", async () => {
    const quick = await startMarket();
    const agent = await earningPublisher(quick);
    const since = performance.now();
    await cashOut(quick, agent);
    let status = "";
    while (status !== "completed" && performance.now() - since < 2 * SANDBOX_MAX_MS) {
      const answer = quick.call("list_cashouts", {}, agent.key);
      status = (await resultOf(answer, schema)).items[0]?.status ?? "";
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const tookMs = performance.now() - since;
    await quick.close();
    expect(status).toBe("completed");
    expect(tookMs).toBeLessThan(SANDBOX_MAX_MS);
  });
});

describe("rejects bad input", () => {
  test.each([
    ["a cursor of another list", { cursor: "cGxjXzAxazl6cTN2NXRlN2tibjh3MnI0YzZkOGZn" }, "cursor"],
  ])("%s is refused by its place", async (_case, args, place) => {
    const agent = await registerAgent(market.call, "publisher");
    const error = await refused(market.call("list_cashouts", args, agent.key), "invalid_arguments");
    expect(error.field).toBe(`/arguments/${place}`);
  });
});

describe("rejects wrong caller", () => {
  test("nobody sees another's cashouts, not even with another's cursor", async () => {
    const owner = await earningPublisher(market, 2_000);
    await canceled(owner, 2);
    const { nextCursor } = await list(owner, { limit: 1 });
    const stranger = await registerAgent(market.call, "publisher");
    expect((await list(stranger, { cursor: nextCursor })).items).toEqual([]);
    const advertiser = await registerAgent(market.call, "advertiser");
    await refused(market.call("list_cashouts", {}, advertiser.key), "wrong_role");
    await refused(market.call("list_cashouts", {}), "missing_key");
  });
});

describe("moves exactly the money it says", () => {
  test("none", async () => {
    const agent = await earningPublisher(market);
    await cashOut(market, agent);
    expect(await market.moved(() => list(agent))).toEqual({});
  });
});
