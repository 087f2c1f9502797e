import { afterEach, describe, expect, test } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import type { Database } from "../../../../server/src/core/db.ts";
import type { CashoutProvider } from "../../../../server/src/domain/cashout/index.ts";
import { approveByHand, rejectByHand } from "../../../../server/src/domain/cashout/index.ts";
import { createSandboxCashout } from "../../../../server/src/providers/cashout/sandbox.ts";
import { setUp } from "../../../setup/shared.ts";
import { ADDRESS, OTHER_ADDRESS, round, startRig } from "./rig.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const rig = setUp(() => startRig({ connections: 12 }));
afterEach(async () => {
  await rig.expectBooks();
  await rig.sql("update cashout set address = 'used in an earlier test'");
});

/** A provider in memory that remembers whom it was told to pay. */
function memoryProvider() {
  const announced = new Map<string, string>();
  const paid: string[] = [];
  const withdrawn: string[] = [];
  const submits: string[] = [];
  const gate = {
    beforeSubmit: async () => {},
    beforeRelease: async () => {},
    afterFind: async () => {},
  };
  const provider: CashoutProvider = {
    ...createSandboxCashout(),
    async submit({ cashoutId }) {
      submits.push(cashoutId);
      await gate.beforeSubmit();
      announced.set(cashoutId, `memory_${cashoutId}`);
      return { outcome: "accepted", providerId: `memory_${cashoutId}` };
    },
    async release({ cashoutId }) {
      await gate.beforeRelease();
      if (!paid.includes(cashoutId)) paid.push(cashoutId);
    },
    async withdraw(providerId) {
      withdrawn.push(providerId);
    },
    async find({ cashoutId }) {
      const providerId = announced.get(cashoutId);
      if (providerId === undefined) return { status: "absent" };
      const status = paid.includes(cashoutId) ? "completed" : "unreleased";
      await gate.afterFind();
      return { status, providerId };
    },
  };
  return { provider, submits, paid, withdrawn, gate };
}

/** A process that dies: from the given transaction on, nothing it does reaches the database. */
function dyingAt(db: Database, transaction: number): Database {
  let count = 0;
  return {
    ...db,
    tx(work) {
      count += 1;
      if (count >= transaction) return Promise.reject(new Error("killed"));
      return db.tx(work);
    },
  };
}

describe("a process that is killed", () => {
  // The transactions of one run: approve, submit, record the id, in progress, then follow.
  test.each([
    ["before it wrote down the intent", 2],
    ["between the provider's answer and its record", 3],
    ["after it let the payment go", 4],
    ["before it wrote down the end", 5],
  ])("%s leaves a cashout that another one ends, paid once", async (_when, transaction) => {
    const { provider, paid, submits } = memoryProvider();
    const agentId = await rig.publisher();
    const dying = rig.cashouts(provider, { db: dyingAt(rig.db, transaction) });
    const { cashoutId } = await rig.request(agentId, dying);
    await round(dying);
    expect((await rig.read(cashoutId)).status).not.toBe("completed");
    const living = rig.cashouts(provider);
    await round(living);
    rig.clock.advance(2 * MINUTE_MS);
    await round(living);
    await round(living);
    expect((await rig.read(cashoutId)).status).toBe("completed");
    expect(submits).toEqual([cashoutId]);
    expect(paid).toEqual([cashoutId]);
    expect(await rig.balances(agentId)).toEqual({ earned: 500_000_000n, pending: 0n });
  });

  test("before the provider heard of it never pays, and the credits return", async () => {
    const { provider, paid, submits, gate } = memoryProvider();
    gate.beforeSubmit = () => Promise.reject(new Error("killed"));
    const agentId = await rig.publisher();
    const dying = rig.cashouts(provider, { db: dyingAt(rig.db, 3) });
    const { cashoutId } = await rig.request(agentId, dying);
    await round(dying);
    expect((await rig.read(cashoutId)).status).toBe("submitted");
    const living = rig.cashouts(provider);
    for (let minute = 0; minute < 16; minute += 1) {
      rig.clock.advance(MINUTE_MS);
      await round(living);
    }
    expect((await rig.read(cashoutId)).status).toBe("failed");
    expect(submits).toEqual([cashoutId]);
    expect(paid).toEqual([]);
    expect(await rig.balances(agentId)).toEqual({ earned: 1_000_000_000n, pending: 0n });
  });
});

