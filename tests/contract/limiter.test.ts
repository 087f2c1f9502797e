import { RateLimiterRes } from "rate-limiter-flexible";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../server/src/core/clock.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import { createRedisStore, type RedisStore } from "../../server/src/core/redis.ts";
import { createBudget } from "../../server/src/http/limiter.ts";
import { startRedis, type TestRedis } from "../setup/redis.ts";

let redis: TestRedis;
let store: RedisStore;
const open = () => createRedisStore({ url: redis.url, clock: systemClock, logger: silentLogger });
beforeAll(async () => {
  redis = await startRedis();
  store = await open();
});
afterAll(async () => {
  store.close();
  await redis.stop();
});

/** Asks until it is refused; more often than the budget could allow is a failure. */
async function spend(budget: ReturnType<typeof createBudget>, who: string) {
  for (let taken = 0; taken < 100; taken += 1) {
    const answer = await budget.consume(who, 1).catch((refused: unknown) => refused);
    if (!(answer instanceof RateLimiterRes)) throw answer;
    if (answer.consumedPoints > 7 || answer.remainingPoints === 0) {
      const refused = await budget.consume(who, 1).catch((error: unknown) => error);
      return { taken: taken + 1, refused };
    }
  }
  throw new Error("It is never refused.");
}

describe.each(["memory", "redis"])("a budget in %s", (kind) => {
  const create = (name: string, windowSeconds = 300) =>
    createBudget({
      name: `${kind}-${name}`,
      points: 7,
      windowSeconds,
      store: kind === "redis" ? store : undefined,
    });

  test("gives each caller its points, then says how long to wait", async () => {
    const budget = create("points");
    for (const who of ["one", "2001:db8::1"]) {
      const { taken, refused } = await spend(budget, who);
      expect(taken).toBe(7);
      expect(refused).toBeInstanceOf(RateLimiterRes);
      const { msBeforeNext } = Object(refused);
      expect(msBeforeNext).toBeGreaterThan(250_000);
      expect(msBeforeNext).toBeLessThanOrEqual(300_000);
    }
  });

  test("has windows to the millisecond, not to the second", async () => {
    const { msBeforeNext } = await create("window", 1.75).consume("one", 1);
    expect(msBeforeNext).toBeGreaterThan(1_000);
    expect(msBeforeNext).toBeLessThanOrEqual(1_750);
  });

  test("tells what was counted, and nothing of those it never saw", async () => {
    const budget = create("penalties");
    expect(await budget.get("one")).toBeNull();
    expect((await budget.penalty("one")).consumedPoints).toBe(1);
    expect((await budget.penalty("one")).consumedPoints).toBe(2);
    expect((await budget.get("one"))?.consumedPoints).toBe(2);
  });

  test("counts calls that come at once one by one", async () => {
    const budget = create("at once");
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => budget.consume("one", 1)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
  });
});

test("without Redis a budget begins at once, and throws nothing", async () => {
  const gone = await startRedis();
  await gone.kill();
  const startedAt = performance.now();
  const lost = await createRedisStore({
    url: gone.url,
    clock: systemClock,
    logger: silentLogger,
  });
  const budget = createBudget({ name: "lost", points: 7, windowSeconds: 300, store: lost });
  const { taken } = await spend(budget, "one");
  expect(taken).toBe(7);
  expect(await budget.get("two")).toBeNull();
  expect(performance.now() - startedAt).toBeLessThan(1_500);
  lost.close();
});
