import type { CallAnswer, Exchange } from "../core/exchange.ts";
import { guarded } from "../core/guards.ts";
import type { ToolArguments } from "../generated/contract.ts";

/** At 30 KB an answer, 6 MB of memory at worst. */
const ANSWERS_MAX = 200;

type SearchArguments = ToolArguments["search_shopfeed_products"];
export type SearchAnswer = CallAnswer<"search_shopfeed_products">;
type Entry = {
  answer: Promise<SearchAnswer>;
  startedAtMs: number;
  answeredAtMs: number | undefined;
  waiting: number;
  controller: AbortController;
};

export type Searches = {
  /** Searches, or joins a search for the same that is under way or was answered a moment ago. */
  find(
    args: SearchArguments,
    signal: AbortSignal,
  ): Promise<{ answer: SearchAnswer; known: boolean }>;
};

/**
 * A turn waits no longer for its search. What is under way longer may never answer: edge runtimes
 * drop it with the request that started it.
 */
const JOIN_MAX_MS = 2_000;

/**
 * Shares one search among all turns that ask for the same within a minute: many readers of one chat
 * ask alike, and an answer is the same for all of them. Only good answers are kept.
 */
export function createSearches({
  exchange,
  freshMs,
  now,
}: {
  exchange: Exchange;
  freshMs: number;
  now: () => number;
}): Searches {
  const entries = new Map<string, Entry>();

  function start(key: string, args: SearchArguments): Entry {
    const controller = new AbortController();
    const answer = exchange.call("search_shopfeed_products", args, controller.signal);
    const startedAtMs = now();
    const entry: Entry = { answer, startedAtMs, answeredAtMs: undefined, waiting: 0, controller };
    entries.delete(key);
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= ANSWERS_MAX) break;
      entries.delete(oldest);
    }
    void answer.then((settled) => {
      entry.answeredAtMs = now();
      if (!isGood(settled) && entries.get(key) === entry) entries.delete(key);
    });
    return entry;
  }

  /** Undefined where the search was lost with the request that started it. */
  async function waitFor(
    key: string,
    entry: Entry,
    signal: AbortSignal,
  ): Promise<SearchAnswer | undefined> {
    entry.waiting += 1;
    const answer = await untilAborted(entry.answer, signal);
    entry.waiting -= 1;
    // A search that was given up needs no result.
    if (entry.waiting === 0 && entry.answeredAtMs === undefined) {
      if (entries.get(key) === entry) entries.delete(key);
      guarded(() => entry.controller.abort());
    }
    return answer;
  }

  return {
    async find(args, signal) {
      const key = JSON.stringify(args);
      const found = entries.get(key);
      const isFresh =
        found !== undefined &&
        (found.answeredAtMs === undefined
          ? now() - found.startedAtMs < JOIN_MAX_MS
          : now() - found.answeredAtMs < freshMs);
      const entry = isFresh ? found : start(key, args);
      const known = entry.answeredAtMs !== undefined;
      const answer = await waitFor(key, entry, signal);
      if (answer !== undefined) return { answer, known };
      entries.delete(key);
      const own = await waitFor(key, start(key, args), signal);
      return { answer: own ?? ABORTED, known: false };
    },
  };
}

function isGood(answer: SearchAnswer): boolean {
  return answer.ok && (answer.body.status === "ok" || answer.body.status === "empty");
}

const ABORTED: SearchAnswer = { ok: false, outcome: "aborted" };

function untilAborted(
  answer: Promise<SearchAnswer>,
  signal: AbortSignal,
): Promise<SearchAnswer | undefined> {
  return new Promise((resolve) => {
    const stop = (): void => resolve(ABORTED);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    const settle = (settled: SearchAnswer | undefined): void => {
      signal.removeEventListener("abort", stop);
      resolve(settled);
    };
    // In workerd, waiting rejects where the request that started the search has ended.
    answer.then(settle, () => settle(undefined));
  });
}
