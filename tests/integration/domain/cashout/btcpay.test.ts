import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Cashouts } from "../../../../server/src/domain/cashout/index.ts";
import { createBtcpayCashout } from "../../../../server/src/providers/cashout/btcpay.ts";
import {
  API_KEY,
  type BtcpayServer,
  type Call,
  FAULTS,
  STORE_ID,
  startBtcpayServer,
} from "./btcpay-server.ts";
import { ADDRESS, type Rig, round, startRig } from "./rig.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const TIMEOUT_MS = 150;
/** 500 credits at 64,392.23 dollars. */
const SATOSHIS = "0.00007764";

let rig: Rig;
let server: BtcpayServer;
let cashouts: Cashouts;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(async () => {
  server = await startBtcpayServer();
  cashouts = newProcess();
  // Addresses of earlier tests would be those of other agents.
  await rig.sql("update cashout set address = 'used in an earlier test'");
});
afterEach(async () => {
  await rig.expectBooks();
  // What a test left open is of no concern to the next one.
  await rig.sql("update cashout set checked_at = now() + interval '10 years'");
  await server.close();
});

function newProcess(): Cashouts {
  const { url } = server;
  return rig.cashouts(
    createBtcpayCashout({ url, apiKey: API_KEY, storeId: STORE_ID, timeoutMs: TIMEOUT_MS }),
  );
}

async function requested() {
  const agentId = await rig.publisher();
  const { cashoutId } = await rig.request(agentId, cashouts);
  const read = () => rig.read(cashoutId);
  return { agentId, cashoutId, read, status: async () => (await read()).status };
}

/** A later round, as the periodic jobs start it. */
async function later(durationMs = MINUTE_MS): Promise<void> {
  rig.clock.advance(durationMs);
  await round(cashouts);
}

describe("a cashout through BTCPay", () => {
  test("is announced, approved at its revision, paid and completed", async () => {
    const { agentId, cashoutId, read } = await requested();
    await round(cashouts);
    const [payout] = server.payouts;
    expect(await read()).toMatchObject({ status: "in_progress", providerId: payout?.id });
    expect(server.calls.find(({ call }) => call === "create")?.body).toEqual({
      destination: ADDRESS,
      amount: SATOSHIS,
      payoutMethodId: "BTC-CHAIN",
      approved: false,
      metadata: {
        cashoutId,
        agentId,
        amountCredits: 500,
        usdPerBtc: "64392.23000000",
        source: "Placard",
      },
    });
    expect(server.calls.find(({ call }) => call === "approve")?.body).toEqual({ revision: 0 });
    expect(await rig.balances(agentId)).toEqual({ earned: 500_000_000n, pending: 500_000_000n });
    server.pay();
    await later();
    expect(await read()).toMatchObject({ status: "completed", txid: payout?.id.padEnd(64, "0") });
    expect(await rig.balances(agentId)).toEqual({ earned: 500_000_000n, pending: 0n });
    await later();
    expect(server.count("create")).toBe(1);
  });

  test("pays the satoshis of its approval, whatever the price does then", async () => {
    const { read } = await requested();
    server.faults.push({ call: "create", fault: "500 after" });
    await round(cashouts);
    server.world.usdPerBtc = "32196.11";
    await later();
    server.pay();
    await later();
    expect(await read()).toMatchObject({ status: "completed", satoshis: 7_764n });
    expect(server.payouts.map(({ payoutAmount }) => payoutAmount)).toEqual([SATOSHIS]);
  });

  test("without a price waits as it is, and goes on when there is one", async () => {
    server.world.isDown = true;
    cashouts = newProcess();
    const { status } = await requested();
    await round(cashouts);
    expect(await status()).toBe("requested");
    server.world.isDown = false;
    await later();
    expect(await status()).toBe("in_progress");
  });

  test("is refused for certain: it fails at once and the credits return", async () => {
    const { agentId, read } = await requested();
    server.world.usdPerBtc = "100000000";
    // A running process would not believe such a move of the price.
    cashouts = newProcess();
    await later();
    expect(await read()).toMatchObject({
      status: "failed",
      reason: "the provider refused it: amount-too-low",
    });
    expect(await rig.balances(agentId)).toEqual({ earned: 1_000_000_000n, pending: 0n });
  });

  test("canceled at the provider before it was paid, fails and the credits return", async () => {
    const { agentId, status } = await requested();
    await round(cashouts);
    for (const payout of server.payouts) payout.state = "Cancelled";
    await later();
    expect(await status()).toBe("failed");
    expect(await rig.balances(agentId)).toEqual({ earned: 1_000_000_000n, pending: 0n });
  });

  test("a key that is no longer good loses nothing", async () => {
    const { url } = server;
    cashouts = rig.cashouts(createBtcpayCashout({ url, apiKey: "old", storeId: STORE_ID }));
    const { status } = await requested();
    await round(cashouts);
    expect(await status()).toBe("requested");
  });
});

