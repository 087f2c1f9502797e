import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorBodySchema } from "../../../../server/src/contract/errors.ts";
import { brandListSchema } from "../../../../server/src/tools/sell/search_affiliate_offers.ts";
import { CLIENTS, createMcpCaller } from "../../../mcp/clients.ts";
import { registerAgent, resultOf } from "../../../setup/agents.ts";
import { startExchange } from "../../../setup/exchange.ts";
import { createManualClock } from "../../../setup/manual-clock.ts";
import { openBrandSession } from "../../domain/brands/operator.ts";
import { type Market, refused, startMarket } from "../market.ts";

let market: Market;
let session: Awaited<ReturnType<typeof openBrandSession>>;
const brand = (name: string, fields: object = {}) => ({
  name,
  domain: `${name.toLowerCase()}.example`,
  maxRateCredits: 40,
  ...fields,
});
beforeAll(async () => {
  market = await startMarket();
  session = await openBrandSession(market);
  await session.load(
    brand("Tundrik", { categories: ["Outdoor", "cycling"] }),
    brand("arvenna", { categories: ["shoes"], maxRateCredits: 12.345678 }),
    brand("Pellworth", {
      categories: ["kitchen"],
      adUnitTypes: ["cpr", "cpc"],
      deepLink: "https://pellworth.example/new?from=placard",
      disclosure: "Paid partner Pellworth",
    }),
    brand("Oldhouse", { categories: ["kitchen"], isActive: false }),
  );
});
afterAll(async () => {
  await session.close();
  await market.close();
});

const search = (args: object) =>
  resultOf(market.call("search_affiliate_offers", args), brandListSchema);
const names = async (args: object) => (await search(args)).items.map(({ name }) => name);
const get = (query: string, init: RequestInit = {}) =>
  fetch(`${market.baseUrl}/api/public/brands${query}`, init);

