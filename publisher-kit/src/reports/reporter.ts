import type { CallAnswer, CallFailure, Exchange } from "../core/exchange.ts";
import { finiteOf, isRecord, type Json } from "../core/guards.ts";
import type { Host } from "../core/host.ts";
import type { KitStats, ReportInput, ReportOutcome, StartTimer } from "../types.ts";

/** Source: `report_events` takes at most 1,000 events a call. */
const BATCH_MAX = 1_000;
const FLUSH_COUNT = 100;
const FLUSH_MS = 1_000;
/** About 5 MB of memory at worst; beyond it the newest report is refused and counted. */
const QUEUE_MAX = 10_000;
const CALL_MAX_MS = 10_000;
const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 30_000;
/** A delivery takes its events for 24 hours; later ones settle nothing. */
const AGE_MAX_MS = 24 * 3_600_000;

export type QueuedReport = ReportInput & { eventId: string; occurredAt: string };
type Entry = { report: QueuedReport; queuedAtMs: number };

export type Reporter = {
  /** False when the queue is full or closed. Never throws. */
  push(report: QueuedReport): boolean;
  stats(): KitStats["reports"];
  close(drainMs: number): Promise<void>;
};

type Options = { exchange: Exchange; now: () => number; startTimer: StartTimer; host: Host };

/**
 * Sends reports in batches and repeats them, under the same event ids, until the exchange has
 * answered for each: nothing is lost to a restart of the exchange and nothing counts twice.
 */
export function createReporter(options: Options): Reporter {
  return new ReportQueue(options);
}

class ReportQueue implements Reporter {
  #exchange: Exchange;
  #now: () => number;
  #startTimer: StartTimer;
  #host: Host;
  #counts = { acknowledged: 0, retried: 0, rejected: 0, dropped: 0, chargedCredits: 0 };
  #queue: Entry[] = [];
  #inFlight: Entry[] = [];
  #failures = 0;
  #notBeforeMs = 0;
  #closed = false;
  #cancelTimer: (() => void) | undefined;
  #whenIdle: (() => void)[] = [];
  #hurry = new AbortController();

  constructor({ exchange, now, startTimer, host }: Options) {
    this.#exchange = exchange;
    this.#now = now;
    this.#startTimer = startTimer;
    this.#host = host;
  }

