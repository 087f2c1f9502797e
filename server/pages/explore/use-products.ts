import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BrowsedList, ProductRecord } from "../../src/contract/resources/product.ts";
import { CallError, callError, errorOf } from "../shared/call-error.ts";
import { questionOf, type Wish } from "./wish.ts";

/**
 * The first letter asks at once, the next ones at most so often: below what the exchange allows
 * one address, 20 searches a second, and too short to be felt.
 */
const PACE_MS = 60;

/** How soon to look again while the catalogue is being loaded. */
const PENDING_RETRY_MS = 1_000;

export interface Answer {
  /** The wish it answers, which may be older than the newest one. */
  readonly wish: Wish;
  readonly list?: BrowsedList;
  readonly error?: CallError;
}

export interface Products {
  /** Stays while a newer one is on its way. */
  readonly answer: Answer | undefined;
  readonly isLoading: boolean;
  retry(): void;
}

/**
 * Asks the public list whenever the wish changes; `given` answers the first one.
 * Only the answer to the newest one is kept.
 */
export function useProducts(wish: Wish, given: BrowsedList | undefined): Products {
  const [answer, setAnswer] = useState<Answer | undefined>(given && { wish, list: given });
  const [round, setRound] = useState(0);
  const [isLoading, setLoading] = useState(given === undefined);
  const asked = useRef({ atMs: Number.NEGATIVE_INFINITY, round: 0 });
  const question = questionOf(wish);
  const latest = useRef(wish);
  /** The question that the page came with the answer to. */
  const answered = useRef(given?.status === "feed_pending" ? undefined : given && question);
  latest.current = wish;
  const retry = () => setRound((before) => before + 1);

  // Before the next picture is drawn: a frame is a sixth of what a reader may wait for.
  useLayoutEffect(() => {
    const isAnswered = answered.current === question && round === 0;
    answered.current = undefined;
    if (isAnswered) return;
    const overtaken = new AbortController();
    setLoading(true);
    const ask = async () => {
      // A repeated question must not be answered from the browser's own store.
      const cache = round === asked.current.round ? "default" : "no-cache";
      asked.current = { atMs: performance.now(), round };
      const current = latest.current;
      const given = await answerTo(question, { signal: overtaken.signal, cache });
      if (overtaken.signal.aborted) return;
      setAnswer({ wish: current, ...given });
      setLoading(false);
    };
    const waitMs = asked.current.atMs + PACE_MS - performance.now();
    if (waitMs <= 0) void ask();
    const timer = waitMs <= 0 ? undefined : setTimeout(() => void ask(), waitMs);
    return () => {
      clearTimeout(timer);
      overtaken.abort();
    };
  }, [question, round]);

  const retryAfterMs = retryAfterMsOf(answer);
  useEffect(() => {
    const isOffline = answer?.error?.code === "unreachable";
    if (isOffline) addEventListener("online", retry);
    const timer = retryAfterMs === undefined ? undefined : setTimeout(retry, retryAfterMs);
    return () => {
      removeEventListener("online", retry);
      clearTimeout(timer);
    };
  }, [answer]);

  return { answer, isLoading, retry };
}

/** The page repeats requests whose answer changes soon. */
function retryAfterMsOf(answer: Answer | undefined): number | undefined {
  if (answer?.list?.status === "feed_pending") return PENDING_RETRY_MS;
  const seconds = answer?.error?.retryAfterSeconds;
  return seconds === undefined ? undefined : seconds * 1_000;
}

async function answerTo(question: string, options: RequestInit): Promise<Omit<Answer, "wish">> {
  try {
    const response = await reach(question, options);
    if (!response.ok) return { error: await errorOf(response) };
    const list: BrowsedList = await response.json();
    return { list: trackedOf(list) };
  } catch (error) {
    return { error: callError(error) };
  }
}

async function reach(question: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(question, { ...options, credentials: "omit" });
  } catch {
    throw new CallError(navigator.onLine ? "The exchange cannot be reached." : "You are offline.", {
      code: "unreachable",
      suggestion: navigator.onLine
        ? "It may be starting, or the connection is broken. Try again in a moment."
        : "The search continues when the connection is back.",
    });
  }
}

/** The list without products whose clicks are not counted. */
export function trackedOf(list: BrowsedList): BrowsedList {
  return { ...list, items: list.items.filter(isTracked) };
}

/** No product is shown whose link is anything but the exchange's own click redirect. */
export function isTracked({ clickUrl }: ProductRecord): boolean {
  // The exchange's links are whole addresses; the base is for nothing but relative ones.
  if (!URL.canParse(clickUrl, "https://exchange.invalid")) return false;
  const { protocol, pathname } = new URL(clickUrl, "https://exchange.invalid");
  return /^https?:$/.test(protocol) && pathname.startsWith("/r/");
}
