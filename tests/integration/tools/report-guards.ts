import { expect } from "vitest";
import { registerAgent } from "../../setup/agents.ts";
import { bookPair, type Market, NOBODY, refused } from "./market.ts";

/** What every report tool refuses, and that asking moves no money. */
export async function expectReportGuards(
  market: Market,
  tool: string,
  side: "publisher" | "advertiser",
): Promise<void> {
  const pair = await bookPair(market, "cpc");
  const ask = (args: object, key?: string) => market.call(tool, { period: "daily", ...args }, key);
  const own = pair[side].key;
  await refused(ask({}), "missing_key");
  const other = side === "publisher" ? "advertiser" : "publisher";
  await refused(ask({}, pair[other].key), "wrong_role");
  await expectFieldsChecked(ask, own);
  await expectOnlyOwn(market, { ask, pair, side });
  expect(await market.moved(() => ask({}, own))).toEqual({});
}

type Ask = (args: object, key?: string) => ReturnType<Market["call"]>;

async function expectFieldsChecked(ask: Ask, key: string): Promise<void> {
  const wrong: readonly [object, string][] = [
    [{ period: "yearly" }, "/arguments/period"],
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
    [{ format: "xml" }, "/arguments/format"],
    [{ until: "2026-03-01" }, "/arguments/until"],
  ];
  for (const [args, field] of wrong) {
    const error = await refused(ask(args, key), "invalid_arguments");
    expect(error.field, JSON.stringify(args)).toBe(field);
  }
}

/** Somebody else's campaigns and placements answer exactly like those that do not exist. */
async function expectOnlyOwn(
  market: Market,
  of: { ask: Ask; pair: Awaited<ReturnType<typeof bookPair>>; side: "publisher" | "advertiser" },
): Promise<void> {
  const { ask, pair, side } = of;
  const stranger = await registerAgent(market.call, side);
  const names = [
    ["campaignId", pair.campaignId, `cmp_${NOBODY}`],
    ["placementId", pair.placement.placementId, `plc_${NOBODY}`],
  ] as const;
  for (const [field, foreign, unknown] of names) {
    const seen = await refused(ask({ [field]: foreign }, stranger.key), "not_found");
    const missing = await refused(ask({ [field]: unknown }, stranger.key), "not_found");
    expect(seen).toEqual(missing);
    expect((await ask({ [field]: foreign }, pair[side].key)).status).toBe(200);
  }
}
