import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { acknowledgementSchema } from "../../../server/src/contract/resources/delivery.ts";
import { AD_UNITS } from "../../../server/src/contract/units.ts";
import { matureDue, sweepAll } from "../../../server/src/domain/ledger/index.ts";
import { bookedPair, deliverOnce, resultOf } from "../../setup/agents.ts";
import { createTestDatabase, type TestDatabase } from "../../setup/database.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { execute } from "../../setup/postgres.ts";

const DAYS_40_MS = 40 * 86_400_000;
const env = { SIGNING_KEYS: `1:${randomBytes(32).toString("base64url")}` };
const follow = (follows: boolean) =>
  execute(database.databaseUrl, `update exchange_clock set follows_caller = ${follows}`);

let database: TestDatabase;
let right: TestExchange;
let ahead: TestExchange;
beforeAll(async () => {
  database = await createTestDatabase();
  await follow(false);
  right = await startExchange({ beside: database, env });
});
afterAll(async () => {
  vi.useRealTimers();
  await ahead?.close();
  await right.close();
  await database.drop();
});

test("a process whose clock is 40 days ahead matures nothing and opens no new day", async () => {
  const dailyCapCredits = AD_UNITS.cpc.floorCredits;
  const { publisher, campaign } = await bookedPair(right.call, "cpc", { dailyCapCredits });
  const { campaignId } = campaign;
  const deliveries = [
    await deliverOnce(right.call, publisher, campaignId),
    await deliverOnce(right.call, publisher, campaignId),
  ];
  const click = ({ call }: TestExchange, at: number) => {
    const report = { campaignId, deliveryId: deliveries[at]?.deliveryId };
    return resultOf(call("report_click", report, publisher.key), acknowledgementSchema);
  };
  const pending = async () => (await right.call("wallet", {}, publisher.key)).body;
  expect(await click(right, 0)).toMatchObject({ billable: true });
  const { db, services } = right.exchange;
  await sweepAll(db, null, { ids: services.ids, now: new Date() });
  const before = await pending();

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAYS_40_MS });
  ahead = await startExchange({ beside: database, env });
  const wrong = { ids: ahead.exchange.services.ids, now: new Date() };
  expect(ahead.exchange.services.clock.now().getTime()).toBeLessThan(Date.now() - DAYS_40_MS / 2);
  expect(await matureDue(ahead.exchange.db, wrong)).toBe(0);
  expect(await pending()).toEqual(before);
  expect(await click(ahead, 1)).toMatchObject({ billable: false, reason: "daily_cap" });
  const ready = await fetch(`${ahead.baseUrl}/readyz`);
  expect(await ready.json()).toEqual({ status: "starting", missing: ["clock"] });

  await follow(true);
  expect(await matureDue(ahead.exchange.db, wrong)).toBe(1);
});

test("the application may not choose the clock of money", async () => {
  const text = "update exchange_clock set follows_caller = true";
  const refused = right.exchange.db.query({ name: "test.follow", text });
  await expect(refused).rejects.toThrow("permission denied");
});