  push(report: QueuedReport): boolean {
    const entry = { report, queuedAtMs: this.#now() };
    if (this.#closed || this.#waiting() >= QUEUE_MAX) {
      this.#drop(entry, this.#closed ? "closed" : "queue_full");
      return false;
    }
    this.#queue.push(entry);
    this.#tell("queued", entry);
    if (this.#queue.length >= FLUSH_COUNT && this.#failures === 0) this.#flush();
    else this.#schedule(FLUSH_MS);
    return true;
  }

  stats(): KitStats["reports"] {
    return { queued: this.#waiting(), ...this.#counts };
  }

  async close(drainMs: number): Promise<void> {
    this.#closed = true;
    if (this.#waiting() === 0) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#startTimer(resolve, drainMs);
      this.#whenIdle.push(() => {
        cancel();
        resolve();
      });
      this.#flush();
    });
    this.#cancelTimer?.();
    this.#hurry.abort();
    for (const entry of [...this.#inFlight, ...this.#queue]) this.#drop(entry, "closed");
    this.#queue = [];
    this.#inFlight = [];
  }

  #waiting(): number {
    return this.#queue.length + this.#inFlight.length;
  }

  #schedule(delayMs: number): void {
    if (this.#cancelTimer !== undefined || this.#inFlight.length > 0) return;
    this.#cancelTimer = this.#startTimer(() => {
      this.#cancelTimer = undefined;
      this.#flush();
    }, delayMs);
  }

  #flush(): void {
    if (this.#inFlight.length > 0 || this.#queue.length === 0) return;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#inFlight = this.#queue.slice(0, BATCH_MAX);
    this.#queue = this.#queue.slice(BATCH_MAX);
    void this.#send(this.#inFlight).then((again) => this.#landed(again));
  }

  #landed(again: Entry[]): void {
    // After close() has given up, what comes back is counted already.
    if (this.#hurry.signal.aborted) return;
    this.#queue = [...again, ...this.#queue];
    this.#inFlight = [];
    if (this.#queue.length > 0) {
      this.#schedule(Math.max(delayAfter(this.#failures), this.#notBeforeMs - this.#now()));
      return;
    }
    for (const resume of this.#whenIdle.splice(0)) resume();
  }

  /** Sends one batch and gives back what has to go again. Never rejects. */
  async #send(batch: Entry[]): Promise<Entry[]> {
    const live = batch.filter((entry) => this.#isLive(entry));
    if (live.length === 0) return [];
    const answer = await this.#callWithin(live);
    if (this.#hurry.signal.aborted) return [];
    if (answer.ok) {
      this.#failures = 0;
      return this.#settle(live, answer.body.items);
    }
    const detail = answer.code ?? answer.outcome;
    if (isTransient(answer)) {
      this.#notBeforeMs = this.#now() + Math.min(answer.retryAfterMs ?? 0, BACKOFF_MAX_MS);
      return this.#retry(live, detail);
    }
    if (live.length === 1) {
      for (const entry of live) this.#reject(entry, detail);
      return [];
    }
    // One event the exchange cannot read fails its whole batch: halving finds it.
    const middle = live.length >> 1;
    const first = await this.#send(live.slice(0, middle));
    return [...first, ...(await this.#send(live.slice(middle)))];
  }

  async #callWithin(entries: Entry[]): Promise<CallAnswer<"report_events">> {
    const deadline = new AbortController();
    const stop = (): void => deadline.abort();
    const cancel = this.#startTimer(stop, CALL_MAX_MS);
    this.#hurry.signal.addEventListener("abort", stop);
    const events = entries.map(({ report }) => report);
    const answer = await this.#exchange.call("report_events", { events }, deadline.signal);
    cancel();
    this.#hurry.signal.removeEventListener("abort", stop);
    return answer;
  }

  /** Reads the answer to each event; one without an answer goes again. */
  #settle(entries: Entry[], items: unknown): Entry[] {
    const answers = byIndex(items);
    const again: Entry[] = [];
    entries.forEach((entry, index) => {
      const item = answers.get(index);
      const error = item?.error;
      if (item === undefined) again.push(entry);
      else if (!isRecord(error)) this.#acknowledge(entry, item);
      else if (error.recovery === "transient") again.push(entry);
      else this.#reject(entry, typeof error.code === "string" ? error.code : "error");
    });
    return again.length > 0 ? this.#retry(again, "unanswered") : [];
  }

  #isLive(entry: Entry): boolean {
    if (this.#now() - entry.queuedAtMs < AGE_MAX_MS) return true;
    this.#drop(entry, "too_old");
    return false;
  }

  #retry(entries: Entry[], detail: string): Entry[] {
    this.#failures += 1;
    this.#counts.retried += entries.length;
    for (const entry of entries) this.#tell("retrying", entry, detail);
    return entries;
  }

  #acknowledge(entry: Entry, item: Json): void {
    this.#counts.acknowledged += 1;
    this.#counts.chargedCredits += finiteOf(item.chargedCredits) ?? 0;
    const { reason } = item;
    this.#tell("acknowledged", entry, typeof reason === "string" ? reason : undefined);
  }

  #drop(entry: Entry, detail: string): void {
    this.#counts.dropped += 1;
    this.#tell("dropped", entry, detail);
  }

  #reject(entry: Entry, detail: string): void {
    this.#counts.rejected += 1;
    this.#tell("rejected", entry, detail);
  }

  #tell(outcome: ReportOutcome, { report }: Entry, detail?: string): void {
    const { eventId, campaignId } = report;
    const more = detail === undefined ? {} : { detail };
    this.#host.emit({ type: "report", outcome, eventId, campaignId, ...more });
  }
}

/** Exponential with full jitter above half, so that many servers do not come back together. */
function delayAfter(failures: number): number {
  if (failures === 0) return 0;
  const full = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** Math.min(failures - 1, 10));
  return full / 2 + Math.random() * (full / 2);
}

/** The network, the server's own failures, a full rate window, or a key being rotated. */
function isTransient({ outcome, status = 0 }: CallFailure): boolean {
  if (outcome !== "http") return true;
  return status >= 500 || [401, 403, 408, 425, 429].includes(status);
}

function byIndex(items: unknown): Map<number, Json> {
  const answers = new Map<number, Json>();
  if (!Array.isArray(items)) return answers;
  items.forEach((item: unknown, position) => {
    if (!isRecord(item)) return;
    answers.set(finiteOf(item.index) ?? position, item);
  });
  return answers;
}
