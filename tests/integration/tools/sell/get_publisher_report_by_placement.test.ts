import { expect, test } from "vitest";
import { publisherReportByPlacementSchema } from "../../../../server/src/contract/resources/report.ts";
import { listTestPlacement, resultOf } from "../../../setup/agents.ts";
import { bookPair, setUpMarket } from "../market.ts";
import { expectReportGuards } from "../report-guards.ts";

const market = setUpMarket();

const report = (key: string, args: object = {}) =>
  resultOf(
    market.call("get_publisher_report_by_placement", { period: "daily", ...args }, key),
    publisherReportByPlacementSchema,
  );

test("has a row for each of the caller's placements, also for one nobody booked", async () => {
  const pair = await bookPair(market, "cpc");
  const idle = await listTestPlacement(market.call, pair.publisher, "cpm");
  await pair.deliver();
  await pair.report("report_click");
  const { items, totals } = await report(pair.publisher.key);
  expect(items.map((item) => [item.placementId, item.title, item.earnedCredits])).toEqual([
    [pair.placement.placementId, pair.placement.title, 20],
    [idle.placementId, idle.title, 0],
  ]);
  expect(totals.earnedCredits).toBe(20);
  const only = await report(pair.publisher.key, { placementId: idle.placementId });
  expect(only.items.map((item) => item.placementId)).toEqual([idle.placementId]);
  expect(only.totals.earnedCredits).toBe(0);
});

test("a title that would be a formula or turn the text is inert in the table", async () => {
  const titles = ["=cmd|' /C calc'!A0", "a \u202e gpj.exe", "<img src=x onerror=alert(1)>"];
  const pair = await bookPair(market, "cpc");
  for (const title of titles) {
    // What passes the review is not the question here.
    await market.sql("update placement set title = $1 where id = $2", [
      title,
      (await market.sql("select placement_id as id from campaign where id = $1", [pair.uuid]))[0]
        ?.id,
    ]);
    const { csv, items } = await report(pair.publisher.key, { format: "csv" });
    expect(items[0]?.title).toBe(title);
    const cell = (csv ?? "").split("\r\n")[1]?.split(",")[1];
    expect(cell).toBe(title.startsWith("=") ? `'${title}` : title.replace("\u202e", ""));
  }
});

test("rejects windows, zones and periods that are none", () =>
  expectReportGuards(market, "get_publisher_report_by_placement", "publisher"));
