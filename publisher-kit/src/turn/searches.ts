import type { CallAnswer, Exchange } from "../core/exchange.ts";
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
      entry.waiting += 1;
      const answer = await untilAborted(entry.answer, signal);
      entry.waiting -= 1;
      // A search that was given up needs no result.
      if (entry.waiting === 0 && entry.answeredAtMs === undefined) {
        if (entries.get(key) === entry) entries.delete(key);
        entry.controller.abort();
      }
      return { answer, known };
    },
  };
}

function isGood(answer: SearchAnswer): boolean {
  return answer.ok && (answer.body.status === "ok" || answer.body.status === "empty");
}

function untilAborted(answer: Promise<SearchAnswer>, signal: AbortSignal): Promise<SearchAnswer> {
  const aborted: SearchAnswer = { ok: false, outcome: "aborted" };
  return new Promise((resolve) => {
    const stop = (): void => resolve(aborted);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    void answer.then((settled) => {
      signal.removeEventListener("abort", stop);
      resolve(settled);
    });
  });
}