describe("an announcement without a clear answer", () => {
  const accepted = ["500 after", "reset after", "silence after", "no JSON after"] as const;
  test.each(accepted)("(%s) is looked up and paid once", async (fault) => {
    const { cashoutId, status } = await requested();
    server.faults.push({ call: "create", fault });
    await round(cashouts);
    // The same round already asks; whoever asks later finds the same.
    await later();
    expect(await status()).toBe("in_progress");
    server.pay();
    await later();
    expect(await status()).toBe("completed");
    expect(server.count("create")).toBe(1);
    expect(server.payable(cashoutId)).toBe(1);
  });

  test.each(["500 before", "reset before"] as const)(
    "(%s) that never arrived stays unknown for a quarter of an hour, then fails",
    async (fault) => {
      const { agentId, status } = await requested();
      server.faults.push({ call: "create", fault });
      await round(cashouts);
      expect(await status()).toBe("unknown");
      for (let minute = 0; minute < 14; minute += 1) await later();
      expect(await status()).toBe("unknown");
      expect(await rig.balances(agentId)).toEqual({ earned: 500_000_000n, pending: 500_000_000n });
      await later();
      expect(await status()).toBe("failed");
      expect(await rig.balances(agentId)).toEqual({ earned: 1_000_000_000n, pending: 0n });
      expect(server.count("create")).toBe(1);
    },
  );

  test("called a duplicate is never taken for refused", async () => {
    const { status } = await requested();
    // As if something on the way had repeated our call.
    server.world.repeatsCreate = true;
    await round(cashouts);
    await later();
    expect(await status()).toBe("in_progress");
    expect(server.payouts).toHaveLength(1);
  });

  test("is not given up while the provider cannot be asked", async () => {
    const { status } = await requested();
    server.faults.push({ call: "create", fault: "silence after" });
    server.faults.push({ call: "list", fault: "500 before", spares: 1 });
    await round(cashouts);
    server.world.isDown = true;
    for (let hour = 0; hour < 3; hour += 1) await later(60 * MINUTE_MS);
    expect(await status()).toBe("unknown");
    server.world.isDown = false;
    await later();
    expect(await status()).toBe("in_progress");
  });
});

describe("an approval", () => {
  test.each(FAULTS)("(%s) is completed by asking, and pays once", async (fault) => {
    const { cashoutId, status } = await requested();
    server.faults.push({ call: "approve", fault });
    await round(cashouts);
    await later();
    expect(await status()).toBe("in_progress");
    server.pay();
    await later();
    expect(await status()).toBe("completed");
    expect(server.payable(cashoutId)).toBe(1);
  });

  test("of an older revision is refused, and made again at the newer one", async () => {
    const { status } = await requested();
    server.world.beforeApproval = () => {
      for (const payout of server.payouts) payout.revision += 1;
      server.world.beforeApproval = () => {};
    };
    await round(cashouts);
    await later();
    expect(await status()).toBe("in_progress");
    const approvals = server.calls.filter(({ call }) => call === "approve");
    expect(approvals.map(({ body }) => body)).toEqual([{ revision: 0 }, { revision: 1 }]);
  });

  test.each(["originalAmount", "destination", "originalCurrency"] as const)(
    "is never given to a payout whose %s was changed",
    async (field) => {
      const { status } = await requested();
      server.faults.push({ call: "create", fault: "500 after" });
      server.faults.push({ call: "list", fault: "500 before", spares: 1 });
      await round(cashouts);
      for (const payout of server.payouts) {
        payout[field] = { originalAmount: "1.0", destination: "1x", originalCurrency: "USD" }[
          field
        ];
        payout.revision += 1;
      }
      for (let minute = 0; minute < 20; minute += 1) await later();
      expect(await status()).toBe("unknown");
      expect(server.payouts.map(({ state }) => state)).toEqual(["AwaitingApproval"]);
      // A person cancels it at the provider: then the credits return.
      for (const payout of server.payouts) payout.state = "Cancelled";
      await later();
      expect(await status()).toBe("failed");
    },
  );
});

describe("whatever goes wrong, in whatever order", () => {
  const CALLS: readonly Call[] = ["create", "list", "get", "approve"];
  const fault = fc.record({ call: fc.constantFrom(...CALLS), fault: fc.constantFrom(...FAULTS) });

  test("a cashout is paid at most once, and its credits return only if it is not", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { maxLength: 6 }), async (faults) => {
        await rig.sql("update cashout set address = 'used in an earlier test'");
        server.faults.splice(0, Number.POSITIVE_INFINITY, ...faults);
        const { agentId, cashoutId, status } = await requested();
        const end = await endOf(cashoutId, status);
        const isPaid = server.payable(cashoutId) === 1;
        expect(end).toBe(isPaid ? "completed" : "failed");
        const earned = isPaid ? 500_000_000n : 1_000_000_000n;
        expect(await rig.balances(agentId)).toEqual({ earned, pending: 0n });
        const created = server.calls.filter(
          ({ call, body }) => call === "create" && Object(body).metadata.cashoutId === cashoutId,
        );
        expect(created.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 25 },
    );
  });

  /** Lets time pass, with a payment now and then, until it is over; never paid more than once. */
  async function endOf(cashoutId: string, status: () => Promise<string>): Promise<string> {
    for (let step = 0; step < 60; step += 1) {
      await later();
      expect(server.payable(cashoutId)).toBeLessThanOrEqual(1);
      if (step % 3 === 2) server.pay();
      const now = await status();
      if (now === "completed" || now === "failed") return now;
    }
    return status();
  }
});