describe("works", () => {
  test("without a key, by name, with exactly the public fields", async () => {
    expect(await names({})).toEqual(["arvenna", "Pellworth", "Tundrik"]);
    const { items } = await search({ q: "pellworth" });
    expect(items).toEqual([
      {
        brandId: expect.stringMatching(/^brd_/),
        name: "Pellworth",
        domain: "pellworth.example",
        categories: ["kitchen"],
        maxRateCredits: 40,
        adUnitTypes: ["cpr", "cpc"],
        deepLink: "https://pellworth.example/new?from=placard",
        disclosure: "Paid partner Pellworth",
        updatedAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await search({ q: "arvenna" })).items[0]).toMatchObject({
      maxRateCredits: 12.345678,
      disclosure: "Sponsored by arvenna",
    });
    expect((await search({ q: "arvenna" })).items[0]).not.toHaveProperty("deepLink");
  });

  test.each<[object, string[]]>([
    [{ q: "TUND" }, ["Tundrik"]],
    [{ q: "cycl tundrik" }, ["Tundrik"]],
    [{ q: "kitchen shoes" }, []],
    [{ q: "%" }, []],
    [{ q: "  " }, ["arvenna", "Pellworth", "Tundrik"]],
    [{ q: "oldhouse" }, []],
    [{ category: "outdoor" }, ["Tundrik"]],
    [{ category: "kitchen" }, ["Pellworth"]],
    [{ category: "out" }, []],
    [{ q: "example", category: "Shoes" }, ["arvenna"]],
  ])("%j finds %j", async (args, found) => {
    expect(await names(args)).toEqual(found);
  });

  test("page by page, each brand once", async () => {
    const first = await search({ limit: 2 });
    const rest = await search({ limit: 2, cursor: first.nextCursor });
    expect([first, rest].flatMap(({ items }) => items)).toEqual((await search({})).items);
    expect(rest.nextCursor).toBeNull();
  });

  test("a page goes on after its cursor whatever was listed meanwhile", async () => {
    const { nextCursor } = await search({ q: "example", limit: 2 });
    await session.load(brand("Aaron"));
    const rest = await search({ q: "example", limit: 2, cursor: nextCursor });
    expect(rest.items.map(({ name }) => name)).toEqual(["Tundrik"]);
    await session.load(brand("Aaron", { isActive: false }));
  });

  test("for a caller of any role", async () => {
    for (const role of ["publisher", "advertiser"] as const) {
      const { key } = await registerAgent(market.call, role);
      expect((await market.call("search_affiliate_offers", {}, key)).isError).toBe(false);
    }
  });
});

describe("the public address", () => {
  test("gives what the tool gives, and no more than any stranger may see", async () => {
    const answer = await get("?q=tundrik&limit=1");
    expect(await answer.json()).toEqual(await search({ q: "tundrik", limit: 1 }));
    expect(await (await get("?category=kitchen")).json()).toEqual(
      await search({ category: "kitchen" }),
    );
    const { nextCursor } = await search({ limit: 1 });
    const page = await get(`?limit=1&cursor=${nextCursor}`);
    expect(brandListSchema.parse(await page.json()).items[0]?.name).toBe("Pellworth");
    const keys = Object.keys((await search({ q: "pellworth" })).items[0] ?? {}).join(" ");
    expect(keys).not.toMatch(/token|secret|key|password|isActive|createdAt/i);
  });

  test("keeps its ETag over an import without a change, and changes it with a cap", async () => {
    const tagOf = async () => (await get("")).headers.get("ETag") ?? "";
    const before = await tagOf();
    market.clock.advance(60_000);
    await session.load(brand("Tundrik", { categories: ["Outdoor", "cycling"] }));
    expect((await get("", { headers: { "If-None-Match": before } })).status).toBe(304);
    await session.load(
      brand("Tundrik", { categories: ["Outdoor", "cycling"], maxRateCredits: 41 }),
    );
    const after = await get("", { headers: { "If-None-Match": before } });
    expect([after.status, after.headers.get("ETag") === before]).toEqual([200, false]);
  });

  test.each(["?limit=0", "?limit=101", "?limit=x", "?colour=red", "?cursor=made"])(
    "refuses %s",
    async (query) => {
      const answer = await get(query);
      expect(answer.status).toBe(422);
      expect(errorBodySchema.parse(await answer.json()).error.code).toBe("invalid_arguments");
    },
  );
});

describe("under its old name search_offers", () => {
  test("it answers over HTTP with the headers of a name that ends", async () => {
    const present = await market.call("search_affiliate_offers", { limit: 2 });
    const answer = await market.call("search_offers", { limit: 2 });
    expect([answer.status, answer.text]).toEqual([200, present.text]);
    const [, seconds] = /^@(\d+)$/.exec(answer.headers.get("Deprecation") ?? "") ?? [];
    const sunset = answer.headers.get("Sunset") ?? "";
    expect(sunset).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    const lasts = new Date(Number(seconds) * 1000);
    lasts.setUTCMonth(lasts.getUTCMonth() + 6);
    expect(new Date(sunset)).toEqual(lasts);
    expect([present.headers.get("Deprecation"), present.headers.get("Sunset")]).toEqual([
      null,
      null,
    ]);
    const wrong = market.call("search_offers", { limit: 0 });
    expect((await wrong).headers.get("Sunset")).toBe(sunset);
    expect((await refused(wrong, "invalid_arguments")).nextTools).toEqual([
      "search_affiliate_offers",
    ]);
  });

  test.each(CLIENTS)("it answers over MCP to $name, where no list names it", async (kind) => {
    for (const path of ["/mcp", "/mcp/buy"]) {
      const client = createMcpCaller(kind, `${market.baseUrl}${path}`);
      const answer = await client.call("search_offers", { limit: 2 });
      expect(answer).toMatchObject({ isError: false, body: await search({ limit: 2 }) });
      await client.close();
    }
    const connection = await kind.connect(`${market.baseUrl}/mcp`);
    const listed = (await connection.listTools()).map(({ name }) => name);
    await connection.close();
    expect(listed).toContain("search_affiliate_offers");
    expect(listed).not.toContain("search_offers");
    const info = await (await fetch(`${market.baseUrl}/api/public/info`)).text();
    expect(info).not.toContain('"search_offers"');
  });

  test("it is unknown once its time is over, and the answer names the present one", async () => {
    const clock = createManualClock(new Date("2027-05-21T00:00:00Z"));
    const later = await startExchange({ clock });
    const answer = await later.call("search_offers", {});
    expect((await refused(Promise.resolve(answer), "unknown_tool")).details).toEqual({
      didYouMean: ["search_affiliate_offers"],
    });
    expect(answer.headers.get("Sunset")).toBeNull();
    await later.close();
  });
});
