import type { Database } from "../../core/db.ts";
import type { Logger } from "../../core/log.ts";
import { type AttemptDeps, attemptMessage } from "./attempt.ts";
import { createLanes, type Lane, type Lanes, limitAfter } from "./lanes.ts";
import { type ClaimedMessage, claimMessages } from "./message-queries.ts";
import { type AttemptRecorder, createAttemptRecorder } from "./recorder.ts";

export interface CourierDeps extends AttemptDeps {
  readonly db: Database;
  readonly logger: Logger;
}

/** Carries what is due to its receivers. */
export interface Courier {
  /** Says that these endpoints have something due. Never waits, never throws. */
  wake(endpointUuids: Iterable<string>): void;
  /** Resolves when nothing that was woken for is left to do, and all is recorded. */
  idle(): Promise<void>;
  /** Takes nothing new; resolves when the attempts under way are over or `graceMs` have passed. */
  stop(graceMs: number): Promise<void>;
}

interface State {
  readonly deps: CourierDeps;
  readonly lanes: Lanes;
  readonly recorder: AttemptRecorder;
  isStopping: boolean;
  claiming: Promise<void> | undefined;
  idleWaiters: (() => void)[];
}

const CLAIM_RETRY_MS = 500;

export function createCourier(deps: CourierDeps): Courier {
  const state: State = {
    deps,
    lanes: createLanes(),
    recorder: createAttemptRecorder(deps),
    isStopping: false,
    claiming: undefined,
    idleWaiters: [],
  };
  return {
    wake(endpointUuids) {
      for (const uuid of endpointUuids) state.lanes.of(uuid).isWanted = true;
      startClaiming(state);
    },
    async idle() {
      await whenIdle(state);
      await state.recorder.idle();
    },
    async stop(graceMs) {
      state.isStopping = true;
      await within(whenIdle(state), graceMs);
      await state.recorder.idle();
    },
  };
}

function startClaiming(state: State): void {
  if (state.claiming !== undefined || state.isStopping) return;
  state.claiming = claimAll(state).finally(() => {
    state.claiming = undefined;
    noteIdle(state);
  });
}

async function claimAll(state: State): Promise<void> {
  try {
    while (!state.isStopping && (await claimRound(state)));
  } catch (error) {
    state.deps.logger.warn({ err: String(error) }, "postback_lease_failed");
    setTimeout(() => startClaiming(state), CLAIM_RETRY_MS).unref();
  }
}

/** One claim for all endpoints that want more. False when none does, or none has room. */
async function claimRound(state: State): Promise<boolean> {
  const chosen = state.lanes.withRoom();
  if (chosen.length === 0) return false;
  for (const { lane } of chosen) Object.assign(lane, { isWanted: false, isClaiming: true });
  const { deps } = state;
  const now = deps.clock.now();
  try {
    const claimed = await claimMessages(deps.db, {
      endpoints: chosen.map(({ lane, room }) => ({ uuid: lane.uuid, room })),
      now,
      leaseEndsAt: new Date(now.getTime() + deps.times.leaseMs),
    });
    const byEndpoint = Map.groupBy(claimed, (message) => message.endpointUuid);
    for (const { lane, room } of chosen) {
      const messages = byEndpoint.get(lane.uuid) ?? [];
      // As much as there was room for: there may be more.
      if (messages.length === room) lane.isWanted = true;
      lane.waiting.push(...messages);
    }
  } catch (error) {
    for (const { lane } of chosen) lane.isWanted = true;
    throw error;
  } finally {
    for (const { lane } of chosen) lane.isClaiming = false;
  }
  for (const { lane } of chosen) sendWaiting(state, lane);
  return true;
}

function sendWaiting(state: State, lane: Lane): void {
  while (lane.running < lane.limit && !state.isStopping) {
    const message = lane.waiting.shift();
    if (message === undefined) break;
    lane.running += 1;
    void carry(state, lane, message);
  }
  // What a stop leaves waiting comes back when its lease ends.
  if (state.isStopping) lane.waiting.length = 0;
  state.lanes.forget(lane);
}

async function carry(state: State, lane: Lane, message: ClaimedMessage): Promise<void> {
  const attempted = await attemptMessage(message, state.deps);
  lane.limit = limitAfter(lane.limit, attempted);
  lane.running -= 1;
  state.recorder.add(attempted);
  if (lane.isWanted) startClaiming(state);
  sendWaiting(state, lane);
  noteIdle(state);
}

function isIdle({ lanes, claiming }: State): boolean {
  return claiming === undefined && lanes.isIdle();
}

function noteIdle(state: State): void {
  if (state.idleWaiters.length === 0 || !isIdle(state)) return;
  for (const done of state.idleWaiters) done();
  state.idleWaiters = [];
}

function whenIdle(state: State): Promise<void> {
  if (isIdle(state)) return Promise.resolve();
  return new Promise((resolve) => state.idleWaiters.push(resolve));
}

async function within(work: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
