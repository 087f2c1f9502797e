import type { Logger } from "../../core/log.ts";
import {
  type DispatchDeps,
  dispatchEvents,
  dispatchImpressions,
  dispatchOutbox,
  foldImpressions,
  type Round,
} from "./dispatch.ts";
import { isAnyoneListening } from "./event-queries.ts";
import { findDueEndpoints } from "./message-queries.ts";
import type { PostbackQueue } from "./port.ts";

export interface DispatcherDeps extends DispatchDeps {
  readonly queue: PostbackQueue;
  readonly logger: Logger;
}

export interface Dispatcher {
  /** Everything there is to do now, as often as there is more of it. */
  runOnce(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** The channel of the SQL function `wake_dispatcher`: a new outbox row, or a changed endpoint. */
export const POSTBACK_CHANNEL = "postbacks";

/**
 * How long after a round the next one may follow: a thousand commits a second then share forty
 * rounds, each of them one statement, and nobody waits noticeably longer.
 */
const GAP_MS = 25;
/** Marks are looked for rather than announced: NOTIFY would make the commits of batches queue. */
const EVENTS_EVERY_MS = 50;
/** Retries that are due, and whatever a lost notification left lying. */
const SWEEP_EVERY_MS = 1_000;
/** Impressions are told by the minute, and cheaper to add up by the hundred batches. */
const MINUTES_EVERY_MS = 5_000;
const ROUNDS_MAX = 1_000;

/** Turns what happened into messages, and tells the workers which endpoints have something due. */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  let isStopped = true;
  let isNotified = true;
  let isListened = true;
  let sweptAtMs = Number.NEGATIVE_INFINITY;
  let minutesAtMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopListening: (() => void) | undefined;
  const nowMs = () => performance.now();

  const tick = async () => {
    const isSweeping = nowMs() - sweptAtMs >= SWEEP_EVERY_MS;
    if (isSweeping) sweptAtMs = nowMs();
    const hasNews = isNotified || isSweeping;
    isNotified = false;
    try {
      if (hasNews) isListened = await isAnyoneListening(deps.db);
      await dispatchNews(deps, { outbox: hasNews, events: isListened || isSweeping });
      if (nowMs() - minutesAtMs >= MINUTES_EVERY_MS) {
        minutesAtMs = nowMs();
        await dispatchMinutes(deps);
      }
      if (isSweeping) await dispatchDue(deps);
    } catch (error) {
      isNotified = true;
      deps.logger.warn({ err: String(error) }, "postback_dispatch_failed");
    }
  };
  const run = () => {
    running = tick().finally(() => {
      running = undefined;
      if (!isStopped) timer = setTimeout(run, delayMs());
    });
  };
  const delayMs = () => {
    if (isNotified) return GAP_MS;
    return isListened ? EVENTS_EVERY_MS : SWEEP_EVERY_MS;
  };
  const wake = () => {
    isNotified = true;
    if (isStopped || running !== undefined) return;
    clearTimeout(timer);
    timer = setTimeout(run, 0);
  };
  return {
    async runOnce() {
      await dispatchNews(deps, { outbox: true, events: true });
      await dispatchMinutes(deps);
      await dispatchDue(deps);
    },
    start() {
      isStopped = false;
      stopListening = deps.db.listen(POSTBACK_CHANNEL, wake, wake);
      run();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      stopListening?.();
      await running;
    },
  };
}

async function dispatchNews(
  deps: DispatcherDeps,
  wanted: { outbox: boolean; events: boolean },
): Promise<void> {
  const found = new Set<string>();
  const all = async (dispatch: (deps: DispatchDeps) => Promise<Round>) => {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const { isFull, endpoints } = await dispatch(deps);
      for (const uuid of endpoints) found.add(uuid);
      if (!isFull) return;
      deps.queue.enqueue([...found]);
    }
  };
  if (wanted.outbox) await all(dispatchOutbox);
  if (wanted.events) await all(dispatchEvents);
  if (found.size > 0) deps.queue.enqueue([...found]);
}

async function dispatchMinutes(deps: DispatcherDeps): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (!(await foldImpressions(deps))) break;
  }
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (!(await dispatchImpressions(deps)).isFull) break;
  }
}

async function dispatchDue(deps: DispatcherDeps): Promise<void> {
  const due = await findDueEndpoints(deps.db, deps.clock.now());
  if (due.length > 0) deps.queue.enqueue(due);
}
