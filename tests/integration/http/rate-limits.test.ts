import { afterAll, beforeAll, expect, test } from "vitest";
import { registerAgent } from "../../setup/agents.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { refused } from "../tools/market.ts";

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await startExchange({ env: { RATE_LIMIT_LOOPBACK: "1" } });
});
afterAll(() => exchange.close());

test("writes beyond the burst answer rate_limited and say when to come back", async () => {
  const { key } = await registerAgent(exchange.call, "advertiser");
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => exchange.call("buy_credits", { packId: "starter" }, key)),
  );
  const limited = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBe(20);
  expect(limited).toHaveLength(5);
  for (const answer of limited) {
    const error = await refused(Promise.resolve(answer), "rate_limited");
    expect(error.recovery).toBe("transient");
    expect(Number(answer.headers.get("Retry-After"))).toBe(error.retryAfterSeconds);
    expect(answer.headers.get("RateLimit")).not.toBeNull();
    expect(answer.headers.get("RateLimit-Policy")).not.toBeNull();
  }
});

test("one agent's calls never use up another's, nor writes the reads", async () => {
  const [first, second] = [
    await registerAgent(exchange.call, "advertiser"),
    await registerAgent(exchange.call, "advertiser"),
  ];
  await Promise.all(
    Array.from({ length: 25 }, () =>
      exchange.call("buy_credits", { packId: "starter" }, first.key),
    ),
  );
  expect((await exchange.call("buy_credits", { packId: "starter" }, second.key)).status).toBe(200);
  expect((await exchange.call("whoami", {}, first.key)).status).toBe(200);
});

test("a limited call has no effect", async () => {
  const { key } = await registerAgent(exchange.call, "publisher");
  const args = {
    title: "A sidebar",
    description: "A chat.",
    kind: "chat_sidebar",
    adUnitType: "cpm",
    rateCredits: 500,
  };
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => exchange.call("list_placement", args, key)),
  );
  const done = answers.filter(({ status }) => status === 200).length;
  const { body } = await exchange.call("list_placements", { limit: 100 }, key);
  expect(body).toMatchObject({ items: Array.from({ length: done }, () => ({})) });
});

test("registrations from one address are limited to 20 an hour", async () => {
  const args = { provider: "Many", displayName: "Many", role: "publisher" };
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => exchange.call("register", args)),
  );
  expect(answers.some(({ status }) => status === 429)).toBe(true);
  expect((await exchange.call("search_placements", {})).status).toBe(200);
});

test("wrong keys from one address are refused after ten in a minute", async () => {
  const wrong = (n: number) => `rk_live_${String(n).padStart(36, "0")}`;
  const answers: number[] = [];
  for (let n = 0; n < 15; n += 1)
    answers.push((await exchange.call("whoami", {}, wrong(n))).status);
  expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
  expect(answers.slice(11)).toEqual(Array.from({ length: 4 }, () => 429));
});
