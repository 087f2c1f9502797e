import { readFileSync } from "node:fs";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { sweepNew } from "../../../server/src/domain/ledger/index.ts";
import { rollUp } from "../../../server/src/domain/reports/index.ts";
import { bookPair, clickThrough, HOUR_MS, MINUTE_MS, setUpMarket } from "../tools/market.ts";

const page = readFileSync("server/docs/scale.md", "utf8");
const [, section = ""] = page.split("## Hot statements");
const listed = [...section.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|/gm)].map(([, name]) => name);
const HOT = /^(campaigns|delivery|events|identity|ledger|placements|reports)\./;
const market = setUpMarket();

/** One of each call that chats, readers and dashboards make all day, and the jobs behind them. */
async function oneOfEach() {
  const { call, exchange, clock } = market;
  const pairs = [
    await bookPair(market, "cpc"),
    await bookPair(market, "cpm"),
    await bookPair(market, "cpa", { campaign: { budgetCredits: 2_000 } }),
  ];
  // What the processes remember of keys and campaigns is read again.
  clock.advance(2 * MINUTE_MS);
  const query = vi.spyOn(pg.Client.prototype, "query");
  for (const pair of pairs) {
    const { campaignId, publisher, advertiser } = pair;
    const { deliveryId, offer } = await pair.deliver({ sessionKey: "session" });
    await call("report_impression", { campaignId, deliveryId }, publisher.key);
    await clickThrough(market, pair, offer.clickUrl);
    const order = { campaignId, deliveryId, orderId: "1", conversionType: "cpa" };
    await call("report_conversion", order, advertiser.key);
    for (const { key } of [publisher, advertiser]) {
      await call("whoami", {}, key);
      await call("wallet", {}, key);
      await call("get_campaign", { campaignId }, key);
      await call("list_campaigns", {}, key);
    }
    await call("get_publisher_report_by_campaign", { period: "daily" }, publisher.key);
    await call("get_advertiser_report", { period: "daily" }, advertiser.key);
    await call("search_placements", { limit: 3 });
  }
  const { db, ids } = exchange.services;
  await sweepNew(db, { ids, now: clock.now() });
  await rollUp(db, clock.now(), 500);
  await market.travel(200 * HOUR_MS);
  return query.mock.calls.map(([first]) => String(Object(first).name));
}

test("the page lists every statement that runs all day, and no other", async () => {
  const names = new Set(await oneOfEach());
  // Upkeep by time may fall into the run or not; the catalogue has engines of its own.
  names.delete("ledger.put_publisher_limits");
  const hot = [...names].filter((name) => HOT.test(name)).sort();
  expect(listed).toEqual(hot);
});
