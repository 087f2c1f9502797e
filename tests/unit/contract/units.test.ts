import { describe, expect, test } from "vitest";
import { microsFromCredits } from "../../../server/src/contract/money.ts";
import { EVENT_REASONS } from "../../../server/src/contract/reasons.ts";
import {
  AD_UNIT_TYPES,
  AD_UNITS,
  minimumBudgetOf,
  rateDecimalsOf,
  unitFeeOf,
  unitPriceOf,
} from "../../../server/src/contract/units.ts";

describe("ad units", () => {
  test("have the floors of the contract", () => {
    const floors = Object.fromEntries(
      Object.entries(AD_UNITS).map(([name, { floorCredits }]) => [name, floorCredits]),
    );
    expect(floors).toEqual({
      cpm: 200,
      cpia: 1,
      cpr: 10,
      cpd: 20,
      cpc: 25,
      cppromo: 50,
      cpl: 100,
      cpi: 100,
      cpa: 200,
    });
  });

  test("name the report of the specification", () => {
    const reports = Object.entries(AD_UNITS).map(([name, unit]) =>
      [name, unit.reportTool, unit.conversionType].filter(Boolean).join(" "),
    );
    expect(reports.toSorted()).toEqual([
      "cpa report_conversion cpa",
      "cpc report_click",
      "cpd report_conversion decision",
      "cpi report_conversion cpi",
      "cpia report_impression",
      "cpl report_conversion cpl",
      "cpm report_impression",
      "cppromo report_conversion coupon_redeemed",
      "cpr report_conversion recommendation",
    ]);
  });

  test("mature after 3, 7 or 14 days", () => {
    const days = Object.fromEntries(
      Object.entries(AD_UNITS).map(([name, { maturityHours }]) => [name, maturityHours / 24]),
    );
    expect(days).toEqual({
      cpm: 3,
      cpia: 3,
      cpc: 3,
      cpr: 7,
      cpd: 7,
      cppromo: 7,
      cpa: 14,
      cpl: 14,
      cpi: 14,
    });
  });

  test("only cpr, cpd and cpia sell influence on the answer", () => {
    const selling = AD_UNIT_TYPES.filter((name) => AD_UNITS[name].needsReasoningContext);
    expect(selling.toSorted()).toEqual(["cpd", "cpia", "cpr"]);
  });
});

describe("prices", () => {
  test.each(AD_UNIT_TYPES)("one unit of %s costs a whole number of micro-credits", (unit) => {
    const step = 10 ** -rateDecimalsOf(unit);
    const rate = microsFromCredits(Number((AD_UNITS[unit].floorCredits + step).toFixed(6)));
    const units = unit === "cpm" ? 1_000n : 1n;
    expect(unitPriceOf(unit, rate) * units).toBe(rate);
  });

  test.each([
    [25_000_000n, 2_000, 5_000_000n],
    [25_000_003n, 2_000, 5_000_000n],
    [25_000_004n, 2_000, 5_000_000n],
    [25_000_005n, 2_000, 5_000_001n],
    [1n, 9_999, 0n],
    [200_001n, 10_000, 200_001n],
    [200_001n, 0, 0n],
  ])("the fee of %d at %d bps is %d, rounded down", (price, feeBps, fee) => {
    expect(unitFeeOf(unitPriceOf("cpc", microsFromCredits(Number(price) / 1e6)), feeBps)).toBe(fee);
  });

  test.each([
    ["cpm", 200, 200],
    ["cpm", 500, 500],
    ["cpc", 25, 250],
    ["cpia", 1, 100],
    ["cpia", 10, 100],
    ["cpia", 10.000001, 100.00001],
    ["cpa", 200, 2_000],
  ] as const)("%s at %d asks for a budget of %d", (unit, rate, least) => {
    expect(minimumBudgetOf(unit, microsFromCredits(rate))).toBe(microsFromCredits(least));
  });
});

test("reasons keep the places that SQL stores", () => {
  expect(EVENT_REASONS).toEqual([
    "duplicate",
    "budget_exhausted",
    "daily_cap",
    "not_delivered",
    "outside_window",
    "not_billing_unit",
    "self_click",
    "declared_bot",
    "invalid_traffic",
    "unverified",
    "conversion_type_mismatch",
    "coupon_invalid",
    "disclosure_missing",
    "campaign_closed",
  ]);
});
