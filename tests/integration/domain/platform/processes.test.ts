import { execFile } from "node:child_process";
import { PgBoss } from "pg-boss";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { systemClock } from "../../../../server/src/core/clock.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import { startJobs } from "../../../../server/src/jobs/boss.ts";
import { createPostbackSender } from "../../../../server/src/providers/postback/sender.ts";
import { payCheckout } from "../../../setup/agents.ts";
import { expectCleanLedger } from "../../tools/books.ts";
import { openPlatformSession, type PlatformSession } from "./session.ts";

let session: PlatformSession;
beforeAll(async () => {
  session = await openPlatformSession();
});
afterEach(() => session.clear());
afterAll(async () => {
  await expectCleanLedger(session.market);
  await session.close();
});

test("the worker books every few minutes, by its queue", async () => {
  await session.wallet("starter");
  await session.brand("looms");
  const { placementId } = await session.seller("looms");
  const { databaseUrl, exchange, sql } = session.market;
  const jobs = await startJobs({
    databaseUrl,
    logger: silentLogger,
    postbacks: {
      sender: createPostbackSender({ clock: systemClock, allowedHosts: new Set() }),
      secrets: exchange.services.postbacks.secrets,
      unprovenPerHour: 60,
    },
    campaigns: exchange.services.settings,
  });
  const client = new PgBoss({ connectionString: databaseUrl, schedule: false, supervise: false });
  try {
    const cron = "select cron from pgboss.schedule where name = 'platform-demand'";
    expect(await sql(cron)).toEqual([{ cron: "*/3 * * * *" }]);
    await client.start();
    await client.send("platform-demand", {});
    const booked = "select 1 from campaign where placement_id = $1";
    await vi.waitFor(
      async () => expect(await sql(booked, [uuidFromId(placementId)])).toHaveLength(1),
      { timeout: 15_000, interval: 100 },
    );
  } finally {
    await client.stop({ graceful: false });
    await jobs.stop();
  }
});

function operate(env: object, ...words: string[]): Promise<{ code: number; out: string }> {
  const { DEMO: _demo, DATABASE_URL: _url, ...rest } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["local/operator.ts", "platform", ...words],
      { env: { ...rest, DATABASE_URL: session.market.databaseUrl, ...env } },
      (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), out: stdout + stderr });
      },
    );
  });
}

test("the operator's program funds and books with the server's environment alone", async () => {
  await session.wallet();
  await session.brand("anvils");
  const { placementId } = await session.seller("anvils");
  const demo = { DEMO: "1", PUBLIC_BASE_URL: session.market.baseUrl, PLATFORM_FEE_BPS: "1500" };
  const [status, bare, half, funded] = await Promise.all([
    operate({}, "--json"),
    operate({}, "fund", "starter"),
    operate({ CHECKOUT_PROVIDER: "sandbox", CASHOUT_PROVIDER: "sandbox" }, "run"),
    operate(demo, "fund", "starter", "--json"),
  ]);
  expect(status).toMatchObject({ code: 0, out: expect.stringContaining('"publisherDayCredits"') });
  expect(bare).toMatchObject({ code: 1, out: expect.stringMatching(/^CHECKOUT_PROVIDER: /) });
  expect(half).toMatchObject({ code: 1, out: expect.stringMatching(/^REVIEW_POLICY: /) });
  await payCheckout(JSON.parse(funded.out).checkoutUrl);
  const run = await operate(demo, "run", "--json");
  expect(JSON.parse(run.out).booked).toMatchObject([{ placementId, budgetCredits: 500 }]);
  const fee = "select fee_bps from campaign where placement_id = $1";
  expect(await session.market.sql(fee, [uuidFromId(placementId)])).toEqual([{ fee_bps: 1_500 }]);
});
