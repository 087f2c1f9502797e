import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CASHOUT_STATUSES,
  type CashoutStatus,
} from "../../../../server/src/contract/resources/wallet.ts";
import {
  moveCashout,
  TRANSITIONS,
  validActionsOf,
} from "../../../../server/src/domain/cashout/move.ts";
import { createSandboxCashout } from "../../../../server/src/providers/cashout/sandbox.ts";
import { setUp } from "../../../setup/shared.ts";
import { startRig } from "./rig.ts";

const AMOUNT = 500_000_000n;
const EARNED = 1_000_000_000n;

const rig = setUp(startRig);

/** What a transition has to bring along for the database's own rules. */
const FACTS = {
  quote: { usdPerBtc: "100000", satoshis: 5_000n, expiresAt: new Date() },
  providerId: "",
};

async function move(cashoutId: string, to: CashoutStatus) {
  rig.clock.advance(1);
  return rig.db.tx((tx) =>
    moveCashout(tx, { cashoutId, to, ...FACTS, providerId: cashoutId }, rig.deps()),
  );
}

/** A way through the table from the beginning to a state. */
function wayTo(goal: CashoutStatus): CashoutStatus[] {
  const ways = new Map<CashoutStatus, CashoutStatus[]>([["requested", []]]);
  for (const [state, way] of ways) {
    for (const next of TRANSITIONS[state]) {
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  return ways.get(goal) ?? [];
}

async function cashoutIn(state: CashoutStatus) {
  const agentId = await rig.publisher();
  const session = { provider: createSandboxCashout(), newAddressMs: 0 };
  const { cashoutId } = await rig.request(agentId, session);
  for (const next of wayTo(state)) await move(cashoutId, next);
  return { agentId, cashoutId };
}

/** Where the credits lie in a state. **Units** micro-credits. */
function moneyIn(state: CashoutStatus) {
  if (state === "completed") return { earned: EARNED - AMOUNT, pending: 0n };
  const isBack = ["rejected", "canceled", "failed"].includes(state);
  return isBack ? { earned: EARNED, pending: 0n } : { earned: EARNED - AMOUNT, pending: AMOUNT };
}

async function messagesOf(cashoutId: string): Promise<unknown[]> {
  const rows = await rig.sql(
    `select data ->> 'status' as status from outbox
     where type = 'cashout.updated' and data ->> 'cashoutId' = $1 order by id`,
    [cashoutId],
  );
  return rows.map(({ status }) => status);
}

const PAIRS = CASHOUT_STATUSES.flatMap((from) => CASHOUT_STATUSES.map((to) => ({ from, to })));
const LEGAL = PAIRS.filter(({ from, to }) => TRANSITIONS[from].includes(to));
const ILLEGAL = PAIRS.filter(({ from, to }) => !TRANSITIONS[from].includes(to));

describe("a transition of the table", () => {
  test.each(LEGAL)("$from to $to moves the money of its end and tells it", async ({ from, to }) => {
    const { agentId, cashoutId } = await cashoutIn(from);
    expect(await rig.balances(agentId)).toEqual(moneyIn(from));
    expect((await move(cashoutId, to)).status).toBe(to);
    expect(await rig.balances(agentId)).toEqual(moneyIn(to));
    expect(await messagesOf(cashoutId)).toEqual(["requested", ...wayTo(from), to]);
    await rig.expectBooks();
  });
});

describe("any other transition", () => {
  test.each(CASHOUT_STATUSES)("from %s is refused and changes nothing", async (from) => {
    const { agentId, cashoutId } = await cashoutIn(from);
    const before = await rig.read(cashoutId);
    for (const { to } of ILLEGAL.filter((pair) => pair.from === from)) {
      await expect(move(cashoutId, to), to).rejects.toMatchObject({
        code: "invalid_state",
        options: { details: { status: from, validActions: validActionsOf(from) } },
      });
    }
    expect(await rig.read(cashoutId)).toEqual(before);
    expect(await rig.balances(agentId)).toEqual(moneyIn(from));
    expect(await messagesOf(cashoutId)).toEqual(["requested", ...wayTo(from)]);
  });

  test("of a cashout that does not exist is not found", async () => {
    await expect(move(rig.ids.id("csh"), "approved")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("whatever is tried", () => {
  test("any sequence does what the table says, and the books add up after each step", async () => {
    const steps = fc.array(fc.constantFrom(...CASHOUT_STATUSES), { minLength: 1, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { agentId, cashoutId } = await cashoutIn("requested");
        let state: CashoutStatus = "requested";
        for (const to of sequence) {
          const isLegal = TRANSITIONS[state].includes(to);
          const outcome = await move(cashoutId, to).then(
            () => "moved",
            (error: { code?: string }) => error.code,
          );
          expect(outcome).toBe(isLegal ? "moved" : "invalid_state");
          if (isLegal) state = to;
          expect(await rig.balances(agentId)).toEqual(moneyIn(state));
        }
        await rig.expectBooks();
      }),
      { numRuns: 60 },
    );
  });

  test("of many at once from one state exactly one wins, and the money moves once", async () => {
    for (const from of CASHOUT_STATUSES.filter((state) => TRANSITIONS[state].length > 0)) {
      const { agentId, cashoutId } = await cashoutIn(from);
      const goals = [...TRANSITIONS[from], ...TRANSITIONS[from], ...TRANSITIONS[from]];
      const outcomes = await Promise.allSettled(
        goals.map((to) =>
          rig.db.tx((tx) =>
            moveCashout(
              tx,
              { cashoutId, to, only: from, ...FACTS, providerId: cashoutId },
              rig.deps(),
            ),
          ),
        ),
      );
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const { status } = await rig.read(cashoutId);
      expect(await rig.balances(agentId)).toEqual(moneyIn(status));
    }
  });

  test("amount, address and owner cannot be changed by the running exchange", async () => {
    const { cashoutId } = await cashoutIn("requested");
    for (const column of ["amount = amount * 2", "address = ''", "agent_id = id"]) {
      const change = { name: "", text: `update cashout set ${column}` };
      await expect(rig.db.query(change), column).rejects.toThrow(/permission denied/);
    }
    await expect(rig.db.query({ name: "", text: "delete from cashout" })).rejects.toThrow(
      /permission denied/,
    );
    expect((await rig.read(cashoutId)).amount).toBe(AMOUNT);
  });
});
