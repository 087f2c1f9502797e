import type { Card, WidgetEvent, WidgetEventType } from "@placard/publisher-kit/types";
import { nowMs } from "./clock.ts";
import { newEventId } from "./event-id.ts";
import type { Session } from "./session.ts";
import type { WidgetTrouble } from "./types.ts";

/** Views of one fill usually end in the same second, so they share a request. */
const GATHER_MS = 1000;
const BATCH_MAX = 20;
/** The oldest events are dropped first when a server is unreachable for long. */
const QUEUE_MAX = 200;
const SEND_TIMEOUT_MS = 10_000;
const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 300_000;
/** With the waits above, about an hour. */
const ATTEMPTS_MAX = 20;
/** A refusal that a later try cannot change. */
const REFUSED = /^4(?!01|08|25|29)/;

export type Reporter = {
  report(event: { type: WidgetEventType; turnId: string; card: Card }): void;
  /** Sends what is left and stops listening to the page. */
  finish(): void;
};

/**
 * Delivers card events at least once; the server counts each id once. A visible page uses fetch,
 * which can be retried. A page being hidden sends a beacon and keeps the events as well, because
 * a beacon may be blocked without a sign; if the page is shown again, they are sent again.
 */
export function createReporter(
  session: Session,
  onTrouble: (code: WidgetTrouble) => void,
): Reporter {
  let queue: WidgetEvent[] = [];
  let attempts = 0;
  let isSending = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout>;

  function flushIn(waitMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(flush, waitMs);
  }

  async function flush(): Promise<void> {
    const batch = queue.slice(0, BATCH_MAX);
    if (isClosed && !batch[0]) document.removeEventListener("visibilitychange", onVisibility);
    if (!batch[0] || isSending || document.hidden) return;
    isSending = true;
    const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
    const answer = await session.post("/events", { events: batch }, signal).catch(() => undefined);
    isSending = false;
    // A batch that is done with, for good or ill, leaves; any other is tried again later.
    attempts += 1;
    if (answer?.ok || REFUSED.test(`${answer?.status}`) || attempts >= ATTEMPTS_MAX) {
      if (!answer?.ok) onTrouble("events_lost");
      queue = queue.filter((event) => !batch.includes(event));
      attempts = 0;
      flushIn(0);
    } else {
      // Half fixed, half random: all pages do not retry at once when a server is back.
      const wait = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** attempts) / 4;
      flushIn(wait * (1 + Math.random()));
    }
  }

  function onVisibility(): void {
    if (document.hidden) {
      for (let rest = queue; rest[0]; rest = rest.slice(BATCH_MAX))
        session.beam({ events: rest.slice(0, BATCH_MAX) });
    } else flushIn(0);
  }

  document.addEventListener("visibilitychange", onVisibility);
  return {
    report({ type, turnId, card: { cardToken } }) {
      const at = nowMs();
      if (queue.push({ id: newEventId(at), type, cardToken, turnId, at }) > QUEUE_MAX) {
        queue.shift();
        onTrouble("events_lost");
      }
      // A click often hides the page, so it does not wait for company.
      if (!attempts) flushIn(type === "click" ? 0 : GATHER_MS);
    },
    finish() {
      isClosed = true;
      flushIn(0);
    },
  };
}
