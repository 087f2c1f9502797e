import { expect, test } from "vitest";
import { registerAgent } from "../../setup/agents.ts";
import { startExchange } from "../../setup/exchange.ts";
import { setUp } from "../../setup/shared.ts";
import { refused } from "../tools/market.ts";

const exchange = setUp(() => startExchange({ env: { RATE_LIMIT_LOOPBACK: "1" } }));

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
