import { expect, test } from "vitest";
import { createBreaker } from "../../publisher-kit/src/turn/breaker.ts";
import { startExchange } from "./exchange-double.ts";
import { ASK, kitFor } from "./paid-exchange.ts";

const OPEN_MS = 30_000;

function openBreaker() {
  const clock = { nowMs: 1_800_000_000_000 };
  const breaker = createBreaker(() => clock.nowMs);
  const begun = (count: number) => Array.from({ length: count }, () => breaker.begin());
  const failOnce = () => breaker.begin()?.failed();
  return { clock, breaker, begun, failOnce };
}

test("any number of turns in one stall are one failure", () => {
  const { breaker, begun, failOnce } = openBreaker();
  for (const attempt of begun(60)) attempt?.failed();
  expect(breaker.state()).toBe("closed");
  for (let more = 0; more < 3; more += 1) failOnce();
  expect(breaker.state()).toBe("closed");
  failOnce();
  expect(breaker.state()).toBe("open");
});

test("stalls one after the other open the circuit, however many turns each has", () => {
  const { breaker, begun } = openBreaker();
  for (let stall = 1; stall <= 5; stall += 1) {
    expect(breaker.state()).toBe("closed");
    for (const attempt of begun(10)) attempt?.failed();
  }
  expect(breaker.state()).toBe("open");
  expect(breaker.begin()).toBeUndefined();
});

test("a success between failures begins the count anew", () => {
  const { breaker, failOnce } = openBreaker();
  for (let count = 0; count < 4; count += 1) failOnce();
  breaker.begin()?.succeeded();
  for (let count = 0; count < 4; count += 1) failOnce();
  expect(breaker.state()).toBe("closed");
});

test("a late failure of before does not keep an open circuit open for longer", () => {
  const { clock, breaker, failOnce } = openBreaker();
  const late = breaker.begin();
  for (let count = 0; count < 5; count += 1) failOnce();
  clock.nowMs += OPEN_MS - 1;
  late?.failed();
  clock.nowMs += 1;
  expect(breaker.state()).toBe("half_open");
});

test("in half-open state one turn at a time tries, and its end lets the next one try", () => {
  const { clock, breaker, failOnce } = openBreaker();
  for (let count = 0; count < 5; count += 1) failOnce();
  clock.nowMs += OPEN_MS;
  const probe = breaker.begin();
  expect([probe === undefined, breaker.begin()]).toEqual([false, undefined]);
  probe?.released();
  const next = breaker.begin();
  // The first outcome of an attempt counts, and no second one frees the place of another.
  probe?.released();
  expect(breaker.begin()).toBeUndefined();
  next?.succeeded();
  expect(breaker.state()).toBe("closed");
});

test("a try that never ends, as its request was dropped, gives way after half a minute", () => {
  const { clock, breaker, failOnce } = openBreaker();
  for (let count = 0; count < 5; count += 1) failOnce();
  clock.nowMs += OPEN_MS;
  const lost = breaker.begin();
  clock.nowMs += OPEN_MS - 1;
  expect([lost === undefined, breaker.begin()]).toEqual([false, undefined]);
  clock.nowMs += 1;
  const next = breaker.begin();
  lost?.released();
  expect([next === undefined, breaker.begin()]).toEqual([false, undefined]);
  next?.succeeded();
  expect(breaker.state()).toBe("closed");
});

test("twenty readers in one stall leave the circuit closed for the next reader", async () => {
  await using exchange = await startExchange({
    search_shopfeed_products: () => "hang",
    list_campaigns: () => "hang",
  });
  const { kit } = kitFor(exchange, { timeoutMs: 600 });
  const turns = await Promise.all(Array.from({ length: 20 }, () => kit.turn(ASK)));
  expect(turns).toEqual(Array(20).fill({ status: "no_fill", reason: "timeout" }));
  expect(kit.stats().circuit).toBe("closed");
  delete exchange.handlers.search_shopfeed_products;
  expect((await kit.turn({ text: "I'm looking for a tent" })).status).toBe("filled");
});
