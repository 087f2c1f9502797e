import { setTimeout as sleep } from "node:timers/promises";
import { startExchangeProcess, stopExchangeProcess } from "../bench/support/exchange-process.ts";
import type { Patiently } from "./money.ts";

const WAIT_MAX_MS = 300_000;
/** On a machine that has other work a start may take longer than it may anywhere else. */
const STARTS_MAX = 5;
/** What a task or a tool says while it may be asked again. */
const AGAIN = /"(?:SERVICE_UNAVAILABLE|RATE_LIMITED|unavailable|idempotency_in_flight|internal)"/;

/**
 * An exchange that is killed with SIGKILL at random moments and started again at the same address,
 * and a caller that repeats what it did not get an answer to.
 */
export async function startKilledExchange(
  settings: Parameters<typeof startExchangeProcess>[0],
  { random, everyMs }: { random: () => number; everyMs: number },
) {
  let exchange = await start(settings);
  const { baseUrl } = exchange;
  const counts = { kills: 0, repeats: 0 };
  let isClosing = false;
  const killing = (async () => {
    for (;;) {
      const pauseMs = everyMs * (0.5 + random());
      for (let waitedMs = 0; waitedMs < pauseMs && !isClosing; waitedMs += 50) await sleep(50);
      if (isClosing) return;
      exchange.kill("SIGKILL");
      await exchange.ended;
      counts.kills += 1;
      exchange = await start(settings);
    }
  })();
  const patiently: Patiently = async (run) => {
    const deadline = performance.now() + WAIT_MAX_MS;
    for (;;) {
      const answer = await run().catch(() => undefined);
      const isAnswered = answer !== undefined && !AGAIN.test(JSON.stringify(answer.body));
      if (isAnswered) return answer;
      if (performance.now() > deadline) throw new Error("The exchange did not come back.");
      counts.repeats += 1;
      await sleep(50);
    }
  };
  return {
    baseUrl,
    counts,
    patiently,
    async stop(): Promise<void> {
      isClosing = true;
      await killing;
      await stopExchangeProcess(exchange);
    },
  };
}

async function start(settings: Parameters<typeof startExchangeProcess>[0]) {
  for (let tries = 1; tries < STARTS_MAX; tries += 1) {
    const started = await startExchangeProcess(settings).catch(() => undefined);
    if (started !== undefined) return started;
  }
  return startExchangeProcess(settings);
}
