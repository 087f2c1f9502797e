import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runCashoutsCommand } from "../../../../server/src/cli/cashouts.ts";
import { runReconcileCommand } from "../../../../server/src/cli/purchases.ts";
import { micros } from "../../../../server/src/contract/money.ts";
import {
  type CashoutOrder,
  type Cashouts,
  cancelCashout,
  findPayoutHold,
} from "../../../../server/src/domain/cashout/index.ts";
import { createBtcpayCashout } from "../../../../server/src/providers/cashout/btcpay.ts";
import { createSandboxCheckout } from "../../../../server/src/providers/checkout/sandbox.ts";
import { API_KEY, type BtcpayServer, STORE_ID, startBtcpayServer } from "./btcpay-server.ts";
import { ADDRESS, type Rig, round, startRig } from "./rig.ts";

const MINUTE_MS = 60_000;
const PRICE = { usdPerBtc: "64392.23000000", satoshis: 7_764n };
const AMOUNT = micros(500_000_000n);

let rig: Rig;
let server: BtcpayServer;
let cashouts: Cashouts;
let written: string[];
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(async () => {
  written = [];
  server = await startBtcpayServer();
  cashouts = rig.cashouts(
    createBtcpayCashout({ url: server.url, apiKey: API_KEY, storeId: STORE_ID }),
  );
  await rig.sql("update cashout set address = id::text, checked_at = now() + interval '9 years'");
  await rig.sql("update payout_state set identity = database_identity(), paused_at = null");
});
afterEach(async () => {
  await rig.expectBooks();
  await server.close();
});

const context = () => ({
  db: rig.db,
  ids: rig.ids,
  clock: rig.clock,
  actor: "operator",
  stdout: { write: (text: string) => written.push(text) },
  providers: async () => ({
    checkout: createSandboxCheckout("http://127.0.0.1"),
    cashout: cashouts.provider,
    seasoningDays: 0,
  }),
});
const reconcile = async (...words: string[]) => {
  const code = await runReconcileCommand([...words, "--json"], context());
  return { code, ...JSON.parse(written.pop() ?? "") };
};
/** What an earlier life of the database had the provider do, and lost. */
async function payBefore(order: CashoutOrder): Promise<void> {
  const answer = await cashouts.provider.submit(order);
  if (answer.outcome !== "accepted") throw new Error("The payout was refused.");
  await cashouts.provider.release(order, answer.providerId);
  server.pay();
}
const restored = () => rig.sql("update payout_state set identity = 'of an earlier life'");

async function requested(credits = 1_000) {
  const agentId = await rig.publisher(credits);
  const { cashoutId } = await rig.request(agentId, cashouts);
  return { agentId, cashoutId, amount: AMOUNT, address: ADDRESS, ...PRICE };
}

test("a cashout that was paid before the restore is looked up and not paid again", async () => {
  const order = await requested();
  await payBefore(order);
  await round(cashouts);
  rig.clock.advance(MINUTE_MS);
  await round(cashouts);
  expect((await rig.read(order.cashoutId)).status).toBe("completed");
  expect(server.payable(order.cashoutId)).toBe(1);
  expect(server.count("create")).toBe(1);
});

test("a provider that cannot be asked is sent no payout", async () => {
  const { cashoutId } = await requested();
  server.faults.push({ call: "list", fault: "500 before" });
  await round(cashouts);
  expect((await rig.read(cashoutId)).status).toBe("approved");
  expect(server.count("create")).toBe(0);
});

