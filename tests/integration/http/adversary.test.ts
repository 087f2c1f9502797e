import { beforeAll, describe, expect, test } from "vitest";
import { productListSchema } from "../../../server/src/contract/resources/product.ts";
import { registerAgent, resultOf } from "../../setup/agents.ts";
import { startReceiver } from "../../setup/receiver.ts";
import { bookPair, DAY_MS, refused, setUpMarket } from "../tools/market.ts";

/** Cases of the table in server/docs/security.md that no other file tests. */
const market = setUpMarket({ env: { POSTBACK_ALLOW_HOSTS: "127.0.0.1" } });
const LINK = "https://shop.example.com/kettle";

beforeAll(() =>
  market.loadProducts(
    "kettles",
    ["Steel kettle", "Tea kettle (1.7 l)"].map((title, place) => ({
      id: `kettle-${place}`,
      title,
      price: 20,
      currency: "USD",
      imageUrl: "https://pictures.example.com/kettle.jpg",
      link: LINK,
    })),
  ),
);

describe("a count", () => {
  test.each([-5, 0, 1.5, 1e12, "NaN"])("of %s is refused and leaves no event", async (count) => {
    const pair = await bookPair(market, "cpm");
    await pair.deliver();
    const args = { campaignId: pair.campaignId, count };
    const answer = market.call("report_impression", args, pair.publisher.key);
    expect((await refused(answer, "invalid_arguments")).field).toBe("/arguments/count");
    const rows = await market.sql("select 1 from event where campaign_id = $1", [pair.uuid]);
    expect(rows).toEqual([]);
  });
});

test("a destination in the address of a link is ignored", async () => {
  const pair = await bookPair(market, "cpc", { campaign: { creativeUrl: LINK } });
  const { clickUrl } = (await pair.deliver()).offer;
  for (const extra of ["?url=https://evil.example", "?dest=//evil.example&u=javascript:1"]) {
    const answer = await fetch(clickUrl + extra, { redirect: "manual" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, LINK]);
  }
});

describe("a product search", () => {
  test.each([
    "%",
    "_",
    "'; drop table product; --",
    "kettle' or 1=1",
    "(",
    "[a-",
    "\\",
    ".*",
    ":*",
  ])("takes %j literally", async (q) => {
    const found = await resultOf(market.call("search_shopfeed_products", { q }), productListSchema);
    for (const { title } of found.items) expect(title).toContain("kettle");
    if (!q.includes("kettle")) expect(found).toMatchObject({ status: "empty", items: [] });
  });

  test.each([{ page: 1e9 }, { limit: 10_000 }, { page: 0 }, { limit: -1 }, { page: 1.5 }])(
    "of %j is refused or empty",
    async (bounds) => {
      const answer = await market.call("search_shopfeed_products", { q: "kettle", ...bounds });
      if (answer.isError)
        expect(answer.body).toMatchObject({ error: { code: "invalid_arguments" } });
      else expect(answer.body).toMatchObject({ items: [] });
    },
  );
});

test("a report over ten years is refused or bounded", async () => {
  const { publisher } = await bookPair(market, "cpc");
  const to = market.clock.now();
  const from = new Date(to.getTime() - 3_653 * DAY_MS);
  const window = { period: "range", from: from.toISOString(), to: to.toISOString() };
  await refused(market.call("get_publisher_report", window, publisher.key), "invalid_arguments");
});

test("the text of a receiver is neither shown nor kept", async () => {
  const inside = "rk_of_another_house";
  const receiver = await startReceiver((response) => {
    response.writeHead(500, { "X-Inside": inside }).end(inside);
  });
  const { key } = await registerAgent(market.call, "publisher");
  const { body } = await market.call("register_postback", { url: receiver.url }, key);
  const { postbackId } = Object(body);
  const tested = await market.call("test_postback", { postbackId }, key);
  const listed = await market.call("list_postbacks", { postbackId }, key);
  expect(receiver.received.length).toBeGreaterThan(0);
  expect(tested.text).toContain("500");
  for (const { text } of [tested, listed]) expect(text).not.toContain(inside);
  const kept = await market.sql("select to_jsonb(a)::text as row from postback_attempt a");
  expect(kept.length).toBeGreaterThan(0);
  expect(JSON.stringify(kept)).not.toContain(inside);
  await receiver.close();
});
