import { sleep } from "../core/clock.ts";
import type { CallAnswer, CallFailure, Exchange } from "../core/exchange.ts";
import { finiteOf, guarded, isRecord, type Json } from "../core/guards.ts";
import type { Host } from "../core/host.ts";
import type { KitStats, ReportOutcome, ReportStore, StartTimer, StoredReport } from "../types.ts";

/** Source: `report_events` takes at most 1,000 events a call. */
const BATCH_MAX = 1_000;
const FLUSH_COUNT = 100;
const FLUSH_MS = 1_000;
/** About 5 MB of memory at worst; beyond it the newest report is refused and counted. */
const QUEUE_MAX = 10_000;
const CALL_MAX_MS = 10_000;
/** A timer that is later than this does not come any more. */
const LATE_MS = 2_000;
/** How often a flush looks at what another request sends. */
const POLL_MS = 50;
const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 30_000;
/** A delivery takes its events for 24 hours; later ones settle nothing. */
const AGE_MAX_MS = 24 * 3_600_000;

const REJECTED_HELP =
  "The exchange refused the report. Check that `apiKey` owns the placement of the campaign, and" +
  " check the fields of `kit.report`.";

export type QueuedReport = StoredReport;
type Entry = { report: QueuedReport; queuedAtMs: number };

export type Reporter = {
  /** False when the queue is full or closed. Never throws. */
  push(report: QueuedReport): boolean;
  stats(): KitStats["reports"];
  /** Sends what is queued and waits for the answers, at most `drainMs`. The rest stays queued. */
  flush(drainMs: number): Promise<void>;
  /** The same, but drops the rest. */
  close(drainMs: number): Promise<void>;
};

type Options = {
  exchange: Exchange;
  now: () => number;
  startTimer: StartTimer;
  host: Host;
  store?: ReportStore | undefined;
};

/** Reports under way. One that is given up changes nothing: its entries are queued again. */
type Batch = { entries: Entry[]; calledAtMs: number; isGivenUp: boolean; stop(): void };

/**
 * Sends reports in batches and repeats them, under the same event ids, until the exchange has
 * answered for each: nothing is lost to a restart of the exchange and nothing counts twice.
 *
 * Edge runtimes drop the timers and connections of a request when it ends. So nothing here trusts
 * that a timer fires or a call returns: each has a time after which another request takes over.
 */
export function createReporter(options: Options): Reporter {
  return new ReportQueue(options);
}

class ReportQueue implements Reporter {
  #exchange: Exchange;
  #now: () => number;
  #startTimer: StartTimer;
  #host: Host;
  #store: ReportStore | undefined;
  #counts = { acknowledged: 0, retried: 0, rejected: 0, dropped: 0, chargedCredits: 0 };
  #queue: Entry[] = [];
  #batches = new Set<Batch>();
  #failures = 0;
  #notBeforeMs = 0;
  #closed = false;
  #timer: { cancel: () => void; dueAtMs: number } | undefined;

  constructor({ exchange, now, startTimer, host, store }: Options) {
    this.#exchange = exchange;
    this.#now = now;
    this.#startTimer = startTimer;
    this.#host = host;
    this.#store = store;
  }