describe("after a restore", () => {
  test("no payout leaves, is released or canceled until the books are compared", async () => {
    const { cashoutId, agentId } = await requested();
    await restored();
    expect(await findPayoutHold(rig.db)).toBe("recovery");
    for (let minute = 0; minute < 3; minute += 1) {
      rig.clock.advance(MINUTE_MS);
      await round(cashouts);
    }
    expect(server.payouts).toEqual([]);
    const cancel = rig.db.tx((tx) => cancelCashout(tx, { agentId, cashoutId }, rig.deps()));
    await expect(cancel).rejects.toMatchObject({ code: "unavailable" });
    expect(await reconcile()).toMatchObject({ code: 0, hold: "recovery" });
    expect(await reconcile("--book")).toMatchObject({ code: 0, differences: [], hold: null });
    await round(cashouts);
    expect((await rig.read(cashoutId)).status).toBe("in_progress");
  });

  test("a payout that was announced is not released by a later round", async () => {
    const order = await requested();
    await round(cashouts);
    await rig.sql("update cashout set status = 'unknown' where status = 'in_progress'");
    const [payout] = server.payouts;
    if (payout) payout.state = "AwaitingApproval";
    await restored();
    rig.clock.advance(MINUTE_MS);
    await rig.sql("update cashout set checked_at = null where status = 'unknown'");
    await round(cashouts);
    expect(server.payable(order.cashoutId)).toBe(0);
    await reconcile("--book");
    rig.clock.advance(MINUTE_MS);
    await round(cashouts);
    expect(server.payable(order.cashoutId)).toBe(1);
  });

  test("a payout of a known cashout is booked where it is", async () => {
    const order = await requested();
    await payBefore(order);
    await restored();
    expect(await reconcile()).toMatchObject({
      code: 1,
      differences: [{ subject: order.cashoutId, result: "would_book" }],
    });
    expect((await rig.read(order.cashoutId)).status).toBe("requested");
    expect(await reconcile("--book")).toMatchObject({ code: 0, hold: null });
    expect(await rig.read(order.cashoutId)).toMatchObject({
      status: "completed",
      satoshis: 7_764n,
    });
    expect(await rig.balances(order.agentId)).toEqual({ earned: 500_000_000n, pending: 0n });
    expect(await reconcile("--book")).toMatchObject({ code: 0, differences: [] });
  });

  test("a lost cashout is booked again; what was not earned any more is adjusted", async () => {
    const agentId = await rig.publisher(300);
    const cashoutId = rig.ids.id("csh");
    await payBefore({ cashoutId, agentId, amount: AMOUNT, address: ADDRESS, ...PRICE });
    await restored();
    expect(await reconcile("--book")).toMatchObject({
      code: 0,
      differences: [{ subject: cashoutId, result: "booked" }],
      hold: null,
    });
    expect(await rig.read(cashoutId)).toMatchObject({ status: "completed", agentId });
    expect(await rig.balances(agentId)).toEqual({ earned: 0n, pending: 0n });
    await round(cashouts);
    expect(server.payable(cashoutId)).toBe(1);
  });

  test("a payout of an unknown agent keeps the recovery open until it is accepted", async () => {
    const cashoutId = rig.ids.id("csh");
    const agentId = rig.ids.id("agt");
    await payBefore({ cashoutId, agentId, amount: AMOUNT, address: ADDRESS, ...PRICE });
    await restored();
    expect(await reconcile("--book")).toMatchObject({
      code: 1,
      differences: [{ subject: cashoutId, result: "open" }],
      hold: "recovery",
    });
    expect(await reconcile("--book", "--accept")).toMatchObject({ code: 0, hold: null });
    expect(await rig.sql("select action from audit order by id desc limit 1")).toEqual([
      { action: "reconcile" },
    ]);
  });
});

test("paused payouts wait in every process until they are resumed", async () => {
  const { cashoutId } = await requested();
  await runCashoutsCommand(["pause", "--reason", "the wallet moves"], context());
  await round(cashouts);
  expect(server.payouts).toEqual([]);
  expect(await reconcile("--book")).toMatchObject({ hold: "paused" });
  await runCashoutsCommand(["resume", "--yes"], context());
  await round(cashouts);
  expect((await rig.read(cashoutId)).status).toBe("in_progress");
});