describe("a process that sleeps too long", () => {
  test("does not pay what was given up meanwhile, and withdraws it", async () => {
    const { provider, paid, withdrawn, gate } = memoryProvider();
    let wake = () => {};
    let isReached = () => {};
    const reached = new Promise<void>((resolve) => {
      isReached = resolve;
    });
    gate.beforeSubmit = () => {
      isReached();
      return new Promise((resolve) => {
        wake = resolve;
      });
    };
    const sleeping = rig.cashouts(provider);
    const agentId = await rig.publisher();
    const { cashoutId } = await rig.request(agentId, sleeping);
    sleeping.kick();
    await reached;
    const other = rig.cashouts(provider);
    rig.clock.advance(16 * MINUTE_MS);
    await round(other);
    await round(other);
    expect((await rig.read(cashoutId)).status).toBe("failed");
    wake();
    await sleeping.idle();
    expect(paid).toEqual([]);
    expect(withdrawn).toEqual([`memory_${cashoutId}`]);
    expect(await rig.balances(agentId)).toEqual({ earned: 1_000_000_000n, pending: 0n });
  });
});

test("a process that asked too early leaves a payment that another one let go", async () => {
  const { provider, paid, withdrawn, gate } = memoryProvider();
  const agentId = await rig.publisher();
  const dying = rig.cashouts(provider, { db: dyingAt(rig.db, 3) });
  const { cashoutId } = await rig.request(agentId, dying);
  await round(dying);
  rig.clock.advance(2 * MINUTE_MS);
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  gate.afterFind = () => {
    asked.resolve();
    return answered.promise;
  };
  const slow = rig.cashouts(provider);
  slow.kick();
  await asked.promise;
  gate.afterFind = async () => {};
  rig.clock.advance(2 * MINUTE_MS);
  const other = rig.cashouts(provider);
  await round(other);
  expect((await rig.read(cashoutId)).status).toBe("in_progress");
  answered.resolve();
  await slow.idle();
  expect(withdrawn).toEqual([]);
  await round(other);
  expect(paid).toEqual([cashoutId]);
  expect((await rig.read(cashoutId)).status).toBe("completed");
});

describe("several processes at once", () => {
  test("hand each cashout to the provider once", async () => {
    const { provider, paid, submits } = memoryProvider();
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const session = { provider, newAddressMs: 0 };
      const agentId = await rig.publisher();
      const { cashoutId } = await rig.request(agentId, session);
      await rig.sql("update cashout set address = id::text where id = $1", [uuidFromId(cashoutId)]);
      ids.push(cashoutId);
    }
    await Promise.all([1, 2, 3].map(() => round(rig.cashouts(provider))));
    await round(rig.cashouts(provider));
    expect(submits.toSorted()).toEqual(ids.toSorted());
    expect(paid.toSorted()).toEqual(ids.toSorted());
    for (const id of ids) expect((await rig.read(id)).status).toBe("completed");
  });
});

describe("another provider", () => {
  test("never touches what was requested under the one before", async () => {
    const sandbox = createSandboxCashout();
    const waiting = { provider: sandbox, newAddressMs: HOUR_MS };
    const { cashoutId, agentId } = await rig.request(await rig.publisher(), waiting);
    rig.clock.advance(HOUR_MS);
    const real = memoryProvider();
    await round(rig.cashouts({ ...real.provider, name: "btcpay" }));
    expect((await rig.read(cashoutId)).status).toBe("requested");
    // Approved and handed over by a process that dies, then found by the other provider.
    await round(rig.cashouts(memoryProvider().provider, { db: dyingAt(rig.db, 2) }));
    await round(rig.cashouts({ ...real.provider, name: "btcpay" }));
    expect((await rig.read(cashoutId)).status).toBe("approved");
    await round(rig.cashouts(memoryProvider().provider, { db: dyingAt(rig.db, 3) }));
    rig.clock.advance(HOUR_MS);
    await round(rig.cashouts({ ...real.provider, name: "btcpay" }));
    expect((await rig.read(cashoutId)).status).toBe("submitted");
    expect(real.submits).toEqual([]);
    expect(await rig.balances(agentId)).toEqual({ earned: 500_000_000n, pending: 500_000_000n });
    await round(rig.cashouts(sandbox));
  });
});

describe("a server that stops", () => {
  test("ends the cashout it is at, begins no other, and starts no round again", async () => {
    const { provider, submits, gate } = memoryProvider();
    const cashouts = rig.cashouts(provider);
    let stopped: Promise<void> = Promise.resolve();
    gate.beforeSubmit = async () => {
      stopped = cashouts.stop();
    };
    for (const btcAddress of [ADDRESS, OTHER_ADDRESS]) {
      await rig.request(await rig.publisher(), cashouts, { btcAddress });
    }
    await round(cashouts);
    await stopped;
    expect(submits).toHaveLength(1);
    await round(cashouts);
    expect(submits).toHaveLength(1);
    await round(rig.cashouts(provider));
    expect(submits).toHaveLength(2);
  });

  test("lets periodic jobs continue while a provider does not answer", async () => {
    const { provider, gate } = memoryProvider();
    let answer = () => {};
    gate.beforeSubmit = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const cashouts = rig.cashouts(provider);
    const { cashoutId } = await rig.request(await rig.publisher(), cashouts);
    cashouts.kick();
    await expect.poll(async () => (await rig.read(cashoutId)).status).toBe("submitted");
    // Further runs of the periodic jobs neither wait nor start a second round.
    cashouts.kick();
    cashouts.kick();
    answer();
    await cashouts.idle();
    expect((await rig.read(cashoutId)).status).toBe("completed");
  });
});

