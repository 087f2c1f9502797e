import { describe, expect, test } from "vitest";
import { creditsSchema } from "../../../server/src/contract/fields.ts";
import {
  creditsFromMicros,
  hasAtMostDecimals,
  micros,
  microsFromCredits,
} from "../../../server/src/contract/money.ts";

describe("credits and micro-credits", () => {
  test.each([
    [0, 0n],
    [1, 1_000_000n],
    [0.000001, 1n],
    [0.1, 100_000n],
    [4.35, 4_350_000n],
    [1.005, 1_005_000n],
    [123_456.789012, 123_456_789_012n],
    [999_999_999.999999, 999_999_999_999_999n],
    [1_000_000_000, 1_000_000_000_000_000n],
  ])("%d credits are exactly %d micro-credits, there and back", (credits, expected) => {
    expect(microsFromCredits(credits)).toBe(expected);
    expect(creditsFromMicros(micros(expected))).toBe(credits);
  });

  test("every micro-credit of a wide sample survives the way there and back", () => {
    for (let value = 1n; value < 10n ** 15n; value = value * 7n + 3n) {
      expect(microsFromCredits(creditsFromMicros(micros(value)))).toBe(value);
    }
  });

  test("a seventh decimal is refused, never rounded", () => {
    for (const credits of [0.0000001, 1.0000005, 25.1234567]) {
      expect(() => microsFromCredits(credits)).toThrow(RangeError);
    }
  });

  test("what is no number is no amount", () => {
    for (const credits of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => microsFromCredits(credits)).toThrow();
    }
  });

  test("a column that is not whole is refused", () => {
    expect(() => micros("1.5")).toThrow(SyntaxError);
    expect(micros("-12")).toBe(-12n);
  });
});

describe("decimals of an amount", () => {
  test.each([
    [0.1, 1, true],
    [0.15, 1, false],
    [1e-7, 6, false],
    [200.001, 3, true],
    [200.0001, 3, false],
    [1e21, 6, true],
    [Number.NaN, 6, false],
  ])("%d has at most %d decimals: %s", (value, decimals, expected) => {
    expect(hasAtMostDecimals(value, decimals)).toBe(expected);
  });

  test("the schema of an amount takes its limits and nothing beyond", () => {
    const schema = creditsSchema({ min: 1, max: 10, decimals: 2 });
    expect([1, 10, 5.25].every((value) => schema.safeParse(value).success)).toBe(true);
    for (const value of [0.99, 10.01, 5.255, "5", null, Number.NaN]) {
      expect(schema.safeParse(value).success).toBe(false);
    }
  });
});
