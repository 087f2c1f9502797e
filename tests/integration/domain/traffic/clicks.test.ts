import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { EVENT_REASONS } from "../../../../server/src/contract/reasons.ts";

import { bookCampaign } from "../../../setup/agents.ts";
import {
  bookPair,
  HOUR_MS,
  type Market,
  MINUTE_MS,
  type Pair,
  startMarket,
} from "../../tools/market.ts";

const BROWSER =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) " +
  "Chrome/141.0.0.0 Safari/537.36";

/** All agents register from the same address, that of the proxy. */
const LIMITS = "register=1/1000, write=1000/2000";
let market: Market;
let folder: string;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "traffic-"));
  const ranges = join(folder, "ranges.txt");
  await writeFile(ranges, "# A data centre\n198.51.100.0/24\n2001:db8:dc::/48\n");
  market = await startMarket({
    env: { TRUST_PROXY_HOPS: "1", RATE_LIMITS: LIMITS, INVALID_TRAFFIC_RANGES: ranges },
  });
});
afterAll(async () => {
  await market.close();
  await rm(folder, { recursive: true });
});

/** To just after midnight: addresses count anew every day, and must not amid a test. */
const nextDay = () => {
  const dayMs = 24 * HOUR_MS;
  return market.travel(dayMs - (market.clock.now().getTime() % dayMs) + MINUTE_MS);
};

/** An address that nobody has clicked from. */
const freshAddress = () => {
  made += 1;
  return `10.${made >> 16}.${(made >> 8) & 255}.${made & 255}`;
};