describe("requests", () => {
  const session = { provider: createSandboxCashout(), newAddressMs: 0 };

  test("of one agent at the same moment: one wins, the others are told which", async () => {
    const agentId = await rig.publisher(5_000);
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () => rig.request(agentId, session)),
    );
    const won = all.flatMap((one) => (one.status === "fulfilled" ? [one.value.cashoutId] : []));
    expect(won).toHaveLength(1);
    for (const one of all.filter(({ status }) => status === "rejected")) {
      expect(one).toMatchObject({
        reason: { code: "conflict", options: { details: { cashoutId: won[0] } } },
      });
    }
    expect(await rig.balances(agentId)).toEqual({ earned: 4_500_000_000n, pending: 500_000_000n });
  });

  test("to an address that two agents use wait for an operator", async () => {
    const cashouts = rig.cashouts(session.provider);
    const first = await rig.request(await rig.publisher(), session);
    const second = await rig.request(await rig.publisher(), session, {
      btcAddress: ADDRESS.toUpperCase(),
    });
    const alone = await rig.request(await rig.publisher(), session, { btcAddress: OTHER_ADDRESS });
    await round(cashouts);
    expect((await rig.read(first.cashoutId)).status).toBe("requested");
    expect((await rig.read(second.cashoutId)).status).toBe("requested");
    expect((await rig.read(alone.cashoutId)).status).toBe("completed");
    await rig.db.tx((tx) => approveByHand(tx, first.cashoutId, rig.deps()));
    const reason = "Not the account holder.";
    await rig.db.tx((tx) => rejectByHand(tx, { cashoutId: second.cashoutId, reason }, rig.deps()));
    await round(cashouts);
    expect((await rig.read(first.cashoutId)).status).toBe("completed");
    expect(await rig.read(second.cashoutId)).toMatchObject({ status: "rejected", reason });
    expect(await rig.balances(second.agentId)).toEqual({ earned: 1_000_000_000n, pending: 0n });
  });

  test("to a new address wait their hours, those to a known one do not", async () => {
    const cashouts = rig.cashouts(session.provider, { newAddressMs: 24 * HOUR_MS });
    const agentId = await rig.publisher(5_000);
    const first = await rig.request(agentId, cashouts);
    rig.clock.advance(24 * HOUR_MS - MINUTE_MS);
    await round(cashouts);
    expect((await rig.read(first.cashoutId)).status).toBe("requested");
    rig.clock.advance(MINUTE_MS);
    await round(cashouts);
    expect((await rig.read(first.cashoutId)).status).toBe("completed");
    const second = await rig.request(agentId, cashouts);
    await round(cashouts);
    expect((await rig.read(second.cashoutId)).status).toBe("completed");
    const elsewhere = await rig.request(agentId, cashouts, { btcAddress: OTHER_ADDRESS });
    await round(cashouts);
    expect((await rig.read(elsewhere.cashoutId)).status).toBe("requested");
  });

  test("of a suspended agent go no further, wherever they are", async () => {
    const standing = (agentId: string, status: string) =>
      rig.sql("update agent set status = $2 where id = $1", [uuidFromId(agentId), status]);
    const { provider, submits } = memoryProvider();
    const cashouts = rig.cashouts(provider);
    const agentId = await rig.publisher();
    const { cashoutId } = await rig.request(agentId, cashouts);
    await standing(agentId, "suspended");
    await round(cashouts);
    expect((await rig.read(cashoutId)).status).toBe("requested");
    await standing(agentId, "active");
    // Approved by a process that dies before it hands it over.
    await round(rig.cashouts(provider, { db: dyingAt(rig.db, 2) }));
    expect((await rig.read(cashoutId)).status).toBe("approved");
    await standing(agentId, "suspended");
    await round(cashouts);
    expect((await rig.read(cashoutId)).status).toBe("approved");
    expect(submits).toEqual([]);
    await standing(agentId, "active");
    await round(cashouts);
    expect((await rig.read(cashoutId)).status).toBe("completed");
  });
});
