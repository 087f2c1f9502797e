import { afterAll, describe, expect, test } from "vitest";
import { cashoutSchema, walletSchema } from "../../../../server/src/contract/resources/wallet.ts";
import { fundAgent, registerAgent, resultOf } from "../../../setup/agents.ts";
import { setUp } from "../../../setup/shared.ts";
import { cashOut, earningPublisher, runCashouts } from "../../domain/cashout/earning.ts";
import { ADDRESS, expectBooks, OTHER_ADDRESS } from "../../domain/cashout/rig.ts";
import { DAY_MS, HOUR_MS, refused, startMarket } from "../market.ts";

const market = setUp(() =>
  startMarket({ env: { CASHOUT_NEW_ADDRESS_HOURS: "24", USD_PER_BTC: "64392.23" } }),
);
afterAll(() => expectBooks(market.exchange.db, market.sql));

const request = (args: object, key?: string) => market.call("request_cashout", args, key);
const VALID = { amountCredits: 500, btcAddress: ADDRESS };

describe("works", () => {
  test("holds the credits and says what they are worth now", async () => {
    const agent = await earningPublisher(market);
    const cashout = await cashOut(market, agent);
    expect(cashout).toMatchObject({
      status: "requested",
      amountCredits: 500,
      amountUsd: 5,
      btcAddress: ADDRESS,
      quote: { usdPerBtc: 64_392.23, satoshis: 7_764 },
      waitsUntil: new Date(market.clock.now().getTime() + DAY_MS).toISOString(),
      validActions: ["cancel_cashout"],
      createdAt: market.clock.now().toISOString(),
    });
    const { body } = await market.call("whoami", {}, agent.key);
    expect(body).toMatchObject({ balance: { earnedCredits: 500, cashoutPendingCredits: 500 } });
  });

  test.each([
    ["P2PKH", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
    ["P2SH", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
    ["P2WPKH", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"],
    ["P2TR", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"],
  ])("pays to a %s address", async (_kind, btcAddress) => {
    const agent = await earningPublisher(market);
    expect(await cashOut(market, agent, { btcAddress })).toMatchObject({ btcAddress });
  });

  test("reads an address in capitals as the same one", async () => {
    const agent = await earningPublisher(market);
    const btcAddress = ADDRESS.toUpperCase();
    expect(await cashOut(market, agent, { btcAddress })).toMatchObject({ btcAddress: ADDRESS });
  });

  test("shows in the wallet where the credits went", async () => {
    const agent = await earningPublisher(market);
    const { cashoutId } = await cashOut(market, agent);
    const { items } = await resultOf(
      market.call("wallet", { type: "cashout_hold" }, agent.key),
      walletSchema,
    );
    expect(items).toHaveLength(2);
    for (const entry of items) expect(entry).toMatchObject({ cashoutId, type: "cashout_hold" });
    expect(items.map(({ account, amountCredits }) => [account, amountCredits]).toSorted()).toEqual([
      ["cashout_pending", 500],
      ["earned", -500],
    ]);
  });

  test("all that is earned can leave, whole credits of it", async () => {
    const agent = await earningPublisher(market, 777.654321);
    expect(await cashOut(market, agent, { amountCredits: 777 })).toMatchObject({ amountUsd: 7.77 });
  });
});

describe("rejects bad input", () => {
  test.each([0.5, 499.5, 500.000001, -500, 0, "500", null])(
    "an amount of %j is refused by its place",
    async (amountCredits) => {
      const agent = await earningPublisher(market);
      const answer = request({ ...VALID, amountCredits }, agent.key);
      expect((await refused(answer, "invalid_arguments")).field).toBe("/arguments/amountCredits");
    },
  );

  test("fewer than 500 credits are too few, whatever else is wrong", async () => {
    const agent = await earningPublisher(market);
    const error = await refused(
      request({ amountCredits: 499, btcAddress: "nowhere" }, agent.key),
      "cashout_below_minimum",
    );
    expect(error.details).toEqual({ minimumCredits: 500 });
  });

  test.each([
    ["nothing like an address", "my wallet"],
    ["a wrong checksum", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"],
    ["one letter off", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3"],
    ["mixed case", "bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    ["the test network", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    ["the old test network", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"],
    ["another coin", "0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe"],
    ["a payment request", `bitcoin:${ADDRESS}?amount=20`],
  ])("%s is not an address", async (_what, btcAddress) => {
    const agent = await earningPublisher(market);
    const error = await refused(request({ ...VALID, btcAddress }, agent.key), "address_invalid");
    expect(error.field).toBe("/arguments/btcAddress");
  });
});

describe("rejects wrong caller", () => {
  test("bought credits never leave", async () => {
    const agent = await registerAgent(market.call, "both");
    await fundAgent(market.call, agent, "builder");
    const error = await refused(request(VALID, agent.key), "insufficient_credits");
    expect(error.details).toEqual({ shortfallCredits: 500, earnedCredits: 0 });
  });

  test("one credit more than is earned is too much", async () => {
    const agent = await earningPublisher(market, 699.999999);
    const error = await refused(
      request({ ...VALID, amountCredits: 700 }, agent.key),
      "insufficient_credits",
    );
    expect(error.details).toMatchObject({ shortfallCredits: 0.000001 });
  });
});

describe("is safe to repeat", () => {
  test("of two at once without a key one wins, and the other learns of it", async () => {
    const agent = await earningPublisher(market, 5_000);
    const both = await Promise.all([request(VALID, agent.key), request(VALID, agent.key)]);
    const [taken, lost] = both.toSorted((left, right) => left.status - right.status);
    const { cashoutId } = cashoutSchema.parse(taken?.body);
    expect(lost?.body).toMatchObject({
      error: { code: "conflict", details: { cashoutId, status: "requested" } },
    });
  });

  test("while one is open there is no second, and after its end there is", async () => {
    const agent = await earningPublisher(market, 5_000);
    const { cashoutId } = await cashOut(market, agent);
    const other = { ...VALID, btcAddress: OTHER_ADDRESS };
    const error = await refused(request(other, agent.key), "conflict");
    expect(error).toMatchObject({ details: { cashoutId }, recovery: "correctable" });
    await market.call("cancel_cashout", { cashoutId }, agent.key);
    expect((await request(other, agent.key)).status).toBe(200);
  });
});

describe("moves exactly the money it says", () => {
  test("from earned to the held credits, and after the wait out of the exchange", async () => {
    await market.sql("update cashout set address = id::text");
    const agent = await earningPublisher(market);
    const held = await market.moved(() => cashOut(market, agent));
    expect(held).toEqual({
      [`${agent.agentId} earned`]: -500_000_000n,
      [`${agent.agentId} cashout_pending`]: 500_000_000n,
    });
    await market.travel(23 * HOUR_MS);
    expect(await market.moved(() => runCashouts(market))).toEqual({});
    const paid = await market.moved(async () => {
      await market.travel(HOUR_MS);
      await runCashouts(market);
    });
    expect(paid[`${agent.agentId} cashout_pending`]).toBe(-500_000_000n);
    expect(paid[`${agent.agentId} earned`]).toBeUndefined();
    // What other tests requested leaves with it: all that left has arrived outside.
    const { "exchange cashout_clearing": arrived = 0n, ...left } = paid;
    expect(Object.keys(left).every((name) => name.endsWith(" cashout_pending"))).toBe(true);
    expect(arrived).toBe(-Object.values(left).reduce((sum, amount) => sum + amount, 0n));
    const { body } = await market.call("list_cashouts", {}, agent.key);
    expect(body).toMatchObject({
      items: [{ status: "completed", txid: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
  });

  test("a refused request moves nothing", async () => {
    const agent = await earningPublisher(market, 600);
    const moved = await market.moved(async () => {
      await request({ ...VALID, amountCredits: 601 }, agent.key);
      await request({ ...VALID, amountCredits: 10 }, agent.key);
      await request({ ...VALID, btcAddress: "nowhere" }, agent.key);
    });
    expect(moved).toEqual({});
  });
});
