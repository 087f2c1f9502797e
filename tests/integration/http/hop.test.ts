import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { productListSchema } from "../../../server/src/contract/resources/product.ts";
import { registerAgent, resultOf } from "../../setup/agents.ts";
import { bookPair, DAY_MS, type Market, SECOND_MS, startMarket } from "../tools/market.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";

let market: Market;
beforeAll(async () => {
  market = await startMarket();
  await market.loadProducts("lamps", [
    {
      id: "lamp",
      title: "Desk lamp",
      price: 20,
      currency: "USD",
      imageUrl: "https://pictures.example.com/lamp.jpg",
      link: "https://shop.example.com/lamp?c={click_id}",
    },
  ]);
});
afterAll(() => market.close());

const follow = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", headers: { "User-Agent": BROWSER }, ...init });
const linkTo = async (creativeUrl: string) => {
  const pair = await bookPair(market, "cpc", { campaign: { creativeUrl } });
  const delivered = await pair.deliver();
  return { pair, delivered, url: delivered.offer.clickUrl };
};
const flipped = (url: string, place: number) => {
  const at = url.indexOf("/r/") + 3 + place;
  return url.slice(0, at) + (url[at] === "A" ? "B" : "A") + url.slice(at + 1);
};

test("a link of the kit's test mode says so, and leads nowhere", async () => {
  for (const token of ["test", "test-card-1".padEnd(64, "-")]) {
    const answer = await follow(`${market.baseUrl}/r/${token}`);
    expect([answer.status, answer.headers.get("Location")]).toEqual([200, null]);
    expect(await answer.text()).toBe("This is a test link. Nothing is counted or billed.");
    expect(answer.headers.get("Content-Security-Policy")).toBe("default-src 'none'");
  }
});

describe("a campaign's link", () => {
  test("redirects with its macros filled in, privately and without cookies", async () => {
    const { pair, delivered, url } = await linkTo(
      "https://shop.example.com/p?c={click_id}&m={campaign_id}&p={placement_id}&x={unknown}",
    );
    const answer = await follow(url);
    expect(answer.status).toBe(302);
    const clickId = `clk_${delivered.deliveryId.slice(4, 30)}`;
    expect(answer.headers.get("Location")).toBe(
      `https://shop.example.com/p?c=${clickId}&m=${pair.campaignId}&p=${pair.placement.placementId}&x=`,
    );
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(answer.headers.get("Set-Cookie")).toBeNull();
    expect(answer.headers.get("X-Robots-Tag")).toContain("noindex");
    expect(await answer.text()).toBe("");
  });

  test.each([
    [
      "https://shop.example.com/日本?q=鍋",
      "https://shop.example.com/%E6%97%A5%E6%9C%AC?q=%E9%8D%8B",
    ],
    ["https://münchen.example.com/", "https://xn--mnchen-3ya.example.com/"],
    ["https://shop.example.com/a b", "https://shop.example.com/a%20b"],
    ["https://shop.example.com/%20?x=1#top", "https://shop.example.com/%20?x=1#top"],
  ])("to %s arrives in a form a header can carry", async (creativeUrl, location) => {
    const { url } = await linkTo(creativeUrl);
    expect((await follow(url)).headers.get("Location")).toBe(location);
  });

  test("with any bit changed is not ours", async () => {
    const { url } = await linkTo("https://shop.example.com/");
    for (const place of [0, 1, 5, 20, 40, 63]) {
      const answer = await follow(flipped(url, place));
      expect(answer.status).toBe(404);
      expect(answer.headers.get("Location")).toBeNull();
    }
  });

  test.each([
    "",
    "x",
    "A".repeat(64),
    "A".repeat(63),
    "A".repeat(65),
    "../api/public/info",
    "%2e%2e",
  ])("%j is no link", async (token) => {
    expect((await follow(`${market.baseUrl}/r/${token}x`)).status).toBe(404);
  });

  test("takes GET and HEAD and nothing else", async () => {
    const { url } = await linkTo("https://shop.example.com/");
    expect((await follow(url, { method: "HEAD" })).status).toBe(302);
    for (const method of ["POST", "PUT", "DELETE"]) {
      const answer = await follow(url, { method });
      expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
    }
  });

  test("redirects for 30 days and is gone after", async () => {
    const own = await startMarket();
    try {
      const pair = await bookPair(own, "cpc");
      const { offer } = await pair.deliver();
      own.clock.advance(30 * DAY_MS - 2_000);
      expect((await follow(offer.clickUrl, { method: "HEAD" })).status).toBe(302);
      own.clock.advance(4_000);
      const gone = await follow(offer.clickUrl);
      expect([gone.status, gone.headers.get("Location")]).toEqual([410, null]);
    } finally {
      await own.close();
    }
  });

  test("outlives the campaign: a late reader still arrives, nothing is billed", async () => {
    const { pair, url } = await linkTo("https://shop.example.com/late");
    await market.call(
      "confirm_delivery",
      { campaignId: pair.campaignId, final: true },
      pair.advertiser.key,
    );
    await market.travel(2 * 3_600_000);
    const moved = await market.moved(async () => {
      expect((await follow(url)).status).toBe(302);
      await vi.waitFor(async () => {
        const rows = await market.sql("select reason from event where campaign_id = $1", [
          pair.uuid,
        ]);
        expect(rows).toEqual([{ reason: 14 }]);
      });
    });
    expect(moved).toEqual({});
  });
});

