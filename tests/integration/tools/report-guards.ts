import { expect } from "vitest";
import { bookPair, type Market, refused } from "./market.ts";

/** The windows and zones that every report tool refuses. */
export async function expectReportGuards(
  market: Market,
  tool: string,
  side: "publisher" | "advertiser",
): Promise<void> {
  const pair = await bookPair(market, "cpc");
  const ask = (args: object, key?: string) => market.call(tool, { period: "daily", ...args }, key);
  await expectFieldsChecked(ask, pair[side].key);
}

type Ask = (args: object, key?: string) => ReturnType<Market["call"]>;

async function expectFieldsChecked(ask: Ask, key: string): Promise<void> {
  const wrong: readonly [object, string][] = [
    [{ timezone: "Mars/Olympus" }, "/arguments/timezone"],
    [{ timezone: "+05:30" }, "/arguments/timezone"],
    [{ timezone: "Europe/Berlin'; drop table entry" }, "/arguments/timezone"],
    [{ from: "yesterday" }, "/arguments/from"],
    [{ from: "2026-03-01T00:00:00" }, "/arguments/from"],
    [{ from: "1526-03-01" }, "/arguments/from"],
    [{ from: "2026-03-02", to: "2026-03-02" }, "/arguments/to"],
    [{ from: "2026-03-02", to: "2026-03-01" }, "/arguments/to"],
    [{ from: "2020-01-01", to: "2026-03-01" }, "/arguments/from"],
    [{ period: "range" }, "/arguments/from"],
    [{ period: "range", from: "2026-03-01" }, "/arguments/to"],
  ];
  for (const [args, field] of wrong) {
    const error = await refused(ask(args, key), "invalid_arguments");
    expect(error.field, JSON.stringify(args)).toBe(field);
  }
}
