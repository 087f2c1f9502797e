import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startExchange } from "./exchange-double.ts";
import { ASK, kitFor } from "./paid-exchange.ts";

const TIMEOUT_MS = 120;
const TURNS = 60;
/** What one step of another turn may take on a busy machine. */
const TICK_MS = 40;

test("sixty turns at once each end at the deadline", async () => {
  await using exchange = await startExchange({
    search_shopfeed_products: () => "hang",
    list_campaigns: () => "hang",
  });
  const { kit } = kitFor(exchange, { timeoutMs: TIMEOUT_MS });
  const turns = Array.from({ length: TURNS }, async () => {
    const startedAtMs = performance.now();
    const tookMs = () => performance.now() - startedAtMs;
    // A bare timer, which the process keeps waiting as well.
    const timer = sleep(TIMEOUT_MS).then(tookMs);
    const { status } = await kit.turn(ASK);
    const turnMs = tookMs();
    return { status, overMs: turnMs - (await timer) };
  });
  const ended = await Promise.all(turns);
  expect(ended.map(({ status }) => status)).toEqual(Array(TURNS).fill("no_fill"));
  expect(Math.max(...ended.map(({ overMs }) => overMs))).toBeLessThan(TICK_MS);
  await kit.close({ drainMs: 10 });
});