describe("a product's link", () => {
  const linkOf = async (hints: object = {}) => {
    const { items } = await resultOf(
      market.call("search_shopfeed_products", { q: "desk lamp", ...hints }),
      productListSchema,
    );
    return items[0]?.clickUrl ?? "";
  };
  const clicks = () => market.sql("select * from product_click order by id");

  test("redirects to the shop with a click id of its own", async () => {
    const url = await linkOf();
    const locations = await Promise.all([follow(url), follow(url)]);
    const ids = locations.map(
      ({ headers }) => new URL(headers.get("Location") ?? "").searchParams.get("c") ?? "",
    );
    for (const id of ids) expect(id).toMatch(/^clk_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(new Set(ids).size).toBe(2);
    // Written behind the redirect; the tests below count from here.
    await vi.waitFor(async () => expect((await clicks()).length).toBe(1));
  });

  test("counts one click for an address and 30 seconds, and remembers who showed it", async () => {
    const { agentId } = await registerAgent(market.call, "publisher");
    await market.travel(60 * SECOND_MS);
    const before = (await clicks()).length;
    const url = await linkOf({ publisherId: agentId, origin: "chat.example" });
    for (let click = 0; click < 3; click += 1) await follow(url);
    await vi.waitFor(async () => expect((await clicks()).length).toBe(before + 1));
    market.clock.advance(30 * SECOND_MS);
    await follow(url);
    await vi.waitFor(async () => expect((await clicks()).length).toBe(before + 2));
    const last = (await clicks()).at(-1);
    expect(last).toMatchObject({ origin: "chat.example", is_bot: false });
    expect(JSON.stringify(last)).not.toContain("127.0.0.1");
  });

  test("a bot's click is kept as such, HEAD leaves no trace", async () => {
    market.clock.advance(60 * SECOND_MS);
    const before = (await clicks()).length;
    const url = await linkOf();
    await follow(url, { method: "HEAD" });
    await follow(url, { headers: { "User-Agent": "curl/8.0" } });
    await vi.waitFor(async () => expect((await clicks()).length).toBe(before + 1));
    expect((await clicks()).at(-1)).toMatchObject({ is_bot: true });
  });

  test("a changed product link is not ours", async () => {
    expect((await follow(flipped(await linkOf(), 12))).status).toBe(404);
  });
});
