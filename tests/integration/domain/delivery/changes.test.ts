import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../../../server/src/core/clock.ts";
import { openDatabase } from "../../../../server/src/core/db.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import { createFactsStore, type FactsStore } from "../../../../server/src/domain/delivery/index.ts";
import { bookPair, type Market, type Pair, startMarket } from "../../tools/market.ts";

let market: Market;
let pair: Pair;
/** What another process of the same exchange believes of its campaigns. */
let elsewhere: FactsStore;
let close: () => Promise<void>;
beforeAll(async () => {
  market = await startMarket();
  pair = await bookPair(market, "cpc");
  const db = openDatabase({
    connectionString: market.databaseUrl,
    connections: 2,
    logger: silentLogger,
  });
  elsewhere = createFactsStore({ db, clock: systemClock });
  close = () => db.close();
});
afterAll(async () => {
  await close();
  await market.close();
});

const setPlacement = async (status: "active" | "paused") => {
  const { placementId } = pair.placement;
  await market.call("update_placement", { placementId, status }, pair.publisher.key);
};

describe("a paused placement never delivers", () => {
  test("from the answer on, in the process that paused it, however busy it is", async () => {
    for (let round = 0; round < 20; round += 1) {
      await setPlacement("active");
      expect(await pair.tryDeliver()).toMatchObject({ filled: true });
      let isPaused = false;
      let late = 0;
      const chat = async () => {
        for (let turn = 0; turn < 4; turn += 1) {
          const wasPaused = isPaused;
          const answer = await pair.tryDeliver();
          if (wasPaused && JSON.stringify(answer).includes('"filled":true')) late += 1;
        }
      };
      const chats = Array.from({ length: 4 }, chat);
      await setPlacement("paused");
      isPaused = true;
      expect(await pair.tryDeliver()).toEqual({ filled: false, noFillReason: "paused" });
      await Promise.all(chats);
      expect(late).toBe(0);
    }
  });

  test("within a second in every other process", async () => {
    await setPlacement("active");
    const read = async () => (await elsewhere.fresh(pair.campaignId))?.placement.status;
    expect(await read()).toBe("active");
    await setPlacement("paused");
    const pausedAt = performance.now();
    await expect.poll(read, { interval: 10, timeout: 1_000 }).toBe("paused");
    expect(performance.now() - pausedAt).toBeLessThan(1_000);
    await setPlacement("active");
  });
});

test("nothing is delivered after the answer that ends a campaign", async () => {
  const other = await bookPair(market, "cpc");
  const { campaignId } = other;
  await other.deliver();
  await market.call("confirm_delivery", { campaignId, final: true }, other.advertiser.key);
  expect(await other.tryDeliver()).toEqual({ filled: false, noFillReason: "ended" });
});