interface Look {
  readonly address?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const follow = (url: string, look: Look = {}) =>
  fetch(url, {
    redirect: "manual",
    method: look.method ?? "GET",
    headers: {
      "User-Agent": BROWSER,
      ...(look.address === undefined ? {} : { "X-Forwarded-For": look.address }),
      ...look.headers,
    },
  });

/** What was kept of a campaign's clicks, in order; waits until there are so many. */
const keptOf = async ({ uuid }: Pick<Pair, "uuid">, count: number) => {
  await market.exchange.services.delivery.recorder.flush(uuid);
  return vi.waitFor(async () => {
    const rows = await market.sql(
      "select reason, charged, detail, is_verified from event where campaign_id = $1 order by id",
      [uuid],
    );
    expect(rows).toHaveLength(count);
    return rows.map(({ reason, charged, detail, is_verified }) => ({
      reason: EVENT_REASONS[Number(reason) - 1] ?? "billed",
      charged: Number(charged) / 1_000_000,
      detail,
      isVerified: is_verified,
    }));
  });
};
const reasonsOf = async (pair: Pair, count: number) =>
  (await keptOf(pair, count)).map(({ reason }) => reason);

/** A reader's click on a delivery of its own, which always ends at the shop. */
const click = async (pair: Pair, look: Look = {}) => {
  const { offer } = await pair.deliver();
  const answer = await follow(offer.clickUrl, look);
  expect(answer.status).toBe(302);
  expect(answer.headers.get("Location")).toMatch(/^https:\/\/shop\.example\.com\//);
};
const book = () => bookPair(market, "cpc", { campaign: { budgetCredits: 4_000 } });

describe("clicks of one address", () => {
  test.each([
    ["one a minute", 1, MINUTE_MS],
    ["three in ten minutes", 3, 10 * MINUTE_MS],
    ["ten in an hour", 10, HOUR_MS],
    ["25 in a day", 25, 24 * HOUR_MS],
  ])("%s are billed, further ones kept as invalid traffic", async (_name, max, windowMs) => {
    await nextDay();
    const pair = await book();
    const address = freshAddress();
    // As far apart as no shorter window minds.
    const stepMs = max === 1 ? 1_000 : Math.floor(windowMs / (max + 2));
    const startedAtMs = market.clock.now().getTime();
    for (let nth = 0; nth <= max; nth += 1) {
      if (nth > 0) market.clock.advance(stepMs);
      await click(pair, { address });
      await keptOf(pair, nth + 1);
    }
    const kept = await keptOf(pair, max + 1);
    expect(kept.slice(0, max)).toEqual(
      Array.from({ length: max }, () => ({
        reason: "billed",
        charged: 25,
        detail: null,
        isVerified: true,
      })),
    );
    expect(kept[max]).toEqual({
      reason: "invalid_traffic",
      charged: 0,
      detail: { rule: "address_rate" },
      isVerified: false,
    });
    // The refused click has cost the address nothing: the first slot is free when its window ends.
    if (windowMs < 24 * HOUR_MS) {
      market.clock.advance(startedAtMs + windowMs + 1_000 - market.clock.now().getTime());
      await click(pair, { address });
      expect((await reasonsOf(pair, max + 2))[max + 1]).toBe("billed");
    }
  });

  test("are counted over all campaigns", async () => {
    const [one, two] = [await book(), await book()];
    const address = freshAddress();
    await click(one, { address });
    await keptOf(one, 1);
    await click(two, { address });
    expect(await reasonsOf(two, 1)).toEqual(["invalid_traffic"]);
  });

  test("do not concern another address", async () => {
    const pair = await book();
    for (let nth = 0; nth < 5; nth += 1) await click(pair, { address: freshAddress() });
    expect(await reasonsOf(pair, 5)).toEqual(Array.from({ length: 5 }, () => "billed"));
  });

  test("count for the whole /64 of IPv6, which one household holds", async () => {
    const pair = await book();
    await click(pair, { address: "2001:db8:aa:1::1" });
    await keptOf(pair, 1);
    await click(pair, { address: "[2001:db8:aa:1:ffff::2]:4711" });
    await keptOf(pair, 2);
    await click(pair, { address: "2001:db8:aa:2::1" });
    expect(await reasonsOf(pair, 3)).toEqual(["billed", "invalid_traffic", "billed"]);
  });

  test("a second click on the same ad is a duplicate, not an offence", async () => {
    const pair = await book();
    const address = freshAddress();
    const { offer } = await pair.deliver();
    for (let nth = 0; nth < 3; nth += 1) await follow(offer.clickUrl, { address });
    expect((await reasonsOf(pair, 3)).toSorted()).toEqual(["billed", "duplicate", "duplicate"]);
    market.clock.advance(MINUTE_MS);
    await click(pair, { address });
    expect((await reasonsOf(pair, 4))[3]).toBe("billed");
  });

  test("from this machine are exempt in the demo", async () => {
    const pair = await book();
    for (let nth = 0; nth < 3; nth += 1) await click(pair);
    for (let nth = 0; nth < 3; nth += 1) await click(pair, { address: "127.0.0.1" });
    expect(await reasonsOf(pair, 6)).toEqual(Array.from({ length: 6 }, () => "billed"));
  });

  test("only what the trusted proxy wrote is an address: case 37", async () => {
    const pair = await book();
    const address = freshAddress();
    await click(pair, { address: `${freshAddress()}, ${address}` });
    await keptOf(pair, 1);
    await click(pair, { address: `${freshAddress()}, 127.0.0.1, ${address}` });
    expect(await reasonsOf(pair, 2)).toEqual(["billed", "invalid_traffic"]);
  });
});

describe("clicks of no reader", () => {
  test.each([
    ["a declared bot", { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }, "user_agent"],
    ["a library", { "User-Agent": "python-requests/2.32.3" }, "user_agent"],
    [
      "an assistant that fetches for somebody",
      { "User-Agent": `${BROWSER} ChatGPT-User/1.0` },
      "user_agent",
    ],
    ["an agent that signs", { "Signature-Agent": '"https://chatgpt.com"' }, "signature_agent"],
    ["a prefetch", { "Sec-Purpose": "prefetch" }, "prefetch"],
    ["a prerender", { "Sec-Purpose": "prefetch;prerender" }, "prefetch"],
    ["an older prefetch", { Purpose: "prefetch" }, "prefetch"],
    ["Firefox looking ahead", { "X-Moz": "prefetch" }, "prefetch"],
  ])("%s is sent on, kept and not billed", async (_name, headers, rule) => {
    const pair = await book();
    const address = freshAddress();
    await click(pair, { address, headers });
    expect(await keptOf(pair, 1)).toEqual([
      { reason: "declared_bot", charged: 0, detail: { rule }, isVerified: false },
    ]);
    // It was no click of the address either.
    await click(pair, { address });
    expect((await reasonsOf(pair, 2))[1]).toBe("billed");
  });

  test.each(["image", "iframe", "empty", "script"])(
    "a link loaded as %s was not clicked",
    async (target) => {
      const pair = await book();
      await click(pair, { address: freshAddress(), headers: { "Sec-Fetch-Dest": target } });
      expect(await keptOf(pair, 1)).toMatchObject([
        { reason: "invalid_traffic", charged: 0, detail: { rule: "fetch_target" } },
      ]);
    },
  );

  test("HEAD leaves no trace and uses nothing up", async () => {
    const pair = await book();
    const { offer } = await pair.deliver();
    const address = freshAddress();
    expect((await follow(offer.clickUrl, { address, method: "HEAD" })).status).toBe(302);
    await follow(offer.clickUrl, { address });
    expect(await reasonsOf(pair, 1)).toEqual(["billed"]);
  });

  test("a bot that came first takes nothing from the reader who comes after", async () => {
    const pair = await book();
    const { offer } = await pair.deliver();
    await follow(offer.clickUrl, {
      address: freshAddress(),
      headers: { "User-Agent": "GPTBot/1.3" },
    });
    await follow(offer.clickUrl, { address: freshAddress() });
    expect(await reasonsOf(pair, 2)).toEqual(["declared_bot", "billed"]);
  });

  test.each(["198.51.100.77", "198.51.100.77:50123", "::ffff:198.51.100.8", "2001:db8:dc:9::1"])(
    "%s lies in the operator's ranges",
    async (address) => {
      const pair = await book();
      await click(pair, { address });
      expect(await keptOf(pair, 1)).toMatchObject([
        { reason: "invalid_traffic", charged: 0, detail: { rule: "address_range" } },
      ]);
    },
  );
});

describe("clicks of the two sides themselves", () => {
  test.each(["publisher", "advertiser"] as const)(
    "the %s's address, known from its calls, is a self-click",
    async (side) => {
      const pair = await book();
      const address = freshAddress();
      market.clock.advance(MINUTE_MS);
      await market.call("whoami", {}, pair[side].key, { headers: { "X-Forwarded-For": address } });
      await click(pair, { address });
      expect(await keptOf(pair, 1)).toEqual([
        { reason: "self_click", charged: 0, detail: { rule: "own_address" }, isVerified: false },
      ]);
      // Its own on this booking, anybody's on others.
      const other = await book();
      await click(other, { address });
      expect(await reasonsOf(other, 1)).toEqual(["billed"]);
    },
  );

  test("a key of either side is a self-click, a stranger's key a program", async () => {
    const [pair, stranger] = [await book(), await book()];
    const keys = [pair.publisher.key, pair.advertiser.key, stranger.publisher.key, "rk_live_wrong"];
    for (const key of keys) {
      await click(pair, { address: freshAddress(), headers: { Authorization: `Bearer ${key}` } });
    }
    const kept = await keptOf(pair, 4);
    expect(kept.map(({ reason, charged }) => [reason, charged])).toEqual([
      ["self_click", 0],
      ["self_click", 0],
      ["declared_bot", 0],
      ["declared_bot", 0],
    ]);
  });

  test("a password in front of the exchange makes nobody a program", async () => {
    const pair = await book();
    await click(pair, { address: freshAddress(), headers: { Authorization: "Basic dTpw" } });
    expect(await reasonsOf(pair, 1)).toEqual(["billed"]);
  });
});

describe("no address is kept", () => {
  test("in an event or a product's click, whose hash changes with the day", async () => {
    await market.loadProducts("mugs", [
      {
        id: "mug",
        title: "Coffee mug",
        price: 9,
        currency: "USD",
        imageUrl: "https://pictures.example.com/mug.jpg",
        link: "https://shop.example.com/mug",
      },
    ]);
    await nextDay();
    const address = freshAddress();
    const look = async () => {
      const { body } = await market.call("search_shopfeed_products", { q: "coffee mug" });
      const url = /"clickUrl":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? "";
      expect((await follow(url, { address })).status).toBe(302);
    };
    const hashes = async (count: number) =>
      vi.waitFor(async () => {
        const rows = await market.sql(
          "select encode(address_hash, 'hex') as hash from product_click order by at",
        );
        expect(rows).toHaveLength(count);
        return rows.map(({ hash }) => hash);
      });
    await look();
    await hashes(1);
    market.clock.advance(HOUR_MS);
    await look();
    await hashes(2);
    await market.travel(24 * HOUR_MS);
    await look();
    const [first, second, third] = await hashes(3);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    const stored = await market.sql("select e::text as row from event e");
    expect(stored.filter(({ row }) => /\b10\.\d+\.\d+\.\d+\b/.test(String(row)))).toEqual([]);
  });
});

test("3,000 clicks from rotating user agents and addresses on one delivery cost one", async () => {
  const pair = await book();
  const bystander = await bookCampaign(market.call, pair.advertiser, pair.placement);
  const { offer } = await pair.deliver();
  const clicks = 3_000;
  const moved = await market.moved(async () => {
    let next = 0;
    const clicker = async () => {
      while (next < clicks) {
        const nth = next++;
        const answer = await follow(offer.clickUrl, {
          address: `172.${16 + (nth >> 16)}.${(nth >> 8) & 255}.${nth & 255}`,
          headers: { "User-Agent": BROWSER.replace("141", String(nth % 997)) },
        });
        if (answer.status !== 302) throw new Error(`click ${nth} got ${answer.status}`);
      }
    };
    await Promise.all(Array.from({ length: 32 }, clicker));
    await vi.waitFor(
      async () => {
        const [row] = await market.sql("select count(*) as n from event where campaign_id = $1", [
          pair.uuid,
        ]);
        expect(Number(row?.n)).toBe(clicks);
      },
      { timeout: 20_000, interval: 100 },
    );
  });
  const charges = await market.sql(
    "select reason, count(*)::int as n, sum(charged)::text as charged from event " +
      "where campaign_id = $1 group by reason order by reason",
    [pair.uuid],
  );
  expect(charges).toEqual([
    { reason: 0, n: 1, charged: "25000000" },
    { reason: 1, n: clicks - 1, charged: "0" },
  ]);
  expect(moved).toEqual({
    [`${pair.advertiser.agentId} escrow`]: -25_000_000n,
    [`${pair.publisher.agentId} pending_earnings`]: 20_000_000n,
    "exchange platform_fee": 5_000_000n,
  });
  expect(bystander.remainingCredits).toBe(bystander.budgetCredits);
}, 60_000);
