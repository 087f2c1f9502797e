import type { Logger } from "../../core/log.ts";
import {
  type DispatchDeps,
  dispatchEvents,
  dispatchMinutes,
  dispatchOutbox,
  dispatchUnbilled,
  foldImpressions,
  queueWaiting,
  type Round,
} from "./dispatch.ts";
import { areEventsWanted } from "./event-queries.ts";

export interface DispatcherDeps extends DispatchDeps {
  readonly logger: Logger;
  /** Called after the commit of each round: there may be new jobs. */
  readonly onQueued: () => void;
}

export interface Dispatcher {
  /** Runs each step until nothing is left. */
  runOnce(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** The channel of the SQL function `wake_dispatcher`: a new outbox row, or a changed endpoint. */
const CHANNEL = "postbacks";
/** After a notification; a thousand commits a second share forty rounds. */
const GAP_MS = 25;
/** Batches are polled: NOTIFY would serialize the commits of settlement. */
const EVENTS_EVERY_MS = 50;
/** Messages without a job, and lost notifications. */
const SWEEP_EVERY_MS = 1_000;
/** Impressions are sent by the minute, and batches are cheaper to add up by the hundred. */
const MINUTES_EVERY_MS = 5_000;
const ROUNDS_MAX = 1_000;

/** Turns outbox rows and settled events into messages and jobs, in every worker process. */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  let isStopped = true;
  let isNotified = true;
  let wantsEvents = true;
  const ranAtMs = { sweep: Number.NEGATIVE_INFINITY, minutes: Number.NEGATIVE_INFINITY };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopListening: (() => void) | undefined;

  const isDue = (step: keyof typeof ranAtMs, everyMs: number) => {
    const nowMs = performance.now();
    if (nowMs - ranAtMs[step] < everyMs) return false;
    ranAtMs[step] = nowMs;
    return true;
  };
  const tick = async () => {
    const isSweep = isDue("sweep", SWEEP_EVERY_MS);
    const isOutbox = isNotified || isSweep;
    isNotified = false;
    try {
      if (isOutbox) wantsEvents = await areEventsWanted(deps.db);
      if (isOutbox) await repeat(dispatchOutbox, deps);
      if (wantsEvents || isSweep) await repeat(dispatchEvents, deps);
      if (isDue("minutes", MINUTES_EVERY_MS)) await dispatchSums(deps);
      if (isSweep) await repeat(queueWaiting, deps);
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
    return wantsEvents ? EVENTS_EVERY_MS : SWEEP_EVERY_MS;
  };
  const wake = () => {
    isNotified = true;
    if (isStopped || running !== undefined) return;
    clearTimeout(timer);
    timer = setTimeout(run, 0);
  };
  return {
    async runOnce() {
      await repeat(dispatchOutbox, deps);
      await repeat(dispatchEvents, deps);
      await dispatchSums(deps);
      await repeat(queueWaiting, deps);
    },
    start() {
      isStopped = false;
      stopListening = deps.db.listen(CHANNEL, wake, wake);
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

async function dispatchSums(deps: DispatcherDeps): Promise<void> {
  await repeat(foldImpressions, deps);
  await repeat(dispatchMinutes, deps);
  await repeat(dispatchUnbilled, deps);
}

async function repeat(round: Round, deps: DispatcherDeps): Promise<void> {
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    const isFull = await round(deps);
    deps.onQueued();
    if (!isFull) return;
  }
}
