import type { EventsRequest, WidgetEvent } from "@placard/publisher-kit/types";
import { post } from "./post.ts";
import type { Session } from "./session.ts";
import type { WidgetTrouble } from "./types.ts";

/** Views of one fill usually end in the same second, so they share a request. */
const GATHER_MS = 1000;
const BATCH_MAX = 20;
/** Oldest events go first when a server stays away for long. */
const QUEUE_MAX = 200;
const SEND_TIMEOUT_MS = 10_000;
const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 300_000;
/** With the waits above, about an hour. */
const ATTEMPTS_MAX = 20;

/** A refusal that a later try cannot change. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}

/**
 * Delivers card events at least once; the server counts each id once. A visible page uses fetch,
 * which can be retried. A page being hidden sends a beacon and keeps the events as well, because
 * a beacon may be blocked without a sign; if the page comes back they are sent again.
 */
export class Reporter {
  #url: string;
  #session: Session;
  #onTrouble: (code: WidgetTrouble) => void;
  #queue: WidgetEvent[] = [];
  #attempts = 0;
  #isSending = false;
  #isClosed = false;
  #timer?: ReturnType<typeof setTimeout>;

  constructor(endpoint: string, session: Session, onTrouble: (code: WidgetTrouble) => void) {
    this.#url = `${endpoint}/events`;
    this.#session = session;
    this.#onTrouble = onTrouble;
    document.addEventListener("visibilitychange", this.#onVisibility);
  }

  add(event: WidgetEvent): void {
    this.#queue.push(event);
    if (this.#queue.length > QUEUE_MAX) {
      this.#queue.shift();
      this.#onTrouble("events_lost");
    }
    // A click often hides the page, so it does not wait for company.
    if (this.#attempts === 0) this.#schedule(event.type === "click" ? 0 : GATHER_MS);
  }

  /** Sends what is left and stops listening to the page. */
  close(): void {
    this.#isClosed = true;
    this.#schedule(0);
  }

  #schedule(waitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#flush(), waitMs);
  }

  async #send(events: WidgetEvent[]): Promise<number> {
    const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
    try {
      const body: EventsRequest = { token: await this.#session.token(signal), events };
      return (await post(this.#url, body, { signal, keepalive: true })).status;
    } catch {
      return 0;
    }
  }

  /** True when the batch is done with, for good or ill. */
  #isDone(status: number): boolean {
    if (status === 401) this.#session.forget();
    if (status >= 200 && status < 300) return true;
    this.#attempts += 1;
    if (!isFinal(status) && this.#attempts < ATTEMPTS_MAX) return false;
    this.#onTrouble("events_lost");
    return true;
  }

  async #flush(): Promise<void> {
    if (this.#isSending || document.hidden) return;
    const batch = this.#queue.slice(0, BATCH_MAX);
    if (batch.length === 0) {
      if (this.#isClosed) document.removeEventListener("visibilitychange", this.#onVisibility);
      return;
    }
    this.#isSending = true;
    const status = await this.#send(batch);
    this.#isSending = false;
    if (this.#isDone(status)) {
      this.#queue = this.#queue.filter((event) => !batch.includes(event));
      this.#attempts = 0;
      this.#schedule(0);
      return;
    }
    // Half fixed, half random: a server that comes back is not met by all pages at once.
    const wait = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** this.#attempts) / 4;
    this.#schedule(wait * (1 + Math.random()));
  }

  #onVisibility = (): void => {
    if (!document.hidden) {
      this.#schedule(0);
      return;
    }
    const token = this.#session.last();
    if (!token) return;
    for (let start = 0; start < this.#queue.length; start += BATCH_MAX) {
      const body: EventsRequest = { token, events: this.#queue.slice(start, start + BATCH_MAX) };
      // Plain text needs no preflight, which a closing page could not wait for.
      navigator.sendBeacon(this.#url, JSON.stringify(body));
    }
  };
}
