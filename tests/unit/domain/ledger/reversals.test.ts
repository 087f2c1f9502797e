import { describe, expect, test } from "vitest";
import { micros } from "../../../../server/src/contract/money.ts";
import { planReversals } from "../../../../server/src/domain/ledger/funding.ts";

const earning = (uuid: string, amount: number, fee: number, isMatured = false) => ({
  uuid,
  publisherId: "agt_publisher",
  advertiserId: "agt_advertiser",
  amount: micros(amount),
  fee: micros(fee),
  isMatured,
});
const plan = (
  earnings: readonly ReturnType<typeof earning>[],
  debt: number,
  kept: Readonly<Record<string, number>> = {},
) => {
  const left = new Map(Object.entries(kept).map(([uuid, amount]) => [uuid, micros(amount)]));
  return planReversals(earnings, left, micros(debt)).map((reversal) => [
    reversal.earning.uuid,
    Number(reversal.amount),
    Number(reversal.fee),
  ]);
};

describe("what is reversed", () => {
  test("is every pending earning, with its fee, when the whole purchase is owed", () => {
    expect(plan([earning("a", 80, 20), earning("b", 8, 2)], 1_000)).toEqual([
      ["a", 80, 20],
      ["b", 8, 2],
    ]);
  });

  test("is pending before matured, whatever their order", () => {
    const earnings = [earning("old", 80, 20, true), earning("new", 80, 20)];
    expect(plan(earnings, 150, { old: 80 })).toEqual([
      ["new", 80, 20],
      ["old", 40, 10],
    ]);
  });

  test("of a matured earning is only what was not cashed out, and the fee of that part", () => {
    expect(plan([earning("a", 80, 20, true)], 1_000, { a: 20 })).toEqual([["a", 20, 5]]);
    expect(plan([earning("a", 80, 20, true)], 1_000, { a: 0 })).toEqual([]);
    expect(plan([earning("a", 80, 20, true)], 1_000)).toEqual([]);
  });

  test("is a fee alone where the publisher's part is nothing", () => {
    expect(plan([earning("a", 0, 3), earning("b", 0, 2, true)], 4)).toEqual([
      ["a", 0, 3],
      ["b", 0, 1],
    ]);
  });

  test("never exceeds an earning, nor what is owed, to the micro-credit", () => {
    for (let debt = 0; debt <= 130; debt += 1) {
      const earnings = [earning("a", 70, 23), earning("b", 1, 0), earning("c", 29, 7, true)];
      const reversals = plan(earnings, debt, { c: 13 });
      let gross = 0;
      for (const [uuid, amount, fee] of reversals) {
        const whole = earnings.find((each) => each.uuid === uuid);
        expect(Number(amount)).toBeLessThanOrEqual(Number(whole?.amount));
        expect(Number(fee)).toBeLessThanOrEqual(Number(whole?.fee));
        expect(Math.min(Number(amount), Number(fee))).toBeGreaterThanOrEqual(0);
        gross += Number(amount) + Number(fee);
      }
      // Of the third only 13 are left, and 3 of its 7 in fees with them.
      expect(gross).toBe(Math.min(debt, 93 + 1 + 16));
    }
  });
});