  push(report: QueuedReport): boolean {
    const entry = { report, queuedAtMs: this.#now() };
    if (this.#closed || this.#waiting() >= QUEUE_MAX) {
      this.#drop(entry, this.#closed ? "closed" : "queue_full");
      return false;
    }
    this.#store?.put(report);
    this.#queue.push(entry);
    this.#tell("queued", entry);
    if (this.#queue.length >= FLUSH_COUNT && this.#failures === 0) this.#sendAlone();
    else this.#schedule(FLUSH_MS);
    return true;
  }

  stats(): KitStats["reports"] {
    return { queued: this.#waiting(), ...this.#counts };
  }

  async flush(drainMs: number): Promise<void> {
    if (this.#waiting() === 0) return;
    let isOver = false;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        isOver = true;
        cancel();
        resolve();
      };
      const cancel = this.#startTimer(end, drainMs);
      void this.#drain(() => isOver).then(end);
    });
  }

  async close(drainMs: number): Promise<void> {
    this.#closed = true;
    await this.flush(drainMs);
    guarded(() => this.#timer?.cancel());
    for (const batch of [...this.#batches]) {
      this.#giveUp(batch);
      guarded(() => batch.stop());
    }
    for (const entry of this.#queue.splice(0)) this.#drop(entry, "closed");
  }

  async #drain(isOver: () => boolean): Promise<void> {
    while (this.#waiting() > 0 && !isOver()) {
      this.#takeBack();
      const waitMs = this.#notBeforeMs - this.#now();
      if (this.#queue.length > 0 && waitMs <= 0) await this.#sendNext();
      else await sleep(this.#startTimer, this.#queue.length > 0 ? waitMs : POLL_MS);
    }
  }

  #waiting(): number {
    let count = this.#queue.length;
    for (const { entries } of this.#batches) count += entries.length;
    return count;
  }

  #schedule(delayMs: number): void {
    this.#takeBack();
    if (this.#batches.size > 0) return;
    if (this.#timer !== undefined && this.#now() < this.#timer.dueAtMs + LATE_MS) return;
    const stale = this.#timer;
    guarded(() => stale?.cancel());
    const cancel = this.#startTimer(() => {
      this.#timer = undefined;
      this.#sendAlone();
    }, delayMs);
    this.#timer = { cancel, dueAtMs: this.#now() + delayMs };
  }

  /** Sends the next batch unless one is under way. */
  #sendAlone(): void {
    this.#takeBack();
    if (this.#batches.size === 0) void this.#sendNext();
  }

  /** Never rejects. */
  async #sendNext(): Promise<void> {
    if (this.#queue.length === 0) return;
    const stale = this.#timer;
    guarded(() => stale?.cancel());
    this.#timer = undefined;
    const entries = this.#queue.splice(0, BATCH_MAX);
    const calledAtMs = this.#now();
    const batch = { entries, calledAtMs, isGivenUp: false, stop: () => undefined };
    this.#batches.add(batch);
    const again = await this.#send(batch, entries);
    if (batch.isGivenUp) return;
    this.#batches.delete(batch);
    this.#queue.unshift(...again);
    if (this.#queue.length > 0 && !this.#closed) {
      this.#schedule(Math.max(0, this.#notBeforeMs - this.#now()));
    }
  }

  /** Queues again what was sent by a request whose call can no longer return. */
  #takeBack(): void {
    for (const batch of [...this.#batches]) {
      if (this.#now() - batch.calledAtMs > CALL_MAX_MS + LATE_MS) this.#giveUp(batch);
    }
  }

  #giveUp(batch: Batch): void {
    batch.isGivenUp = true;
    this.#batches.delete(batch);
    this.#queue.unshift(...batch.entries);
  }

  /** Sends some of a batch and gives back what has to go again. Never rejects. */
  async #send(batch: Batch, entries: Entry[]): Promise<Entry[]> {
    const live = entries.filter((entry) => this.#isLive(entry));
    if (live.length === 0) return [];
    const answer = await this.#callWithin(batch, live);
    if (batch.isGivenUp) return [];
    if (answer.ok) {
      this.#failures = 0;
      this.#notBeforeMs = 0;
      return this.#settle(live, answer.body.items);
    }
    const detail = answer.code ?? answer.outcome;
    if (isTransient(answer)) {
      return this.#retry(live, detail, Math.min(answer.retryAfterMs ?? 0, BACKOFF_MAX_MS));
    }
    if (live.length === 1) {
      for (const entry of live) this.#reject(entry, detail);
      return [];
    }
    // One event the exchange cannot read fails its whole batch: halving finds it.
    const middle = live.length >> 1;
    const first = await this.#send(batch, live.slice(0, middle));
    return [...first, ...(await this.#send(batch, live.slice(middle)))];
  }

  async #callWithin(batch: Batch, entries: Entry[]): Promise<CallAnswer<"report_events">> {
    const deadline = new AbortController();
    batch.calledAtMs = this.#now();
    batch.stop = () => deadline.abort();
    const cancel = this.#startTimer(batch.stop, CALL_MAX_MS);
    const events = entries.map(({ report }) => report);
    const answer = await this.#exchange.call("report_events", { events }, deadline.signal);
    cancel();
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
    return again.length > 0 ? this.#retry(again, "unanswered", 0) : [];
  }

  #isLive(entry: Entry): boolean {
    if (this.#now() - entry.queuedAtMs < AGE_MAX_MS) return true;
    this.#store?.delete(entry.report.eventId);
    this.#drop(entry, "too_old");
    return false;
  }

  #retry(entries: Entry[], detail: string, atLeastMs: number): Entry[] {
    this.#failures += 1;
    this.#notBeforeMs = this.#now() + Math.max(atLeastMs, delayAfter(this.#failures));
    this.#counts.retried += entries.length;
    for (const entry of entries) this.#tell("retrying", entry, detail);
    return entries;
  }

  #acknowledge(entry: Entry, item: Json): void {
    this.#store?.delete(entry.report.eventId);
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
    this.#store?.delete(entry.report.eventId);
    this.#counts.rejected += 1;
    this.#tell("rejected", entry, detail);
    const { campaignId, eventId } = entry.report;
    this.#host.warn("report_rejected", { campaignId, eventId, code: detail, help: REJECTED_HELP });
  }

  #tell(outcome: ReportOutcome, { report }: Entry, detail?: string): void {
    const { eventId, campaignId } = report;
    const more = detail === undefined ? {} : { detail };
    this.#host.emit({ type: "report", outcome, eventId, campaignId, ...more });
  }
}

/** Exponential with full jitter above half, so that many servers do not come back together. */
function delayAfter(failures: number): number {
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
