import { beforeAll, describe, expect, test } from "vitest";
import { bookPair, MINUTE_MS, setUpMarket } from "../../tools/market.ts";

const market = setUpMarket();
let made = 0;
beforeAll(async () => {});

const freshAddress = () => {
  made += 1;
  return `10.9.${made >> 8}.${made & 255}`;
};
const READER = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
const ASSISTANT =
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0";

describe("impressions whose reader is known", () => {
  test("three of one campaign and address are billed in five minutes", async () => {
    const pair = await bookPair(market, "cpm");
    const ip = freshAddress();
    const view = async (evidence: object) => {
      const { deliveryId } = await pair.deliver();
      return pair.report("report_impression", { deliveryId, evidence });
    };
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await view({ ip, ua: READER })).toMatchObject({ billable: true, counted: 1 });
    }
    const fourth = await view({ ip, ua: READER });
    expect(fourth).toMatchObject({ accepted: true, billable: false, reason: "invalid_traffic" });
    expect(await view({ ip: freshAddress() })).toMatchObject({ billable: true });
    expect(await view({ ua: READER })).toMatchObject({ billable: true });
    const other = await bookPair(market, "cpm");
    const { deliveryId } = await other.deliver();
    const elsewhere = await other.report("report_impression", { deliveryId, evidence: { ip } });
    expect(elsewhere).toMatchObject({ billable: true });
    market.clock.advance(5 * MINUTE_MS);
    expect(await view({ ip })).toMatchObject({ billable: true });
  });

  test("a count says how many views they were", async () => {
    const pair = await bookPair(market, "cpm");
    const { deliveryId } = await pair.deliver();
    const report = (count: number, ip: string) =>
      pair.report("report_impression", { deliveryId, count, evidence: { ip } });
    expect(await report(3, freshAddress())).toMatchObject({ counted: 3 });
    expect(await report(4, freshAddress())).toMatchObject({
      counted: 0,
      reason: "invalid_traffic",
    });
  });

  test("the address is not stored, the rest of the evidence is", async () => {
    const pair = await bookPair(market, "cpm");
    const ip = "203.0.113.77";
    const { deliveryId } = await pair.deliver();
    const evidence = { ip, ua: READER, words: ["pan"] };
    await pair.report("report_impression", { deliveryId, evidence });
    const rows = await market.sql("select detail from event where campaign_id = $1", [pair.uuid]);
    expect(rows).toMatchObject([{ detail: { evidence: { ua: READER, words: ["pan"] } } }]);
    expect(JSON.stringify(rows)).not.toContain(ip);
  });

  test("in a batch each is judged for itself, in order", async () => {
    const pair = await bookPair(market, "cpm");
    const ip = freshAddress();
    const { deliveryId } = await pair.deliver();
    const event = { type: "impression", campaignId: pair.campaignId, deliveryId };
    const readers = [{ ip }, { ua: ASSISTANT }, { ip }, {}, { ip }, { ip }];
    const events = readers.map((evidence) => ({ ...event, evidence }));
    const { body } = await market.call("report_events", { events }, pair.publisher.key);
    const text = JSON.stringify(body);
    const { items }: { items: { reason?: string }[] } = JSON.parse(text);
    expect(items.map(({ reason }) => reason)).toEqual([
      undefined,
      "declared_bot",
      undefined,
      undefined,
      undefined,
      "invalid_traffic",
    ]);
  });
});

describe("a program behind a report", () => {
  test.each([
    ["cpm", "report_impression"],
    ["cpc", "report_click"],
  ] as const)("is never billed for %s", async (unit, tool) => {
    const pair = await bookPair(market, unit);
    const { deliveryId } = await pair.deliver();
    const moved = await market.moved(async () => {
      expect(await pair.report(tool, { deliveryId, evidence: { ua: ASSISTANT } })).toMatchObject({
        accepted: true,
        billable: false,
        reason: "declared_bot",
      });
    });
    expect(moved).toEqual({});
    expect(await pair.report(tool, { deliveryId, evidence: { ua: READER } })).toMatchObject({
      billable: true,
    });
  });

  test("may have an offer enter its context: that is what cpia sells", async () => {
    const pair = await bookPair(market, "cpia");
    const { deliveryId } = await pair.deliver();
    const evidence = { ua: ASSISTANT };
    const report = await pair.report("report_impression", { deliveryId, evidence });
    expect(report).toMatchObject({ billable: true });
  });
});

describe("clicks that the publisher reports with their address", () => {
  test("count for it as those of the hop do", async () => {
    const pair = await bookPair(market, "cpc");
    const evidence = { ip: freshAddress(), ua: READER };
    const report = async () => {
      const { deliveryId } = await pair.deliver();
      return pair.report("report_click", { deliveryId, evidence });
    };
    expect(await report()).toMatchObject({ billable: true });
    expect(await report()).toMatchObject({ billable: false, reason: "invalid_traffic" });
  });

  test("reported twice are a duplicate, not an offence", async () => {
    const pair = await bookPair(market, "cpc");
    const evidence = { ip: freshAddress() };
    const { deliveryId } = await pair.deliver();
    expect(await pair.report("report_click", { deliveryId, evidence })).toMatchObject({
      billable: true,
    });
    expect(await pair.report("report_click", { deliveryId, evidence })).toMatchObject({
      duplicate: true,
    });
  });
});
