import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runStatusCommand } from "../../../server/src/cli/status.ts";
import { openDatabase } from "../../../server/src/core/db.ts";
import { readEnv } from "../../../server/src/core/env.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { verifyNew } from "../../../server/src/domain/ledger/index.ts";
import { createTestDatabase } from "../../setup/database.ts";
import { execute } from "../../setup/postgres.ts";
import { bookPair, type Market, startMarket } from "../tools/market.ts";

let market: Market;
beforeAll(async () => {
  market = await startMarket();
  const pair = await bookPair(market, "cpc");
  await pair.deliver();
  await pair.report("report_click");
  const bug = { title: "It fails", description: "Now and then.", severity: "high" };
  await market.call("report_bug", bug, pair.publisher.key);
  await market.call("report_experience", { rating: 5 }, pair.advertiser.key);
  await market.loadProducts("pans", [
    {
      id: "pan-1",
      title: "Cast-iron pan",
      price: 30,
      currency: "USD",
      availability: "in_stock",
      imageUrl: "https://shop.example.com/pan.jpg",
      link: "https://shop.example.com/pan",
    },
  ]);
  await verifyNew({ ...market.exchange.services, logger: silentLogger });
});
afterAll(() => market.close());

async function status(env: Readonly<Record<string, string>> = {}, ...words: string[]) {
  const { db, ids, clock } = market.exchange.services;
  let text = "";
  const code = await runStatusCommand(words, {
    db,
    ids,
    clock,
    actor: "ada",
    logger: silentLogger,
    databaseUrl: market.databaseUrl,
    env: readEnv({ DEMO: "1", PORT: new URL(market.baseUrl).port, ...env }),
    stdout: { write: (more: string) => (text += more) },
  });
  return { code, text };
}

const json = async (env: Readonly<Record<string, string>> = {}) =>
  JSON.parse((await status(env, "--json")).text);

describe("operator status", () => {
  test("tells where all the money is, to the micro-credit, before and after a sweep", async () => {
    const { money } = await json();
    expect(money).toMatchObject({
      availableCredits: 4_500,
      escrowCredits: 475,
      checkoutClearingCredits: -5_000,
      sumCredits: 0,
    });
    const settled = money.unsweptCredits + money.pendingEarningsCredits + money.platformFeeCredits;
    expect(settled).toBe(25);
    await market.runPeriodicJobs();
    expect((await json()).money).toMatchObject({
      escrowCredits: 475,
      unsweptCredits: 0,
      pendingEarningsCredits: 20,
      platformFeeCredits: 5,
    });
  });

  test("tells of agents, campaigns, feeds, what waits and what was verified", async () => {
    const answer = await json();
    expect(answer).toMatchObject({
      migrated: true,
      agents: { active: 2 },
      campaigns: { active: 1 },
      replica: null,
      redis: null,
      feeds: [{ name: "pans", products: 1 }],
      outbox: { waiting: expect.any(Number), ageMs: expect.any(Number) },
      postbacks: { pending: 0, dead: 0 },
      openTickets: { high: 1, experience: 1 },
      verification: { openFindings: 0, frozenAgents: 0, lastFullRunAt: null },
      exchange: { waitingEvents: 0, averageLagMs: expect.any(Number) },
      problems: [],
    });
    expect(answer.database.sizeBytes).toBeGreaterThan(1_000_000);
    const { code, text } = await status();
    expect(code).toBe(0);
    expect(text).toContain("money: available");
    expect(text).toContain("feed pans");
    expect(text).toMatch(/^open tickets +1 high, 1 experience$/m);
    expect(text).not.toContain("!");
  });

  test("fails and says why when the books do not add up or nobody verifies them", async () => {
    const raise = (by: string) =>
      market.sql(`update account set balance = balance ${by} where kind = 'adjustment'`);
    await raise("+ 1");
    market.clock.advance(600_000);
    const { code, text } = await status();
    expect(code).toBe(1);
    expect(text).toContain("! the accounts do not sum to zero");
    expect(text).toContain("! the ledger was not verified for minutes");
    await raise("- 1");
    await verifyNew({ ...market.exchange.services, logger: silentLogger });
    expect((await status()).code).toBe(0);
  });

  test("says which part does not answer", async () => {
    const { problems, exchange, replica, redis } = await json({
      PORT: "9",
      REDIS_URL: "redis://127.0.0.1:9",
      DATABASE_REPLICA_URL: "postgres://nobody@127.0.0.1:9/none",
    });
    expect(exchange).toBeNull();
    expect(replica).toEqual({ reachable: false, lagMs: null });
    expect(redis).toEqual({ reachable: false });
    expect(problems).toEqual(["the replica does not answer", "Redis does not answer"]);
  });

  test("says that a database is not migrated, instead of failing on it", async () => {
    const { databaseUrl, drop } = await createTestDatabase();
    await execute(databaseUrl, "delete from schema_migration");
    const { ids, clock } = market.exchange.services;
    const login = { connectionString: databaseUrl, role: "placard_app", logger: silentLogger };
    const db = openDatabase({ ...login, connections: 2 });
    let text = "";
    const stdout = { write: (more: string) => (text += more) };
    const env = readEnv({ DEMO: "1", PORT: "9" });
    const code = await runStatusCommand([], {
      ...{ db, ids, clock, actor: "ada", logger: silentLogger, databaseUrl, env, stdout },
    });
    expect(code).toBe(1);
    expect(text).toContain("! the database is not migrated");
    await db.close();
    await drop();
  });

  test("refuses what it does not know", async () => {
    await expect(status({}, "now")).rejects.toMatchObject({ code: "invalid_request" });
    await expect(status({}, "--verbose")).rejects.toMatchObject({ code: "invalid_request" });
  });
});
