import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createPublisherKit } from "@placard/publisher-kit";
import type { KitMode } from "@placard/publisher-kit/types";
import { type Reply, startExchange } from "../exchange-double.ts";

const ASK = { text: "I'm looking for trail running shoes under $100" };
/** Longer than any turn may take. */
const SLOW_MS = 3_000;
/**
 * Readers do not all ask in the same moment; those of this many milliseconds would share its end.
 */
const APART_MS = 17;

export const TROUBLES = ["hanging", "slow", "failing", "stalling", "absent"] as const;
export type Trouble = (typeof TROUBLES)[number];

/** An address that behaves like an exchange in that trouble, over real sockets. */
async function openTrouble(trouble: Trouble) {
  const exchange = await startExchange();
  const late = (reply: Reply) =>
    new Promise<Reply>((resolve) => {
      setTimeout(() => resolve(reply), SLOW_MS).unref();
    });
  for (const tool of ["search_shopfeed_products", "deliver_ad", "list_campaigns"]) {
    exchange.handlers[tool] = (_call, response) => {
      if (trouble === "failing") return { status: 500, body: {} };
      if (trouble === "slow") return late({ body: { status: "ok", items: [] } });
      // The head of an answer and the beginning of its body, then nothing more.
      if (trouble === "stalling") response.writeHead(200).write('{"status":"ok","items":[');
      return "hang";
    };
  }
  const baseUrl = trouble === "absent" ? await closedAddress() : exchange.baseUrl;
  return { baseUrl, close: () => exchange[Symbol.asyncDispose]() };
}

async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/**
 * How long a chat waits for `turn` before it can ask its model, for many first turns at once; each
 * has a kit of its own, because a circuit breaker would spare the later ones the wait.
 *
 * **Units** milliseconds, without how late a bare timer of the same length was that was set at the
 * same moment: on a busy machine every timer is.
 */
export async function measureTurns(
  trouble: Trouble,
  turns: number,
  mode: KitMode = "context",
): Promise<number[]> {
  const place = await openTrouble(trouble);
  const one = async (number: number): Promise<number> => {
    await sleep(number * APART_MS);
    const kit = createPublisherKit({ baseUrl: place.baseUrl, apiKey: "rk_live_test", mode });
    const startedAt = performance.now();
    const bare = new Promise<number>((resolve) => {
      setTimeout(() => resolve(performance.now() - startedAt - 800), 800);
    });
    const turn = await kit.turn(ASK);
    const tookMs = performance.now() - startedAt;
    if (turn.status === "filled") throw new Error("An exchange in trouble filled a turn.");
    const lateMs = Math.max(0, await bare);
    await kit.close({ drainMs: 1 });
    return tookMs - lateMs;
  };
  const taken = await Promise.all(Array.from({ length: turns }, (_, n) => one(n)));
  await place.close();
  return taken.toSorted((left, right) => left - right);
}

/** A percentile of sorted numbers, by the nearest rank. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
