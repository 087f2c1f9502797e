import { afterAll, beforeAll, expect, test } from "vitest";
import { silentLogger } from "../../server/src/core/log.ts";
import { createRetryQueue } from "../../server/src/domain/events/retry-queue.ts";
import type { SettlementResult } from "../../server/src/domain/events/settlement-event.ts";
import { type Books, eventOf, openBooks } from "../integration/domain/events/books.ts";
import { bookedPair, deliverOnce } from "../setup/agents.ts";
import { startExchange, type TestExchange } from "../setup/exchange.ts";

const PRICE = 200_000;
const CPC = { adUnitType: "cpc" as const, unitPrice: PRICE, unitFee: 40_000, funded: 1e9 };
/** PostgreSQL's JSON has no NUL. The tools refuse it, so this stands for the next such fault. */
const POISON = { detail: { turnId: "a\u0000b" } };

let books: Books;
let placard: TestExchange;
beforeAll(async () => {
  [books, placard] = await Promise.all([openBooks(), startExchange()]);
});
afterAll(() => Promise.all([books.close(), placard.close()]));

const isPaid = ({ fault, charged }: SettlementResult) =>
  fault === undefined && charged === BigInt(PRICE);

test("a time with 200 digits of fraction is an argument error", async () => {
  const { publisher, campaign } = await bookedPair(placard.call, "cpc");
  const { campaignId } = campaign;
  const { deliveryId } = await deliverOnce(placard.call, publisher, campaignId);
  const occurredAt = `${new Date().toISOString().slice(0, 19)}.${"1".repeat(200)}Z`;
  const refused = await placard.call("report_click", { campaignId, occurredAt }, publisher.key);
  expect(refused.body).toMatchObject({ error: { code: "invalid_arguments" } });
  const precise = `${new Date().toISOString().slice(0, 19)}.123456789Z`;
  const args = { campaignId, deliveryId, occurredAt: precise };
  const clicked = await placard.call("report_click", args, publisher.key);
  expect(clicked.body).toMatchObject({ billable: true });
});

test("400 events that PostgreSQL cannot take fail no event of another reporter", async () => {
  const [own, other] = [await books.campaign(CPC), await books.campaign(CPC)];
  const settlement = books.settlement();
  const poisoned = [1, 2, 3, 4].map(() =>
    settlement.settle(Array.from({ length: 100 }, () => eventOf(own, POISON))),
  );
  const innocent = await Promise.all(
    Array.from({ length: 60 }, () => settlement.settle([eventOf(other)])),
  );
  expect(innocent.flat().filter(isPaid)).toHaveLength(60);
  for (const results of await Promise.all(poisoned)) {
    expect(results.every(({ fault }) => fault !== undefined)).toBe(true);
  }
});

test("events between an agent's bad ones are settled or to be repeated", async () => {
  const facts = await books.campaign(CPC);
  const events = Array.from({ length: 300 }, (_, index) =>
    eventOf(facts, index % 3 === 0 ? POISON : {}),
  );
  const results = await books.settlement().settle(events);
  const codes = results.map(({ fault }) => fault?.code);
  expect(codes.filter((code, index) => code === "internal" && index % 3 !== 0)).toEqual([]);
  expect(results.filter(isPaid).length).toBeGreaterThan(20);
});

test("a click that could not be settled stays in the queue of the redirect", async () => {
  const tries = new Map<string, number>();
  const queue = createRetryQueue<string>({
    waitingMax: 10,
    logger: silentLogger,
    async write(items) {
      for (const item of items) tries.set(item, (tries.get(item) ?? 0) + 1);
      return items.filter((item) => item === "fails twice" && (tries.get(item) ?? 0) < 3);
    },
  });
  queue.add("fails twice");
  queue.add("settles");
  await expect.poll(() => queue.size(), { timeout: 5_000 }).toBe(0);
  expect(tries).toEqual(
    new Map([
      ["fails twice", 3],
      ["settles", 1],
    ]),
  );
});
