import { describe, expect, test } from "vitest";
import { hashOf, placeOf } from "../../../server/pages/console/address.ts";
import { csvOf } from "../../../server/pages/console/csv.ts";
import { credits, exactCredits } from "../../../server/pages/console/format.ts";
import { daysOf, rangeBefore, rangeOf } from "../../../server/pages/console/range.ts";
import { clickRate, conversionRate } from "../../../server/pages/console/rates.ts";
import type { Metrics } from "../../../server/pages/console/report.ts";
import { publisherMetrics, sumCells } from "../../../server/src/domain/reports/metrics.ts";

const none = publisherMetrics(sumCells([]));
const campaign = (counts: Partial<Metrics>): Metrics => ({ ...none, ...counts });

describe("rates", () => {
  const byView = campaign({ impressions: 10_000, clicks: 50 });
  const byClick = campaign({ clicks: 400, conversions: { ...none.conversions, cpa: 8 } });

  test("clicks of a campaign without impressions are not rated by those of another", () => {
    expect(clickRate([byView, byClick])).toBe(0.005);
    expect(clickRate([byClick])).toBeUndefined();
  });

  test("conversions are rated by the clicks of campaigns that have any", () => {
    const byOrder = campaign({ conversions: { ...none.conversions, cpa: 100 } });
    expect(conversionRate([byClick, byOrder])).toBe(0.02);
    expect(conversionRate([byOrder])).toBeUndefined();
  });

  test("what a model recommends is no conversion of a click", () => {
    const cited = campaign({
      clicks: 10,
      conversions: { ...none.conversions, recommendation: 7, decision: 2 },
    });
    expect(conversionRate([cited])).toBe(0);
  });
});

describe("ranges of days", () => {
  const now = Date.parse("2026-03-01T03:00:00Z");

  test("end with today in the zone, and the time before is as long", () => {
    const range = rangeOf({ days: "7" }, "UTC", now);
    expect(range).toEqual({ from: "2026-02-23", to: "2026-03-02" });
    expect(rangeBefore(range)).toEqual({ from: "2026-02-16", to: "2026-02-23" });
    expect(rangeOf({ days: "7" }, "America/New_York", now).to).toBe("2026-03-01");
    expect(rangeBefore({ from: "2020-01-03", to: "2020-01-10" })).toBeUndefined();
  });

  test("of the address include their last day; what is longer than a report ends earlier", () => {
    expect(rangeOf({ from: "2026-01-01", to: "2026-01-31" }, "UTC", now)).toEqual({
      from: "2026-01-01",
      to: "2026-02-01",
    });
    expect(daysOf(rangeOf({ from: "2020-01-01", to: "2026-01-01" }, "UTC", now))).toBe(400);
  });

  test("that are none give the last 30 days", () => {
    expect(daysOf(rangeOf({}, "UTC", now))).toBe(30);
    expect(daysOf(rangeOf({ days: "12" }, "UTC", now))).toBe(30);
    expect(daysOf(rangeOf({ from: "2026-13-01", to: "x" }, "UTC", now))).toBe(30);
    expect(daysOf(rangeOf({ from: "2026-02-01", to: "2026-01-01" }, "UTC", now))).toBe(30);
  });
});

describe("amounts", () => {
  test.each([
    [1_250, "1,250.00 cr"],
    [0.123456, "0.12 cr"],
    [0.000001, "<0.01 cr"],
    [-0.004, ">−0.01 cr"],
    [0, "0.00 cr"],
  ])("%d is shown as %s", (amount, text) => expect(credits(amount)).toBe(text));

  test("keep the micro-credit for those who look closer", () => {
    expect(exactCredits(0.123456)).toBe("0.123456 cr");
  });
});

test("an address survives being written and read, whatever its options hold", () => {
  const place = { view: "campaigns", options: { side: "advertiser", note: "a&b=c?#d é" } };
  expect(placeOf(hashOf(place))).toEqual(place);
  expect(placeOf("")).toEqual({ view: "", options: {} });
});

test("a file holds texts that no spreadsheet takes for formulas, and numbers as they are", () => {
  expect(
    csvOf(
      ["a", "b"],
      [
        ["=1+1", -2.5],
        [' "x", y', undefined],
        ["\u202egnp", 0],
      ],
    ),
  ).toBe(`a,b\r\n'=1+1,-2.5\r\n" ""x"", y",\r\ngnp,0\r\n`);
});
