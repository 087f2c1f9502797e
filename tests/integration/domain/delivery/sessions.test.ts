import { expect, test } from "vitest";
import { bookPair, HOUR_MS, MINUTE_MS, setUpMarket } from "../../tools/market.ts";

const market = setUpMarket();

const PAYING = [
  ["cpia", "report_impression", {}, 30 * MINUTE_MS],
  ["cpr", "report_conversion", { conversionType: "recommendation" }, 24 * HOUR_MS],
  ["cpd", "report_conversion", { conversionType: "decision" }, 24 * HOUR_MS],
] as const;

test.each(PAYING)(
  "%s pays once for a session that only the delivery named",
  async (unit, tool, fields, windowMs) => {
    const pair = await bookPair(market, unit);
    const reportOf = async (sessionKey: string) => {
      const { deliveryId } = await pair.deliver({ sessionKey });
      return pair.report(tool, { deliveryId, ...fields });
    };
    expect(await reportOf("one")).toMatchObject({ billable: true });
    // Reported before the delivery's row was written, as a quick chat does.
    expect(await reportOf("one")).toMatchObject({ billable: false, reason: "duplicate" });
    expect(await reportOf("two")).toMatchObject({ billable: true });
    const { deliveryId } = await pair.deliver({ sessionKey: "one" });
    const named = { deliveryId, sessionKey: "three", ...fields };
    expect(await pair.report(tool, named)).toMatchObject({ billable: true });
    await market.travel(windowMs + MINUTE_MS);
    expect(await reportOf("one")).toMatchObject({ billable: true });
  },
);

test("a reader who did not agree has no session to be counted by", async () => {
  const pair = await bookPair(market, "cpia");
  for (let turn = 0; turn < 2; turn += 1) {
    const { deliveryId } = await pair.deliver({ sessionKey: "one", consent: { gpc: 1 } });
    expect(await pair.report("report_impression", { deliveryId })).toMatchObject({
      billable: true,
    });
  }
});
